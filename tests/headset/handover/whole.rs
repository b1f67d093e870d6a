//! A whole game with handovers, and pictures of each phase.

use bevy::math::UVec2;

use super::{CHAIRS, Chair, start_game};
use crate::driver::{Driver, Room, numbers};
use crate::support::ball_game::MOVES;
use crate::support::out_dir;
use crate::support::plays::{FRAMES, Plays};
use crate::support::remote::Side;
use crate::support::xvfb;

/// A log line about the start of a phase.
#[derive(Debug)]
struct Logged {
    /// Seconds since midnight.
    at: f64,
    phase: String,
    player: String,
    /// Remaining time of White and Black, in seconds.
    clocks: [f64; 2],
}

impl Logged {
    /// Parses a line such as `2026-11-23T02:30:00.123456Z DEBUG icochess::game::handover: turn of
    /// White, 600.000 s and 600.000 s left`.
    fn read(line: &str) -> Option<Self> {
        let (head, message) = line.split_once("icochess::game::handover: ")?;
        let time = head.split(['T', 'Z']).nth(1)?;
        let at = time.split(':').try_fold(0.0, |sum, part| {
            Some(sum * 60.0 + part.parse::<f64>().ok()?)
        })?;
        let (phase, rest) = message.split_once(" of ")?;
        let (player, clocks) = rest.split_once(", ")?;
        let mut clocks = clocks.split(" s").filter_map(|part| {
            let number = part.trim_start_matches(" and ");
            number.parse::<f64>().ok()
        });
        Some(Self {
            at,
            phase: phase.into(),
            player: player.into(),
            clocks: [clocks.next()?, clocks.next()?],
        })
    }
}

impl Driver {
    /// Asserts that each turn costs its side the time between its log lines, within a frame, and
    /// that phases between turns cost nothing.
    fn assert_clocks_ran_in_turns(&mut self) {
        let frames = self.inspector.resource(FRAMES).expect("the game answers");
        let frame = numbers(&frames["seconds"]).into_iter().fold(0.0, f32::max);
        let log = self.game.log();
        let lines: Vec<Logged> = log.lines().filter_map(Logged::read).collect();
        let mut turns = 0;
        for pair in lines.windows(2) {
            let [before, after] = pair else { continue };
            let own = usize::from(before.player == "Black");
            let took = [0, 1].map(|side| before.clocks[side] - after.clocks[side]);
            let is_turn = before.phase == "turn";
            let lasted = if is_turn { after.at - before.at } else { 0.0 };
            // The first move of the game is free.
            let expected = if is_turn && turns == 0 { 0.0 } else { lasted };
            assert!(
                (took[own] - expected).abs() <= f64::from(frame) && took[1 - own] == 0.0,
                "{before:?} to {after:?}; frames of {frame} s"
            );
            turns += u32::from(is_turn);
        }
        assert_eq!(turns, 3, "{log}");
    }
}

fn colour(ply: usize) -> (&'static str, icochess_rules::Side, Chair) {
    match ply % 2 {
        0 => ("White", icochess_rules::Side::White, CHAIRS[0]),
        _ => ("Black", icochess_rules::Side::Black, CHAIRS[1]),
    }
}

#[test]
fn whole_game_is_handed_over_between_seats() {
    let Some(room) = Room::new("two players, one headset", "handover") else {
        return;
    };
    let mut player = start_game(&room, "handover-game", true);
    player.wait_for_phase("pass", "White");
    player.wait_for_text("Pass the headset to Ada");
    player.assert_time_stands();
    // The first player only has to signal.
    player.hold_on(Side::Left);
    player.wait_for_phase("turn", "White");
    for (ply, (from, to)) in MOVES.into_iter().enumerate() {
        let (name, side, chair) = colour(ply);
        if ply > 0 {
            let state = player.wait_for_phase("pass", name);
            assert_eq!(state["is_hidden"], true);
            player.assert_time_stands();
            // The panel is readable before the next player has signalled.
            player.sit(chair);
            player.wait_for_panel_before(chair);
            player.change_heads(chair);
            player.wait_for_phase("turn", name);
        }
        player.assert_board_before(chair, side);
        let running = player.handover();
        // The first move of the game is free.
        let expected = if ply == 0 { "" } else { name };
        assert_eq!(running["running"], expected, "{running}");
        player.play_in_turn(from, to);
    }
    player.wait_for_outcome("checkmate");
    player.assert_clocks_ran_in_turns();
    let end = player.handover();
    assert_eq!(
        (&end["phase"], &end["running"]),
        (&"open".into(), &"".into())
    );
}

#[test]
fn both_displays_show_each_phase_of_a_handover() {
    let (what, size) = ("the pictures of a handover", UVec2::new(960, 600));
    let Some(room) = Room::with_eyes_and_window(what, "handover", size) else {
        return;
    };
    let room = room.set("(room: \"none\")");
    let mut player = start_game(&room, "handover-picture", true);
    player.proxy().pace(None);
    player.wait_for_phase("pass", "White");
    player.wait_for_text("Hello, Ada");
    let [_, elsewhere] = CHAIRS;
    player.sit(elsewhere);
    player.wait_for_panel_before(elsewhere);
    let pictures = |player: &mut Driver, phase: &str, chair: Option<Chair>| {
        let paths =
            [("headset", room.eyes()), ("window", &room.place.screen)].map(|(display, screen)| {
                let path = out_dir().join(format!("{display}-{phase}.png"));
                (path, screen)
            });
        let mut step = 0;
        let mut answers = 0;
        player.wait(&format!("the pictures of {phase}"), |p| {
            if let Some(chair) = chair {
                step += 1;
                p.stir(chair, step);
            }
            let now = p.handover();
            if now["phase"] != phase {
                // The phase ended before the picture could be taken.
                return (now["phase"] == "turn").then_some(false);
            }
            // The picture appears some frames after the state, and each answer takes a frame.
            // Suspending the game prolongs the phase.
            answers += 1;
            if answers < 3 {
                return None;
            }
            p.game.held(|| {
                for (path, screen) in &paths {
                    screen.screenshot(path);
                }
            });
            let are_drawn = paths.iter().all(|(path, _)| xvfb::colours(path) > 200);
            are_drawn.then_some(true)
        })
    };
    assert!(pictures(&mut player, "pass", None));
    player.settle("White", elsewhere);
    assert!(pictures(&mut player, "settle", Some(elsewhere)));
    player.sit(elsewhere);
    player.wait_for_phase("turn", "White");
    assert!(pictures(&mut player, "turn", None));
    // The phase lasts 1.2 s, which may be few frames.
    let is_seen = MOVES.into_iter().zip(CHAIRS).any(|((from, to), chair)| {
        player.play_in_turn(from, to);
        player.wait("the next one to get it", |p| {
            (p.handover()["phase"] == "pass").then_some(())
        });
        // The headset moves to another head, so that a short hold is enough.
        player.sit(chair);
        player.hold_on(Side::Right);
        pictures(&mut player, "catch-up", None)
    });
    assert!(is_seen, "the catch-up was over too soon, twice");
}
