//! Two players with one headset: it goes from head to head, is put on elsewhere, and whatever
//! happens on the way, the game waits for who is next.

use std::cell::Cell;
use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use bevy::math::{Quat, Vec3};
use icochess::board::spin::home_rotation;
use icochess::board::{Seat, ball};
use icochess::clock::{TimeControl, set_clock};
use icochess::game::seating::Seating;
use icochess::rules::{self, AnyBoard, Icochess};
use serde_json::Value;

use crate::player::{FRAMES, HEAD, LEFT, Player, RIGHT, Room, numbers};
use crate::support::monado::{self, Compositor, Monado};
use crate::support::remote::{Pose, Side};
use crate::support::turns::turn;
use crate::support::xr_protocol::{Event, Setup};
use crate::support::xvfb::{self, Xvfb};
use crate::support::{out_dir, runnable};

const STATE: &str = "icochess::game::handover::HandOverState";

/// Where somebody sits: the eyes, in the stage, and where they look, turned about the vertical.
#[derive(Clone, Copy)]
struct Chair {
    eyes: Vec3,
    yaw: f32,
}

/// Ada's and Bo's.
const CHAIRS: [Chair; 2] = [
    Chair {
        eyes: HEAD,
        yaw: 0.0,
    },
    Chair {
        eyes: Vec3::new(-0.7, 1.28, -0.5),
        yaw: 2.0,
    },
];

impl Chair {
    fn turn(self) -> Quat {
        Quat::from_rotation_y(self.yaw)
    }

    fn ahead(self) -> Vec3 {
        self.turn() * Vec3::NEG_Z
    }
}

/// What the log says of a phase that has begun.
#[derive(Debug)]
struct Logged {
    /// Seconds since midnight.
    at: f64,
    phase: String,
    player: String,
    /// Seconds that White and Black have left.
    clocks: [f64; 2],
}

impl Logged {
    /// `2026-11-23T02:30:00.123456Z DEBUG icochess::game::handover: turn of White, 600.000 s
    /// and 600.000 s left`.
    fn read(line: &str) -> Option<Self> {
        let (head, told) = line.split_once("icochess::game::handover: ")?;
        let time = head.split(['T', 'Z']).nth(1)?;
        let at = time.split(':').try_fold(0.0, |sum, part| {
            Some(sum * 60.0 + part.parse::<f64>().ok()?)
        })?;
        let (phase, rest) = told.split_once(" of ")?;
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

/// A game of two named people who share a headset, ten minutes each, as a file.
fn game() -> String {
    let mut record = AnyBoard::of::<Icochess>().new_game();
    let control: TimeControl = "600".parse().expect("a time control");
    set_clock(record.make_mut(), Some(&control));
    for (tag, name) in [("White", "Ada"), ("Black", "Bo")] {
        let tags = record.make_mut().tags_mut();
        tags.insert(tag.to_owned(), name.to_owned());
    }
    Seating::Passing.write_to(&mut record);
    record.to_pgn()
}

impl Player {
    /// Head and hands are where somebody sits.
    fn sit(&mut self, chair: Chair) {
        let Chair { eyes, .. } = chair;
        self.driver
            .look(eyes.to_array(), (eyes + chair.ahead()).to_array());
        let place = |hand: Vec3| eyes + chair.turn() * (hand - HEAD);
        self.right = place(RIGHT);
        let left = place(LEFT);
        let right = self.right;
        self.driver.update(|state| {
            let ahead = chair.turn() * Vec3::new(-1.0, -0.5, -0.6);
            state.left.pose = Pose::aimed(left.to_array(), (left + ahead).to_array());
            let ahead = chair.ahead();
            state.right.pose = Pose::aimed(right.to_array(), (right + ahead).to_array());
        });
    }

    fn handing(&self) -> Value {
        self.inspector.resource(STATE).unwrap_or_default()
    }

    /// Waits for a phase; tells what it is like then.
    fn wait_for_phase(&mut self, phase: &str, player: &str) -> Value {
        self.wait(&format!("{phase} of {player}"), |p| {
            let state = p.handing();
            (state["phase"] == phase && state["player"] == player).then_some(state)
        })
    }

    /// Says by hand that the next one is there: a trigger held.
    fn hold_on(&mut self, side: Side) {
        // A trigger counts once its release was seen.
        self.frames(4);
        self.pull_until(side, "the headset to be taken over", |p| {
            p.handing()["phase"] != "pass"
        });
    }

    /// Moves a head that does not rest: its place after so many steps, each far from the one
    /// before, for there may be frames between them.
    fn stir(&mut self, chair: Chair, step: u16) {
        let aside = f32::from(step).sin() * 0.3;
        let at = chair.eyes + chair.turn() * Vec3::X * aside;
        self.driver
            .look(at.to_array(), (at + chair.ahead()).to_array());
    }

    /// Says by hand that the next one is there, with a head that never rests until then.
    fn settle(&mut self, player: &str, chair: Chair) {
        self.wait_for_phase("pass", player);
        self.frames(4);
        let step = Cell::new(0);
        self.pull_until(Side::Right, "the player to settle", |p| {
            step.set(step.get() + 1);
            p.stir(chair, step.get());
            p.handing()["phase"] == "settle"
        });
    }

    /// Takes the headset off one head and puts it on another.
    fn change_heads(&mut self, chair: Chair) {
        self.proxy().inject(&[Event::UserPresence(false)]);
        self.frames(3);
        // On its way it moves.
        let way = HEAD + Vec3::new(0.0, -0.6, 0.3);
        self.driver.look(way.to_array(), (way + Vec3::X).to_array());
        self.frames(3);
        self.sit(chair);
        self.proxy().inject(&[Event::UserPresence(true)]);
    }

    /// The board is where it belongs for who sits there, within 3 cm and 5°.
    fn assert_board_before(&mut self, chair: Chair, side: rules::Side) {
        let shape = ball::shape();
        let eyes = chair.eyes - self.to_stage;
        let seat = Seat::before(eyes, chair.ahead(), shape.stance);
        let home = home_rotation(side, &shape, &seat);
        self.wait("the board to lie before the player", |p| {
            let board = p.try_place("board")?;
            let off = board.w_axis.distance(seat.centre);
            let tilt = |axis: Vec3, wanted: Vec3| axis.angle_between(wanted).to_degrees();
            let turned = tilt(board.x_axis, home * Vec3::X).max(tilt(board.y_axis, home * Vec3::Y));
            (off < 0.03 && turned < 5.0).then_some(())
        });
    }

    /// The panel comes before the eyes of who sits there, near enough to be read.
    fn wait_for_panel_before(&mut self, chair: Chair) {
        let eyes = chair.eyes - self.to_stage;
        self.wait("the panel before the eyes", |p| {
            let to_panel = p.try_place("panel")?.w_axis - eyes;
            let aside = to_panel.angle_between(chair.ahead()).to_degrees();
            (aside < 35.5 && to_panel.length() < 2.5).then_some(())
        });
    }

    /// What each turn took of the clock of whose turn it was is what its lines in the log are
    /// apart, within a frame, and no phase between turns took anything.
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
            // The first move of the game costs nothing.
            let expected = if is_turn && turns == 0 { 0.0 } else { lasted };
            assert!(
                (took[own] - expected).abs() <= f64::from(frame) && took[1 - own] == 0.0,
                "{before:?} to {after:?}; frames of {frame} s"
            );
            turns += u32::from(is_turn);
        }
        assert_eq!(turns, 3, "{log}");
    }

