//! Tests of the board's pose and settings when the player sits down again, and of the grip that
//! holds the board.

use std::thread::sleep;
use std::time::Duration;

use bevy::math::{Mat3, Quat, Vec3};
use icochess_shape::Stance;

use super::{enables, start};
use crate::driver::{BALL_STANCE, Driver, HEAD};
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::xr_protocol::{Event, Setup};

/// Position of a head in another seat, in metres.
const ELSEWHERE: Vec3 = Vec3::new(HEAD.x - 0.6, HEAD.y + 0.15, HEAD.z + 0.5);

/// Returns the rotation of the board relative to the head's direction, at seat height.
fn lies(player: &mut Driver) -> Quat {
    let board = player.place("board");
    let level = (player.place("head").w_axis - board.w_axis).with_y(0.0);
    let Stance { ahead, below } = *BALL_STANCE;
    let view = (level.normalize() * ahead + Vec3::Y * below).normalize();
    let right = Vec3::Y.cross(view).normalize();
    let seen = Mat3::from_cols(right, view.cross(right), view);
    Quat::from_mat3(&seen).inverse() * board.rotation()
}

/// Moves the head to `at`, looking along `forward`, and waits until the board is in front of it.
fn sit(player: &mut Driver, at: Vec3, forward: Vec3, act: impl FnOnce(&mut Driver)) {
    player.driver.look(at, at + forward);
    player.frames(6);
    act(player);
    player.wait_for_board_before(forward, 0.03);
    player.rest();
}

/// Turns the board with the stick and returns its new rotation.
fn turn(player: &mut Driver) -> Quat {
    player.rest();
    let at_home = lies(player);
    player.driver.thumbstick(Side::Left, [0.9, 0.6]);
    player.frames(20);
    player.driver.thumbstick(Side::Left, [0.0, 0.0]);
    player.rest();
    let turned = lies(player);
    let angle = turned.angle_between(at_home).to_degrees();
    assert!(angle > 10.0, "it turns by {angle}°");
    turned
}

/// Asserts that board and room are placed relative to the seat as before.
fn assert_kept(player: &mut Driver, before: Quat, what: &str) {
    let off = lies(player).angle_between(before).to_degrees();
    assert!(off < 1.0, "{what}: {off}° off");
    // The centre of the terrace is behind the board.
    let [head, board, room] = ["head", "board", "room"].map(|name| player.place(name).w_axis);
    let ahead = (board - head).with_y(0.0).normalize();
    let off = (room - head).with_y(0.0) - ahead * Stance::IN_THE_AIR.ahead;
    assert!(off.length() < 0.05, "{what}: {off}");
}

/// Checks that a light touch of an Index controller doesn't grab.
pub fn assert_touch_is_no_grip(player: &mut Driver) {
    for (force, grabs) in [
        (0.0, false),
        (0.1, false),
        (0.5, true),
        (0.2, true),
        (0.1, false),
    ] {
        // The value is 1 once the fingers touch the grip.
        player.driver.update(|state| {
            state.left.squeeze = 1.0;
            state.left.squeeze_force = force;
        });
        player.frames(6);
        player.wait_for_hand("Left", "grab", grabs);
    }
}

/// Checks that board and room keep their placement when the player sits down again.
pub fn sit_down_anew(player: &mut Driver) {
    let before = turn(player);
    // The headset is taken off, and put on elsewhere.
    player.proxy().inject(&[Event::UserPresence(false)]);
    sit(player, ELSEWHERE, Vec3::X, |p| {
        p.proxy().inject(&[Event::UserPresence(true)]);
    });
    assert_kept(player, before, "taken off and put on");
    // Recentred.
    let aside = HEAD + Vec3::new(0.3, -0.1, -0.2);
    let forward = Vec3::new(-0.6, 0.0, -0.8);
    sit(player, aside, forward, |p| {
        p.proxy().inject(&[Event::Recentred("LOCAL_FLOOR".into())]);
    });
    assert_kept(player, before, "recentred");
    // The player walks half round the board and holds the menu button: the board turns that side to
    // the player.
    let mut seen = before;
    let behind = HEAD + Vec3::new(-0.5, 0.5, -1.4);
    sit(player, behind, Vec3::NEG_Z, |p| {
        seen = lies(p);
        p.driver.update(|state| state.right.b_click = true);
        sleep(Duration::from_millis(1500));
        p.frames(4);
        p.driver.update(|state| state.right.b_click = false);
    });
    assert_kept(player, seen, "the menu button");
}

#[test]
fn session_states_replace_missing_user_presence() {
    let presence = "XR_EXT_user_presence";
    let setup = Setup {
        hidden_extensions: vec![presence.into()],
        ..Setup::default()
    };
    let Some((_room, mut player)) = start("states", setup) else {
        return;
    };
    assert!(!enables(&mut player, presence));
    let before = turn(&mut player);
    // The player leans over while the system's menu is open.
    player.enter(&["VISIBLE"]);
    player.driver.look(ELSEWHERE, ELSEWHERE + Vec3::X);
    player.frames(6);
    player.enter(&["FOCUSED"]);
    // Long enough for a head at rest.
    sleep(Duration::from_millis(1500));
    player.frames(6);
    let off = player.wait("head and board", |p| p.off_its_place(Vec3::X));
    assert!(off > 0.3, "the board comes for a menu");
    // The headset is taken off, and put on there.
    player.enter(&["VISIBLE", "SYNCHRONIZED"]);
    sit(&mut player, ELSEWHERE, Vec3::X, |p| {
        p.enter(&["VISIBLE", "FOCUSED"]);
    });
    assert_kept(&mut player, before, "taken off and put on");
    // Put on a table, which the runtime reports in no way, and taken up again.
    for side in [Side::Left, Side::Right] {
        player.driver.switch(side, false);
    }
    sleep(Duration::from_secs(12));
    sit(&mut player, HEAD, Vec3::NEG_Z, |p| {
        for side in [Side::Left, Side::Right] {
            p.driver.switch(side, true);
        }
    });
    assert_kept(&mut player, before, "put down and taken up");
}
