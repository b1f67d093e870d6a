//! The panel in the world, its picture, and the rays that point at it.

use bevy::ecs::system::RunSystemOnce;
use bevy::picking::hover::HoverMap;
use bevy::prelude::*;
use bevy::ui::{Checked, ComputedUiTargetCamera, Pressed, ScrollPosition};
use bevy::ui_widgets::{
    Activate, Button, ScrollArea, Slider, SliderRange, SliderValue, slider_self_update,
};
use icochess::board::Seat;
use icochess::clock::set_clock;
use icochess::computer::Computer;
use icochess::feedback::table::Event;
use icochess::feedback::{Feedback, Place};
use icochess::game::Match;
use icochess::game::messages::{ClockRequest, GameRequest, MoveRequested};
use icochess::game::seating::Seating;
use icochess::interaction::InteractionState;
use icochess::rules::{AnyBoard, Chess};
use icochess::rules::{Outcome, Side, Variant};
use icochess::save::settings::{MainHand, Settings};
use icochess::ui::hold::HoldBar;
use icochess::ui::panel;
use icochess::ui::panel::place::{Gaze, Look, PanelShown};
use icochess::ui::panel::plane::{PIXELS, point_of};
use icochess::ui::panel::plate::{Plate, PlateCamera};
use icochess::ui::panel::screen::{Panel, PanelCamera, PanelScreen};
use icochess::ui::screen::{Question, Screen, Screens, Subject, Surface};
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, HandInput, OnPanel, pointer_of};

use crate::headless;
use crate::headless::pass;

/// What has been pressed, by name.
#[derive(Resource, Default)]
struct Activated(Vec<String>);

/// What players have heard and felt.
#[derive(Resource, Default)]
struct Told(Vec<(Event, Place)>);

/// The eyes of the player.
const EYE: Vec3 = Vec3::new(0.0, 1.35, 0.8);

/// The game with both hands, and a panel with two buttons, a slider and a list.
fn app() -> App {
    let mut app = with_pages();
    // Not the pages of the game, but ours alone.
    let world = app.world_mut();
    let mut surfaces = world.query_filtered::<Entity, With<Surface>>();
    for surface in surfaces.iter(world).collect::<Vec<_>>() {
        world.despawn(surface);
    }
    world.run_system_once(spawn).unwrap();
    // What is drawn at the start is drawn.
    for _ in 0..60 {
        app.update();
    }
    app
}

/// The game with both hands, and a panel with its pages.
fn with_pages() -> App {
    let mut app = headless::app(Settings::default(), |app| {
        headless::lay_out(app);
        app.add_plugins(panel::plugin)
            .init_resource::<Activated>()
            .init_resource::<Told>()
            .add_systems(PostUpdate, note)
            .add_observer(
                |activate: On<Activate>, names: Query<&Name>, mut activated: ResMut<Activated>| {
                    let name = names.get(activate.entity).unwrap();
                    activated.0.push(name.to_string());
                },
            );
    });
    app.update();
    app
}

fn note(mut feedback: MessageReader<Feedback>, mut told: ResMut<Told>) {
    for Feedback(happening) in feedback.read() {
        told.0.push((happening.event, happening.at));
    }
}

fn placed(left: f32, top: f32, width: f32, height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(left),
        top: px(top),
        width: px(width),
        height: px(height),
        ..default()
    }
}

fn spawn(mut commands: Commands, screen: Res<PanelScreen>) {
    let fill = Node {
        width: percent(100),
        height: percent(100),
        ..default()
    };
    commands
        .spawn((
            Name::new("root"),
            fill,
            UiTargetCamera(screen.camera),
            Pickable::IGNORE,
        ))
        .with_children(|root| {
            for (name, left) in [("one", 20.0), ("two", 240.0)] {
                root.spawn((
                    Name::new(name),
                    Button,
                    BackgroundColor(Color::BLACK),
                    placed(left, 20.0, 200.0, 60.0),
                    children![(
                        Name::new(format!("{name}'s text")),
                        Text::new(name),
                        Pickable::IGNORE,
                    )],
                ));
            }
            root.spawn((
                Name::new("slider"),
                Slider::default(),
                SliderValue(50.0),
                SliderRange::new(0.0, 100.0),
                placed(20.0, 120.0, 400.0, 40.0),
            ))
            .observe(slider_self_update);
            root.spawn((
                Name::new("list"),
                ScrollArea,
                Node {
                    overflow: Overflow::scroll_y(),
                    flex_direction: FlexDirection::Column,
                    ..placed(20.0, 200.0, 400.0, 200.0)
                },
            ))
            .with_children(|list| {
                for _ in 0..40 {
                    list.spawn(Node {
                        min_height: px(40),
                        ..default()
                    });
                }
            });
        });
}

