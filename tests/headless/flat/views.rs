//! The views of the board, and how keys turn it.

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
use icochess::ui::state::screen::{Screen, Screens, Topic};
use icochess_boards::Variant;
use icochess_rules::{AnyPosition, Cell, Side};
use icochess_shape::{Hold, Viewpoint};

use super::window;
use crate::asking::{add_panel, ask, go_to, is_told, open, plies, texts};
use crate::headless;

/// The rotation of the board, and the place from which the camera looks at it, as a direction of
/// the board's frame and a distance.
pub fn outlook(app: &mut App) -> (Quat, Vec3, f32) {
    headless::pass(app, 0.5);
    let world = app.world_mut();
    let mut boards = world.query_filtered::<&Transform, With<BoardRoot>>();
    let board = *boards.single(world).unwrap();
    let mut cameras = world.query_filtered::<&Transform, With<WindowCamera>>();
    let away = cameras.single(world).unwrap().translation - board.translation;
    let towards = board.rotation.inverse() * away.normalize();
    (board.rotation, towards, away.length())
}

#[test]
fn digits_go_to_the_views_of_the_board_and_with_shift_to_those_of_the_other_side() {
    const KEYS: [KeyCode; 8] = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
        KeyCode::Digit7,
        KeyCode::Digit8,
    ];
    for variant in Variant::ALL {
        let mut app = window(Display::Flat);
        let record = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(record));
        let (_, home, usual) = outlook(&mut app);
        for (view, key) in KEYS.into_iter().enumerate() {
            for side in Side::ALL {
                match side {
                    Side::White => headless::keys(&mut app, &[key]),
                    Side::Black => headless::keys(&mut app, &[KeyCode::ShiftLeft, key]),
                }
                let (_, towards, far) = outlook(&mut app);
                let view = app.world().resource::<BoardShape>().views[view];
                let name = format!("{variant}: {} for {side}", view.title);
                match view.looks[side.index()] {
                    // To the degree or two that keep the camera from the zenith.
                    Viewpoint::From {
                        towards: wanted, ..
                    } => {
                        assert!(towards.dot(wanted.normalize()) > 0.999, "{name}");
                    }
                    // The king of a ball is seen from above.
                    Viewpoint::Royal if variant.shape().hold == Hold::Ball => {
                        let position = app.world().resource::<Match>().position();
                        let king = position.royal(side).expect("a king");
                        let king = variant.shape().centre(king).normalize();
                        assert!(towards.dot(king) > 0.999, "{name}");
                    }
                    Viewpoint::Home | Viewpoint::Royal if side == Side::White => {
                        assert!(towards.dot(home) > 0.9, "{name}");
                    }
                    // From steeply above, the seats are not far from one another.
                    Viewpoint::Home | Viewpoint::Royal => {
                        assert!(towards.dot(home) < 0.75, "{name}");
                    }
                }
                // Over its home the eye is higher, or lower, as it looks.
                let raised = match side {
                    Side::White => Vec3::Y * view.height,
                    Side::Black => Vec3::NEG_Y * view.height,
                };
                let wanted = (home * usual * view.distance + raised).length();
                assert!((far - wanted).abs() < 0.01 * usual, "{name}: {far}");
            }
        }
        // Another board is seen as its player sits.
        headless::keys(&mut app, &[KeyCode::Digit8]);
        let other = Variant::ALL.into_iter().find(|other| *other != variant);
        for next in other.into_iter().chain([variant]) {
            let record = next.board().new_game();
            app.world_mut().write_message(GameRequest::Load(record));
            app.update();
        }
        let (_, towards, far) = outlook(&mut app);
        assert!(towards.dot(home) > 0.999 && (far - usual).abs() < 1e-3);
    }
}

/// The corners of places in the picture, whose edges are at 1 and -1, or `None` behind the camera.
fn corners(app: &mut App, is_wanted: impl Fn(&dyn AnyPosition, Cell) -> bool) -> Vec<Option<Vec2>> {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<WindowCamera>>();
    let mut places = world.query::<(&GlobalTransform, &OnCell)>();
    let world = &*world;
    let (lens, eye) = cameras.single(world).unwrap();
    let from_world = lens.clip_from_view() * eye.to_matrix().inverse();
    let position = world.resource::<Match>().position();
    let shape = world.resource::<BoardShape>();
    let wanted = places.iter(world);
    let wanted = wanted.filter(|(_, on)| is_wanted(position, on.0));
    let corners = wanted.flat_map(|(place, on)| {
        let outline = shape.kind(on.0).outline.iter();
        outline.map(move |corner| place.transform_point(*corner))
    });
    corners
        .map(|corner| {
            let seen = from_world.project_point3(corner);
            (seen.z > 0.0).then(|| seen.truncate())
        })
        .collect()
}

