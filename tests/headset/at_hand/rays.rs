//! Rays: none leads out of the ball, and a press means where its ray has rested.

use std::time::Duration;

use bevy::math::{Quat, Vec3};

use crate::driver::{Driver, places};
use crate::support::plays::Plays;
use crate::support::remote::{Pose, Side};

/// No ray leads out of the ball, nor from 3 cm before it; from farther away one does.
pub fn leave_from_afar(player: &mut Driver) {
    let middle = player.place("board").w_axis;
    let (at, out) = player.tile("g1");
    // A ray from within would meet the ball, wherever it leads.
    for (from, hovered) in [
        (middle, None),
        (at - out * 0.10, None),
        (at - out * 0.02, None),
        (at + out * 0.025, Some("g1")),
    ] {
        player.tip_at(Side::Right, from);
        player.wait_for_shown("right ray", false);
        player.wait_for_pointing("hovered", hovered);
    }
    player.tip_at(Side::Right, at + out * 0.12);
    player.wait_for_shown("right ray", true);
}

/// Tiles with own pieces, beside each other, …
const TILES: [&str; 2] = ["a4", "b1"];
/// … which a hand sees so far apart, degrees: as far as pulling a trigger throws a ray.
const APART: f32 = 4.0;
/// The angle before the first of them at which a sweep begins, degrees.
const BEFORE: f32 = 16.0;
/// Duration of the sweep: 67° a second.
const SWEEP: Duration = Duration::from_millis(300);

/// Position in the stage of a hand that sees the tiles so far apart, metres.
fn place_before_tiles(player: &mut Driver) -> Vec3 {
    let names = TILES.map(|tile| format!("tile {tile}"));
    let [board, one, other] = player.wait("the tiles", |p| {
        places(&p.inspector, ["board", &names[0], &names[1]])
    });
    let middle = one.w_axis.midpoint(other.w_axis);
    let out = (middle - board.w_axis).normalize();
    let half = one.w_axis.distance(other.w_axis) / 2.0;
    middle + out * half / (APART / 2.0).to_radians().tan() + player.to_stage
}

/// The middle of a tile, in the stage.
fn middle_of(player: &mut Driver, tile: &str) -> Vec3 {
    let (at, _) = player.tile(tile);
    at + player.to_stage
}

/// Waits until the trigger, which is pulled, has selected a tile, and lets it go.
fn selects(player: &mut Driver, tile: &str) {
    player.wait_for_hand("Right", "select", true);
    player.wait_for_pointing("selected", Some(tile));
    player.let_go(Side::Right);
}

/// A ray that is thrown by the press selects the tile on which it rested, and one that sweeps there the
/// tile that it reaches.
///
/// Where the ray goes and the trigger are told at once: the game learns of both in one frame, or of one of
/// them a frame before the other, and a frame takes most of the 80 ms. Throws that are spread over several
/// frames are in `tests/headless/hands/slips.rs`.
pub fn press_where_they_rested(player: &mut Driver) {
    let from = place_before_tiles(player);
    let [one, other] = TILES;
    for [rested, thrown] in [[one, other], [other, one], [one, other]] {
        player.follow(&format!("tile {rested}"), |driver, at| {
            driver.place_and_aim(Side::Right, from, at);
        });
        player.frames(6);
        let to = middle_of(player, thrown);
        player.driver.update(|state| {
            state.right.pose = Pose::aimed(from, to);
            state.right.pull(true);
        });
        selects(player, rested);
        // It was thrown indeed.
        player.wait_for_pointing("hovered", Some(thrown));
    }

    let [first, last] = TILES.map(|tile| middle_of(player, tile) - from);
    let back = Quat::from_axis_angle(first.cross(last).normalize(), -BEFORE.to_radians());
    let begins = from + back * first;
    player.driver.aim(Side::Right, begins);
    player.frames(6);
    let end = Pose::aimed(from, from + last);
    player.driver.glide(Side::Right, end, SWEEP);
    player.driver.trigger(Side::Right, true);
    selects(player, other);
}