fn named<T: Component + Clone>(app: &mut App, name: &str) -> Option<T> {
    let world = app.world_mut();
    let mut names = world.query::<(&Name, &T)>();
    let found = names.iter(world).find(|(known, _)| known.as_str() == name);
    found.map(|(_, component)| component.clone())
}

fn panel_place(app: &mut App) -> GlobalTransform {
    let world = app.world_mut();
    let mut panels = world.query_filtered::<&GlobalTransform, With<Panel>>();
    *panels.single(world).unwrap()
}

/// Points a hand at a place of the world from where it is.
fn aim_at(app: &mut App, hand: Hand, from: Vec3, target: Vec3) {
    let world = app.world_mut();
    let mut aims = world.query::<(&AimPose, &mut Transform)>();
    for (aim, mut pose) in aims.iter_mut(world) {
        if aim.0 == hand {
            *pose = Transform::from_translation(from).looking_at(target, Vec3::Y);
        }
    }
}

/// Points the right hand at a pixel of the panel, on the picture or beside it.
fn aim(app: &mut App, pixel: Vec2) {
    let panel = panel_place(app);
    let from = EYE + Vec3::new(0.25, -0.3, -0.2);
    aim_at(app, Hand::Right, from, point_of(&panel, pixel));
}

fn change(app: &mut App, hand: Hand, change: impl Fn(&mut HandInput)) {
    let world = app.world_mut();
    for mut input in world.query::<&mut HandInput>().iter_mut(world) {
        if input.hand == hand {
            change(&mut input);
        }
    }
}

/// The trigger of the right hand, and a frame.
fn pull(app: &mut App, is_pulled: bool) {
    change(app, Hand::Right, |input| {
        input.active = true;
        input.select = is_pulled;
    });
    app.update();
}

/// The named nodes that the right hand's pointer is over.
fn hovers(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let over = &world.resource::<HoverMap>()[&pointer_of(Hand::Right)];
    let mut nodes: Vec<Entity> = over.keys().copied().collect();
    nodes.retain(|node| world.get::<ComputedNode>(*node).is_some());
    let name = |node: Entity| world.get::<Name>(node).map(ToString::to_string);
    nodes.into_iter().filter_map(name).collect()
}

/// In how many of those frames the panel is drawn.
fn drawn(app: &mut App, frames: usize) -> usize {
    drawn_by::<PanelCamera>(app, frames)
}

/// In how many of those frames a camera draws.
fn drawn_by<Of: Component>(app: &mut App, frames: usize) -> usize {
    let is_drawn = |app: &mut App| {
        app.update();
        let world = app.world_mut();
        let mut cameras = world.query_filtered::<&Camera, With<Of>>();
        cameras.single(world).unwrap().is_active
    };
    (0..frames).filter(|_| is_drawn(app)).count()
}

fn with_named(app: &mut App, name: &str, change: impl FnOnce(EntityWorldMut)) {
    let entity = headless::named(app, name);
    change(app.world_mut().entity_mut(entity));
}

const ONE: Vec2 = Vec2::new(120.0, 50.0);
const TWO: Vec2 = Vec2::new(340.0, 50.0);
const BARE: Vec2 = Vec2::new(600.0, 500.0);

#[test]
fn a_change_is_drawn_in_one_frame_and_nothing_in_none() {
    let mut app = app();
    assert_eq!(drawn(&mut app, 10), 0, "nothing has changed");
    type Change = fn(EntityWorldMut);
    let changes: [(&str, &str, Change); 8] = [
        ("a text", "one's text", |mut node| {
            *node.get_mut::<Text>().unwrap() = Text::new("another");
        }),
        ("a text's colour", "one's text", |mut node| {
            node.insert(TextColor(Color::srgb(1.0, 0.0, 0.0)));
        }),
        ("a ground", "one", |mut node| {
            node.insert(BackgroundColor(Color::WHITE));
        }),
        ("an outline", "one", |mut node| {
            node.insert(Outline::new(px(2), px(1), Color::WHITE));
        }),
        ("an outline that goes", "one", |mut node| {
            node.remove::<Outline>();
        }),
        ("a scrolled list", "list", |mut node| {
            node.insert(ScrollPosition(Vec2::Y * 40.0));
        }),
        ("a child", "one", |mut node| {
            node.with_child((Name::new("new"), placed(0.0, 0.0, 5.0, 5.0)));
        }),
        ("a node that goes", "new", |node| node.despawn()),
    ];
    for (what, name, change) in changes {
        with_named(&mut app, name, change);
        assert_eq!(drawn(&mut app, 10), 1, "{what}");
    }
    with_named(&mut app, "two", |mut node| {
        node.insert(Visibility::Hidden);
    });
    assert_eq!(drawn(&mut app, 10), 1, "a node that is hidden");
    with_named(&mut app, "two", |mut node| {
        node.insert(BackgroundColor(Color::WHITE));
    });
    assert_eq!(drawn(&mut app, 10), 0, "nobody sees it");
}

