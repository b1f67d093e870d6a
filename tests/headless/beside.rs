//! Shared games between a headset and a window, stepped frame by frame.

use std::time::Duration;

use bevy::camera::NormalizedRenderTarget;
use bevy::ecs::system::RunSystemOnce;
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::picking::backend::HitData;
use bevy::picking::pointer::{Location, PointerId};
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::window::{CursorMoved, WindowEvent, WindowRef};
use icochess::app::FlatPlugin;
use icochess::board::stage::root::BoardRoot;
use icochess::display::Display;
use icochess::flat::camera::WindowCamera;
use icochess::game::handover::GameHandover;
use icochess::game::messages::GameRequest;
use icochess::game::seating::Seating;
use icochess::handover::Phase;
use icochess::interaction::at_window::AtWindow;
use icochess::interaction::choice::{Choice, ChoiceAnswer, ChoiceRequested, Choosing};
use icochess::interaction::{Hovered, PickRefused, Selection, Unmovable};
use icochess::language::Words;
use icochess::save::Notice;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess::ui::commands::orders::Orders;
use icochess::ui::state::screen::{Question, Screen, Surface};
use icochess::xr::config::Hand;
use icochess::xr::hands::pointer_of;
use icochess_boards::Variant;
use icochess_rules::{AnyBoard, Cell, Outcome, Record, Side};

use crate::asking::{
    self, ask, get, get_mut, is_shown, of_two, only, plies, record, recorded, shown_page, the_match,
};
use crate::headless::{self, pass, the_window, trigger};

/// Returns a new game between Ada and Bo with the given seating.
fn new_game(board: AnyBoard, seating: Seating) -> Record {
    of_two(board.new_game(), seating)
}

/// Creates a game with both hands of a headset and a window.
fn start(board: AnyBoard, seating: Seating) -> App {
    let mut app = headless::app(Settings::default(), |app| {
        headless::lay_out(app);
        app.add_plugins(FlatPlugin).insert_state(Display::Headset);
        record::<PickRefused>(app);
        record::<Notice>(app);
    });
    app.update();
    load(&mut app, new_game(board, seating));
    app
}

fn load(app: &mut App, record: Record) {
    ask(app, GameRequest::Load(record));
    pass(app, 0.6);
}

const WHITE_IN_HEADSET: Seating = Seating::HeadsetAndWindow {
    headset: Side::White,
};

fn play(app: &mut App, uci: &str) {
    let before = plies(app);
    asking::play(app, uci);
    pass(app, 0.6);
    assert_eq!(plies(app), before + 1, "{uci}");
}

pub fn point_at(app: &mut App, pixel: Vec2) {
    let window = the_window(app);
    let (position, delta) = (pixel, None);
    let moved = CursorMoved {
        window,
        position,
        delta,
    };
    ask(app, WindowEvent::from(moved));
    app.update();
}

pub fn press(app: &mut App, state: ButtonState) {
    press_button(app, MouseButton::Left, state);
}

pub fn press_button(app: &mut App, button: MouseButton, state: ButtonState) {
    let window = the_window(app);
    let pressed = MouseButtonInput {
        button,
        state,
        window,
    };
    app.world_mut().write_message(pressed);
    ask(app, WindowEvent::from(pressed));
}

/// Clicks at the mouse's position.
fn click_here(app: &mut App) {
    press(app, ButtonState::Pressed);
    press(app, ButtonState::Released);
}

/// Projects a point of the world into the window, in logical pixels.
pub fn pixel(app: &mut App, place: Vec3) -> Vec2 {
    let camera = only::<Camera, WindowCamera>(app);
    let at = only::<GlobalTransform, WindowCamera>(app);
    let seen = camera.world_to_viewport(&at, place).expect("before it");
    let picture = camera.logical_viewport_size().expect("a picture");
    seen * only::<Window, Window>(app).size() / picture
}

/// Points the mouse at a square, which a piece may partly hide. Returns the mouse's position, in
/// logical pixels.
pub fn point_at_square(app: &mut App, square: &str) -> Vec2 {
    let cell = the_match(app).position().cell_named(square);
    let place = headless::place(app, &format!("tile {square}")).expect("a square");
    for direction in [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::NEG_X, Vec3::NEG_Z] {
        let at = pixel(app, place.transform_point(direction * 0.02));
        point_at(app, at);
        if hovered(app) == cell {
            return at;
        }
    }
    panic!("{square} cannot be pointed at");
}

fn hovered(app: &App) -> Option<Cell> {
    get::<Hovered>(app).by(PointerId::Mouse)
}

fn click(app: &mut App, square: &str) {
    point_at_square(app, square);
    click_here(app);
    pass(app, 0.0);
}