    /// Time stands now, and goes on standing.
    fn assert_time_stands(&mut self) {
        let before = self.handing();
        assert_eq!(before["running"], "", "{before}");
        sleep(Duration::from_millis(700));
        let now = self.handing();
        assert_eq!(before["clocks"], now["clocks"]);
    }
}

fn begin(room: &Room, name: &str, presence: bool) -> Player {
    let file = room.data().join("two.pgn");
    fs::write(&file, game()).expect("the game can be written");
    let setup = Setup {
        user_presence: presence,
        ..Setup::default()
    };
    let mut player = Player::launch(room, name, Some(setup), |command: &mut Command| {
        command.arg("--load").arg(&file);
        // Its lines about phases, without colours.
        command.env(
            "RUST_LOG",
            "warn,icochess=info,icochess::game::handover=debug",
        );
        command.env("NO_COLOR", "1");
    });
    player.wait_until_seated();
    player
}

fn colour(ply: usize) -> (&'static str, rules::Side, Chair) {
    match ply % 2 {
        0 => ("White", rules::Side::White, CHAIRS[0]),
        _ => ("Black", rules::Side::Black, CHAIRS[1]),
    }
}

#[test]
fn a_whole_game_goes_from_seat_to_seat() {
    let _turn = turn();
    let Some(room) = Room::new("two players, one headset", "hand-over") else {
        return;
    };
    let mut player = begin(&room, "hand-over-game", true);
    player.wait_for_phase("pass", "White");
    player.wait_for_text("Pass the headset to Ada");
    player.assert_time_stands();
    // Who begins says so, and is believed.
    player.hold_on(Side::Left);
    player.wait_for_phase("turn", "White");
    let moves = [("b1", "n4"), ("o1", "b3"), ("b2", "o3")];
    for (ply, (from, to)) in moves.into_iter().enumerate() {
        let (name, side, chair) = colour(ply);
        if ply > 0 {
            let state = player.wait_for_phase("pass", name);
            assert_eq!(state["is_hidden"], true);
            player.assert_time_stands();
            // It is read by who has it, before anybody has told that they have.
            player.sit(chair);
            player.wait_for_panel_before(chair);
            player.change_heads(chair);
            player.wait_for_phase("turn", name);
        }
        player.assert_board_before(chair, side);
        let running = player.handing();
        // The first move of the game costs nothing.
        let expected = if ply == 0 { "" } else { name };
        assert_eq!(running["running"], expected, "{running}");
        player.play(from, to);
    }
    player.wait("checkmate", |p| {
        (p.state()["outcome"] == "checkmate").then_some(())
    });
    player.assert_clocks_ran_in_turns();
    let end = player.handing();
    assert_eq!(
        (&end["phase"], &end["running"]),
        (&"open".into(), &"".into())
    );
}