#[test]
fn what_is_put_away_is_not_drawn_until_it_is_brought() {
    let mut app = app();
    app.world_mut().insert_resource(PanelShown(false));
    with_named(&mut app, "one", |mut node| {
        node.insert(BackgroundColor(Color::WHITE));
    });
    assert_eq!(drawn(&mut app, 10), 0);
    let world = app.world_mut();
    let mut panels = world.query_filtered::<&InheritedVisibility, With<Panel>>();
    assert!(!panels.single(world).unwrap().get());
    app.world_mut().insert_resource(PanelShown(true));
    assert_eq!(drawn(&mut app, 10), 1);
}

#[test]
fn a_ray_presses_on_release_and_leaving_presses_nothing() {
    let mut app = app();
    let activated = |app: &App| app.world().resource::<Activated>().0.clone();
    aim(&mut app, ONE);
    pull(&mut app, false);
    pull(&mut app, false);
    assert_eq!(hovers(&mut app), ["one"]);
    pull(&mut app, true);
    assert!(named::<Pressed>(&mut app, "one").is_some(), "it is held");
    assert!(activated(&app).is_empty(), "it acts when it is let go");
    pull(&mut app, false);
    assert_eq!(activated(&app), ["one"]);
    assert!(named::<Pressed>(&mut app, "one").is_none());

    // From one to the other, off the panel, and as the hand is lost.
    for to in [TWO, BARE, Vec2::new(-300.0, 50.0), PIXELS * 3.0] {
        aim(&mut app, ONE);
        pull(&mut app, false);
        pull(&mut app, true);
        aim(&mut app, to);
        pull(&mut app, true);
        pull(&mut app, false);
        pull(&mut app, false);
        assert_eq!(activated(&app), ["one"], "left to {to}");
        assert!(named::<Pressed>(&mut app, "one").is_none(), "left to {to}");
    }
    aim(&mut app, ONE);
    pull(&mut app, false);
    pull(&mut app, true);
    change(&mut app, Hand::Right, |input| {
        *input = HandInput::at_rest(Hand::Right);
    });
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(activated(&app), ["one"], "lost");
    assert!(named::<Pressed>(&mut app, "one").is_none());
    assert!(hovers(&mut app).is_empty());
    // A trigger that comes back pulled is no press.
    pull(&mut app, true);
    pull(&mut app, false);
    pull(&mut app, false);
    assert_eq!(activated(&app), ["one"], "it came back pulled");
    // And then it works again, with the other hand, too.
    for hand in Hand::BOTH {
        let panel = panel_place(&mut app);
        aim_at(&mut app, hand, EYE, point_of(&panel, TWO));
        for pulled in [false, true, false] {
            change(&mut app, hand, |input| {
                input.active = true;
                input.select = pulled;
            });
            app.update();
        }
    }
    let pressed = activated(&app);
    assert_eq!(pressed[pressed.len() - 2..], ["two", "two"]);
}

#[test]
fn a_slider_is_dragged_and_stays_when_the_hand_is_lost() {
    let mut app = app();
    let value = |app: &mut App| named::<SliderValue>(app, "slider").unwrap().0;
    aim(&mut app, Vec2::new(220.0, 140.0));
    pull(&mut app, false);
    pull(&mut app, true);
    aim(&mut app, Vec2::new(300.0, 140.0));
    pull(&mut app, true);
    app.update();
    let dragged = value(&mut app);
    assert!(dragged > 60.0, "{dragged}");
    change(&mut app, Hand::Right, |input| input.active = false);
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(value(&mut app), dragged);
    // Beyond the panel it goes to its end.
    aim(&mut app, Vec2::new(300.0, 140.0));
    pull(&mut app, false);
    pull(&mut app, true);
    aim(&mut app, Vec2::new(1400.0, 140.0));
    pull(&mut app, true);
    pull(&mut app, false);
    app.update();
    assert_eq!(value(&mut app), 100.0);
}