fn is_selected(app: &App) -> bool {
    get::<Selection>(app).0.cell().is_some()
}

fn refused(app: &mut App) -> Vec<(PointerId, Unmovable)> {
    let refused = recorded::<PickRefused>(app).into_iter();
    refused.map(|it| (it.by, it.why)).collect()
}

fn notices(app: &mut App) -> Vec<String> {
    let notices = recorded::<Notice>(app).into_iter();
    let words = get::<Words>(app);
    notices.map(|it| words.say(&it.0)).collect()
}

/// Returns the transforms of the window's camera and of the board.
fn view(app: &mut App) -> (Transform, Transform) {
    let camera = only::<Transform, WindowCamera>(app);
    (camera, only::<Transform, BoardRoot>(app))
}

fn hold(app: &mut App, keys: &[KeyCode]) {
    headless::keys(app, keys);
    pass(app, 0.6);
}

#[test]
fn hands_and_mouse_move_only_their_own_side() {
    let mut app = start(Variant::Chess.board(), WHITE_IN_HEADSET);
    let right = pointer_of(Hand::Right);
    let refused_to = |by| (by, Unmovable::OthersTurn);
    for square in ["e7", "d2"] {
        click(&mut app, square);
        assert!(!is_selected(&app), "{square}");
    }
    assert_eq!(refused(&mut app), [refused_to(PointerId::Mouse); 2]);
    trigger(&mut app, "tile e2");
    assert!(is_selected(&app));
    // Clicks don't move the other player's selection either.
    click(&mut app, "e4");
    assert_eq!(plies(&app), 0);
    trigger(&mut app, "tile e4");
    pass(&mut app, 0.6);
    assert_eq!(plies(&app), 1);
    trigger(&mut app, "tile e7");
    assert!(!is_selected(&app));
    assert_eq!(refused(&mut app), [refused_to(right)]);
    for square in ["e7", "e5"] {
        click(&mut app, square);
    }
    pass(&mut app, 0.6);
    assert_eq!(plies(&app), 2);
    // In a game for one player, the headset moves both sides.
    load(&mut app, new_game(Variant::Chess.board(), Seating::Alone));
    for square in ["tile e2", "tile e4", "tile e7", "tile e5"] {
        trigger(&mut app, square);
    }
    assert_eq!(plies(&app), 2);
}

#[test]
fn window_shows_onlooker_view_unless_it_has_a_player() {
    let chess = Variant::Chess.board();
    let mut app = start(chess, Seating::Passing);
    for (seating, is_played) in [
        (Seating::Passing, false),
        (WHITE_IN_HEADSET, true),
        (Seating::Alone, false),
        (WHITE_IN_HEADSET.with_sides_changed(), true),
    ] {
        load(&mut app, new_game(chess, seating));
        assert_eq!(get::<AtWindow>(&app).0.is_some(), is_played);
        let has_button = is_shown(&mut app, "button undo");
        assert_eq!(has_button, is_played, "{seating:?}");
        let place = headless::place(&mut app, "tile e4").unwrap().translation();
        let at = pixel(&mut app, place);
        point_at(&mut app, at);
        assert_eq!(hovered(&app).is_some(), is_played, "{seating:?}");
        // Moves the mouse away first, so that hovering starts again.
        point_at(&mut app, Vec2::new(1.0, 300.0));
        // A window with a player draws every second frame; spectators see a copy of an eye.
        let mut drawn = 0;
        for _ in 0..30 {
            app.update();
            drawn += usize::from(only::<Camera, WindowCamera>(&mut app).is_active);
        }
        assert_eq!(drawn, if is_played { 15 } else { 0 }, "{seating:?}");
    }
}

#[test]
fn camera_orbits_a_fixed_board() {
    for board in [Variant::Chess.board(), Variant::Icochess.board()] {
        let mut app = start(board, WHITE_IN_HEADSET);
        let (home, board) = view(&mut app);
        let camera = |app: &mut App| {
            let (camera, now) = view(app);
            assert_eq!(now, board);
            camera
        };
        hold(&mut app, &[KeyCode::ShiftLeft, KeyCode::ArrowRight]);
        let turned = camera(&mut app);
        let about = |camera: Transform| camera.translation - board.translation;
        let angle = about(turned).angle_between(about(home)).to_degrees();
        // 10° on the level, and less when seen from above a table.
        assert!((3.5..10.1).contains(&angle), "{angle}");
        // Dragging also orbits the camera.
        point_at(&mut app, Vec2::new(640.0, 330.0));
        press(&mut app, ButtonState::Pressed);
        for step in 1..6 {
            point_at(&mut app, Vec2::new(640.0 + 10.0 * step as f32, 330.0));
        }
        press(&mut app, ButtonState::Released);
        let dragged = camera(&mut app);
        assert!(dragged.translation.distance(turned.translation) > 0.02);
        // Preset views, and back to the default view.
        hold(&mut app, &[KeyCode::Digit4]);
        let view_4 = camera(&mut app);
        assert!(view_4.translation.distance(dragged.translation) > 0.02);
        hold(&mut app, &[KeyCode::Digit1]);
        hold(&mut app, &[KeyCode::Home]);
        let back = camera(&mut app);
        assert!(back.translation.distance(home.translation) < 1e-3);
        assert!(back.rotation.angle_between(home.rotation) < 1e-2);
    }
}

