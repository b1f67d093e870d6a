//! Touch input.

use bevy::input::ButtonState;
use bevy::input::touch::TouchInput;
use bevy::input::touch::TouchPhase::{self, Canceled, Ended, Moved, Started};
use bevy::input_focus::InputFocus;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::ui::ScrollPosition;
use bevy::ui_widgets::SliderValue;
use bevy::window::WindowEvent;
use icochess::flat::camera::WindowCamera;
use icochess::interaction::{Hovered, Selection};
use icochess::ui::state::pointed::Pointed;
use icochess::ui::state::screen::{Screen, Topic};
use icochess::ui::state::setup::Setup;
use icochess_boards::Variant;
use icochess_shape::Hold;

use super::{seated, views::outlook};
use crate::asking::{
    frames, has_text, laid_out, only, open, plies, rotation, shown_page, the_match,
};
use crate::beside::{point_at, point_at_square, press};
use crate::headless::{named, pass, the_window};

/// Boards, each with a move between cells that are visible at the start.
pub(super) const BOARDS: [(Variant, [&str; 2]); 2] = [
    (Variant::Icochess, ["a4", "g1"]),
    (Variant::Chess, ["e2", "e4"]),
];

/// Creates a new game in a window of 1,280×800.
pub(super) fn on(variant: Variant) -> App {
    seated(variant, (1280, 800))
}

/// Sends a touch event, as the window system would, without running a frame.
fn send(app: &mut App, id: u64, phase: TouchPhase, position: Vec2) {
    let touch = TouchInput {
        phase,
        position,
        window: the_window(app),
        force: None,
        id,
    };
    let world = app.world_mut();
    world.write_message(touch);
    world.write_message(WindowEvent::from(touch));
}

/// Sends a touch event, and runs the frames that process it.
pub(super) fn touch(app: &mut App, id: u64, phase: TouchPhase, position: Vec2) {
    send(app, id, phase, position);
    frames(app, 5);
}

fn tap(app: &mut App, at: Vec2) {
    touch(app, 7, Started, at);
    touch(app, 7, Ended, at);
}

/// Drags a finger along a path.
fn drag(app: &mut App, path: &[Vec2]) {
    let [first, .., last] = path else {
        panic!("no way");
    };
    touch(app, 7, Started, *first);
    for at in &path[1..] {
        touch(app, 7, Moved, *at);
    }
    touch(app, 7, Ended, *last);
}

/// Returns the position of a cell in the window, in logical pixels, and moves the mouse away.
pub(super) fn place(app: &mut App, name: &str) -> Vec2 {
    let at = point_at_square(app, name);
    point_at(app, Vec2::splat(-1e6));
    assert_eq!(hovered(app), None);
    at
}

fn hovered(app: &App) -> Option<icochess_rules::Cell> {
    app.world().resource::<Hovered>().first()
}

pub(super) fn selected(app: &App) -> Option<&str> {
    let cell = app.world().resource::<Selection>().0.cell()?;
    Some(the_match(app).position().cell_name(cell))
}

/// Returns the number of hovered UI controls.
fn pointed(app: &mut App) -> usize {
    let world = app.world_mut();
    let mut pointed = world.query_filtered::<(), With<Pointed>>();
    pointed.iter(world).count()
}

/// Returns the centre of a control, in logical pixels.
fn middle(app: &mut App, name: &str) -> Vec2 {
    let control = named(app, name);
    laid_out(app, control).center()
}

/// Asserts that nothing on the board is hovered, and no mouse button is pressed.
#[track_caller]
fn assert_points_at_nothing(app: &App) {
    assert_eq!(hovered(app), None);
    let buttons = app.world().resource::<ButtonInput<MouseButton>>();
    assert_eq!(buttons.get_pressed().len(), 0);
}

/// Puts two fingers down at both ends of a line with this centre.
fn set_down(app: &mut App, middle: Vec2, half: Vec2) {
    touch(app, 1, Started, middle - half);
    touch(app, 2, Started, middle + half);
}

fn lift(app: &mut App, middle: Vec2, half: Vec2) {
    touch(app, 1, Ended, middle - half);
    touch(app, 2, Ended, middle + half);
}

/// A point outside the board and all UI.
const BESIDE: Vec2 = Vec2::new(1200.0, 420.0);
/// A point on the board, in the middle of the window.
const ON_BOARD: Vec2 = Vec2::new(640.0, 380.0);