#[test]
fn the_stick_scrolls_what_the_ray_is_on_and_turns_the_board_elsewhere() {
    let mut app = app();
    let lies = |app: &mut App| headless::place(app, "tile a4").unwrap().translation();
    let scrolled = |app: &mut App| named::<ScrollPosition>(app, "list").unwrap().0.y;
    let before = lies(&mut app);
    aim(&mut app, Vec2::new(200.0, 300.0));
    change(&mut app, Hand::Right, |input| input.turn = Vec2::NEG_Y);
    pull(&mut app, false);
    pass(&mut app, 0.2);
    assert!(scrolled(&mut app) > 50.0);
    assert!(lies(&mut app).distance(before) < 1e-5);
    let stays = scrolled(&mut app);
    aim(&mut app, Vec2::new(-400.0, 300.0));
    pass(&mut app, 0.2);
    assert!((scrolled(&mut app) - stays).abs() < 40.0);
    assert!(lies(&mut app).distance(before) > 0.01);
}

#[test]
fn what_is_before_the_panel_is_met_first_and_what_is_behind_it_not_at_all() {
    let mut app = app();
    let hovered = |app: &App| app.world().resource::<InteractionState>().hovered.clone();
    let on_panel = |app: &mut App| {
        let world = app.world_mut();
        let mut hands = world.query::<(&HandInput, &OnPanel)>();
        let mut right = hands
            .iter(world)
            .filter(|(input, _)| input.hand == Hand::Right);
        right.next().unwrap().1.0
    };
    let panel = panel_place(&mut app);
    let ball = headless::place(&mut app, "board").unwrap().translation();
    let middle = point_of(&panel, PIXELS / 2.0);
    // From behind the ball, as seen from the panel.
    let from = ball + (ball - middle).normalize() * 0.6;
    aim_at(&mut app, Hand::Right, from, middle);
    pull(&mut app, false);
    pull(&mut app, false);
    assert!(hovered(&app).is_some() && on_panel(&mut app).is_none());
    // And from behind the panel's place, where it is put away, the ray goes on.
    let behind = middle + (middle - ball).normalize() * 0.1;
    let before = middle + *panel.back() * 0.5;
    aim_at(&mut app, Hand::Right, before, middle);
    pull(&mut app, false);
    pull(&mut app, false);
    let end = on_panel(&mut app).expect("the ray ends on the panel");
    assert!((end.depth - 0.5).abs() < 1e-3 && end.point.distance(middle) < 1e-3);
    assert_eq!(hovered(&app), None);
    assert!(behind.distance(ball) > 0.3);
}

#[test]
fn a_press_that_began_on_the_board_presses_nothing_on_the_panel() {
    let mut app = app();
    let selected = |app: &App| app.world().resource::<InteractionState>().selected.clone();
    let tile = headless::place(&mut app, "tile a4").unwrap();
    let (at, up) = (tile.translation(), tile.up());
    aim_at(&mut app, Hand::Right, at + up * 0.4, at);
    pull(&mut app, false);
    pull(&mut app, false);
    pull(&mut app, true);
    app.update();
    assert_eq!(selected(&app).as_deref(), Some("a4"));
    aim(&mut app, ONE);
    pull(&mut app, true);
    assert!(hovers(&mut app).is_empty());
    pull(&mut app, false);
    pull(&mut app, false);
    assert!(app.world().resource::<Activated>().0.is_empty());
    assert!(!hovers(&mut app).is_empty());
    // The other way round; and a bare place of the panel deselects nothing.
    aim(&mut app, BARE);
    for pulled in [false, true, false, false] {
        pull(&mut app, pulled);
    }
    assert_eq!(selected(&app).as_deref(), Some("a4"));
    aim(&mut app, ONE);
    pull(&mut app, false);
    pull(&mut app, true);
    aim_at(&mut app, Hand::Right, at + up * 0.4, at);
    pull(&mut app, true);
    pull(&mut app, false);
    pull(&mut app, false);
    assert_eq!(selected(&app).as_deref(), Some("a4"));
}

