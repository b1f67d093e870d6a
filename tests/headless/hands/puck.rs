//! The puck in front of the board, which a hand uses to move the board.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use icochess::board::room;
use icochess::board::room::puck::Puck;
use icochess::board::room::surroundings::Surroundings;
use icochess::board::stage::fit::Fit;
use icochess::board::stage::shape::PlayerSeat;
use icochess::board::turning::real_table::RealRoom;
use icochess::feedback::Feedback;
use icochess::feedback::table::FeedbackKind;
use icochess::game::Match;
use icochess::save::choices;
use icochess::save::effective::{EffectiveSettings, OwnSettings};
use icochess::save::players::Players;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::PanelShown;
use icochess::xr;
use icochess::xr::config::Hand;
use icochess::xr::hands::HandInput;
use icochess::xr::head::{Head, HeadPosition, HeadTracking};
use icochess::xr::session::{SessionEvent, SessionStatus, SessionVisibility};
use icochess_boards::Variant;

use super::ray;
use crate::asking::only;
use crate::headless;
use crate::table::Table;

/// A function that presses or releases a control of a hand.
type Press = fn(&mut HandInput, bool);

/// Controls that hold the puck.
const CONTROLS: [Press; 2] = [
    |input, is_pressed| input.grab = is_pressed,
    |input, is_pressed| input.select = is_pressed,
];

/// Seconds until the pieces are set up and the board has turned home.
const AT_REST: f32 = 4.0;

/// Creates a table in the headset, with a room.
fn seated(variant: Variant) -> Table {
    let mut table = Table::in_headset(headless::set(|it| it.steadiness = 0.0), |app| {
        app.add_plugins(room::plugin)
            .insert_resource(Match::new(variant.board().new_game()));
    });
    table.pass(AT_REST);
    table
}

impl Table {
    fn puck(&mut self) -> Puck {
        only::<Puck, Puck>(&mut self.app)
    }

    fn sees_puck(&mut self) -> bool {
        only::<Visibility, Puck>(&mut self.app) != Visibility::Hidden
    }

    /// Moves the tip of a hand to a point, and runs two frames.
    fn tip_at(&mut self, hand: Hand, at: Vec3) {
        self.tip_to(hand, Transform::from_translation(at));
        self.frames(2);
    }

    fn press_with(&mut self, hand: Hand, press: Press, is_pressed: bool) {
        self.hand(hand, |input| press(input, is_pressed));
        self.frames(1);
    }
}

#[test]
fn puck_moves_the_board_smoothly_without_turning_it() {
    for variant in [Variant::Icochess, Variant::Chess, Variant::Raumschach] {
        let mut table = seated(variant);
        for hand in Hand::BOTH {
            for press in CONTROLS {
                let (before, puck) = (table.root(), table.place("puck"));
                let above = puck.translation + Vec3::new(0.01, 0.02, 0.0);
                table.tip_at(hand, above);
                assert_eq!(table.puck(), Puck::Pointed, "{variant} {hand:?}");
                table.press_with(hand, press, true);
                assert_eq!(table.puck(), Puck::Held);
                assert_eq!(table.root(), before, "it leaps as it is taken");
                let to = match hand {
                    Hand::Left => Vec3::new(0.0015, 0.001, 0.0005),
                    Hand::Right => Vec3::new(-0.0015, -0.001, -0.0005),
                };
                for frame in 1..=60 {
                    let offset = to * frame as f32;
                    table.tip_to(hand, Transform::from_translation(above + offset));
                    table.frames(1);
                    let now = table.root();
                    let off = now.translation.distance(before.translation + offset);
                    assert!(off < 1e-3, "{variant}: {off} m in frame {frame}");
                    assert_eq!(now.rotation, before.rotation);
                    assert_eq!(now.scale, before.scale);
                    // The puck stays in the hand.
                    let wanted = puck.translation + offset;
                    let off = table.place("puck").translation.distance(wanted);
                    assert!(off < 5e-3, "{variant}: {off} m from the hand");
                }
                let held = table.root();
                table.press_with(hand, press, false);
                table.frames(3);
                let off = table.root().translation.distance(held.translation);
                assert!(off < 1e-4, "{off} m after it was let go");
                // The new place is saved.
                let (settings, fit) = (table.get::<Settings>(), *table.get::<Fit>());
                assert_eq!(settings.board_height, fit.higher, "{variant}");
                assert_eq!(settings.board_distance, fit.farther, "{variant}");
                table.tip_at(hand, puck.translation + Vec3::new(0.0, 0.4, 0.4));
            }
        }
    }
}