#[test]
fn board_faces_the_headset_player_on_every_turn() {
    for (variant, line) in [
        (Variant::Chess, ["e2e4", "e7e5"]),
        (Variant::Icochess, ["a4g1", "n4s1"]),
    ] {
        for seating in [WHITE_IN_HEADSET, WHITE_IN_HEADSET.with_sides_changed()] {
            let mut app = start(variant.board(), seating);
            let mut settings = app.world_mut().resource_mut::<Settings>();
            settings.auto_turn_headset = true;
            settings.show_moves = false;
            let before = view(&mut app).1;
            for mv in line {
                play(&mut app, mv);
                assert_eq!(view(&mut app).1, before, "{variant} {seating:?} {mv}");
            }
        }
    }
}

fn is_seen(app: &mut App, name: &str) -> bool {
    let world = app.world_mut();
    let mut nodes = world.query::<(&Name, &ComputedNode)>();
    let mut nodes = nodes.iter(world);
    nodes.any(|(it, node)| it.as_str() == name && node.size() != Vec2::ZERO)
}

#[test]
fn offers_appear_at_the_display_of_their_recipient() {
    for (seating, is_asked) in [
        (WHITE_IN_HEADSET, true),
        (WHITE_IN_HEADSET.with_sides_changed(), false),
    ] {
        let mut app = start(Variant::Chess.board(), seating);
        assert!(!is_seen(&mut app, "button agree to draw"));
        // The move carries the offer, so the offer comes first.
        ask(&mut app, GameRequest::Draw(Side::White));
        play(&mut app, "e2e4");
        assert_eq!(is_seen(&mut app, "button agree to draw"), is_asked);
        ask(&mut app, GameRequest::DeclineDraw);
        ask(&mut app, GameRequest::OfferTakeback(Side::White));
        pass(&mut app, 0.1);
        assert_eq!(is_seen(&mut app, "button allow takeback"), is_asked);
    }
}

/// Chooses a move, which then awaits confirmation.
fn choose(app: &mut App, by: PointerId) {
    let mv = the_match(app).position().parse_uci("e2e4").expect("a move");
    let (cell, moves) = (mv.to, vec![mv]);
    get_mut::<Choice>(app).0 = Some(Choosing { by, cell, moves });
    pass(app, 0.1);
}

#[test]
fn move_is_confirmed_or_cancelled_only_by_its_player() {
    let mut app = start(Variant::Chess.board(), WHITE_IN_HEADSET);
    for answer in [ChoiceAnswer::Cancel, ChoiceAnswer::Take(0)] {
        choose(&mut app, pointer_of(Hand::Right));
        assert!(!is_seen(&mut app, "button play move"));
        for (through, is_decided) in [(Display::Flat, false), (Display::Headset, true)] {
            ask(&mut app, ChoiceRequested { through, answer });
            pass(&mut app, 0.1);
            let waits = get::<Choice>(&app).0.is_some();
            assert_eq!(waits, !is_decided, "{answer:?} in {through:?}");
        }
    }
    assert_eq!(plies(&app), 1);
}

/// Presses and clicks the confirmation plate with a pointer of either kind.
fn press_plate(app: &mut App, by: PointerId) {
    let plate = headless::named(app, "choice play");
    let window = the_window(app);
    let target = WindowRef::Entity(window).normalize(None).unwrap();
    let (target, position) = (NormalizedRenderTarget::Window(target), Vec2::ZERO);
    let location = Location { target, position };
    let hit = HitData::new(window, 0.0, None, None);
    let (button, duration, count) = (PointerButton::Primary, Duration::ZERO, 1);
    let press = Press {
        button,
        hit: hit.clone(),
        count,
    };
    let click = Click {
        button,
        hit,
        duration,
        count,
    };
    let world = app.world_mut();
    world.trigger(Pointer::new(by, location.clone(), press, plate));
    world.trigger(Pointer::new(by, location, click, plate));
    pass(app, 0.1);
}