#[test]
fn controls_are_heard_and_felt_where_they_are() {
    let mut app = app();
    let told = |app: &mut App| std::mem::take(&mut app.world_mut().resource_mut::<Told>().0);
    aim(&mut app, BARE);
    pull(&mut app, false);
    told(&mut app);
    let panel = panel_place(&mut app);
    let is_at = |place: &Place, pixel: Vec2| matches!(place, Place::Point(point) if point.distance(point_of(&panel, pixel)) < 0.02);
    for (pixel, other) in [(ONE, TWO), (TWO, ONE)] {
        aim(&mut app, pixel);
        pull(&mut app, false);
        pass(&mut app, 0.1);
        let heard = told(&mut app);
        assert!(
            matches!(&heard[..], [(Event::Hovered, place)] if is_at(place, pixel)),
            "{heard:?}, not at {other}"
        );
    }
    pull(&mut app, true);
    pull(&mut app, false);
    pass(&mut app, 0.1);
    let heard = told(&mut app);
    assert!(
        matches!(&heard[..], [(Event::Pressed, place)] if is_at(place, TWO)),
        "{heard:?}"
    );
}

#[test]
fn the_panel_comes_along_when_the_player_is_seated_anew() {
    let mut app = app();
    let before = panel_place(&mut app);
    pass(&mut app, 0.5);
    assert_eq!(panel_place(&mut app), before, "it stays where it is");
    let eye = EYE + Vec3::X;
    let centre = eye + Vec3::new(0.8, -0.22, 0.0);
    let seat = Seat { eye, centre };
    app.world_mut().insert_resource(seat);
    pass(&mut app, 0.1);
    let now = panel_place(&mut app);
    let distance = now.translation().distance(seat.eye);
    assert!((1.2..1.5).contains(&distance), "{distance} m");
    assert!(now.back().dot(seat.eye - now.translation()) > 0.0);
}

#[test]
fn the_panel_stands_at_the_side_that_is_wanted_and_where_one_looks_who_brings_it() {
    let mut app = app();
    let right_of_board = |app: &mut App| {
        let panel = panel_place(app).translation();
        let seat = app.world().resource::<Seat>();
        let right = (seat.centre - seat.eye).cross(Vec3::Y);
        (panel - seat.eye).dot(right) > 0.0
    };
    assert!(right_of_board(&mut app));
    app.world_mut().resource_mut::<Settings>().hand = MainHand::Left;
    pass(&mut app, 0.1);
    assert!(!right_of_board(&mut app));
    let usual = panel_place(&mut app);
    // Brought by who has turned round.
    let look = Look {
        eye: EYE + Vec3::X * 0.3,
        forward: Vec3::Z,
    };
    app.world_mut().insert_resource(Gaze(Some(look)));
    pass(&mut app, 0.1);
    let to_panel = panel_place(&mut app).translation() - look.eye;
    let aside = to_panel.with_y(0.0).angle_between(look.forward);
    assert!(aside.to_degrees() < 29.0, "{aside} rad aside");
    // Who sits down anew has it beside the board again.
    let seat = *app.world().resource::<Seat>();
    app.world_mut().insert_resource(seat);
    pass(&mut app, 0.1);
    assert_eq!(panel_place(&mut app), usual);
}

#[test]
fn hands_without_a_menu_button_bring_the_panel_by_a_plate() {
    let mut app = app();
    change(&mut app, Hand::Right, |input| {
        input.active = true;
        input.has_menu = false;
    });
    // The left one is not seen.
    app.world_mut().insert_resource(PanelShown(false));
    pass(&mut app, 0.1);
    let plate = named::<InheritedVisibility>(&mut app, "button menu").unwrap();
    assert!(plate.get(), "nothing brings the panel");
    headless::trigger(&mut app, "button menu");
    assert!(app.world().resource::<PanelShown>().0);
    pass(&mut app, 0.1);
    let plate = named::<InheritedVisibility>(&mut app, "button menu").unwrap();
    assert!(!plate.get(), "it is still there");
    // Where there is a menu button, no plate is needed.
    app.world_mut().insert_resource(PanelShown(false));
    change(&mut app, Hand::Right, |input| input.has_menu = true);
    pass(&mut app, 0.1);
    assert!(
        !named::<InheritedVisibility>(&mut app, "button menu")
            .unwrap()
            .get()
    );
}

