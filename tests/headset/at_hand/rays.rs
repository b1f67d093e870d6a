//! Tests of rays: none starts inside the ball, and a press counts where its ray has rested.

use std::time::Duration;

use bevy::math::{Quat, Vec3};

use crate::driver::{Driver, places};
use crate::support::plays::Plays;
use crate::support::remote::{Pose, Side};

/// Checks that a hand inside the ball or within 3 cm of its surface has no ray, while a hand
/// farther away has one.
pub fn leave_from_afar(player: &mut Driver) {
    let middle = player.place("board").w_axis;
    let (at, out) = player.tile("g1");
    // A ray from inside would hit the ball in any direction.
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

/// Adjacent tiles with pieces of the mover.
const TILES: [&str; 2] = ["a4", "b1"];
/// Angle between the tiles as seen from the hand, in degrees. Pulling a trigger can deflect a ray
/// by that angle.
const APART: f32 = 4.0;
/// Angle before the first tile at which the sweep starts, in degrees.
const BEFORE: f32 = 16.0;
/// Duration of the sweep, at 67°/s.
const SWEEP: Duration = Duration::from_millis(300);

/// Returns a hand position in the stage from which the tiles are `APART` degrees apart, in metres.
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

/// Returns the centre of a tile in the stage.
fn middle_of(player: &mut Driver, tile: &str) -> Vec3 {
    let (at, _) = player.tile(tile);
    at + player.to_stage
}

/// Waits until the pulled trigger has selected a tile, then releases it.
fn selects(player: &mut Driver, tile: &str) {
    player.wait_for_hand("Right", "select", true);
    player.wait_for_pointing("selected", Some(tile));
    player.let_go(Side::Right);
}

/// Checks that a press that deflects the ray selects the tile where the ray rested. At the end of a
/// sweep, a press selects the tile reached.
///
/// Ray and trigger are sent together. The game sees both in one frame, or one of them a frame
/// earlier, and a frame takes most of the 80 ms. `tests/headless/hands/slips.rs` covers deflections
/// over several frames.
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
        // The deflection took effect.
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