#[test]
fn confirmation_plate_accepts_only_the_moves_player() {
    let (mouse, hand) = (PointerId::Mouse, pointer_of(Hand::Right));
    for (seating, own, other) in [
        (WHITE_IN_HEADSET, hand, mouse),
        (WHITE_IN_HEADSET.with_sides_changed(), mouse, hand),
    ] {
        let mut app = start(Variant::Chess.board(), seating);
        choose(&mut app, own);
        for (by, expected) in [(other, 0), (own, 1)] {
            press_plate(&mut app, by);
            assert_eq!(plies(&app), expected, "{seating:?}: {by:?}");
            let waits = get::<Choice>(&app).0.is_some();
            assert_eq!(waits, expected == 0, "{seating:?}: {by:?}");
        }
    }
}

#[test]
fn each_player_acts_only_for_their_side() {
    let mut app = start(Variant::Chess.board(), WHITE_IN_HEADSET);
    play(&mut app, "e2e4");
    // Black can take back only their own move, not White's.
    let refused = "Only Ada can do that, at the other display.".to_owned();
    for (mv, expected) in [(None, vec![refused]), (Some("e7e5"), vec![])] {
        if let Some(uci) = mv {
            play(&mut app, uci);
        }
        hold(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyZ]);
        assert_eq!((plies(&app), notices(&mut app)), (1, expected));
    }
}

fn give(app: &mut App, from: Surface, command: Command) {
    let give = move |mut orders: Orders| orders.give(from, command, false);
    app.world_mut().run_system_once(give).expect("it runs");
    pass(app, 0.1);
}

#[test]
fn each_player_can_resign_at_their_display_on_any_turn() {
    for headset in Side::ALL {
        for (from, other, own) in [
            (Surface::Panel, Surface::Window, headset),
            (Surface::Window, Surface::Panel, !headset),
        ] {
            let seating = Seating::HeadsetAndWindow { headset };
            let mut app = start(Variant::Chess.board(), seating);
            give(&mut app, from, Command::Resign);
            let question = Screen::Confirm(Question::Resign(own));
            assert_eq!(shown_page(&app), question, "{from:?}");
            notices(&mut app);
            // The other display can't resign for this player.
            give(&mut app, other, Command::Confirm);
            give(&mut app, other, Command::ResignAs(own));
            let shown = notices(&mut app);
            assert_eq!(shown.len(), 2, "{shown:?}");
            assert!(shown[0].ends_with(", at the other display."), "{shown:?}");
            assert_eq!(the_match(&app).outcome(), None);
            give(&mut app, from, Command::Confirm);
            let resigned = Outcome::Resignation { winner: !own };
            assert_eq!(the_match(&app).outcome(), Some(resigned));
        }
    }
}

/// Clicks the centre of a control in the window.
fn click_control(app: &mut App, name: &str) {
    let control = headless::named(app, name);
    let at = app.world().get::<UiGlobalTransform>(control);
    let at = at.expect("a node").translation;
    point_at(app, at);
    click_here(app);
    pass(app, 0.1);
}

#[test]
fn window_can_resign_during_a_handover() {
    let phase = |app: &App| get::<GameHandover>(app).phase().map(Phase::name);
    let at = |app: &App| (shown_page(app), phase(app));
    let aside = Vec2::new(5.0, 5.0);
    let mut app = start(Variant::Chess.board(), Seating::Passing);
    let asked = (Screen::Confirm(Question::WhoResigns), Some("pass"));
    let passed = (Screen::Handover, Some("pass"));
    assert_eq!(at(&app), passed);
    click_control(&mut app, "button resign");
    assert_eq!(at(&app), asked);
    // Clicking outside the question has no effect.
    point_at(&mut app, aside);
    click_here(&mut app);
    assert_eq!(at(&app), asked);
    click_control(&mut app, "button keep playing");
    assert_eq!(at(&app), passed);
    click_control(&mut app, "button resign");
    click_control(&mut app, "button black resigns");
    let winner = Side::White;
    let resigned = Outcome::Resignation { winner };
    assert_eq!(the_match(&app).outcome(), Some(resigned));

    // Clicking anywhere else still signals that the next player is ready, once.
    load(&mut app, new_game(Variant::Chess.board(), Seating::Passing));
    assert_eq!(phase(&app), Some("pass"));
    point_at(&mut app, aside);
    click_here(&mut app);
    pass(&mut app, 0.1);
    assert_eq!(phase(&app), Some("settle"));
    // The button does the same.
    load(&mut app, new_game(Variant::Chess.board(), Seating::Passing));
    click_control(&mut app, "button i am ada: start");
    assert_eq!(phase(&app), Some("settle"));
}