#[test]
fn a_short_press_of_menu_puts_the_panel_away_and_brings_it() {
    let mut app = app();
    for shown in [false, true] {
        for held in [true, false] {
            change(&mut app, Hand::Left, |input| {
                input.active = true;
                input.menu = held;
            });
            pass(&mut app, 0.1);
        }
        assert_eq!(app.world().resource::<PanelShown>().0, shown);
    }
    change(&mut app, Hand::Left, |input| input.menu = true);
    pass(&mut app, 1.5);
    change(&mut app, Hand::Left, |input| input.menu = false);
    pass(&mut app, 0.1);
    assert!(
        app.world().resource::<PanelShown>().0,
        "that was a long press"
    );
}

#[test]
fn a_switch_of_a_page_that_was_scrolled_is_pressed() {
    let mut app = with_pages();
    let mut screens = app.world_mut().resource_mut::<Screens>();
    screens.open(Screen::Settings(Subject::Board));
    for _ in 0..5 {
        app.update();
    }
    aim(&mut app, PIXELS / 2.0);
    change(&mut app, Hand::Right, |input| input.turn = Vec2::NEG_Y);
    pull(&mut app, false);
    // To its end.
    pass(&mut app, 1.5);
    change(&mut app, Hand::Right, |input| input.turn = Vec2::ZERO);
    let name = "panel switch hints";
    let at = named::<UiGlobalTransform>(&mut app, name)
        .unwrap()
        .translation;
    let at = app.world().resource::<PanelScreen>().logical(at);
    aim(&mut app, at);
    for pulled in [false, false] {
        pull(&mut app, pulled);
    }
    assert_eq!(hovers(&mut app), [name]);
    let before = app.world().resource::<Computer>().hints;
    for pulled in [true, true, false, false] {
        pull(&mut app, pulled);
    }
    assert_ne!(app.world().resource::<Computer>().hints, before);
    assert_eq!(named::<Checked>(&mut app, name).is_some(), !before);
}

#[test]
fn the_pages_are_drawn_when_they_come_and_then_rest() {
    let mut app = with_pages();
    for _ in 0..60 {
        app.update();
    }
    for screen in [
        Screen::Home,
        Screen::NewGame,
        Screen::Settings(Subject::Sound),
        Screen::About,
        Screen::Game,
    ] {
        app.world_mut().resource_mut::<Screens>().open(screen);
        assert!(drawn(&mut app, 20) > 0, "{screen:?} does not come");
        assert_eq!(drawn(&mut app, 20), 0, "{screen:?} does not rest");
    }
}

/// What stands on the plate at the board, line by line.
fn plate_texts(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<Entity, With<PlateCamera>>();
    let camera = cameras.single(world).unwrap();
    let mut texts = world.query::<(&Text, &ComputedUiTargetCamera, &ComputedNode)>();
    let on_plate = texts.iter(world).filter(|(text, on, node)| {
        on.get() == Some(camera) && !node.is_empty() && !text.0.is_empty()
    });
    on_plate.map(|(text, ..)| text.0.clone()).collect()
}

#[test]
fn while_the_panel_is_away_a_plate_at_the_board_tells_turn_and_clock() {
    let mut app = with_pages();
    let is_there = |app: &mut App| {
        let world = app.world_mut();
        let mut plates = world.query_filtered::<&InheritedVisibility, With<Plate>>();
        plates.single(world).unwrap().get()
    };
    assert!(!is_there(&mut app));
    assert_eq!(drawn_by::<PlateCamera>(&mut app, 60), 0, "nobody sees it");
    app.world_mut().insert_resource(PanelShown(false));
    assert!(drawn_by::<PlateCamera>(&mut app, 60) > 0);
    assert!(is_there(&mut app));
    assert_eq!(drawn_by::<PlateCamera>(&mut app, 20), 0, "nothing changes");
    assert_eq!(plate_texts(&mut app), ["White to move"]);
    // Other pages are not on it.
    app.world_mut().resource_mut::<Screens>().open(Screen::Home);
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(plate_texts(&mut app), ["White to move"]);
    app.world_mut().resource_mut::<Screens>().open(Screen::Game);

    // A game with a clock that is low, in check.
    let board = Variant::Chess.board();
    let position = "4k3/8/8/8/8/8/4q3/4K2R w - - 0 1";
    let mut record = board.read_position(position).unwrap();
    let control = "300,5".parse().unwrap();
    set_clock(record.make_mut(), Some(&control));
    app.world_mut().write_message(GameRequest::Load(record));
    app.update();
    app.world_mut().write_message(ClockRequest::Resume);
    for _ in 0..3 {
        app.update();
    }
    let told = plate_texts(&mut app);
    for line in [
        "White to move",
        "Check by queen E2",
        "♔",
        "4:59",
        "♚",
        "0:05.0",
    ] {
        assert!(told.iter().any(|it| it == line), "no {line}: {told:?}");
    }
    // Each second is drawn once, and nothing else.
    for _ in 0..50 {
        app.update();
    }
    let frames = drawn_by::<PlateCamera>(&mut app, 200);
    assert!((3..=5).contains(&frames), "{frames} frames in 4 seconds");
    let mv = app
        .world()
        .resource::<Match>()
        .position()
        .parse_uci("e1e2")
        .unwrap();
    app.world_mut().write_message(MoveRequested(mv));
    pass(&mut app, 3.2);
    let told = plate_texts(&mut app);
    for line in ["Black to move", "!! "] {
        assert!(told.iter().any(|it| it == line), "no {line}: {told:?}");
    }
    // What is heard is told, if captions are on.
    app.world_mut().resource_mut::<Settings>().captions = true;
    app.update();
    let mv = app
        .world()
        .resource::<Match>()
        .position()
        .parse_uci("e8d8")
        .unwrap();
    app.world_mut().write_message(MoveRequested(mv));
    // It is heard when the piece stands.
    pass(&mut app, 1.0);
    let told = plate_texts(&mut app);
    assert!(told.iter().any(|it| it == "Move"), "{told:?}");
    // The panel tells it all itself.
    app.world_mut().insert_resource(PanelShown(true));
    pass(&mut app, 0.1);
    assert!(!is_there(&mut app));
}

