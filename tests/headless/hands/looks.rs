//! Appearance of controllers and hands, and the controllers' labels.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_mod_xr::hands::{HandBone, HandSide, XrHandBoneEntities, XrHandBoneRadius};
use bevy_mod_xr::spaces::XrSpaceLocationFlags;
use icochess::board::room::surroundings::Surroundings;
use icochess::game::Match;
use icochess::save::FirstStart;
use icochess::ui::state::screen::{Screen, Topic};
use icochess::xr::config::{Hand, XrConfig};
use icochess::xr::controllers::looks::ControllerLooks;
use icochess::xr::head::Head;
use icochess::xr::interaction_profiles::InteractionProfiles;
use icochess::xr::near::NearTo;
use icochess_boards::Variant;

use crate::asking::{add_panel, all, has_text, open, the};
use crate::table::{MATE, Table};

const SIMPLE: &str = "khr/simple_controller";
const INDEX: &str = "valve/index_controller";
const WAND: &str = "htc/vive_controller";
const BARE: &str = "ext/hand_interaction_ext";

impl Table {
    /// Gives both hands controllers with this profile; `None` for an unknown one.
    fn take_up(&mut self, profile: Option<&str>) {
        let profiles = XrConfig::built_in().unwrap().profiles;
        let found = profile.map(|end| {
            let mut profiles = profiles.into_iter();
            let found = profiles.find(|profile| profile.path.ends_with(end));
            Arc::new(found.unwrap_or_else(|| panic!("no {end}")))
        });
        let in_hands = InteractionProfiles([found.clone(), found]);
        self.app.insert_resource(in_hands);
        self.frames(2);
    }

    /// Returns the sorted names of entities that start with `begin`.
    fn names(&mut self, begin: &str) -> Vec<String> {
        let names = all::<Name>(&mut self.app).into_iter();
        let names = names.map(|(_, name)| name.to_string());
        let mut names: Vec<_> = names.filter(|name| name.starts_with(begin)).collect();
        names.sort();
        names
    }

    /// Returns whether the labels of the left and right hand are visible.
    fn labels(&mut self) -> [bool; 2] {
        ["left labels", "right labels"].map(|labels| self.shows(labels))
    }

    /// Returns whether the entity itself isn't hidden, ignoring its parents.
    fn shows(&mut self, name: &str) -> bool {
        let entity = crate::headless::named(&mut self.app, name);
        *self.app.world().get::<Visibility>(entity).unwrap() != Visibility::Hidden
    }

    /// Moves the head to `from`, looking at a point.
    fn look_from(&mut self, from: Vec3, at: Vec3) {
        let place = Transform::from_translation(from).looking_at(at, Vec3::Y);
        let world = self.app.world_mut();
        let mut heads = world.query_filtered::<&mut Transform, With<Head>>();
        if let Some(mut head) = heads.iter_mut(world).next() {
            *head = place;
        } else {
            world.spawn((Head, place));
        }
    }
}

const HOLDS: [(Hand, Vec3); 2] = [
    (Hand::Left, Vec3::new(-0.2, 1.0, 0.4)),
    (Hand::Right, Vec3::new(0.2, 1.0, 0.4)),
];

/// Creates two controllers with this profile, held in front of a head that looks past them.
fn holding(profile: &str) -> Table {
    let mut table = Table::new();
    table.hold_both();
    table.take_up(Some(profile));
    table
}

impl Table {
    /// Holds both hands in front of a head that looks past them.
    fn hold_both(&mut self) {
        for (hand, at) in HOLDS {
            self.grip_to(hand, Transform::from_translation(at));
        }
        self.look_from(EYE, PAST);
    }
}

/// A point to look at past the hands.
const PAST: Vec3 = Vec3::new(0.0, 2.5, 0.0);
const EYE: Vec3 = Vec3::new(0.0, 1.3, 0.7);

