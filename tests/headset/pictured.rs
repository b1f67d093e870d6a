//! The picture in the README: board, panel and both hands in one view, as both eyes see them.

use std::thread::sleep;
use std::time::Duration;

use bevy::math::{Mat3, Quat, Vec3};
use serde_json::json;

use crate::driver::{Driver, HEAD, Room, numbers, places};
use crate::support::plays::Plays;
use crate::support::remote::{Pose, Side};
use crate::support::scene::NAME;
use crate::support::xr_protocol::Setup;

/// The game shown in the window's picture (`scripts/make_pictures.py`), with a far-reaching rook.
const GAME: &str = "[Variant \"Icochess\"]\n\n1. d3 j4 2. Qg1 Bxe2+ 3. cxe2 Qs2 *\n";
/// Tile of the rook.
const ROOK: &str = "b1";
/// A tile between the rook's two paths.
const BETWEEN: &str = "t4";
/// Position of the left hand relative to the eyes, in metres: below the rook and off its paths.
const LEFT: Vec3 = Vec3::new(0.06, -0.30, -0.36);
/// Position of the right hand relative to the eyes, in metres: below the panel.
const RIGHT: Vec3 = Vec3::new(0.30, -0.31, -0.34);
/// Time for animations after the start.
const SETTLED: Duration = Duration::from_secs(2);
/// Time for compiling the shaders of everything visible.
const COMPILED: Duration = Duration::from_secs(30);

const TRANSFORM: &str = "bevy_transform::components::transform::Transform";

/// Returns orthonormal axes: the first along `first`, the second as close to `second` as possible.
fn axes(first: Vec3, second: Vec3) -> Mat3 {
    let first = first.normalize();
    let second = second.reject_from_normalized(first).normalize();
    Mat3::from_cols(first, second, first.cross(second))
}

/// Turns the ball without a glide: the rook is in front of the eyes, slightly up and to the right,
/// and its paths lead down and left.
fn turn(player: &mut Driver) {
    let tiles = [ROOK, BETWEEN].map(|tile| format!("tile {tile}"));
    let [head, board, rook, between] = player.wait("the ball", |p| {
        let [rook, between] = &tiles;
        let places = places(&p.inspector, ["head", "board", rook, between])?;
        Some(places.map(|place| place.w_axis))
    });
    let out = (head - board).normalize();
    let right = Vec3::Y.cross(out).normalize();
    let up = out.cross(right);
    let now = axes(rook - board, between - board);
    let wanted = axes(out + 0.2 * up + 0.25 * right, -up - 0.8 * right);
    let turned = Quat::from_mat3(&(wanted * now.transpose()));
    player.wait("the ball to be turned", |p| {
        let rows = p.inspector.query(&[NAME, TRANSFORM], &[]).ok()?;
        let board = rows.iter().find(|row| row.components[NAME] == "board")?;
        let rotation = numbers(&board.components[TRANSFORM]["rotation"]);
        let rotation = turned * Quat::from_slice(&rotation);
        let change = json!({
            "entity": board.entity,
            "component": TRANSFORM,
            "path": ".rotation",
            "value": rotation.to_array(),
        });
        p.inspector.call("world.mutate_components", change).ok()
    });
    player.rest();
}

#[test]
#[ignore = "no test: scripts/make-pictures --headset makes a picture by it, in a minute"]
fn both_eyes_see_board_panel_and_hands_together() {
    let Some(room) = Room::pictured("the picture of README", "pictured") else {
        return;
    };
    let room = room.set("(antialiasing: \"4x\", shadows: \"on\", known_boards: [\"icochess\"])");
    let mut player = Driver::launch(&room, "pictured-game", Some(Setup::default()), |command| {
        command.args(["--pgn", GAME]);
    });
    // With frames longer than a second, button presses would never count.
    player.proxy().blind(true);
    player.wait_until_seated();
    // The ball may have waited for pieces before it turned to the player.
    sleep(SETTLED);
    turn(&mut player);
    player.driver.update(|state| {
        for (side, from_eyes) in [(Side::Left, LEFT), (Side::Right, RIGHT)] {
            state.hand(side).pose = Pose::at(HEAD + from_eyes);
        }
    });
    player.point_with(Side::Left, &format!("tile {ROOK}"));
    player.pull(Side::Left);
    player.wait_for_pointing("selected", Some(ROOK));
    player.press_part_with(Side::Right, "button menu", 0.5);
    player.point_at_control(Side::Right, "button new game", 0.5);
    player.wait_for_pointing("selected", Some(ROOK));

    let [board, panel] = ["board", "panel"].map(|name| player.place(name).w_axis);
    let middle = board.midpoint(panel) + player.to_stage - 0.08 * Vec3::Y;
    player.driver.look(HEAD, middle);
    player.proxy().blind(false);
    sleep(COMPILED);
    player.picture(&room, "pictured");
}