/// Those of the places of each side's pieces.
fn camps(app: &mut App) -> [Vec<Option<Vec2>>; 2] {
    Side::ALL.map(|side| {
        corners(app, |position, cell| {
            let piece = position.piece_at(cell);
            piece.is_some_and(|piece| piece.side == side)
        })
    })
}

fn is_in_picture(seen: Option<Vec2>) -> bool {
    seen.is_some_and(|seen| seen.abs().max_element() < 1.0)
}

/// Each board in a usual window and in the smallest one.
fn in_windows() -> impl Iterator<Item = (Variant, (u32, u32))> {
    let all = Variant::ALL.into_iter();
    all.flat_map(|variant| [(1280, 800), (640, 480)].map(|size| (variant, size)))
}

/// A new game on a board in a window of a size.
fn begun(variant: Variant, (width, height): (u32, u32)) -> App {
    let mut app = headless::sized_window(width, height, Settings::default());
    let game = variant.board().new_game();
    app.world_mut().write_message(GameRequest::Load(game));
    headless::pass(&mut app, 0.5);
    app
}

/// The places of the camps, whatever stands before them. The far camp of a ball is behind the ball:
/// how much of its pieces stands up over the rim is in the tests of the shape.
#[test]
fn when_a_game_begins_both_camps_are_in_the_picture_of_every_board_that_is_no_ball() {
    for (variant, size) in in_windows() {
        let mut app = begun(variant, size);
        let is_ball = variant.shape().hold == Hold::Ball;
        for (side, camp) in Side::ALL.into_iter().zip(camps(&mut app)) {
            if is_ball && side == Side::Black {
                continue;
            }
            assert!(camp.len() > 24, "{variant}: {}", camp.len());
            let is_whole = camp.iter().all(|seen| is_in_picture(*seen));
            assert!(is_whole, "{variant} in {size:?}, {side}: {camp:?}");
        }
    }
}

/// Those of attack boards that are elsewhere now, too.
#[test]
fn from_the_home_of_either_side_all_places_of_every_board_are_in_the_picture() {
    for (variant, size) in in_windows() {
        let mut app = begun(variant, size);
        for shift in [&[][..], &[KeyCode::ShiftLeft]] {
            headless::keys(&mut app, &[shift, &[KeyCode::Digit1]].concat());
            headless::pass(&mut app, 1.0);
            let all = corners(&mut app, |_, _| true);
            assert!(all.len() >= 3 * variant.shape().places.len(), "{variant}");
            let is_whole = all.iter().all(|seen| is_in_picture(*seen));
            assert!(is_whole, "{variant} in {size:?}, {shift:?}: {all:?}");
        }
    }
}

#[test]
fn near_a_home_all_of_it_is_in_the_picture() {
    let board = Variant::StarTrek3d.board();
    let mut app = headless::sized_window(1280, 800, Settings::default());
    for start in board.starts().iter() {
        let game = board.new_game_from(start);
        app.world_mut().write_message(GameRequest::Load(game));
        headless::pass(&mut app, 0.5);
        for (side, shift) in [(Side::White, &[][..]), (Side::Black, &[KeyCode::ShiftLeft])] {
            headless::keys(&mut app, &[shift, &[KeyCode::Pause]].concat());
            headless::pass(&mut app, 1.0);
            let camp = &camps(&mut app)[side.index()];
            let is_whole = camp.iter().all(|seen| is_in_picture(*seen));
            assert!(is_whole, "{side}: {camp:?}");
        }
    }
}

#[test]
fn whatever_is_in_the_picture_is_drawn_also_where_a_page_moves_the_board_aside() {
    let board = Variant::StarTrek3d.board();
    let mut app = headless::laid_out_window();
    // So narrow that beside a page the board is much smaller.
    let window = headless::the_window(&mut app);
    let mut window = app.world_mut().get_mut::<Window>(window).unwrap();
    window.resolution.set(560.0, 800.0);
    let mut beyond = 0;
    for start in board.starts().iter() {
        app.world_mut()
            .write_message(GameRequest::Load(board.new_game_from(start)));
        headless::pass(&mut app, 0.5);
        open(&mut app, Screen::Views);
        for shift in [&[][..], &[KeyCode::ShiftLeft]] {
            headless::keys(&mut app, &[shift, &[KeyCode::Pause]].concat());
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
            let usual = projection.compute_frustum(eye);
            for tile in tiles.iter(world) {
                let at = tile.translation();
                let seen = from_world.project_point3(at);
                let is_in_picture = seen.z > 0.0 && seen.truncate().abs().max_element() < 0.99;
                let sphere = Sphere {
                    center: at.into(),
                    radius: 1e-4,
                };
                assert!(!is_in_picture || drawn.intersects_sphere(&sphere, false));
                let is_usual = usual.intersects_sphere(&sphere, false);
                beyond += usize::from(is_in_picture && !is_usual);
            }
        }
    }
    assert!(beyond > 0, "nothing was beyond the usual picture");
}