#[test]
fn board_at_its_limit_waits_for_the_hand() {
    let mut table = seated(Variant::Icochess);
    let (before, puck) = (table.root(), table.place("puck"));
    let to = |table: &mut Table, higher: f32| {
        let at = puck.translation + Vec3::Y * (0.02 + higher);
        table.tip_to(Hand::Right, Transform::from_translation(at));
        table.frames(1);
    };
    to(&mut table, 0.0);
    table.frames(1);
    table.press_with(Hand::Right, CONTROLS[0], true);
    for step in 0..=20 {
        to(&mut table, 0.1 * step as f32);
    }
    let rose = table.root().translation.y - before.translation.y;
    assert!((rose - choices::HEIGHT_LIMITS[1]).abs() < 1e-3, "{rose} m");
    // The board is back when the hand is.
    for step in (0..=20).rev() {
        to(&mut table, 0.1 * step as f32);
    }
    let off = table.root().translation.distance(before.translation);
    assert!(off < 1e-3, "{off} m");
}

#[test]
fn ray_holds_the_puck_by_grip_or_trigger_without_selecting() {
    for press in CONTROLS {
        let mut table = seated(Variant::Icochess);
        headless::trigger(&mut table.app, "tile a4");
        assert_eq!(table.selected().as_deref(), Some("a4"));
        let (before, puck) = (table.root(), table.place("puck"));
        let from = puck.translation + Vec3::new(0.25, 0.30, 0.45);
        table.aim(Hand::Right, ray(from, puck.translation));
        table.frames(12);
        assert_eq!(table.puck(), Puck::Pointed);
        table.press_with(Hand::Right, press, true);
        assert_eq!(table.puck(), Puck::Held);
        assert_eq!(table.root(), before);
        // The hand turns, so that its ray would end beyond the puck's side, and then above the
        // puck.
        let aside = Vec3::new(0.05, 0.0, 0.0);
        for offset in [aside, Vec3::Y * 0.04] {
            table.aim(Hand::Right, ray(from, puck.translation + offset));
            let went = table.root().translation - before.translation;
            // The ray's length is fixed, so the puck moves across the ray.
            let across = offset.reject_from(*ray(from, puck.translation).direction);
            let off = went.distance(across);
            assert!(off < 0.15 * offset.length(), "{went} for {offset}");
        }
        table.press_with(Hand::Right, press, false);
        table.frames(2);
        assert_ne!(table.puck(), Puck::Held);
        assert_eq!(table.selected().as_deref(), Some("a4"));
        assert_eq!(table.root().rotation, before.rotation);
    }
}

#[test]
fn puck_is_visible_with_panel_or_near_or_pointing_hand() {
    let mut table = seated(Variant::Icochess);
    let puck = table.place("puck").translation;
    let far = puck + Vec3::new(0.5, 0.5, 0.3);
    let aim = |table: &mut Table, from: Vec3, at: Vec3| {
        table.aim(Hand::Right, ray(from, at));
        table.frames(2);
    };
    aim(&mut table, far, far + Vec3::X);
    for is_shown in [true, false] {
        table.app.insert_resource(PanelShown(is_shown));
        table.frames(2);
        assert_eq!(table.sees_puck(), is_shown);
    }
    let near = puck + Vec3::new(0.1, 0.2, 0.1);
    aim(&mut table, near, near + Vec3::X);
    assert_eq!(table.puck(), Puck::Seen);
    assert!(table.sees_puck());
    aim(&mut table, far, far + Vec3::X);
    assert!(!table.sees_puck());
    aim(&mut table, far, puck);
    assert_eq!(table.puck(), Puck::Pointed);
    assert!(table.sees_puck());
}

#[test]
fn puck_gives_feedback_when_touched_and_held() {
    let mut table = seated(Variant::Icochess);
    let puck = table.place("puck").translation;
    let felt = |table: &mut Table| {
        let all = table.facts::<Feedback>().into_iter();
        all.map(|Feedback(it)| it.kind).collect::<Vec<_>>()
    };
    felt(&mut table);
    table.tip_at(Hand::Left, puck + Vec3::Y * 0.02);
    assert!(felt(&mut table).contains(&FeedbackKind::Hovered));
    table.press_with(Hand::Left, CONTROLS[0], true);
    assert!(felt(&mut table).contains(&FeedbackKind::Grabbed));
}

/// Returns the board's saved place and size.
const fn kept(settings: &Settings) -> Fit {
    Fit {
        is_worn: true,
        size: settings.board_size,
        farther: settings.board_distance,
        higher: settings.board_height,
    }
}

