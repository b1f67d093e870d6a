//! Two players with one headset: it goes from head to head, is put on elsewhere, and whatever
//! happens on the way, the game waits for who is next.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::{Quat, Vec3};
use icochess::board::spin::home_rotation;
use icochess::board::{Seat, ball};
use icochess::clock::{TimeControl, set_clock};
use icochess::game::seating::Seating;
use icochess::rules::{self, AnyBoard, Icochess};
use serde_json::Value;

use crate::player::{HEAD, LEFT, Player, RIGHT, Room, turn};
use crate::support::monado::{self, Compositor, Monado};
use crate::support::remote::{Pose, Side};
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
        self.driver.trigger(side, true);
        self.wait("the headset to be taken over", |p| {
            (p.handing()["phase"] != "pass").then_some(())
        });
        self.driver.trigger(side, false);
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
    let end = player.handing();
    assert_eq!(
        (&end["phase"], &end["running"]),
        (&"open".into(), &"".into())
    );
}

#[test]
fn both_eyes_see_who_gets_the_headset() {
    let _turn = turn();
    let what = "the picture of a hand-over";
    let Some(kind) = runnable(what, monado::available()) else {
        return;
    };
    let Some(()) = runnable(what, xvfb::available()) else {
        return;
    };
    let eyes = Xvfb::start("hand-over-eyes-screen", 960, 540);
    let screen = Xvfb::start("hand-over-game-screen", 320, 200);
    let runtime = Monado::start(&kind, "hand-over-monado", Compositor::Window(&eyes));
    let room = Room::with(runtime, screen);
    let mut player = begin(&room, "hand-over-picture", true);
    player.wait_for_phase("pass", "White");
    player.wait_for_text("Pass the headset to Ada");
    let [_, elsewhere] = CHAIRS;
    player.sit(elsewhere);
    player.wait_for_panel_before(elsewhere);
    let picture = |player: &mut Player, name: &str| {
        let path = out_dir().join(format!("headset-{name}.png"));
        player.wait("the picture of both eyes", |p| {
            // What is drawn comes some frames after what is known.
            p.frames(8);
            eyes.screenshot(&path);
            (xvfb::colours(&path) > 200).then_some(())
        });
    };
    picture(&mut player, "pass");
    player.hold_on(Side::Right);
    player.wait_for_phase("turn", "White");
    picture(&mut player, "turn");
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
            player.wait_for_phase("pass", next);
            if phase == "settle" {
                // A head that never rests.
                let end = Instant::now() + Duration::from_secs(30);
                player.frames(4);
                player.driver.trigger(Side::Right, true);
                let mut place = 0.0_f32;
                while player.handing()["phase"] != "settle" {
                    assert!(Instant::now() < end);
                    place += 0.05;
                    let at = HEAD + Vec3::X * place.sin() * 0.3;
                    player
                        .driver
                        .look(at.to_array(), (at + Vec3::NEG_Z).to_array());
                    sleep(Duration::from_millis(30));
                }
                return;
            }
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
