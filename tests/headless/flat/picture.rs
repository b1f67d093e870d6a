//! The window's display: full screen, next to a headset, and UI over the board.

use accesskit::Action;
use bevy::camera::{RenderTarget, SubCameraView};
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, UiGlobalTransform};
use bevy::window::{PrimaryWindow, WindowMode};
use icochess::board::Listener;
use icochess::board::pieces::piece::IsPiece;
use icochess::board::stage::root::BoardRoot;
use icochess::board::stage::shape::BoardShape;
use icochess::board::turning::opening::OpenRequested;
use icochess::display::{Display, HeadsetAvailable, HeadsetRequested};
use icochess::flat::camera::WindowCamera;
use icochess::flat::mirror::MAX_SIZE;
use icochess::game::OnCell;
use icochess::game::messages::GameRequest;
use icochess::interaction::at_window::AtWindow;
use icochess::interaction::choice::{Choice, Choosing};
use icochess::save::settings::Settings;
use icochess::save::{FirstStart, Notice};
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::pages::AtEdge;
use icochess::ui::state::pointed::Pointed;
use icochess::ui::state::screen::{Screen, Subject};
use icochess::ui::state::window::InputUsed;
use icochess_boards::Variant;
use icochess_message::Msg;
use icochess_rules::{Cell, Side};
use icochess_shape::{PieceKind, height};

use super::{keys, seated, settings, window};
use crate::asking::{after, ask, frames, is_shown, laid_out, only, open, shown_page, timed};
use crate::headless;
use crate::layout::{begun, resize};

pub fn is_full_screen(app: &mut App) -> bool {
    let mode = only::<Window, PrimaryWindow>(app).mode;
    matches!(mode, WindowMode::BorderlessFullscreen(_))
}

#[test]
fn f11_and_a_settings_button_toggle_full_screen() {
    for display in [Display::Flat, Display::Headset] {
        let mut app = window(display);
        for is_wanted in [true, false] {
            keys(&mut app, "F11");
            assert_eq!(is_full_screen(&mut app), is_wanted, "{display:?}");
        }
    }
    let mut app = window(Display::Flat);
    open(&mut app, Screen::Settings(Subject::Display));
    for is_wanted in [true, false] {
        headless::ask(&mut app, "button full screen", Action::Click);
        frames(&mut app, 2);
        assert_eq!(is_full_screen(&mut app), is_wanted);
    }
}

#[test]
fn menu_enables_the_headset_while_it_is_available() {
    let mut app = window(Display::Flat);
    for is_there in [false, true, false, true] {
        app.insert_resource(HeadsetAvailable(is_there));
        open(&mut app, Screen::Home);
        let entry = headless::named(&mut app, "button go on in the headset");
        let is_off = app.world().get::<InteractionDisabled>(entry).is_some();
        assert_eq!(is_off, !is_there);
        ask(&mut app, CommandRequested(Command::Headset));
        let mut asked = app.world_mut().resource_mut::<Messages<HeadsetRequested>>();
        assert_eq!(asked.drain().count(), usize::from(is_there));
    }
}

#[test]
fn camera_is_the_listener_only_without_a_headset() {
    for (display, expected) in [(Display::Flat, 1), (Display::Headset, 0)] {
        let mut app = window(display);
        let world = app.world_mut();
        let mut ears = world.query_filtered::<(), (With<Listener>, With<WindowCamera>)>();
        assert_eq!(ears.iter(world).count(), expected, "{display:?}");
    }
}

/// Returns the number of frames, out of 30, in which the window camera is active, and in which any
/// camera is.
fn drawn(app: &mut App) -> (usize, usize) {
    let (mut worlds, mut any) = (0, 0);
    for _ in 0..30 {
        app.update();
        let world = app.world_mut();
        let mut cameras = world.query::<(&Camera, Has<WindowCamera>)>();
        let active: Vec<bool> = cameras
            .iter(world)
            .filter_map(|(camera, is_world)| camera.is_active.then_some(is_world))
            .collect();
        worlds += usize::from(active.contains(&true));
        any += usize::from(!active.is_empty());
    }
    (worlds, any)
}