#[test]
fn controller_models_follow_profiles_and_bare_hands_have_none() {
    let mut table = Table::new();
    let models = |table: &mut Table| {
        [
            table.names("left controller"),
            table.names("right controller"),
        ]
    };
    // The profile isn't known yet.
    let both =
        |model: &str| ["left", "right"].map(|hand| vec![format!("{hand} controller {model}")]);
    table.frames(1);
    assert_eq!(models(&mut table), both("Simple"));
    for (profile, model) in [(INDEX, "Index"), (WAND, "Wand"), (SIMPLE, "Simple")] {
        table.take_up(Some(profile));
        assert_eq!(models(&mut table), both(model));
        // A controller that was put down keeps its model.
        table.take_up(None);
        assert_eq!(models(&mut table), both(model));
    }
    table.take_up(Some(BARE));
    assert_eq!(models(&mut table), [Vec::<String>::new(), Vec::new()]);
    assert_eq!(table.names("right part"), Vec::<String>::new());
    assert_eq!(table.names("right label"), Vec::<String>::new());
}

#[test]
fn bound_parts_have_labels() {
    for (profile, parts, unbound) in [
        (SIMPLE, &["Menu", "Trigger"][..], ""),
        (WAND, &["Grip", "Menu", "Pad", "Trigger"], ""),
        (
            INDEX,
            &["Grip", "Lower", "Pad", "Stick", "Trigger", "Upper"],
            "Pad",
        ),
    ] {
        let mut table = holding(profile);
        for side in ["left", "right"] {
            let named = |what: &str, parts: &[&str]| -> Vec<String> {
                let names = parts.iter();
                names.map(|part| format!("{side} {what} {part}")).collect()
            };
            let parts_of = table.names(&format!("{side} part "));
            assert_eq!(parts_of, named("part", parts), "{profile}");
            let bound: Vec<&str> = parts.iter().copied().filter(|it| *it != unbound).collect();
            let labels = table.names(&format!("{side} label "));
            assert_eq!(labels, named("label", &bound), "{profile}");
        }
    }
}

#[test]
fn labels_appear_after_looking_at_a_controller() {
    let mut table = holding(INDEX);
    let looks_at = |table: &mut Table, at: Vec3, seconds: f32| {
        table.look_from(EYE, at);
        table.pass(seconds);
        table.labels()
    };
    let right_hand = HOLDS[1].1;
    // A glance is too short.
    for (at, seconds, has_words) in [
        (PAST, 1.0, false),
        (right_hand, 0.4, false),
        (PAST, 0.1, false),
        (right_hand, 0.4, false),
        (right_hand, 0.4, true),
    ] {
        assert_eq!(looks_at(&mut table, at, seconds), [false, has_words]);
    }
    // Pressing a button hides the labels.
    table.hand(Hand::Right, |input| input.select = true);
    assert_eq!(looks_at(&mut table, right_hand, 0.1), [false; 2]);
    table.hand(Hand::Right, |input| input.select = false);
    assert_eq!(looks_at(&mut table, right_hand, 0.8), [false, true]);
    assert_eq!(looks_at(&mut table, PAST, 0.1), [false; 2]);
    // Far away, the labels would be unreadable.
    let far = Vec3::new(0.2, 1.0, -0.4);
    table.grip_to(Hand::Right, Transform::from_translation(far));
    assert_eq!(looks_at(&mut table, far, 1.0), [false; 2]);
}

/// At this position, labels are spaced as in the layout.
#[test]
fn labels_face_the_eye_without_overlap_in_any_pose() {
    use std::f32::consts::{FRAC_PI_2, PI};
    let mut table = holding(INDEX);
    for (hand, at) in HOLDS {
        let side = if hand == Hand::Left { "left" } else { "right" };
        table.look_from(EYE, at);
        table.pass(0.8);
        assert!(table.shows(&format!("{side} labels")));
        let mut before = None;
        for (pitch, roll) in [
            (0.0, 0.0),
            (-0.6, 0.4),
            (FRAC_PI_2, 0.0),
            (0.3, PI),
            (1.2, -1.5),
        ] {
            let turn = Quat::from_rotation_x(pitch) * Quat::from_rotation_z(roll);
            table.grip_to(hand, Transform::from_translation(at).with_rotation(turn));
            table.frames(2);
            let names = table.names(&format!("{side} label "));
            let labels: Vec<Transform> = names.iter().map(|name| table.place(name)).collect();
            assert_eq!(labels.len(), 5);
            // Labels face +z.
            for label in &labels {
                assert!(
                    label.back().dot((EYE - at).normalize()) > 0.999,
                    "{label:?}"
                );
                assert!(label.up().y > 0.5, "{label:?}");
            }
            let apart: Vec<Vec3> = labels.iter().map(|it| it.translation - at).collect();
            let before = before.get_or_insert_with(|| apart.clone());
            for (now, before) in apart.iter().zip(before) {
                assert!(now.distance(*before) < 1e-3, "{now} was {before}");
            }
        }
        table.grip_to(hand, Transform::from_translation(at));
    }
}