#[test]
fn letters_of_another_size_stand_on_a_plate_of_another_size() {
    let mut app = with_pages();
    app.world_mut().insert_resource(PanelShown(false));
    pass(&mut app, 0.1);
    let measure = |app: &mut App| {
        let world = app.world_mut();
        let mut plates = world.query_filtered::<&Transform, With<Plate>>();
        let size = plates.single(world).unwrap().scale.x;
        let mut cameras = world.query_filtered::<&Camera, With<PlateCamera>>();
        let camera = cameras.single(world).unwrap();
        (size, camera.logical_target_size().unwrap().x)
    };
    let (usual, pixels) = measure(&mut app);
    app.world_mut().resource_mut::<UiScale>().0 = 1.5;
    pass(&mut app, 0.1);
    let (larger, of_layout) = measure(&mut app);
    // It stands elsewhere then, and is as large as it is seen from there.
    assert!(larger > 1.3 * usual, "{usual} m became {larger} m");
    assert_eq!(of_layout, pixels * 1.5);
}

/// Points the right hand at a control of the panel.
fn aim_at_control(app: &mut App, name: &str) {
    let at = named::<UiGlobalTransform>(app, name).unwrap().translation;
    let at = app.world().resource::<PanelScreen>().logical(at);
    aim(app, at);
    pull(app, false);
    pull(app, false);
    assert_eq!(hovers(app), [name]);
}

fn bar_of(app: &mut App, name: &str) -> Val {
    let world = app.world_mut();
    let mut bars = world.query_filtered::<(&Node, &ChildOf), With<HoldBar>>();
    let mut bars = bars.iter(world);
    let is_of = |of: &ChildOf| world.get::<Name>(of.parent()).unwrap().as_str() == name;
    bars.find(|(_, of)| is_of(of)).unwrap().0.width
}