#[test]
fn window_with_headset_draws_rarely_and_world_only_for_a_player() {
    let mut app = window(Display::Headset);
    assert_eq!(drawn(&mut app), (0, 10));
    // Spectators can use the window's keys, but not the game's.
    keys(&mut app, "H");
    assert_eq!(shown_page(&app), Screen::Game);
    for wanted in [false, true] {
        keys(&mut app, "M");
        assert_eq!(settings(&app).mirror, wanted);
    }
    app.insert_resource(AtWindow(Some(Side::Black)));
    assert_eq!(drawn(&mut app), (15, 15));
    // M hides the board; the text stays.
    keys(&mut app, "M");
    assert!(!settings(&app).mirror);
    assert_eq!(drawn(&mut app), (0, 15));
    keys(&mut app, "M");
    assert_eq!(drawn(&mut app), (15, 15));
    // During a promotion, letters choose pieces.
    let choosing = Choosing {
        by: PointerId::Mouse,
        cell: Cell::new(0),
        moves: Vec::new(),
    };
    app.insert_resource(Choice(Some(choosing)));
    keys(&mut app, "M");
    assert!(settings(&app).mirror);
    // Without a headset every frame is drawn.
    let mut app = window(Display::Flat);
    assert_eq!(drawn(&mut app), (30, 30));
}

#[test]
fn large_window_with_headset_renders_a_small_picture() {
    let mut app = window(Display::Headset);
    for (width, height) in [(640, 480), (3840, 2160), (1000, 3000)] {
        headless::resize(&mut app, width, height);
        app.update();
        let RenderTarget::Image(target) = only::<RenderTarget, WindowCamera>(&mut app) else {
            panic!("no picture");
        };
        let images = app.world().resource::<Assets<Image>>();
        let size = images.get(&target.handle).expect("a picture").size();
        assert!(size.x <= MAX_SIZE.x && size.y <= MAX_SIZE.y, "{size}");
        let wanted = width as f32 / height as f32;
        let is = size.x as f32 / size.y as f32;
        assert!((is / wanted - 1.0).abs() < 0.01, "{size}");
        assert!(size.x == width || size.x == MAX_SIZE.x || size.y == MAX_SIZE.y);
    }
}

/// Returns the UI rectangles with a background, which hide the board behind them.
fn grounds(app: &mut App) -> Vec<(String, Rect)> {
    let world = app.world_mut();
    let mut nodes = world.query::<(
        Option<&Name>,
        &ComputedNode,
        &UiGlobalTransform,
        &BackgroundColor,
        &InheritedVisibility,
    )>();
    let seen = nodes
        .iter(world)
        .filter(|(_, node, _, ground, visibility)| {
            visibility.get() && ground.0.alpha() > 0.0 && node.size().min_element() > 0.0
        });
    seen.map(|(name, node, at, ..)| {
        let name = name.map_or(String::new(), ToString::to_string);
        (name, Rect::from_center_size(at.translation, node.size()))
    })
    .collect()
}

/// Returns a UI rectangle that covers a point of the world, and the point's position in the window.
/// Shrinks rectangles by `rounding` pixels.
fn over(app: &mut App, points: &[Vec3], rounding: f32) -> Option<(String, Vec2)> {
    let grounds = grounds(app);
    assert!(grounds.len() > 5, "{grounds:?}");
    seen(app, points).into_iter().find_map(|at| {
        let is_over = |(_, rect): &&(String, Rect)| rect.inflate(-rounding).contains(at);
        grounds.iter().find(is_over).map(|it| (it.0.clone(), at))
    })
}

/// Returns the minimum and maximum window positions of points of the world.
fn bounds(app: &mut App, points: &[Vec3]) -> [Vec2; 2] {
    let seen = seen(app, points).into_iter();
    seen.fold([Vec2::MAX, Vec2::MIN], |[least, most], at| {
        [least.min(at), most.max(at)]
    })
}

/// Returns points on the squares of the 8×8 board and on its frame with coordinates.
fn points_of_8x8(app: &mut App) -> Vec<Vec3> {
    let board = only::<GlobalTransform, BoardRoot>(app);
    let half = 4.0 * 0.058 + 0.054;
    let along = || (0..=40).map(move |step| (step as f32 / 20.0 - 1.0) * half);
    let points = along().flat_map(|x| along().map(move |z| Vec3::new(x, 0.0, z)));
    points.map(|at| board.transform_point(at)).collect()
}

/// Asserts that the 8×8 board with its frame is inside the window, and not covered.
fn assert_board_is_free(app: &mut App, (width, height): (u32, u32)) {
    let points = points_of_8x8(app);
    let [least, most] = bounds(app, &points);
    let is_in = least.min_element() > 0.0 && most.x < width as f32 && most.y < height as f32;
    assert!(is_in, "{width}×{height}: {least} to {most}");
    assert_eq!(over(app, &points, 0.0), None, "{width}×{height}");
}

/// A game with captures by both sides, including the queens.
const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5 d4b3 \
                     d8d1 f1d1 c8g4 f2f3 g4d7 b1c3 e8c8 c1e3 b7b6 d1d2 g8e7 a1d1 e7c6";