#[test]
fn both_displays_show_each_phase_of_a_hand_over() {
    let _turn = turn();
    let what = "the pictures of a hand-over";
    let Some(kind) = runnable(what, monado::available()) else {
        return;
    };
    let Some(()) = runnable(what, xvfb::available()) else {
        return;
    };
    let eyes = Xvfb::start("hand-over-eyes-screen", 960, 540);
    let screen = Xvfb::start("hand-over-game-screen", 960, 600);
    let runtime = Monado::start(&kind, "hand-over-monado", Compositor::Window(&eyes));
    let room = Room::with(runtime, screen);
    let mut player = begin(&room, "hand-over-picture", true);
    player.wait_for_phase("pass", "White");
    player.wait_for_text("Pass the headset to Ada");
    let [_, elsewhere] = CHAIRS;
    player.sit(elsewhere);
    player.wait_for_panel_before(elsewhere);
    let pictures = |player: &mut Player, phase: &str, chair: Option<Chair>| {
        let paths = [("headset", &eyes), ("window", &room.screen)].map(|(display, screen)| {
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
            let now = p.handing();
            if now["phase"] != phase {
                // It was over before it was seen.
                return (now["phase"] == "turn").then_some(false);
            }
            // What is drawn comes some frames after what is known, and each answer takes
            // a frame. The phase stays as long as the game is held.
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
    // It takes 1.2 seconds, which may be few frames.
    let is_seen = [("b1", "n4"), ("o1", "b3")].into_iter().any(|(from, to)| {
        player.play(from, to);
        player.wait("the next one to get it", |p| {
            (p.handing()["phase"] == "pass").then_some(())
        });
        player.hold_on(Side::Right);
        pictures(&mut player, "catch-up", None)
    });
    assert!(is_seen, "the catch-up was over too soon, twice");
}

#[test]
fn a_hand_over_survives_whatever_is_told_of_the_session() {
    let _turn = turn();
    let Some(room) = Room::new("a hand-over of a session", "hand-session") else {
        return;
    };
    let mut player = begin(&room, "hand-session-game", true);
    player.wait_for_phase("pass", "White");
    player.hold_on(Side::Right);
    player.wait_for_phase("turn", "White");
    player.play("a4", "g1");
    player.wait_for_phase("pass", "Black");
    // A menu of the runtime is no hand-over.
    player.enter(&["VISIBLE"]);
    player.enter(&["FOCUSED"]);
    player.frames(5);
    assert_eq!(player.handing()["phase"], "pass");
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
        assert_eq!(player.state()["moves"], serde_json::json!(["a4g1"]));
    }
    // Whoever takes it off in a turn stops the clock with that.
    player.proxy().inject(&[gone()]);
    player.wait_for_phase("pass", "Black");
    player.assert_time_stands();
}

/// Brings a game to a phase after White's first move.
fn bring_to(player: &mut Player, phase: &str) {
    player.wait_for_phase("pass", "White");
    player.hold_on(Side::Right);
    player.wait_for_phase("turn", "White");
    player.play("a4", "g1");
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
    let _turn = turn();
    for phase in ["landed", "pass", "settle", "catch-up", "turn"] {
        let Some(room) = Room::new("a hand-over that is killed", "hand-kill") else {
            return;
        };
        let name = format!("hand-kill-{phase}");
        let mut player = begin(&room, &name, false);
        // Long enough to be met.
        bring_to(&mut player, phase);
        let before = player.handing();
        // What was saved with the move is enough.
        let saved = room.data().join("current.pgn");
        player.wait("the move to be saved", |_| {
            let text = fs::read_to_string(&saved).ok()?;
            text.contains("\n1. ").then_some(())
        });
        drop(player);
        let mut player = Player::launch(&room, &format!("{name}-again"), None, |_| {});
        player.wait_until_seated();
        player.press_button("resume");
        let state = player.wait_for_phase("pass", "Black");
        assert_eq!(
            player.state()["moves"],
            serde_json::json!(["a4g1"]),
            "{phase}"
        );
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
fn a_hand_over_goes_on_in_the_window_when_the_runtime_dies() {
    let _turn = turn();
    for phase in ["pass", "settle", "turn"] {
        let Some(mut room) = Room::new("a hand-over that loses its runtime", "hand-lost") else {
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
