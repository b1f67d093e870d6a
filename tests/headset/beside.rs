//! Tests a shared game between one player in the headset and one at the window.

use std::thread::sleep;
use std::time::Duration;

use bevy::math::{Vec2, Vec3};
use icochess::game::seating::Seating;
use icochess_boards::Variant;
use serde_json::{Value, json};

use crate::chess::point;
use crate::driver::{Driver, Room, game_of_two, hold, numbers};
use crate::support::plays::{POINTING, Plays};
use crate::support::remote::Side;
use crate::support::scene::Scene;
use crate::support::xvfb::{Button, Xvfb};
use crate::support::{mouse, out_dir};

/// Size of the window, in pixels. It is wide enough for the board and a page.
pub const SIZE: Vec2 = Vec2::new(960.0, 600.0);

/// Points the mouse at a square, even if a piece hides its centre.
fn point_mouse(player: &mut Driver, screen: &Xvfb, square: &str) {
    let mut tries = 0..;
    player.hover(&format!("tile {square}"), |p| {
        let scene = Scene::read(&p.inspector)?;
        mouse::move_to_square(screen, &scene, SIZE, square, tries.next()?);
        Some(())
    });
}

/// Picks White's move in the headset, up to its confirmation.
fn pick_by_hand(player: &mut Driver, screen: &Xvfb, from: &str, to: &str) {
    leave(screen);
    point(player, from);
    player.pull_trigger();
    player.wait_for_pointing("selected", Some(from));
    point(player, to);
    player.pull_trigger();
    wait_for_choice(player, from, to);
    away(player);
}

/// Confirms White's move with the plate at its target.
fn confirm_by_hand(player: &mut Driver) {
    let plate = player.place("choice play").w_axis + player.to_stage;
    let above = plate + Vec3::new(0.0, 0.2, 0.2);
    player.driver.place_and_aim(Side::Right, above, plate);
    player.frames(4);
    player.pull_trigger();
    away(player);
}

/// Plays White's move in the headset.
fn play_by_hand(player: &mut Driver, screen: &Xvfb, from: &str, to: &str) {
    pick_by_hand(player, screen, from, to);
    confirm_by_hand(player);
}

/// Waits until a move awaits confirmation.
fn wait_for_choice(player: &mut Driver, from: &str, to: &str) {
    let waiting = json!([format!("{from}{to}")]);
    player.wait("the move to wait", |p| {
        (choice(p)? == waiting).then_some(())
    });
}

/// Returns the moves that await confirmation.
fn choice(player: &Driver) -> Option<Value> {
    let pointing = player.inspector.resource(POINTING).ok()?;
    Some(pointing["choice"].clone())
}

/// Points the mouse past the board, because a recently used mouse takes precedence.
fn leave(screen: &Xvfb) {
    screen.move_to(SIZE.x as i32 / 2, 4);
}

/// Points the hand past the board.
fn away(player: &mut Driver) {
    player.point_past_all();
    player.frames(3);
}

/// Plays Black's move at the window.
fn play_by_mouse(player: &mut Driver, screen: &Xvfb, from: &str, to: &str) {
    point_mouse(player, screen, from);
    screen.click(Button::Left);
    player.wait_for_pointing("selected", Some(from));
    point_mouse(player, screen, to);
    screen.click(Button::Left);
    wait_for_choice(player, from, to);
    // A second click confirms the move.
    screen.click(Button::Left);
}

