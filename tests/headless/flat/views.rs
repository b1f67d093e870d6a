//! Views of the board, and turning it with keys.

use bevy::camera::primitives::{Frustum, Sphere};
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use icochess::board::stage::root::BoardRoot;
use icochess::board::stage::shape::BoardShape;
use icochess::display::Display;
use icochess::flat::camera::WindowCamera;
use icochess::game::messages::GameRequest;
use icochess::game::{Match, OnCell};
use icochess::interaction::choice::{Choice, Choosing};
use icochess::save::settings::{Arrows, Settings};
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::{Screen, Topic};
use icochess_boards::Variant;
use icochess_rules::Side;
use icochess_shape::{Hold, Viewpoint};

use super::{keys, load_new, seated, window};
use crate::asking::{add_panel, ask, go_to, has_text, only, open, plies, texts};
use crate::headless;

/// Returns the board's rotation, and the camera's position as a direction in the board's frame and
/// a distance.
pub fn outlook(app: &mut App) -> (Quat, Vec3, f32) {
    headless::pass(app, 0.5);
    let board = only::<Transform, BoardRoot>(app);
    let away = only::<Transform, WindowCamera>(app).translation - board.translation;
    let towards = board.rotation.inverse() * away.normalize();
    (board.rotation, towards, away.length())
}

/// Creates a new game of a board.
fn on(variant: Variant) -> App {
    let mut app = window(Display::Flat);
    load_new(&mut app, variant);
    app
}

/// Asserts that the camera looks from the same position relative to the board.
#[track_caller]
fn assert_same_view(now: (Quat, Vec3, f32), wanted: (Quat, Vec3, f32), context: &str) {
    assert!(now.1.distance(wanted.1) < 1e-3, "{context}: {now:?}");
    assert!((now.2 - wanted.2).abs() < 1e-3, "{context}: {now:?}");
}

/// Key prefixes for White's and Black's views.
const SHIFTS: [&str; 2] = ["", "Shift+"];

#[test]
fn digits_show_views_and_shift_shows_the_other_sides() {
    for variant in Variant::ALL {
        let mut app = on(variant);
        let (_, home, default_distance) = outlook(&mut app);
        for digit in 1..=8 {
            for (side, shift) in Side::ALL.into_iter().zip(SHIFTS) {
                keys(&mut app, &format!("{shift}{digit}"));
                let (_, towards, far) = outlook(&mut app);
                let view = app.world().resource::<BoardShape>().views[digit - 1];
                let name = format!("{variant}: {} for {side}", view.title);
                match view.looks[side.index()] {
                    // Allows the degree or two that keep the camera from the zenith.
                    Viewpoint::From {
                        towards: wanted, ..
                    } => {
                        assert!(towards.dot(wanted.normalize()) > 0.999, "{name}");
                    }
                    // On a ball, the king's view shows the king above the middle.
                    Viewpoint::Royal if variant.shape().hold == Hold::Ball => {
                        let position = app.world().resource::<Match>().position();
                        let king = position.royal(side).expect("a king");
                        let king = variant.shape().centre(king).normalize();
                        let off = towards.angle_between(king).to_degrees();
                        assert!((off - 35.0).abs() < 2.0, "{name}: {off}");
                    }
                    Viewpoint::Home | Viewpoint::Royal if side == Side::White => {
                        assert!(towards.dot(home) > 0.9, "{name}");
                    }
                    // Seen from steeply above, the seats are close together.
                    Viewpoint::Home | Viewpoint::Royal => {
                        assert!(towards.dot(home) < 0.75, "{name}");
                    }
                }
                // A view may raise the eye above its home; Black's home is upside down.
                let raised = match side {
                    Side::White => Vec3::Y * view.height,
                    Side::Black => Vec3::NEG_Y * view.height,
                };
                let wanted = (home * default_distance * view.distance + raised).length();
                assert!(
                    (far - wanted).abs() < 0.01 * default_distance,
                    "{name}: {far}"
                );
            }
        }
        // Another board starts at its player's seat.
        keys(&mut app, "8");
        let other = Variant::ALL.into_iter().find(|other| *other != variant);
        for next in other.into_iter().chain([variant]) {
            load_new(&mut app, next);
            app.update();
        }
        let (_, towards, far) = outlook(&mut app);
        assert!(towards.dot(home) > 0.999 && (far - default_distance).abs() < 1e-3);
    }
}

/// Returns the corners of all cells on screen, with edges at ±1; `None` behind the camera.
fn corners(app: &mut App) -> Vec<Option<Vec2>> {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<WindowCamera>>();
    let mut places = world.query::<(&GlobalTransform, &OnCell)>();
    let (lens, eye) = cameras.single(world).unwrap();
    let from_world = lens.clip_from_view() * eye.to_matrix().inverse();
    let shape = world.resource::<BoardShape>();
    let corners = places.iter(world).flat_map(|(place, on)| {
        let outline = shape.kind(on.0).outline.iter();
        outline.map(move |corner| from_world.project_point3(place.transform_point(*corner)))
    });
    let seen = corners.map(|seen| (seen.z > 0.0).then(|| seen.truncate()));
    seen.collect()
}