#[test]
fn window_ui_never_covers_the_8x8_board() {
    let with_bar = headless::set(|it| it.computer.evaluation_bar = true);
    for size in [(1280, 800), (1600, 900), (1920, 1080), (640, 480)] {
        let mut app = seated(Variant::Chess, size);
        assert_board_is_free(&mut app, size);
        // Also tests captures, clocks and the evaluation bar, for both movers.
        let mut app = headless::sized_window(size.0, size.1, with_bar.clone());
        for plies in [27, 28] {
            let game = timed(Variant::Chess.board().new_game(), "300");
            let game = after(game, MOVES.split(' ').take(plies));
            app.world_mut().write_message(GameRequest::Load(game));
            headless::pass(&mut app, 1.5);
            assert_board_is_free(&mut app, size);
        }
    }
}

#[test]
fn board_is_visible_on_the_result_page() {
    let sizes = [(1280, 800), (640, 480)];
    let all = Variant::ALL.into_iter();
    let all = all.flat_map(|variant| sizes.map(|size| (variant, size)));
    // In a portrait window the board is above the card.
    let upright = [Variant::Icochess, Variant::Chess].map(|variant| (variant, (360, 740)));
    for (variant, size) in all.chain(upright) {
        let mut app = seated(variant, size);
        open(&mut app, Screen::Result);
        frames(&mut app, 4);
        for button in ["button rematch", "button close"] {
            assert!(is_shown(&mut app, button), "{variant}: {button}");
        }
        let world = app.world_mut();
        let mut places = world.query_filtered::<&GlobalTransform, With<OnCell>>();
        let places = places.iter(world).map(GlobalTransform::translation);
        let places: Vec<Vec3> = places.collect();
        assert!(places.len() >= 64, "{variant}");
        assert_eq!(over(&mut app, &places, 0.0), None, "{variant} at {size:?}");
    }
}

#[test]
fn move_list_grows_with_its_moves_and_never_covers_board() {
    let settings = Settings {
        variant: Variant::Chess,
        move_list: true,
        ..Settings::default()
    };
    let mut app = headless::sized_window(1280, 800, settings);
    let mut heights = Vec::new();
    for (plies, scrolls) in [(2, false), (6, false), (60, true)] {
        let game = begun(Variant::Chess, plies);
        app.world_mut().write_message(GameRequest::Load(game));
        headless::pass(&mut app, 1.5);
        let list = headless::named(&mut app, "moves");
        let node = app.world().get::<ComputedNode>(list).expect("a node");
        let beyond = node.content_size().y - node.size().y;
        assert_eq!(beyond > 1.0, scrolls, "{plies}: {beyond}");
        // The row of step buttons is below the list, on the same card.
        let step = headless::named(&mut app, "button previous");
        let parent = |of: Entity| app.world().get::<ChildOf>(of).expect("a parent").parent();
        let card = laid_out(&app, parent(parent(step)));
        assert!(card.contains(laid_out(&app, list).center()));
        heights.push(card.height());
        let points = points_of_8x8(&mut app);
        let under = seen(&mut app, &points).into_iter();
        assert_eq!(under.filter(|at| card.contains(*at)).count(), 0, "{plies}");
    }
    assert!(
        heights.is_sorted_by(|one, next| one + 10.0 < *next),
        "{heights:?}"
    );
}

#[test]
fn phone_ui_never_covers_board_or_pieces() {
    for variant in Variant::ALL {
        let mut app = seated(variant, (360, 740));
        let board = only::<GlobalTransform, BoardRoot>(&mut app);
        let shape = app.world().resource::<BoardShape>();
        let tip = Vec3::Y * height(PieceKind::King) * shape.piece_scale;
        let places = shape.places.iter();
        let points = places.flat_map(|place| [Vec3::ZERO, tip].map(|it| place.frame * it));
        let points: Vec<Vec3> = points.map(|point| board.transform_point(point)).collect();
        assert_eq!(over(&mut app, &points, 2.0), None, "{variant}");
        let [least, most] = bounds(&mut app, &points);
        assert!(least.min_element() > 0.0, "{variant}: {least}");
        assert!(most.x < 360.0 && most.y < 740.0, "{variant}: {most}");
        // The board isn't too small. Raumschach is twice as high as wide, so it fills half the
        // height.
        let size = most - least;
        let fills = size.x > 0.5 * 360.0 || size.y > 0.49 * 740.0;
        assert!(fills, "{variant}: {size}");
    }
}