#[test]
fn headset_and_window_players_share_a_game() {
    let size = SIZE.as_uvec2();
    let Some(room) = Room::with_window("headset and window", "beside", size) else {
        return;
    };
    let room = room.set("(render_scale: 0.5, room: \"none\", confirm_moves: true)");
    let headset = icochess_rules::Side::White;
    let seating = Seating::HeadsetAndWindow { headset };
    let game = game_of_two(Variant::Chess.board().new_game(), seating);
    let load = ["--load", &room.file(&game)];
    let mut player = Driver::start_with(&room, "beside-game", &load);
    let screen = &room.place.screen;
    let window = screen
        .wait_for_window("^Icochess$", Driver::PATIENCE)
        .expect("a window");
    screen.resize(window, SIZE.x as u32, SIZE.y as u32);
    screen.focus(window);
    away(&mut player);

    // Each player looks from their own side.
    let scene = player.wait("the places of things", |p| Scene::read(&p.inspector));
    let far = |eye: &str, square: &str| scene.at(eye).distance(scene.at(square));
    // The window's camera looks down steeply.
    assert!(far("window camera", "tile e8") < far("window camera", "tile e1") - 0.08);
    assert!(far("head", "tile e1") < far("head", "tile e8") - 0.2);

    // During White's turn, Black can't select, and the status line explains why.
    point_mouse(&mut player, screen, "e7");
    screen.click(Button::Left);
    player.wait_for_text("It is Ada's turn, at the other display");
    assert!(player.pointing("selected").is_none());
    pick_by_hand(&mut player, screen, "e2", "e4");
    // White's move waits for White's confirmation; Black can't confirm it.
    point_mouse(&mut player, screen, "e4");
    screen.click(Button::Left);
    player.frames(4);
    wait_for_choice(&mut player, "e2", "e4");
    assert!(player.moves().is_empty());
    leave(screen);
    confirm_by_hand(&mut player);
    player.wait_for_moves(&["e2e4"]);
    leave(screen);
    point(&mut player, "d7");
    player.pull_trigger();
    player.wait_for_text("It is Bo's turn, at the other display");
    assert!(player.pointing("selected").is_none());
    away(&mut player);

    let mut moves = vec!["e2e4", "e7e5", "g1f3", "d7d6"];
    play_by_mouse(&mut player, screen, "e7", "e5");
    player.wait_for_moves(&moves[..2]);
    play_by_hand(&mut player, screen, "g1", "f3");
    player.wait_for_moves(&moves[..3]);
    play_by_mouse(&mut player, screen, "d7", "d6");
    player.wait_for_moves(&moves);
    player.frames(4);
    let picture = out_dir().join("headset-beside.png");
    screen.screenshot(&picture);

    // The camera orbits the fixed board and returns.
    let place = |p: &Driver, name: &str| {
        Scene::read(&p.inspector).map(|scene| (scene.at(name), scene.place(name).matrix3))
    };
    let before = player.wait("camera and board", |p| {
        Some((place(p, "window camera")?, place(p, "board")?))
    });
    screen.hold("shift+Right", || {
        player.wait("the camera to go round", |p| {
            let (camera, board) = (place(p, "window camera")?, place(p, "board")?);
            assert!(board.1.abs_diff_eq(before.1.1, 1e-4), "the board turns");
            (camera.0.distance(before.0.0) > 0.05).then_some(())
        });
    });
    screen.hold("Home", || {
        player.wait("the camera to come back", |p| {
            (place(p, "window camera")?.0.distance(before.0.0) < 0.01).then_some(())
        });
    });

    // The player who moved takes the move back at their own display.
    moves.pop();
    screen.hold("ctrl+z", || player.wait_for_moves(&moves));

    // White resigns in the headset during Black's turn.
    leave(screen);
    hold(&mut player.driver);
    player.press_button("menu");
    player.point_at_control(Side::Right, "button resign", 0.5);
    player.pull_until(Side::Right, "the resignation", |p| {
        p.state()["outcome"] == "resignation"
    });
    player.wait_for_text("Bo wins");
}

/// Maximum number of triangles of a view with its room, as in `tests/headless/triangles.rs`.
const MAX_TRIANGLES: u64 = 40_000;
/// Maximum number of draws of a view with its room. This counts visible pairs of mesh and material,
/// which is a lower bound. Blended meshes sorted by depth may need more draws.
const MAX_DRAWS: u64 = 120;

/// Resource with the views of the world, their sizes and their load.
const LOAD: &str = "icochess::app::inspect::load::DrawLoad";

/// Returns the active cameras of the world with their load.
pub fn drawing(player: &mut Driver) -> Vec<Value> {
    // Waits until the counted frame has been drawn.
    sleep(Duration::from_secs(1));
    let load = player.inspector.resource(LOAD).expect("a count");
    let views = load["views"].as_array().into_iter().flatten();
    views
        .filter(|view| view["is_active"] == true)
        .cloned()
        .collect()
}

#[test]
fn draw_load_of_eyes_is_counted_on_every_board() {
    let Some(room) = Room::furnished("what is drawn", "load") else {
        return;
    };
    println!("| Board | View | Points × samples | Passes | Draw calls | Triangles | Drawn to |");
    println!("|---|---|---|---|---|---|---|");
    for board in Variant::ALL.map(Variant::id) {
        let mut player = Driver::start_with(&room, "load-game", &["--variant", board]);
        let views = drawing(&mut player);
        assert_eq!(views.len(), 2, "{views:?}");
        for view in views {
            let drawn = |part: &str| view[part].as_u64().unwrap_or_default();
            let points: f64 = numbers(&view["size"]).into_iter().map(f64::from).product();
            println!(
                "| {board} | {} | {points} × {} | {} | {} | {} | {:.1} MiB |",
                view["name"],
                drawn("samples"),
                drawn("passes"),
                drawn("batches"),
                drawn("triangles"),
                drawn("bytes") as f64 / 1024.0 / 1024.0
            );
            // Fewer draws would mean that pieces are missing.
            assert!((12..=MAX_DRAWS).contains(&drawn("batches")), "{view}");
            assert!(drawn("batches") <= drawn("meshes"), "{view}");
            assert!(
                (5_000..=MAX_TRIANGLES).contains(&drawn("triangles")),
                "{view}"
            );
            // There is one main pass. Mirroring an eye adds a pass that copies to the headset's
            // picture.
            assert!((1..=2).contains(&drawn("passes")), "{view}");
            // Each takes 4 bytes: depth per sample, colour per sample with multisampling, the
            // headset's picture, and the colours where they are copied (docs/notes/frames.md).
            let of_samples = match drawn("samples") {
                1 => 4,
                samples => 8 * samples,
            };
            let bytes = points * (of_samples + 4 * drawn("passes")) as f64;
            assert_eq!(drawn("bytes") as f64, bytes, "{view}");
        }
    }
}