#[test]
fn taps_of_any_length_move_a_piece_and_leave_no_hover() {
    for (variant, [from, to]) in BOARDS {
        for seconds in [0.0, 3.0] {
            let mut app = on(variant);
            let [from_at, to_at] = [from, to].map(|name| place(&mut app, name));
            let before = rotation(&mut app);
            touch(&mut app, 7, Started, from_at);
            assert!(hovered(&app).is_some(), "{variant}: below the finger");
            pass(&mut app, seconds);
            assert_eq!(selected(&app), None, "{variant}");
            // A finger is never completely still.
            touch(&mut app, 7, Moved, from_at + Vec2::new(5.0, -4.0));
            touch(&mut app, 7, Ended, from_at + Vec2::new(5.0, -4.0));
            assert_eq!(selected(&app), Some(from), "{variant}, {seconds} s");
            assert_eq!(rotation(&mut app), before, "{variant}");
            assert_points_at_nothing(&app);
            // A tap within one frame.
            send(&mut app, 8, Started, to_at);
            send(&mut app, 8, Ended, to_at);
            frames(&mut app, 6);
            assert_eq!(plies(&app), 1, "{variant}");
            assert_points_at_nothing(&app);
        }
        // A tap outside the board deselects.
        let mut app = on(variant);
        let at = place(&mut app, from);
        for (at, wanted) in [(at, Some(from)), (BESIDE, None)] {
            tap(&mut app, at);
            assert_eq!(selected(&app), wanted, "{variant}");
        }
    }
}

#[test]
fn finger_turns_the_board_like_a_mouse_drag() {
    let steps = [(0.0, 0.0), (25.0, 8.0), (60.0, 20.0), (110.0, 24.0)];
    for (variant, _) in BOARDS {
        // A drag from a piece would carry it.
        let below = if variant == Variant::Icochess {
            90.0
        } else {
            0.0
        };
        let path = steps.map(|step| ON_BOARD + Vec2::Y * below + Vec2::from(step));
        let mut by_finger = on(variant);
        let before = rotation(&mut by_finger);
        drag(&mut by_finger, &path);
        let mut by_mouse = on(variant);
        point_at(&mut by_mouse, path[0]);
        press(&mut by_mouse, ButtonState::Pressed);
        for at in &path[1..] {
            point_at(&mut by_mouse, *at);
        }
        press(&mut by_mouse, ButtonState::Released);
        frames(&mut by_mouse, 3);
        let [finger, mouse] = [&mut by_finger, &mut by_mouse].map(rotation);
        assert!(finger.angle_between(mouse) < 1e-3, "{variant}");
        assert!(finger.angle_between(before) > 0.4, "{variant}");
        assert_eq!(selected(&by_finger), None, "{variant}");
        assert_points_at_nothing(&by_finger);
    }
}

#[test]
fn pinch_zooms_in_proportion_to_finger_distance() {
    for (variant, _) in BOARDS {
        let mut app = on(variant);
        let (before, _, far) = outlook(&mut app);
        let assert_zoomed = |app: &mut App, wanted: f32| {
            let (now, _, distance) = outlook(app);
            let context = format!("{variant}: {distance} of {far}");
            assert!((distance / far - wanted).abs() < 2e-3, "{context}");
            assert!(now.angle_between(before) < 1e-3, "{variant}");
        };
        let halves = [Vec2::X * 90.0, Vec2::X * 100.0];
        set_down(&mut app, ON_BOARD, halves[0]);
        touch(&mut app, 1, Moved, ON_BOARD - halves[1]);
        touch(&mut app, 2, Moved, ON_BOARD + halves[1]);
        lift(&mut app, ON_BOARD, halves[1]);
        assert_zoomed(&mut app, 0.9);
        // Then rotates back, as fast as possible.
        for (phase, half) in [(Started, halves[1]), (Moved, halves[0]), (Ended, halves[0])] {
            send(&mut app, 3, phase, ON_BOARD - half);
            send(&mut app, 4, phase, ON_BOARD + half);
        }
        frames(&mut app, 8);
        assert_zoomed(&mut app, 1.0);
        assert_eq!(selected(&app), None, "{variant}");
        assert_points_at_nothing(&app);
    }
}