#[test]
fn the_keys_of_the_star_trek_page_show_its_views_and_elsewhere_do_what_they_did() {
    const KEYS: [(KeyCode, KeyCode); 8] = [
        (KeyCode::ScrollLock, KeyCode::Digit2),
        (KeyCode::Pause, KeyCode::Digit8),
        (KeyCode::Insert, KeyCode::Digit5),
        (KeyCode::Home, KeyCode::Digit1),
        (KeyCode::PageUp, KeyCode::Digit6),
        (KeyCode::Delete, KeyCode::Digit3),
        (KeyCode::End, KeyCode::Digit7),
        (KeyCode::PageDown, KeyCode::Digit4),
    ];
    for variant in [Variant::StarTrek3d, Variant::StarTrek3dAdjacent] {
        let mut app = window(Display::Flat);
        let record = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(record));
        for (key, digit) in KEYS {
            for shift in [&[][..], &[KeyCode::ShiftLeft]] {
                headless::keys(&mut app, &[shift, &[digit]].concat());
                let by_digit = outlook(&mut app);
                let other = [KeyCode::Digit2, KeyCode::Digit7][usize::from(shift.is_empty())];
                let other = if other == digit {
                    KeyCode::Digit3
                } else {
                    other
                };
                headless::keys(&mut app, &[other]);
                assert!(outlook(&mut app).1.distance(by_digit.1) > 0.1);
                headless::keys(&mut app, &[shift, &[key]].concat());
                let by_key = outlook(&mut app);
                let name = format!("{variant}: {shift:?} {key:?}");
                assert!(by_key.1.distance(by_digit.1) < 1e-3, "{name}");
                assert!((by_key.2 - by_digit.2).abs() < 1e-3, "{name}");
            }
        }
        open(&mut app, Screen::Help(Topic::Controls));
        assert!(is_told(&mut app, "Scroll lock"));
    }
    let mut app = window(Display::Flat);
    let home = outlook(&mut app);
    headless::keys(&mut app, &[KeyCode::Digit6]);
    let below = outlook(&mut app);
    headless::keys(&mut app, &[KeyCode::Insert, KeyCode::Delete, KeyCode::End]);
    assert_eq!(outlook(&mut app), below);
    headless::keys(&mut app, &[KeyCode::Home]);
    assert!(outlook(&mut app).1.distance(home.1) < 1e-3);
}

#[test]
fn near_a_home_the_camera_is_as_high_as_it_and_goes_with_the_side_in_front() {
    let mut app = window(Display::Flat);
    let record = Variant::StarTrek3d.board().new_game();
    app.world_mut().write_message(GameRequest::Load(record));
    let home = outlook(&mut app);
    headless::keys(&mut app, &[KeyCode::Digit8]);
    let white = outlook(&mut app);
    headless::keys(&mut app, &[KeyCode::ShiftLeft, KeyCode::Pause]);
    let black = outlook(&mut app);
    // Black's home is the lowest.
    let height = |(_, towards, far): (Quat, Vec3, f32)| towards.y * far;
    assert!(height(black) < height(white) - 0.3);
    ask(&mut app, CommandRequested(Command::Flip));
    let back = outlook(&mut app);
    assert!((height(back) - height(white)).abs() < 1e-3);
    assert!(back.1.distance(white.1) < 1e-3);
    headless::keys(&mut app, &[KeyCode::Digit1]);
    let again = outlook(&mut app);
    assert!(again.1.distance(home.1) < 1e-3 && (again.2 - home.2).abs() < 1e-3);
}

#[test]
fn buttons_go_to_the_views_of_both_sides_as_keys_do() {
    let mut app = window(Display::Flat);
    let record = Variant::StarTrek3d.board().new_game();
    app.world_mut().write_message(GameRequest::Load(record));
    headless::pass(&mut app, 0.5);
    for (keys, button) in [
        (&[KeyCode::Digit3][..], "button from the left"),
        (&[KeyCode::ShiftLeft, KeyCode::Digit7], "button low (black)"),
        (
            &[KeyCode::ShiftLeft, KeyCode::Digit1],
            "button home (black)",
        ),
        (&[KeyCode::Digit8], "button near"),
    ] {
        headless::keys(&mut app, keys);
        let by_key = outlook(&mut app);
        headless::keys(&mut app, &[KeyCode::Digit2]);
        assert!(outlook(&mut app).1.distance(by_key.1) > 0.3);
        let mut screens = app.world_mut().resource_mut::<Screens>();
        screens.open(Screen::Views);
        app.update();
        go_to(&mut app, button);
        headless::keys(&mut app, &[KeyCode::Enter]);
        // Beside a page the board is shown in what room is left.
        headless::keys(&mut app, &[KeyCode::Escape]);
        let by_button = outlook(&mut app);
        assert!(
            by_button.1.distance(by_key.1) < 1e-3,
            "{button}: {by_button:?}, by key {by_key:?}"
        );
        assert!((by_button.2 - by_key.2).abs() < 1e-3, "{button}");
    }
}