#[test]
fn place_and_size_are_saved_for_the_moving_player() {
    let mut table = Table::in_headset(Settings::default(), |app| {
        let mut game = Variant::Icochess.board().new_game();
        let tags = game.make_mut().tags_mut();
        tags.insert("White".to_owned(), "Ada".to_owned());
        app.add_plugins(room::plugin)
            .insert_resource(Match::new(game));
    });
    let mut players = table.app.world_mut().resource_mut::<Players>();
    players.add("Ada").unwrap();
    table.pass(AT_REST);
    let puck = table.place("puck").translation;
    let at = puck + Vec3::Y * 0.02;
    table.tip_at(Hand::Right, at);
    table.press_with(Hand::Right, CONTROLS[0], true);
    // Moves the board up, and away from the player.
    let seat = *table.get::<PlayerSeat>();
    let away = (seat.centre - seat.eye).with_y(0.0).normalize();
    table.tip_at(Hand::Right, at + Vec3::Y * 0.08 + away * 0.06);
    table.press_with(Hand::Right, CONTROLS[0], false);
    table.frames(2);
    let fit = *table.get::<Fit>();
    assert!((fit.higher - 0.08).abs() < 1e-3, "{fit:?}");
    assert!((fit.farther - 0.06).abs() < 1e-3, "{fit:?}");
    // Both hands enlarge the board.
    table.tip_to(Hand::Right, Transform::IDENTITY);
    table.frames(2);
    let centre = table.root().translation;
    for frame in 0..20 {
        let apart = 0.2 + 0.01 * frame as f32;
        let pose =
            |side: f32| Transform::from_translation(centre + Vec3::new(side * apart, 0.0, 0.45));
        table.grip_with_both(pose, frame > 0);
        table.frames(1);
    }
    table.let_go();
    let fit = *table.get::<Fit>();
    assert!(fit.size > 1.2, "{fit:?}");
    let own = table.get::<EffectiveSettings>();
    assert_eq!((own.player(), kept(own)), (Some("Ada"), fit));
    let default = Fit {
        is_worn: true,
        ..Fit::default()
    };
    assert_eq!(kept(table.get::<Settings>()), default);
}

/// Creates a game of chess with a seated player whose eyes are at `eye`, and with the pose of the
/// real room.
fn sitting(settings: Settings, eye: Vec3, around: Surroundings, real: Option<Isometry3d>) -> Table {
    let mut table = Table::in_headset(settings, |app| {
        app.add_plugins((room::plugin, xr::seating_plugin))
            .insert_resource(Match::new(Variant::Chess.board().new_game()))
            .insert_resource(around)
            .insert_resource(RealRoom(real));
        let world = app.world_mut();
        // Skips the wait for the render pipelines.
        world.resource_mut::<SessionStatus>().seated = true;
        let tracking = HeadTracking {
            knows_rotation: true,
            position: HeadPosition::Tracked,
        };
        world.spawn((Head, tracking, Transform::from_translation(eye)));
        world.write_message(SessionEvent::Shown(SessionVisibility::Focused));
    });
    table.pass(AT_REST);
    assert_eq!(table.get::<PlayerSeat>().eye, eye);
    table
}

/// Carries the board by its puck.
fn carry(table: &mut Table, by: Vec3) {
    let before = table.root().translation;
    let at = table.place("puck").translation + Vec3::Y * 0.02;
    table.tip_at(Hand::Right, at);
    table.press_with(Hand::Right, CONTROLS[0], true);
    table.tip_at(Hand::Right, at + by);
    table.press_with(Hand::Right, CONTROLS[0], false);
    table.frames(3);
    let off = table.root().translation.distance(before + by);
    assert!(off < 1e-3, "{off} m from the hand");
}

#[test]
fn board_put_on_a_real_table_is_there_again() {
    let (eye, by) = (Vec3::new(0.1, 1.3, 0.2), Vec3::new(0.12, -0.05, -0.06));
    let real = Isometry3d::new(Vec3::new(0.4, 0.0, -0.3), Quat::from_rotation_y(0.5));
    for (around, real) in [
        (Surroundings::OurRoom, Some(real)),
        (Surroundings::Passthrough, None),
    ] {
        let mut table = sitting(Settings::default(), eye, around, real);
        carry(&mut table, by);
        assert_eq!(table.get::<Settings>().table_height, 0.0, "{around:?}");
    }
    let around = Surroundings::Passthrough;
    let mut table = sitting(Settings::default(), eye, around, Some(real));
    carry(&mut table, by);
    let (put, settings) = (table.root(), table.get::<Settings>().clone());
    // The player sits down at the table again, in a space with another origin.
    let now = Isometry3d::new(Vec3::new(-0.2, 0.0, 0.5), Quat::from_rotation_y(-0.7));
    let eye = now * (real.inverse() * eye + Vec3::new(0.08, 0.05, 0.03));
    let mut table = sitting(settings, eye, around, Some(now));
    let place = now * (real.inverse() * put.translation);
    let rotation = now.rotation * real.rotation.inverse() * put.rotation;
    for volume in [0.0, -6.0] {
        // A change of any setting doesn't move the board.
        table.get_mut::<Settings>().volume = volume;
        table.frames(3);
        let root = table.root();
        let off = root.translation.distance(place);
        assert!(off < 1e-3, "{off} m off");
        let turned = root.rotation.angle_between(rotation);
        assert!(turned < 0.01, "{turned} rad askew");
    }
    let reset = |mut own: OwnSettings| own.reset_place();
    table.app.world_mut().run_system_once(reset).unwrap();
    assert_eq!(table.get::<Settings>().table_height, 0.0);
    table.frames(3);
    assert!(table.root().translation.distance(place) > 0.02);
}
