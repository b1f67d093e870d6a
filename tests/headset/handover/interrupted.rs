//! Failures of session, power and runtime during a handover.

use std::fs;

use icochess_boards::Variant;
use serde_json::Value;

use super::{CHAIRS, start, start_game};
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::xr_protocol::Event;

#[test]
fn handover_survives_session_events() {
    let Some(room) = Room::new("a handover of a session", "hand-session") else {
        return;
    };
    let mut player = start_game(&room, "hand-session-game", true);
    take_first_turn(&mut player);
    play_to(&mut player, ("a4", "g1"), "pass", "Black");
    // Opening the runtime's menu is not a handover.
    player.enter(&["VISIBLE"]);
    player.enter(&["FOCUSED"]);
    player.frames(5);
    assert_eq!(player.handover()["phase"], "pass");
    let gone = || Event::UserPresence(false);
    let there = || Event::UserPresence(true);
    // The headset is taken off and put on, with events in different orders. Black continues, and
    // the move remains.
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
    // Taking the headset off during a turn stops the clock.
    player.proxy().inject(&[gone()]);
    player.wait_for_phase("pass", "Black");
    player.assert_time_stands();
}

/// Starts White's first turn with the ready gesture.
fn take_first_turn(player: &mut Driver) {
    player.wait_for_phase("pass", "White");
    player.hold_on(Side::Right);
    player.wait_for_phase("turn", "White");
}

/// Plays a move in a turn, and brings the game to a handover phase of the next player.
fn play_to(player: &mut Driver, (from, to): (&str, &str), phase: &str, next: &str) {
    player.play_in_turn(from, to);
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
fn game_killed_during_a_handover_waits_for_next_player() {
    let Some(room) = Room::new("a handover that is killed", "hand-kill") else {
        return;
    };
    let mut player = start_game(&room, "hand-kill", false);
    take_first_turn(&mut player);
    // One game, whose process is killed after each of these moves.
    let moves = [("a4", "g1"), ("n4", "s1"), ("c2", "c3")];
    let phases = ["landed", "settle", "turn"];
    let nexts = [("Black", "Bo"), ("White", "Ada")].into_iter().cycle();
    let mut played = Vec::new();
    for ((phase, (from, to)), (next, name)) in phases.into_iter().zip(moves).zip(nexts) {
        println!("killed in the phase {phase} of {next}");
        // Long enough to be hit.
        play_to(&mut player, (from, to), phase, next);
        played.push(format!("{from}{to}"));
        let before = player.handover();
        // The save written with the move is enough.
        player.wait(&format!("{played:?} to be saved"), |_| {
            let text = fs::read_to_string(room.data().join("current.pgn")).ok()?;
            let saved = Variant::Icochess.board().read_pgn(&text).ok()?;
            (saved.line().len() == played.len()).then_some(())
        });
        drop(player);
        player = start(&room, &format!("hand-kill-{phase}"), false, &[]);
        let state = player.wait_for_phase("pass", next);
        assert_eq!(player.moves(), played, "{phase}");
        assert_eq!(state["running"], "", "{phase}");
        let milliseconds = |state: &Value| -> Vec<u64> {
            let clocks = state["clocks"].as_array().expect("clocks");
            clocks.iter().filter_map(Value::as_u64).collect()
        };
        let pairs = milliseconds(&before).into_iter().zip(milliseconds(&state));
        for (before, now) in pairs {
            // A running clock is saved every five seconds.
            assert!(
                now.abs_diff(before) < 6000,
                "{phase}: {before} and {now} ms"
            );
        }
        player.wait_for_text(&format!("Pass the headset to {name}"));
        player.hold_on(Side::Left);
        player.wait_for_phase("turn", next);
    }
}

#[test]
fn handover_continues_in_window_when_runtime_dies() {
    let Some(mut room) = Room::new("a handover that loses its runtime", "hand-lost") else {
        return;
    };
    let mut player = start_game(&room, "hand-lost-game", false);
    take_first_turn(&mut player);
    play_to(&mut player, ("a4", "g1"), "settle", "Black");
    let before = player.state();
    room.runtime.kill9();
    player.wait_for_window(&before);
    player.wait_for_phase("pass", "Black");
}