#[test]
fn what_would_be_asked_back_is_held_on_the_panel() {
    let mut app = with_pages();
    let plies = |app: &App| app.world().resource::<Match>().record().ply();
    let shown = |app: &App| app.world().resource::<Screens>().shown();
    let open = |app: &mut App, screen| {
        app.world_mut().resource_mut::<Screens>().open(screen);
        pass(app, 0.1);
    };
    let play = |app: &mut App, text: &str| {
        let position = app.world().resource::<Match>().position();
        let mv = position.parse_uci(text).unwrap();
        app.world_mut().write_message(MoveRequested(mv));
        pass(app, 0.1);
    };
    // Nothing is lost yet: a press begins another game.
    let start = "panel button start";
    open(&mut app, Screen::NewGame);
    aim_at_control(&mut app, start);
    for pulled in [true, false, false] {
        pull(&mut app, pulled);
    }
    assert_eq!(shown(&app), Screen::Game);

    play(&mut app, "a4g1");
    open(&mut app, Screen::NewGame);
    aim_at_control(&mut app, start);
    // Let go too early, and held elsewhere.
    pull(&mut app, true);
    pass(&mut app, 0.3);
    assert!(matches!(bar_of(&mut app, start), Val::Percent(part) if (40.0..80.0).contains(&part)));
    pull(&mut app, false);
    pass(&mut app, 0.1);
    assert_eq!(bar_of(&mut app, start), Val::Percent(0.0));
    pull(&mut app, true);
    aim(&mut app, BARE);
    pass(&mut app, 1.0);
    assert_eq!(bar_of(&mut app, start), Val::Percent(0.0));
    pull(&mut app, false);
    pass(&mut app, 0.1);
    assert_eq!((shown(&app), plies(&app)), (Screen::NewGame, 1));
    // Held as long as it takes: one new game, though it is let go later.
    aim_at_control(&mut app, start);
    pull(&mut app, true);
    pass(&mut app, 0.7);
    assert_eq!((shown(&app), plies(&app)), (Screen::Game, 0));
    play(&mut app, "a4g1");
    pull(&mut app, false);
    pass(&mut app, 0.2);
    assert_eq!((shown(&app), plies(&app)), (Screen::Game, 1));

    // Who uses no pointer is asked.
    open(&mut app, Screen::NewGame);
    with_named(&mut app, start, |mut button| {
        let entity = button.id();
        button.world_scope(|world| world.trigger(Activate { entity }));
    });
    pass(&mut app, 0.1);
    assert_eq!(shown(&app), Screen::Confirm(Question::Begin));

    open(&mut app, Screen::Home);
    aim_at_control(&mut app, "panel button resign");
    pull(&mut app, true);
    pass(&mut app, 0.7);
    let outcome = app.world().resource::<Match>().outcome();
    let winner = Side::White;
    assert_eq!(outcome, Some(Outcome::Resignation { winner }));
}

/// The buttons on the panel that are not wholly in its picture, but for those in what is
/// scrolled.
fn buttons_beyond(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut nodes = world.query::<(Entity, &Name, &ComputedNode, &UiGlobalTransform)>();
    let placed: Vec<_> = nodes
        .iter(world)
        .filter(|(_, name, node, _)| name.starts_with("panel button") && node.size().x > 0.0)
        .map(|(entity, name, node, place)| {
            let to_logical = node.inverse_scale_factor();
            let (centre, half) = (
                place.translation * to_logical,
                node.size() * to_logical / 2.0,
            );
            (entity, name.to_string(), centre - half, centre + half)
        })
        .collect();
    assert!(!placed.is_empty(), "there are no buttons");
    let is_scrolled = |mut entity: Entity| {
        while let Some(parent) = world.get::<ChildOf>(entity) {
            entity = parent.parent();
            if world.get::<ScrollArea>(entity).is_some() {
                return true;
            }
        }
        false
    };
    let is_beyond =
        |least: Vec2, most: Vec2| least.min_element() < -0.5 || (most - PIXELS).max_element() > 0.5;
    placed
        .into_iter()
        .filter(|(entity, _, least, most)| is_beyond(*least, *most) && !is_scrolled(*entity))
        .map(|(_, name, ..)| name)
        .collect()
}

#[test]
fn every_button_of_the_game_and_of_a_hand_over_is_wholly_on_the_panel() {
    let mut app = with_pages();
    // The computer's move has words of its own, and the clock a button.
    let mut computer = Computer::default();
    computer.black.computer = true;
    app.insert_resource(computer);
    let mut record = AnyBoard::of::<Chess>().new_game();
    set_clock(record.make_mut(), Some(&"300".parse().unwrap()));
    for uci in ["e2e4", "f7f5", "d1h5"] {
        let mv = record.position().parse_uci(uci).unwrap();
        record.make_mut().play(mv).unwrap();
    }
    app.world_mut()
        .write_message(GameRequest::Load(record.clone()));
    pass(&mut app, 0.5);
    assert_eq!(buttons_beyond(&mut app), [""; 0]);
    app.insert_resource(Computer::default());
    for name in ["Ada", "Maximiliana von Hohenfels"] {
        let tags = record.make_mut().tags_mut();
        tags.insert("Black".to_owned(), name.to_owned());
        Seating::Passing.write_to(&mut record);
        app.world_mut()
            .write_message(GameRequest::Load(record.clone()));
        pass(&mut app, 0.5);
        assert_eq!(app.world().resource::<Screens>().shown(), Screen::HandOver);
        assert_eq!(buttons_beyond(&mut app), [""; 0], "{name}");
    }
}