#[test]
fn labelled_parts_glow_and_help_and_tutorial_label_all() {
    let mut table = holding(WAND);
    let material = |table: &mut Table, name: &str| {
        let entity = crate::headless::named(&mut table.app, name);
        let world = table.app.world();
        let material = world.get::<MeshMaterial3d<StandardMaterial>>(entity);
        material.expect("a material").0.clone()
    };
    let before = material(&mut table, "right part Pad");
    for page in [Screen::Help(Topic::Controls), Screen::Tutorial] {
        open(&mut table.app, page);
        assert_eq!(table.labels(), [true; 2]);
        assert_ne!(material(&mut table, "right part Pad"), before);
        open(&mut table.app, Screen::Game);
        assert_eq!(table.labels(), [false; 2]);
        assert_eq!(material(&mut table, "right part Pad"), before);
    }
}

#[test]
fn beginners_see_labels_until_the_first_move() {
    let mut table = holding(WAND);
    assert_eq!(table.labels(), [false; 2]);
    table.app.insert_resource(FirstStart);
    table.frames(2);
    assert_eq!(table.labels(), [true; 2]);
    table.play(&MATE[..1]);
    table.frames(2);
    assert_eq!(table.labels(), [false; 2]);
}

#[test]
fn hand_fades_while_it_touches_or_carries() {
    let mut table = Table::at_hand(Match::new(Variant::Chess.board().new_game()));
    table.hold_both();
    table.take_up(Some(INDEX));
    let opacities = |table: &Table| {
        let world = table.app.world();
        let looks = world.resource::<ControllerLooks>();
        let materials = world.resource::<Assets<StandardMaterial>>();
        Hand::BOTH.map(|hand| {
            let body = materials.get(&looks.hand(hand).body).expect("a material");
            body.base_color.alpha()
        })
    };
    for (height, opacity) in [(0.12, 1.0), (0.03, 0.2), (0.12, 1.0)] {
        table.touch_above("e4", height);
        table.frames(2);
        assert_eq!(opacities(&table), [1.0, opacity], "{height} m");
    }
    let from = table.take("e2");
    table.carry(from, &[("e2", 0.15), ("e4", 0.12)]);
    assert_eq!(opacities(&table), [1.0, 0.2]);
    table.pinch(false);
    table.frames(2);
    assert_eq!(opacities(&table), [1.0, 1.0]);
}

#[test]
fn labels_are_hidden_on_a_near_or_carrying_hand() {
    let mut table = Table::at_hand(Match::new(Variant::Chess.board().new_game()));
    table.hold_both();
    table.take_up(Some(INDEX));
    table.app.insert_resource(FirstStart);
    for (height, has_words) in [(0.12, true), (0.04, false), (0.12, true)] {
        table.touch_above("e4", height);
        assert_eq!(table.labels(), [true, has_words], "{height} m");
    }
    // A carrying hand has no labels at any distance.
    let from = table.take("e2");
    table.carry(from, &[("e2", 0.15), ("e4", 0.12)]);
    assert_eq!(table.near(), Some(NearTo::Carrying));
    assert_eq!(table.labels(), [true, false]);
    table.pinch(false);
    assert_eq!(table.labels(), [true, true]);
    // A near hand has no labels when looked at either.
    table.app.world_mut().remove_resource::<FirstStart>();
    table.look_from(EYE, HOLDS[1].1);
    for (height, has_words) in [(0.12, true), (0.04, false), (0.12, true)] {
        table.touch_above("e4", height);
        table.pass(0.8);
        assert_eq!(table.labels(), [false, has_words], "{height} m");
    }
}