/// Returns the part of the view that the window shows.
fn view(app: &mut App) -> SubCameraView {
    let camera = only::<Camera, WindowCamera>(app);
    camera.sub_camera_view.expect("it gives way")
}

#[test]
fn phone_board_keeps_space_for_the_longest_status_line() {
    let mut app = seated(Variant::Raumschach, (360, 740));
    let tell = |app: &mut App, words: String| {
        app.world_mut().write_message(Notice(Msg::verbatim(words)));
        frames(app, 6);
        view(app)
    };
    let before = view(&mut app);
    let long = tell(&mut app, "what is told in many words ".repeat(8));
    assert!(long.size.y > before.size.y, "it is behind no line");
    assert_eq!(tell(&mut app, "in few".to_owned()), long);
    // After a resize, the size adapts even while the mouse hovers something.
    let rests = app.world_mut().spawn(Pointed).id();
    resize(&mut app, (380, 740));
    frames(&mut app, 6);
    let short = view(&mut app);
    assert!(short.size.y < long.size.y);
    // Later texts don't change the size any more.
    tell(&mut app, "what is told in many words ".repeat(8));
    let after = tell(&mut app, "in few".to_owned());
    app.world_mut().despawn(rests);
    frames(&mut app, 6);
    assert_eq!([after, view(&mut app)], [short; 2]);
    app.world_mut().spawn(Pointed);
    assert_eq!(tell(&mut app, "what is told ".repeat(8)), short);
}

/// Returns the positions of the letters and digits on a board and along its edges.
fn letters(app: &mut App) -> Vec<Vec3> {
    let lies = only::<GlobalTransform, BoardRoot>(app);
    let shape = app.world().resource::<BoardShape>();
    let fixtures = shape.parts.iter().flat_map(|part| &part.fixtures);
    let named = fixtures.filter(|(fixture, _)| {
        let name = shape.fixtures[*fixture].name;
        ["letter", "coordinates"].contains(&name)
    });
    let vertices = named.flat_map(|(fixture, at)| {
        let vertices = shape.fixtures[*fixture].mesh.positions.iter();
        vertices.map(|vertex| lies.transform_point(*at * *vertex))
    });
    vertices.collect()
}

#[test]
fn bottom_line_never_covers_a_boards_letters() {
    let windows = [
        ((1280, 800), InputUsed::Mouse),
        ((1024, 768), InputUsed::Fingers),
    ];
    let boards = [Variant::Chess, Variant::Raumschach].into_iter();
    for (variant, (size, used)) in boards.flat_map(|it| windows.map(|window| (it, window))) {
        let mut app = seated(variant, size);
        app.insert_resource(used);
        headless::pass(&mut app, 1.5);
        let world = app.world_mut();
        let mut texts = world.query::<(&Text, &ChildOf)>();
        let mut lines = texts.iter(world);
        let line = lines.find(|(text, _)| text.0.starts_with("White to move: select"));
        let note = line.expect("what to do").1.parent();
        let top = laid_out(&app, note).min.y;
        let letters = letters(&mut app);
        assert!(letters.len() > 100, "{variant}");
        let [_, lowest] = bounds(&mut app, &letters);
        let context = format!("{variant} at {size:?}: {lowest} is not above {top}");
        assert!(lowest.y < top, "{context}");
    }
}

#[test]
fn temporary_buttons_for_fingers_cover_no_layer() {
    for size in [(640, 480), (800, 600)] {
        let mut app = seated(Variant::Raumschach, size);
        app.insert_resource(InputUsed::Fingers);
        app.insert_resource(FirstStart);
        headless::pass(&mut app, 12.0);
        let first = headless::named(&mut app, "button first steps");
        let top = laid_out(&app, first).min.y;
        let [board, _] = board_and_pieces(&mut app);
        let [_, lowest] = bounds(&mut app, &board);
        assert!(lowest.y < top, "{size:?}: {lowest} is not above {top}");
    }
}

/// Returns the corners of a board with its parts, and the vertices of its pieces, in the world.
fn board_and_pieces(app: &mut App) -> [Vec<Vec3>; 2] {
    let lies = only::<GlobalTransform, BoardRoot>(app);
    let world = app.world_mut();
    let points = world.resource::<BoardShape>().corners();
    let board = points.map(|point| lies.transform_point(point)).collect();
    let mut pieces = world.query_filtered::<(&Mesh3d, &GlobalTransform), With<IsPiece>>();
    let meshes = world.resource::<Assets<Mesh>>();
    let pieces = pieces.iter(world).flat_map(|(mesh, transform)| {
        let mesh = meshes.get(&mesh.0).expect("a mesh");
        let vertices = mesh.attribute(Mesh::ATTRIBUTE_POSITION);
        let vertices = vertices.and_then(|it| it.as_float3()).expect("places");
        vertices
            .iter()
            .map(move |vertex| transform.transform_point(Vec3::from(*vertex)))
    });
    [board, pieces.collect()]
}