#[test]
fn two_fingers_roll_a_ball_or_turn_a_table_board() {
    let angle = 30.0_f32.to_radians();
    for (variant, _) in BOARDS {
        let mut app = on(variant);
        let (before, _, far) = outlook(&mut app);
        let ahead = *only::<Transform, WindowCamera>(&mut app).forward();
        let (half, turned) = (Vec2::X * 100.0, Vec2::from_angle(angle) * 100.0);
        set_down(&mut app, ON_BOARD, half);
        touch(&mut app, 1, Moved, ON_BOARD - turned);
        touch(&mut app, 2, Moved, ON_BOARD + turned);
        lift(&mut app, ON_BOARD, turned);
        let (now, _, still) = outlook(&mut app);
        // In window coordinates, y points down, so the rotation was clockwise. Seen from above, it
        // is about the downward axis.
        let axis = match variant.shape().hold {
            Hold::Ball => ahead,
            Hold::Table { .. } => Vec3::NEG_Y,
        };
        let wanted = Quat::from_axis_angle(axis, angle) * before;
        assert!(now.angle_between(wanted) < 5e-3, "{variant}");
        assert!((still / far - 1.0).abs() < 2e-3, "{variant}");
    }
}

#[test]
fn second_finger_cancels_the_first_fingers_action() {
    for (variant, [from, _]) in BOARDS {
        for is_dragging in [false, true] {
            let mut app = on(variant);
            let at = place(&mut app, from);
            touch(&mut app, 1, Started, at);
            if is_dragging {
                touch(&mut app, 1, Moved, at + Vec2::X * 20.0);
            }
            touch(&mut app, 2, Started, at + Vec2::new(60.0, -80.0));
            assert_points_at_nothing(&app);
            let turned = rotation(&mut app);
            // The remaining finger has no effect.
            touch(&mut app, 2, Ended, at + Vec2::new(60.0, -80.0));
            touch(&mut app, 1, Moved, at + Vec2::X * 90.0);
            touch(&mut app, 1, Ended, at);
            assert_eq!(selected(&app), None, "{variant}");
            assert_points_at_nothing(&app);
            assert_eq!(rotation(&mut app), turned, "{variant}");
            // The next finger acts as the mouse again.
            let at = place(&mut app, from);
            tap(&mut app, at);
            assert_eq!(selected(&app), Some(from), "{variant}");
            // Two fingers outside the board don't deselect.
            set_down(&mut app, BESIDE, Vec2::Y * 20.0);
            lift(&mut app, BESIDE, Vec2::Y * 20.0);
            assert_eq!(selected(&app), Some(from), "{variant}");
        }
    }
}

#[test]
fn cancelled_touch_has_no_effect() {
    for (variant, [from, _]) in BOARDS {
        let mut app = on(variant);
        let at = place(&mut app, from);
        touch(&mut app, 1, Started, at);
        touch(&mut app, 1, Canceled, at);
        assert_eq!(selected(&app), None, "{variant}");
        assert_points_at_nothing(&app);
        tap(&mut app, at);
        assert_eq!(selected(&app), Some(from), "{variant}");
        let menu = middle(&mut app, "button menu");
        touch(&mut app, 1, Started, menu);
        assert!(pointed(&mut app) > 0);
        touch(&mut app, 1, Canceled, menu);
        assert_eq!(shown_page(&app), Screen::Game);
        assert_eq!(pointed(&mut app), 0);
    }
}

#[test]
fn touches_on_a_page_do_not_move_the_board() {
    let on_board = Vec2::new(420.0, 380.0);
    for (variant, _) in BOARDS {
        let mut app = on(variant);
        // Tries a page over the board, then a page next to it.
        for (screen, on_page) in [
            (Screen::NewGame, ON_BOARD),
            (Screen::Help(Topic::Controls), Vec2::new(1100.0, 400.0)),
        ] {
            open(&mut app, screen);
            let before = outlook(&mut app);
            drag(&mut app, &[on_page, on_page + Vec2::X * 60.0]);
            set_down(&mut app, on_page, Vec2::Y * 50.0);
            touch(&mut app, 2, Moved, on_page + Vec2::new(70.0, 90.0));
            lift(&mut app, on_page, Vec2::new(70.0, 90.0));
            // One finger is outside the page, in either order.
            if screen != Screen::NewGame {
                for [one, other] in [[on_page, on_board], [on_board, on_page]] {
                    touch(&mut app, 1, Started, one);
                    touch(&mut app, 2, Started, other);
                    touch(&mut app, 2, Moved, other + Vec2::new(30.0, 60.0));
                    touch(&mut app, 2, Ended, other + Vec2::new(30.0, 60.0));
                    touch(&mut app, 1, Canceled, one);
                }
            }
            let now = outlook(&mut app);
            assert!(now.0.angle_between(before.0) < 1e-4, "{screen:?}");
            assert!((now.2 - before.2).abs() < 1e-4, "{screen:?}");
            assert_eq!(shown_page(&app), screen);
            assert_eq!(app.world().resource::<Hovered>().by(PointerId::Mouse), None);
        }
    }
}