#[test]
fn digits_that_choose_show_no_view_and_beside_a_headset_no_key_does() {
    let settings = Settings {
        auto_turn_flat: false,
        ..Settings::default()
    };
    let mut app = headless::window(Display::Flat, settings);
    let text = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let record = Variant::Chess.board().read_position(text).unwrap();
    app.world_mut().write_message(GameRequest::Load(record));
    let before = outlook(&mut app);
    // A pawn that may become four pieces.
    let position = app.world().resource::<Match>().position();
    let [cell, to] = ["a7", "a8"].map(|name| position.cell_named(name).unwrap());
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.from == cell);
    assert_eq!((moves.len(), moves[0].to), (4, to));
    let by = PointerId::Mouse;
    app.insert_resource(Choice(Some(Choosing { by, cell, moves })));
    // A rook, with which the game goes on.
    headless::keys(&mut app, &[KeyCode::Digit2]);
    assert_eq!((plies(&app), outlook(&mut app)), (1, before));
    // The boards, where the first press asks.
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    headless::keys(&mut app, &[KeyCode::Digit2]);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!((plies(&app), outlook(&mut app)), (1, before));
    // And then they do.
    headless::keys(&mut app, &[KeyCode::Digit4]);
    assert_ne!(outlook(&mut app), before);

    let mut beside = window(Display::Headset);
    let before = outlook(&mut beside);
    headless::keys(&mut beside, &[KeyCode::Digit4, KeyCode::ArrowLeft]);
    assert_eq!(outlook(&mut beside), before);
}

#[test]
fn arrows_turn_the_board_by_a_degree_and_with_shift_by_ten_in_either_sense() {
    let all = Variant::ALL.map(|variant| {
        // Players walk around Star Trek's boards by default.
        let is_trek = variant.module() == Variant::StarTrek3d.module();
        let by_board = if is_trek { -1.0 } else { 1.0 };
        let senses = [
            (Arrows::Board, 1.0),
            (Arrows::Around, -1.0),
            (Arrows::ByBoard, by_board),
        ];
        senses.map(|sense| (variant, sense))
    });
    for &(variant, (arrows, sense)) in all.as_flattened() {
        let mut app = window(Display::Flat);
        app.world_mut().resource_mut::<Settings>().arrows = arrows;
        let record = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(record));
        headless::pass(&mut app, 0.1);
        for (keys, degrees) in [
            (&[KeyCode::ArrowRight][..], 1.0),
            (&[KeyCode::ShiftLeft, KeyCode::ArrowLeft], 10.0),
            (&[KeyCode::ArrowDown], 1.0),
            (&[KeyCode::ShiftRight, KeyCode::ArrowUp], 10.0),
        ] {
            let (before, near, _) = outlook(&mut app);
            headless::keys(&mut app, keys);
            let (after, ..) = outlook(&mut app);
            let angle = after.angle_between(before).to_degrees();
            assert!((angle - degrees).abs() < 0.1, "{variant} {keys:?}: {angle}");
            // What is seen goes where the arrow points, or the eye does.
            let moved = after * near - before * near;
            let way = match keys[keys.len() - 1] {
                KeyCode::ArrowRight => Vec3::X,
                KeyCode::ArrowLeft => Vec3::NEG_X,
                KeyCode::ArrowDown => Vec3::NEG_Y,
                _ => Vec3::Y,
            };
            let along = moved.dot(way) * sense;
            assert!(along > 0.0, "{variant} {arrows:?} {keys:?}: {moved}");
        }
    }
}

#[test]
fn keys_are_told_of_in_the_window_alone_and_each_side_is_named_once() {
    let mut app = window(Display::Flat);
    add_panel(&mut app);
    open(&mut app, Screen::Views);
    let told = texts(&mut app);
    let count = |part: &str| told.iter().filter(|text| text.contains(part)).count();
    assert_eq!(count("keys 1 to 8"), 1);
    assert_eq!(count("As Black sees it"), 2);
    assert_eq!(count("(Black)"), 0);
    // Read out, each has a name of its own.
    headless::named(&mut app, "button home (black)");
    headless::named(&mut app, "panel button home (black)");
}