/// Includes attack boards that are currently elsewhere.
#[test]
fn all_cells_are_in_view_from_both_homes() {
    for (variant, size) in Variant::ALL
        .into_iter()
        .flat_map(|variant| [(1280, 800), (640, 480)].map(|size| (variant, size)))
    {
        let mut app = seated(variant, size);
        for key in [None, Some("1"), Some("Shift+1")] {
            if let Some(key) = key {
                keys(&mut app, key);
                headless::pass(&mut app, 1.0);
            }
            let all = corners(&mut app);
            assert!(all.len() >= 3 * variant.shape().places.len(), "{variant}");
            let is_in = |seen: Vec2| seen.abs().max_element() < 1.0;
            let is_whole = all.iter().all(|seen| seen.is_some_and(is_in));
            assert!(is_whole, "{variant} in {size:?}, {key:?}: {all:?}");
        }
    }
}

#[test]
fn board_moved_aside_by_a_page_is_not_clipped() {
    let board = Variant::StarTrek3d.board();
    // The window is so narrow that a page makes the board much smaller.
    let mut app = headless::sized_window(560, 800, Settings::default());
    let mut beyond = 0;
    for start in board.starts().iter() {
        app.world_mut()
            .write_message(GameRequest::Load(board.new_game_from(start)));
        headless::pass(&mut app, 0.5);
        open(&mut app, Screen::Views);
        for shift in SHIFTS {
            keys(&mut app, &format!("{shift}Pause"));
            headless::pass(&mut app, 0.5);
            let world = app.world_mut();
            let mut cameras = world.query_filtered::<
                (&Camera, &GlobalTransform, &Projection, &Frustum),
                With<WindowCamera>,
            >();
            let mut tiles = world.query_filtered::<&GlobalTransform, With<OnCell>>();
            let world = &*world;
            let (lens, eye, projection, drawn) = cameras.single(world).unwrap();
            let from_world = lens.clip_from_view() * eye.to_matrix().inverse();
            let unshifted = projection.compute_frustum(eye);
            for tile in tiles.iter(world) {
                let at = tile.translation();
                let seen = from_world.project_point3(at);
                let is_in_picture = seen.z > 0.0 && seen.truncate().abs().max_element() < 0.99;
                let sphere = Sphere {
                    center: at.into(),
                    radius: 1e-4,
                };
                assert!(!is_in_picture || drawn.intersects_sphere(&sphere, false));
                let is_in_unshifted = unshifted.intersects_sphere(&sphere, false);
                beyond += usize::from(is_in_picture && !is_in_unshifted);
            }
        }
    }
    assert!(beyond > 0, "nothing was beyond the usual picture");
}

#[test]
fn star_trek_view_keys_work_only_on_its_boards() {
    let mut app = on(Variant::StarTrek3d);
    for (key, digit) in [
        ("ScrollLock", "2"),
        ("Pause", "8"),
        ("Insert", "5"),
        ("Home", "1"),
        ("PageUp", "6"),
        ("Delete", "3"),
        ("End", "7"),
        ("PageDown", "4"),
    ] {
        for shift in SHIFTS {
            let other = match (shift, digit) {
                ("", "7") | ("Shift+", "2") => "3",
                ("", _) => "7",
                _ => "2",
            };
            let mut after = |shift: &str, key: &str| {
                keys(&mut app, &format!("{shift}{key}"));
                outlook(&mut app)
            };
            let by_digit = after(shift, digit);
            let elsewhere = after("", other);
            let by_key = after(shift, key);
            let name = format!("{shift}{key}");
            assert!(elsewhere.1.distance(by_digit.1) > 0.1, "{name}");
            assert_same_view(by_key, by_digit, &name);
        }
    }
    open(&mut app, Screen::Help(Topic::Controls));
    assert!(has_text(&mut app, "Scroll lock"));
    let mut app = window(Display::Flat);
    let home = outlook(&mut app);
    keys(&mut app, "6");
    let below = outlook(&mut app);
    keys(&mut app, "Insert+Delete+End");
    assert_eq!(outlook(&mut app), below);
    keys(&mut app, "Home");
    assert_same_view(outlook(&mut app), home, "Home");
}