#[test]
fn help_describes_the_controllers_in_use() {
    let mut table = Table::new();
    add_panel(&mut table.app);
    open(&mut table.app, Screen::Help(Topic::Controls));
    for (profile, expected) in [
        (None, ["Trigger on a piece", "Grip, held", "A or X"]),
        (Some(WAND), ["Trackpad", "Trackpad pressed", "Menu, held"]),
        (Some(INDEX), ["Thumbstick", "Thumbstick pressed", "B, held"]),
        (
            Some(SIMPLE),
            [
                "Button on a piece",
                "Button held, pointing at nothing",
                "Menu, held",
            ],
        ),
        (
            Some(BARE),
            ["Pinch on a piece", "Fist, held", "Pinch on the panel"],
        ),
    ] {
        table.take_up(profile);
        for words in expected {
            assert!(has_text(&mut table.app, words), "{profile:?}: {words}");
        }
    }
}

/// Adds a hand with tracked joints, flat and side by side.
fn track(table: &mut Table, side: HandSide) {
    let world = table.app.world_mut();
    let bones = HandBone::get_all_bones().map(|bone| {
        let number = f32::from(bone as u8);
        let flags = XrSpaceLocationFlags {
            position_tracked: true,
            rotation_tracked: true,
        };
        let place = Transform::from_xyz(0.01 * number, 1.2, 0.3);
        world
            .spawn((bone, XrHandBoneRadius(0.008), flags, place))
            .id()
    });
    world.spawn((XrHandBoneEntities(bones), side));
}

#[test]
fn hands_are_drawn_unless_holding_controller_or_passthrough() {
    let mut table = Table::new();
    track(&mut table, HandSide::Right);
    table.frames(2);
    let fingers = "right fingers";
    assert!(table.shows(fingers), "no controller is there");
    // A round mesh is at the tip of the index finger.
    let tip = Vec3::new(0.01 * f32::from(HandBone::IndexTip as u8), 1.2, 0.3);
    let world = table.app.world_mut();
    let mut drawn = world.query_filtered::<&GlobalTransform, With<Mesh3d>>();
    let at_tip = drawn
        .iter(world)
        .filter(|place| place.translation().distance(tip) < 1e-4);
    let sizes: Vec<Vec3> = at_tip.map(GlobalTransform::scale).collect();
    assert_eq!(sizes.len(), 1, "{sizes:?}");
    assert!(sizes[0].distance(Vec3::splat(0.016)) < 1e-4);
    // A controller in the hand hides the drawn hand.
    table.hand(Hand::Right, |_| {});
    table.frames(1);
    assert!(!table.shows(fingers));
    table.hand(Hand::Right, |input| input.is_bare = true);
    table.frames(1);
    assert!(table.shows(fingers));
    // Passthrough shows the real hand.
    table.take_up(Some(INDEX));
    for (around, is_seen) in [
        (Surroundings::Passthrough, false),
        (Surroundings::OurRoom, true),
    ] {
        table.app.insert_resource(around);
        table.frames(2);
        assert_eq!(table.shows(fingers), is_seen);
        assert_eq!(table.shows("left controller Index"), is_seen);
    }
    // Out of the cameras' view.
    let world = table.app.world_mut();
    let mut flags = world.query_filtered::<&mut XrSpaceLocationFlags, With<HandBone>>();
    for mut flags in flags.iter_mut(world) {
        flags.position_tracked = false;
    }
    table.frames(1);
    assert!(!table.shows(fingers));
    // The session ends, which removes the hands.
    let tracker = the::<HandSide>(&mut table.app);
    table.app.world_mut().despawn(tracker);
    table.frames(1);
    assert_eq!(table.names(fingers), Vec::<String>::new());
}
