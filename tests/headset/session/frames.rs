//! Tests that everything in a frame is located for the time at which the frame is shown.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::Vec3;

use super::asked::select_and_capture;
use super::{has_extension, start};
use crate::driver::{Driver, HEAD};
use crate::support::plays::Plays;
use crate::support::xr_protocol::Setup;

/// Number of frames checked while the head moves.
const FRAMES: usize = 250;

/// Returns the game's elapsed time, in nanoseconds.
fn time_in_game(player: &Driver) -> Option<i64> {
    let time = player
        .inspector
        .resource("bevy_time::time::Time<()>")
        .ok()?;
    let part = |name: &str| time["elapsed"][name].as_i64();
    Some(part("secs")? * 1_000_000_000 + part("nanos")?)
}

/// Sways the head for half a second, far faster than the frame rate, so that the eye poses differ
/// in each frame.
fn sway(player: &mut Driver, begun: Instant) {
    for _ in 0..100 {
        let aside = 0.1 * begun.elapsed().as_secs_f32().sin();
        let at = HEAD + Vec3::X * aside;
        player.driver.look(at, at + Vec3::NEG_Z);
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn poses_are_located_for_the_display_time_of_their_frame() {
    let Some((room, mut player)) = start("times", Setup::default()) else {
        return;
    };
    player.proxy().times();
    // The first frames show a move. In the others, the head moves, so that the eye poses differ
    // from frame to frame.
    select_and_capture(&mut player);
    let mut all = player.proxy().times();
    let still = all.ended.len();
    let begun = Instant::now();
    let has_joints = has_extension(&mut player, "a bare hand's times", "XR_EXT_hand_tracking");
    for half in 1..=2 {
        // In the second half, the left hand is bare.
        player.driver.update(|state| {
            let is_bare = half == 2 && has_joints;
            state.left.active = !is_bare;
            state.left.hand_tracking = is_bare;
        });
        player.wait("so many frames", |p| {
            sway(p, begun);
            let more = p.proxy().times();
            all.located.extend(more.located);
            all.ended.extend(more.ended);
            (all.ended.len() >= still + half * FRAMES / 2).then_some(())
        });
    }
    player.driver.update(|state| {
        state.left.active = true;
        state.left.hand_tracking = false;
    });
    // Hands, head and eyes are located during the update. The eyes are located again for rendering,
    // when the next update may have begun.
    for located in &all.located {
        let is_eyes = located.space == "views";
        let is_right = located.time == located.waited || (is_eyes && located.time == located.begun);
        assert!(is_right, "{located:?}");
    }
    let spaces: BTreeSet<&str> = all.located.iter().map(|it| it.space.as_str()).collect();
    let hands = ["left", "right"].into_iter();
    let poses = hands
        .flat_map(|hand| ["aim_pose", "grip_pose"].map(|pose| format!("/user/hand/{hand} {pose}")));
    let joints = has_joints.then_some("joints");
    let others = ["VIEW", "views"].into_iter().chain(joints);
    let expected = poses.chain(others.map(str::to_owned));
    for space in expected {
        assert!(spaces.contains(space.as_str()), "no {space} in {spaces:?}");
    }
    for ended in &all.ended {
        assert_eq!(ended.display_time, ended.begun);
        assert_eq!(ended.eyes, Some(ended.display_time));
    }
    println!("{} frames, {} calls", all.ended.len(), all.located.len());

    // The game's clock advances by the same display times, to the nanosecond, unless Bevy clamps a
    // long frame.
    player.wait("a way between two of the times", |p| {
        p.proxy().times();
        p.frames(3);
        let first = time_in_game(p)?;
        p.frames(20);
        let passed = time_in_game(p)? - first;
        let located = p.proxy().times().located;
        let shown: BTreeSet<i64> = located.iter().map(|it| it.waited).collect();
        let ends = |from: &i64| shown.contains(&(from + passed));
        (passed > 0 && shown.iter().any(ends)).then_some(())
    });

    // No frame waits for the window, which is never painted while it is unmapped.
    let window = room
        .place
        .screen
        .wait_for_window("^Icochess$", Driver::PATIENCE);
    room.place.screen.unmap(window.expect("a window"));
    player.frames(30);
}