#[test]
fn tap_presses_a_button_but_a_drag_does_not() {
    let mut app = on(Variant::Icochess);
    open(&mut app, Screen::Home);
    let button = middle(&mut app, "button about");
    drag(&mut app, &[button, button + Vec2::X * 12.0]);
    assert_eq!(shown_page(&app), Screen::Home);
    assert_eq!(pointed(&mut app), 0);
    tap(&mut app, button);
    assert_eq!(shown_page(&app), Screen::About);
    assert_eq!(pointed(&mut app), 0);
}

#[test]
fn tutorial_describes_touch_gestures_after_touch_input() {
    let mut app = on(Variant::Icochess);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 0.2);
    // The page is on the right.
    let at = Vec2::new(420.0, 380.0);
    for is_by_finger in [true, false, true] {
        if is_by_finger {
            tap(&mut app, at);
        } else {
            point_at(&mut app, at);
            press(&mut app, ButtonState::Pressed);
            press(&mut app, ButtonState::Released);
            frames(&mut app, 3);
        }
        assert_eq!(has_text(&mut app, "Drag with one finger"), is_by_finger);
        assert_eq!(has_text(&mut app, "left mouse button"), !is_by_finger);
    }
}

#[test]
fn finger_drags_a_page_to_scroll_it() {
    let mut app = on(Variant::Icochess);
    open(&mut app, Screen::Help(Topic::Controls));
    frames(&mut app, 3);
    let page = named(&mut app, "page");
    let scrolled = |app: &App| app.world().get::<ScrollPosition>(page).expect("a page").y;
    assert_eq!(scrolled(&app), 0.0);
    let at = laid_out(&app, page).center();
    drag(&mut app, &[at, at - Vec2::Y * 60.0, at - Vec2::Y * 100.0]);
    assert!((scrolled(&app) - 100.0).abs() < 1.0, "{}", scrolled(&app));
    drag(&mut app, &[at, at + Vec2::Y * 40.0, at + Vec2::Y * 70.0]);
    assert!((scrolled(&app) - 30.0).abs() < 1.0, "{}", scrolled(&app));
}

#[test]
fn sliders_and_fields_work_with_touch() {
    let mut app = on(Variant::Icochess);
    app.world_mut().resource_mut::<Setup>().seat_alone();
    open(&mut app, Screen::NewGame);
    frames(&mut app, 3);
    let slider = named(&mut app, "slider strength");
    let value = |app: &App| app.world().get::<SliderValue>(slider).expect("a value").0;
    let rect = laid_out(&app, slider);
    let at = |part: f32| Vec2::new(rect.min.x + part * rect.width(), rect.center().y);
    tap(&mut app, at(0.95));
    assert!(value(&app) > 15.0, "{}", value(&app));
    drag(&mut app, &[at(0.9), at(0.6), at(0.3)]);
    assert!(value(&app) < 9.0, "{}", value(&app));
    open(&mut app, Screen::Game);
    let button = middle(&mut app, "button type a move");
    tap(&mut app, button);
    pass(&mut app, 0.2);
    let field = named(&mut app, "field move");
    let focus = |app: &App| app.world().resource::<InputFocus>().get();
    assert_eq!(focus(&app), Some(field));
    // The field would close if the tap missed it.
    let at = middle(&mut app, "field move");
    tap(&mut app, at);
    assert_eq!(focus(&app), Some(field));
    tap(&mut app, BESIDE);
    assert_eq!(focus(&app), None);
}