/// Projects points of the world into the window.
fn seen(app: &mut App, points: &[Vec3]) -> Vec<Vec2> {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<WindowCamera>>();
    let (camera, place) = cameras.single(world).expect("a camera");
    let seen = points
        .iter()
        .map(|point| camera.world_to_viewport(place, *point).expect("before it"));
    seen.collect()
}

/// Returns the rectangle of the game page's top buttons, and the upper edge of its bottom controls,
/// in physical pixels.
fn head_and_foot(app: &mut App) -> (Rect, f32) {
    let world = app.world_mut();
    let mut boxes = world.query::<(&AtEdge, &ComputedNode, &UiGlobalTransform)>();
    let shown = boxes.iter(world).filter(|(_, node, _)| !node.is_empty());
    shown.fold((Rect::EMPTY, f32::MAX), |(head, foot), (edge, node, at)| {
        let rect = Rect::from_center_size(at.translation, node.size());
        match edge {
            AtEdge::Left | AtEdge::Right | AtEdge::Words => (head, foot),
            AtEdge::TopButtons => (head.union(rect), foot),
            AtEdge::FootButtons | AtEdge::Line | AtEdge::Answers | AtEdge::Result => {
                (head, foot.min(rect.min.y))
            }
        }
    })
}

#[test]
fn boards_with_pieces_fit_between_top_and_bottom_controls() {
    let sizes = [(640, 480), (1280, 800), (1920, 1080)];
    let mut beside = 0;
    for (variant, size) in Variant::ALL
        .into_iter()
        .flat_map(|variant| sizes.map(|size| (variant, size)))
    {
        let mut app = seated(variant, size);
        // Beginners have most buttons at the bottom.
        app.insert_resource(FirstStart);
        frames(&mut app, 6);
        let context = format!("{variant} at {size:?}");
        let (buttons, foot) = head_and_foot(&mut app);
        let (width, height) = (size.0 as f32, size.1 as f32);
        let head = buttons.max.y;
        assert!(head > 0.03 * height && foot < 0.9 * height, "{context}");
        // One row of buttons, with a line above it.
        let up = (height - foot) / app.world().resource::<UiScale>().0;
        assert!((100.0..112.0).contains(&up), "{context}: {up}");
        let points = board_and_pieces(&mut app);
        assert!(points.iter().all(|points| points.len() > 100), "{context}");
        let points = points.concat();
        let seen = seen(&mut app, &points);
        let under = seen.iter().find(|at| buttons.contains(**at));
        assert_eq!(under, None, "{context}: {buttons:?}");
        let [least, most] = bounds(&mut app, &points);
        let is_whole = least.min_element() > 0.0 && most.x < width && most.y < foot;
        assert!(is_whole, "{context}: {least} to {most}, above {foot}");
        beside += i32::from(least.y < head);
        // The board isn't too small.
        let fills = (most.y - least.y) / (foot - head);
        assert!(fills > 0.7, "{context}: {fills}");
    }
    // Some boards are higher than the lower edge of the top buttons.
    assert!(beside > 0);
}

#[test]
fn only_a_second_row_of_buttons_moves_the_board() {
    let mut app = seated(Variant::OctHex146, (640, 480));
    let before = view(&mut app);
    let (_, foot) = head_and_foot(&mut app);
    for words in ["what is told in many words ".repeat(8), "few".to_owned()] {
        app.world_mut().write_message(Notice(Msg::verbatim(words)));
        frames(&mut app, 6);
        assert_eq!(view(&mut app), before);
    }
    app.insert_resource(FirstStart);
    headless::pass(&mut app, 12.0);
    assert!(is_shown(&mut app, "button first steps"));
    assert_eq!(head_and_foot(&mut app).1, foot);
    assert_eq!(view(&mut app), before);
    // A slice adds more buttons than fit in a row.
    ask(&mut app, OpenRequested::Cut);
    headless::pass(&mut app, 0.5);
    assert!(head_and_foot(&mut app).1 < foot - 20.0);
    let after = view(&mut app);
    assert!(after.size.y > before.size.y);
    // The board doesn't move back when one row is enough again.
    ask(&mut app, OpenRequested::Whole);
    headless::pass(&mut app, 0.5);
    assert_eq!(head_and_foot(&mut app).1, foot);
    assert_eq!(view(&mut app), after);
}