#[test]
fn camera_height_follows_the_home_in_front() {
    let mut app = on(Variant::StarTrek3d);
    let home = outlook(&mut app);
    keys(&mut app, "8");
    let white = outlook(&mut app);
    keys(&mut app, "Shift+Pause");
    let black = outlook(&mut app);
    // Black's home is the lowest.
    let height = |(_, towards, far): (Quat, Vec3, f32)| towards.y * far;
    assert!(height(black) < height(white) - 0.3);
    ask(&mut app, CommandRequested(Command::Flip));
    let back = outlook(&mut app);
    assert!((height(back) - height(white)).abs() < 1e-3);
    assert!(back.1.distance(white.1) < 1e-3);
    keys(&mut app, "1");
    assert_same_view(outlook(&mut app), home, "1");
}

#[test]
fn view_buttons_match_their_keys() {
    let mut app = on(Variant::StarTrek3d);
    headless::pass(&mut app, 0.5);
    for (key, button) in [
        ("3", "button from the left"),
        ("Shift+7", "button low (black)"),
        ("Shift+1", "button home (black)"),
        ("8", "button near"),
    ] {
        keys(&mut app, key);
        let by_key = outlook(&mut app);
        keys(&mut app, "2");
        assert!(outlook(&mut app).1.distance(by_key.1) > 0.3);
        open(&mut app, Screen::Views);
        go_to(&mut app, button);
        // A page would shift the board.
        keys(&mut app, "Enter Esc");
        assert_same_view(outlook(&mut app), by_key, button);
    }
}

#[test]
fn digits_for_choices_show_no_view_and_headset_disables_keys() {
    let mut app = headless::window(Display::Flat, headless::set(|it| it.auto_turn_flat = false));
    let text = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let record = Variant::Chess.board().read_position(text).unwrap();
    app.world_mut().write_message(GameRequest::Load(record));
    let before = outlook(&mut app);
    // A pawn with four promotions.
    let position = app.world().resource::<Match>().position();
    let [cell, to] = ["a7", "a8"].map(|name| position.cell_named(name).unwrap());
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.from == cell);
    assert_eq!((moves.len(), moves[0].to), (4, to));
    let by = PointerId::Mouse;
    app.insert_resource(Choice(Some(Choosing { by, cell, moves })));
    // 2 chooses a rook, and the game continues.
    keys(&mut app, "2");
    assert_eq!((plies(&app), outlook(&mut app)), (1, before));
    // The digits don't change the view in a question either.
    keys(&mut app, "Ctrl+N 2 Esc");
    assert_eq!((plies(&app), outlook(&mut app)), (1, before));
    // Afterwards the keys work again.
    keys(&mut app, "4");
    assert_ne!(outlook(&mut app), before);

    let mut beside = window(Display::Headset);
    let before = outlook(&mut beside);
    keys(&mut beside, "4+Left");
    assert_eq!(outlook(&mut beside), before);
}

#[test]
fn arrows_turn_by_one_degree_or_ten_with_shift() {
    let by_board = Variant::ALL.map(|variant| {
        // On Star Trek's boards, arrows move the player by default.
        let is_trek = variant.module() == Variant::StarTrek3d.module();
        (variant, Arrows::ByBoard, if is_trek { -1.0 } else { 1.0 })
    });
    let by_choice = [Variant::Icochess, Variant::StarTrek3d].map(|variant| {
        [
            (variant, Arrows::Board, 1.0),
            (variant, Arrows::Around, -1.0),
        ]
    });
    for (variant, arrows, sense) in by_board.into_iter().chain(by_choice.concat()) {
        let mut app = on(variant);
        app.world_mut().resource_mut::<Settings>().arrows = arrows;
        // The board or the eye moves in the arrow's direction, by the setting.
        for (chord, degrees, direction) in [
            ("Right", 1.0, Vec3::X),
            ("Shift+Left", 10.0, Vec3::NEG_X),
            ("Down", 1.0, Vec3::NEG_Y),
            ("ShiftRight+Up", 10.0, Vec3::Y),
        ] {
            let (before, near, _) = outlook(&mut app);
            keys(&mut app, chord);
            let (after, ..) = outlook(&mut app);
            let angle = after.angle_between(before).to_degrees();
            assert!((angle - degrees).abs() < 0.1, "{variant} {chord}: {angle}");
            let moved = after * near - before * near;
            let along = moved.dot(direction) * sense;
            assert!(along > 0.0, "{variant} {arrows:?} {chord}: {moved}");
        }
    }
}

#[test]
fn shortcuts_appear_only_in_window_and_sides_are_named_once() {
    let mut app = window(Display::Flat);
    add_panel(&mut app);
    open(&mut app, Screen::Views);
    let shown = texts(&mut app);
    let count = |part: &str| shown.iter().filter(|text| text.contains(part)).count();
    assert_eq!(count("Keys 1–8"), 1);
    assert_eq!(count("As Black sees it"), 2);
    assert_eq!(count("(Black)"), 0);
    // Accessible names are unique.
    headless::named(&mut app, "button home (black)");
    headless::named(&mut app, "panel button home (black)");
}
