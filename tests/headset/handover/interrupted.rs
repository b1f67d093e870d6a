//! Sessions, power and runtime fail in the middle of a handover.

use serde_json::Value;

use super::{CHAIRS, begin};
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::xr_protocol::Event;

#[test]
fn a_handover_survives_whatever_is_told_of_the_session() {
    let Some(room) = Room::new("a handover of a session", "hand-session") else {
        return;
    };
    let mut player = begin(&room, "hand-session-game", true);
    player.wait_for_phase("pass", "White");
    player.hold_on(Side::Right);
    player.wait_for_phase("turn", "White");
    player.play_in_turn("a4", "g1");
    player.wait_for_phase("pass", "Black");
    // A menu of the runtime is no handover.
    player.enter(&["VISIBLE"]);
    player.enter(&["FOCUSED"]);
    player.frames(5);
    assert_eq!(player.handover()["phase"], "pass");
    let gone = || Event::UserPresence(false);
    let there = || Event::UserPresence(true);
    // Off and on in different orders; each time the one whose turn it is goes on, and the move
    // stands.
    for round in 0..3 {
        match round {
            0 => {
                player.proxy().inject(&[gone()]);
                player.enter(&["VISIBLE", "SYNCHRONIZED", "STOPPING"]);
                player.frames(2);
                player.enter(&["IDLE", "READY"]);
                player.frames(3);
                player.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
                player.frames(3);
                player.proxy().inject(&[there()]);
            }
            1 => {
                player.enter(&["VISIBLE", "SYNCHRONIZED"]);
                player.proxy().inject(&[gone()]);
                player.frames(3);
                player.proxy().inject(&[there()]);
                player.enter(&["VISIBLE", "FOCUSED"]);
            }
            _ => player.proxy().inject(&[gone(), there(), gone(), there()]),
        }
        player.wait_for_phase("turn", "Black");
        assert_eq!(player.moves(), ["a4g1"]);
    }
    // Whoever takes it off in a turn stops the clock with that.
    player.proxy().inject(&[gone()]);
    player.wait_for_phase("pass", "Black");
    player.assert_time_stands();
}

/// Brings a game to a phase after White's first move.
fn bring_to(player: &mut Driver, phase: &str) {
    player.wait_for_phase("pass", "White");
    player.hold_on(Side::Right);
    player.wait_for_phase("turn", "White");
    player.play_in_turn("a4", "g1");
    let next = "Black";
    match phase {
        "landed" => return,
        "pass" => {}
        _ => {
            if phase == "settle" {
                return player.settle(next, CHAIRS[0]);
            }
            player.wait_for_phase("pass", next);
            player.hold_on(Side::Right);
        }
    }
    player.wait_for_phase(phase, next);
}

#[test]
fn a_game_that_is_killed_in_any_phase_waits_for_who_is_next() {
    for phase in ["landed", "pass", "settle", "catch-up", "turn"] {
        let Some(room) = Room::new("a handover that is killed", "hand-kill") else {
            return;
        };
        let name = format!("hand-kill-{phase}");
        let mut player = begin(&room, &name, false);
        // Long enough to be met.
        bring_to(&mut player, phase);
        let before = player.handover();
        // What was saved with the move is enough.
        player.wait_for_saved(
            room.data(),
            "
1. ",
        );
        drop(player);
        let mut player = Driver::launch(&room, &format!("{name}-again"), None, |_| {});
        player.wait_until_seated();
        let state = player.wait_for_phase("pass", "Black");
        assert_eq!(player.moves(), ["a4g1"], "{phase}");
        assert_eq!(state["running"], "");
        let milliseconds = |state: &Value| -> Vec<u64> {
            let clocks = state["clocks"].as_array().expect("clocks");
            clocks.iter().filter_map(Value::as_u64).collect()
        };
        let pairs = milliseconds(&before).into_iter().zip(milliseconds(&state));
        for (before, now) in pairs {
            // A clock that runs is kept every five seconds.
            assert!(
                now.abs_diff(before) < 6000,
                "{phase}: {before} and {now} ms"
            );
        }
        player.wait_for_text("Pass the headset to Bo");
        player.hold_on(Side::Left);
        player.wait_for_phase("turn", "Black");
    }
}

#[test]
fn a_handover_goes_on_in_the_window_when_the_runtime_dies() {
    for phase in ["pass", "settle", "turn"] {
        let Some(mut room) = Room::new("a handover that loses its runtime", "hand-lost") else {
            return;
        };
        let mut player = begin(&room, &format!("hand-lost-{phase}"), false);
        bring_to(&mut player, phase);
        let before = player.state();
        room.runtime.kill9();
        player.wait_for_window(&before);
        player.wait_for_phase("pass", "Black");
    }
}
