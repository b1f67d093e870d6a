//! The real game in a real `OpenXR` runtime (Monado), played by driven hands.
#![cfg(feature = "app")]

mod support;

use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::{Quat, Vec3};
use serde_json::Value;
use support::game::{self, Home};
use support::inspect::Inspector;
use support::monado::{self, Compositor, Monado};
use support::process::Process;
use support::remote::{Pose, RemoteDriver, Side};
use support::xvfb::{self, Xvfb};
use support::{free_port, out_dir, runnable};

const SESSION: &str = "icochess::xr::session::SessionStatus";
const MATCH: &str = "icochess::game::MatchState";
const POINTING: &str = "icochess::interaction::InteractionState";
const HAPTICS: &str = "icochess::xr::haptics::HapticState";
const HAND: &str = "icochess::xr::hands::HandInput";
const FRAMES: &str = "icochess::app::FrameTimes";
const LOOK: &str = "icochess::board::highlight::TileLook";
const NAME: &str = "bevy_ecs::name::Name";
const TEXT: &str = "bevy_ui::widget::text::Text";
const PLACE: &str = "bevy_transform::components::global_transform::GlobalTransform";

/// Frames take long on a machine without a graphics card.
const PATIENCE: Duration = Duration::from_secs(40);
/// Where the player's head is, in the stage, metres.
const HEAD: Vec3 = Vec3::new(0.1, 1.55, 0.2);
/// Where the right hand is.
const RIGHT: Vec3 = Vec3::new(0.3, 1.25, -0.05);
/// Where the left hand is.
const LEFT: Vec3 = Vec3::new(-0.1, 1.25, -0.05);

/// Two software renderers at once would be slower than one after the other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The turn of one test; a failed one before it does not matter.
fn turn() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game in a headset and the player who plays it.
struct Player {
    driver: RemoteDriver,
    inspector: Inspector,
    game: Process,
    /// From the game's world to the stage.
    to_stage: Vec3,
}

impl Player {
    fn start(runtime: &Monado, screen: &Xvfb, home: &Home, data: &Path, name: &str) -> Self {
        let mut driver = runtime.driver();
        driver.look(HEAD.to_array(), (HEAD + Vec3::NEG_Z).to_array());
        driver.update(|state| {
            // The left one points past the ball.
            for (hand, at, ahead) in [
                (Side::Left, LEFT, Vec3::new(-1.0, -0.5, -0.6)),
                (Side::Right, RIGHT, Vec3::NEG_Z),
            ] {
                state.hand(hand).active = true;
                state.hand(hand).pose = Pose::aimed(at.to_array(), (at + ahead).to_array());
            }
        });
        let port = free_port();
        let mut command = runtime.command(game::binary());
        home.attach(&mut command);
        screen.attach(&mut command);
        command.arg("--vr").arg("--data-dir").arg(data);
        command.arg(format!("--inspect={port}"));
        let game = game::start(command, name);
        let inspector = Inspector::new(port);
        let mut player = Self {
            driver,
            inspector,
            game,
            to_stage: Vec3::ZERO,
        };
        player.wait("the session to be focused and the player seated", |p| {
            let status = p.inspector.resource(SESSION).ok()?;
            (status["state"] == "FOCUSED" && status["seated"] == true).then_some(())
        });
        player.to_stage = HEAD - player.place("head").w_axis;
        // The ball turns the first side's home to the player.
        sleep(Duration::from_secs(1));
        player
    }

    /// Waits until `ask` has an answer.
    fn wait<T>(&mut self, what: &str, mut ask: impl FnMut(&mut Self) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(answer) = ask(self) {
                return answer;
            }
            if Instant::now() > end || self.game.exit_status().is_some() {
                let pointing = self.inspector.resource(POINTING);
                let log = self.game.log();
                panic!("waited in vain for {what}; {pointing:?}; the log:\n{log}");
            }
            sleep(Duration::from_millis(30));
        }
    }

    fn try_place(&self, name: &str) -> Option<Placed> {
        let rows = self.inspector.query(&[NAME, PLACE], &[]).ok()?;
        let row = rows.iter().find(|row| row.components[NAME] == name)?;
        Placed::from(&row.components[PLACE])
    }

    /// Where an entity is in the game's world.
    fn place(&mut self, name: &str) -> Placed {
        self.wait(&format!("{name} to be somewhere"), |p| p.try_place(name))
    }

    fn pointing(&self, key: &str) -> Value {
        self.inspector
            .resource(POINTING)
            .map_or(Value::Null, |state| state[key].clone())
    }

    fn state(&self) -> Value {
        self.inspector.resource(MATCH).unwrap_or_default()
    }

    /// Turns the ball with the left hand until `tile` faces the right one.
    fn bring(&mut self, tile: &str) {
        for _ in 0..8 {
            let board = self.place("board").w_axis;
            let at = self.place(&format!("tile {tile}")).w_axis;
            let now = (at - board).normalize();
            let wanted = (RIGHT - self.to_stage - board).normalize();
            let angle = now.angle_between(wanted);
            if angle < 0.2 {
                return;
            }
            // No wrist turns further at once.
            let axis = now.cross(wanted).try_normalize().unwrap_or(Vec3::Y);
            let turn = Quat::from_axis_angle(axis, angle.min(1.2));
            let rest = self.driver.state().left.pose;
            let turned = turn * Quat::from_array(rest.orientation);
            self.driver.squeeze(Side::Left, true);
            self.wait_for_hand("Left", "grab", true);
            let end = Pose {
                orientation: turned.to_array(),
                ..rest
            };
            self.driver
                .glide(Side::Left, end, Duration::from_millis(600));
            self.frames(3);
            self.driver.squeeze(Side::Left, false);
            self.wait_for_hand("Left", "grab", false);
            self.driver.update(|state| state.left.pose = rest);
            self.frames(2);
        }
    }

    /// Lets frames pass, however slow they are.
    fn frames(&mut self, count: u64) {
        let begun = |p: &mut Self| p.inspector.resource(FRAMES).ok()?["begun"].as_u64();
        let end = self.wait("the number of frames", begun) + count;
        self.wait("frames", |p| (begun(p)? >= end).then_some(()));
    }

    /// Points the right hand at a tile and waits until the game says so. The
    /// ball may still be turning, so the hand follows.
    fn point(&mut self, tile: &str) {
        self.bring(tile);
        self.wait(&format!("{tile} to be hovered"), |p| {
            let target = p.place(&format!("tile {tile}")).w_axis + p.to_stage;
            p.driver.aim(Side::Right, target.to_array());
            sleep(Duration::from_millis(300));
            (p.pointing("hovered") == tile).then_some(())
        });
    }

    /// Waits until the game has seen that a hand does something, or has ended it.
    fn wait_for_hand(&mut self, hand: &str, what: &str, is_so: bool) {
        self.wait(&format!("{hand} to {what}: {is_so}"), |p| {
            let hands = p.inspector.query(&[HAND], &[]).ok()?;
            let row = hands
                .iter()
                .find(|row| row.components[HAND]["hand"] == hand)?;
            (row.components[HAND][what] == is_so).then_some(())
        });
    }

    /// Pulls the right hand's trigger and lets it go, however slow the frames.
    fn pull_trigger(&mut self) {
        self.driver.trigger(Side::Right, true);
        self.wait_for_hand("Right", "select", true);
        self.driver.trigger(Side::Right, false);
        self.wait_for_hand("Right", "select", false);
    }

    /// Presses the right hand's A button and lets it go, however slow the frames.
    fn press_a(&mut self) {
        for pressed in [true, false] {
            self.driver.update(|state| state.right.a_click = pressed);
            self.frames(4);
        }
    }

    /// Waits until the ball lies still.
    fn rest(&mut self) {
        let mut before = Vec3::ZERO;
        self.wait("the ball to lie still", |p| {
            p.frames(6);
            let now = p.try_place("tile a4")?.w_axis;
            let is_still = now.distance(before) < 1e-4;
            before = now;
            is_still.then_some(())
        });
    }

    fn select(&mut self, tile: &str) {
        self.point(tile);
        self.pull_trigger();
        self.wait(&format!("{tile} to be selected"), |p| {
            (p.pointing("selected") == tile).then_some(())
        });
    }

    /// Plays a move by pointing and pulling the trigger, twice.
    fn play(&mut self, from: &str, to: &str) {
        let before = self.state()["moves"].as_array().map_or(0, Vec::len);
        self.select(from);
        self.point(to);
        self.pull_trigger();
        self.wait(&format!("{from}{to} to be played"), |p| {
            let moves = p.state()["moves"].as_array()?.clone();
            (moves.len() == before + 1 && moves[before] == format!("{from}{to}")).then_some(())
        });
        // The board turns the next side's home to the player.
        sleep(Duration::from_millis(900));
    }

    /// Waits until a text with `part` in it is there.
    fn wait_for_text(&mut self, part: &str) {
        self.wait(&format!("the text {part:?}"), |p| {
            let rows = p.inspector.query(&[TEXT], &[]).ok()?;
            let is_there = |text: &Value| text.as_str().is_some_and(|text| text.contains(part));
            rows.iter()
                .any(|row| is_there(&row.components[TEXT]))
                .then_some(())
        });
    }

    /// Seconds that each frame takes, for a while.
    fn frame_times(&mut self, span: Duration) -> Vec<f64> {
        let begun = self.inspector.resource(FRAMES).unwrap()["begun"].as_u64();
        // Nobody asks meanwhile: to answer takes time of the frame, too.
        sleep(span);
        let frames = self.inspector.resource(FRAMES).unwrap();
        let seconds = frames["seconds"].as_array().unwrap();
        let last = frames["begun"].as_u64().unwrap();
        // Without those of the first answer; only so many are kept.
        let first = (begun.unwrap() + 3).max(last.saturating_sub(seconds.len() as u64 - 1));
        (first..=last)
            .map(|frame| seconds[frame as usize % seconds.len()].as_f64().unwrap())
            .collect()
    }

    fn press_button(&mut self, button: &str) {
        let target = self.place(&format!("button {button}")).w_axis + self.to_stage;
        self.driver.aim(Side::Right, target.to_array());
        self.frames(4);
        self.pull_trigger();
    }
}

/// An entity's place and direction.
#[derive(Clone, Copy)]
struct Placed {
    w_axis: Vec3,
}

impl Placed {
    /// Reads a `GlobalTransform`: three axes and the translation.
    fn from(value: &Value) -> Option<Self> {
        let numbers: Vec<f32> = value
            .as_array()?
            .iter()
            .filter_map(|x| x.as_f64().map(|x| x as f32))
            .collect();
        Some(Self {
            w_axis: Vec3::from_slice(numbers.get(9..12)?),
        })
    }
}

#[test]
fn a_game_is_played_in_the_headset_and_survives_the_runtime() {
    let _turn = turn();
    let Some(kind) = runnable("the headset test", monado::available()) else {
        return;
    };
    let Some(()) = runnable("the headset test", xvfb::available()) else {
        return;
    };
    let screen = Xvfb::start("headset-screen", 640, 400);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let mut runtime = Monado::start(&kind, "headset-monado", Compositor::Null);
    let mut player = Player::start(&runtime, &screen, &home, data.path(), "headset-game");

    // The board floats where it should.
    let wanted = player.place("head").w_axis + Vec3::new(0.0, -0.22, -0.80);
    player.wait(
        "the board to be 0.80 m ahead and 0.22 m below the eyes",
        |p| (p.try_place("board")?.w_axis.distance(wanted) < 0.01).then_some(()),
    );

    // Select, reselect, deselect on the piece and on nothing.
    player.select("a4");
    player.select("a3");
    player.pull_trigger();
    player.wait("a3 to be deselected", |p| {
        p.pointing("selected").is_null().then_some(())
    });
    player.select("a4");
    player.driver.aim(Side::Right, [0.3, 3.0, -0.1]);
    player.frames(6);
    player.pull_trigger();
    player.wait("empty space to deselect", |p| {
        p.pointing("selected").is_null().then_some(())
    });
    let felt = player.inspector.resource(HAPTICS).unwrap();
    assert!(felt["right"].as_u64() > Some(4), "{felt}");

    // The thumbstick turns the ball; the A button brings the own side back.
    player.press_a();
    player.rest();
    let at_home = player.place("tile a4").w_axis;
    let distance = |p: &Player| Some(p.try_place("tile a4")?.w_axis.distance(at_home));
    player.driver.thumbstick(Side::Right, [1.0, 0.0]);
    player.wait("the thumbstick to turn the ball", |p| {
        (distance(p)? > 0.05).then_some(())
    });
    player.driver.thumbstick(Side::Right, [0.0, 0.0]);
    player.rest();
    player.press_a();
    player.wait("the own side to come back", |p| {
        (distance(p)? < 0.005).then_some(())
    });

    // A whole short game; its targets are on the far side of the ball.
    player.play("a4", "g1");
    player.press_button("undo");
    player.wait("the move to be undone", |p| {
        (p.state()["undone"] == 1).then_some(())
    });
    player.play("b1", "n4");
    player.play("o1", "b3");
    player.play("b2", "o3");
    player.wait("checkmate", |p| {
        (p.state()["outcome"] == "checkmate").then_some(())
    });
    let saved = data.path().join("current.pgn");
    let text = player.wait("the save file to show the game", |_| {
        fs::read_to_string(&saved)
            .ok()
            .filter(|text| text.contains("[Result \"1-0\"]"))
    });
    assert!(text.contains("# 1-0"), "{text}");

    // Another game, in the middle of which the runtime dies.
    player.press_button("new game");
    player.wait("a new game", |p| {
        (p.state()["moves"] == Value::Array(vec![])).then_some(())
    });
    player.play("a4", "g1");
    player.press_button("new game");
    player.wait_for_text("Press \"New game\" again");
    let before = player.state();
    assert_eq!(before["moves"][0], "a4g1", "{before}");
    runtime.kill9();
    let killed = Instant::now();
    let after = loop {
        let state = player.state();
        let in_window = player.inspector.resource(SESSION).is_err();
        if in_window && state["position"] == before["position"] {
            break state;
        }
        assert!(
            killed.elapsed() < Duration::from_secs(30),
            "the window does not go on; the log:\n{}",
            player.game.log()
        );
        sleep(Duration::from_millis(20));
    };
    let took = killed.elapsed();
    println!("the window goes on after {:.1} s", took.as_secs_f32());
    assert_eq!(after["moves"], before["moves"]);
    assert!(took < Duration::from_secs(5), "it took {took:?}");
    // Earlier, the finished game was put away.
    assert!(data.path().join("games/game-1.pgn").exists());
}

#[test]
fn both_eyes_see_the_board_the_panel_and_the_marks() {
    let _turn = turn();
    let Some(kind) = runnable("the picture of both eyes", monado::available()) else {
        return;
    };
    let Some(()) = runnable("the picture of both eyes", xvfb::available()) else {
        return;
    };
    // The runtime shows both eyes in a window on one screen, the game its own
    // window on another.
    let eyes = Xvfb::start("eyes-screen", 960, 540);
    let screen = Xvfb::start("eyes-game-screen", 320, 200);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let settings = "(computer: (black: (computer: true), evaluation_bar: true))";
    fs::write(data.path().join("settings.ron"), settings).unwrap();
    let runtime = Monado::start(&kind, "eyes-monado", Compositor::Window(&eyes));
    let mut player = Player::start(&runtime, &screen, &home, data.path(), "eyes-game");
    player.select("b2");
    let picture = out_dir().join("headset-both-eyes.png");
    player.wait("the picture of both eyes", |p| {
        // What is drawn comes some frames after what is known.
        p.frames(8);
        eyes.screenshot(&picture);
        (xvfb::colours(&picture) > 1000).then_some(())
    });
    // Look towards the panel, too.
    let panel = player.place("panel").w_axis + player.to_stage;
    player.driver.look(HEAD.to_array(), panel.to_array());
    player.frames(12);
    eyes.screenshot(&out_dir().join("headset-panel.png"));
    // And from near by, page by page.
    let near = panel + (HEAD - panel).normalize() * 0.5;
    player.driver.look(near.to_array(), panel.to_array());
    player.press_button("hint");
    player.wait_for_text("Hint: ");
    let picture = |player: &mut Player, name: &str| {
        // What is drawn comes some frames after what is known.
        player.frames(8);
        eyes.screenshot(&out_dir().join(format!("headset-{name}.png")));
    };
    picture(&mut player, "page-game");
    player.press_button("computer");
    picture(&mut player, "page-computer");
    player.press_button("back");
    player.press_button("more");
    picture(&mut player, "page-more");
    let ball = player.place("board").w_axis + player.to_stage;
    player.driver.look(HEAD.to_array(), ball.to_array());
    picture(&mut player, "hint");
}

#[test]
fn the_computer_is_set_and_asked_with_the_ray() {
    let _turn = turn();
    let Some(kind) = runnable("the computer in the headset", monado::available()) else {
        return;
    };
    let Some(()) = runnable("the computer in the headset", xvfb::available()) else {
        return;
    };
    let screen = Xvfb::start("computer-screen", 320, 200);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let runtime = Monado::start(&kind, "computer-monado", Compositor::Null);
    let mut player = Player::start(&runtime, &screen, &home, data.path(), "computer-game");
    player.press_button("computer");
    player.wait_for_text("Black: human");
    player.press_button("black");
    player.wait_for_text("Black: computer");
    // From 5 to 6; White's stays.
    player.press_button("black level");
    player.wait_for_text("Level: 6");
    player.wait_for_text("Level: 5");
    player.press_button("back");
    player.press_button("hint");
    player.wait_for_text("Hint: ");
    player.wait("the way of the hint on the board", |p| {
        let looks = p.inspector.query(&[LOOK], &[]).ok()?;
        let is_marked = |mark: &Value| mark == "Hint";
        looks
            .iter()
            .any(|row| is_marked(&row.components[LOOK]["mark"]))
            .then_some(())
    });
    player.play("a4", "g1");
    player.wait("the computer's answer", |p| {
        (p.state()["moves"].as_array()?.len() == 2).then_some(())
    });
    assert_eq!(player.state()["turn"], "White");
}

/// Rounds in which frames are measured without a search and with one.
const ROUNDS: usize = 3;
/// How many seconds at a time, unless the environment names another number.
const SPAN: f64 = 8.0;

/// The middle one, and the one that 99 of 100 do not exceed; milliseconds.
fn median_and_99th(mut seconds: Vec<f64>) -> (f64, f64) {
    seconds.sort_by(f64::total_cmp);
    let at = |part: f64| 1e3 * seconds[((seconds.len() - 1) as f64 * part).round() as usize];
    (at(0.5), at(0.99))
}

/// Niceness of the threads of a process that have this name.
fn niceness(process: u32, name: &str) -> Vec<i32> {
    let stat = |task: fs::DirEntry| fs::read_to_string(task.path().join("stat")).ok();
    let tasks = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    tasks
        .filter_map(|task| stat(task.ok()?))
        .filter(|stat| stat.contains(&format!("({name})")))
        // From the state on, the third field; proc_pid_stat(5) has it as the 19th.
        .filter_map(|stat| {
            stat.rsplit(')')
                .next()?
                .split_whitespace()
                .nth(16)?
                .parse()
                .ok()
        })
        .collect()
}

#[test]
fn frames_keep_their_pace_while_the_computer_thinks() {
    let _turn = turn();
    let Some(kind) = runnable("the frames of a thinking computer", monado::available()) else {
        return;
    };
    let Some(()) = runnable("the frames of a thinking computer", xvfb::available()) else {
        return;
    };
    let screen = Xvfb::start("pace-screen", 320, 200);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    // It would think for an hour, with as many cores as it gets.
    let settings = "(computer: (white: (computer: true, level: 10), seconds: 3600.0, cores: 1024))";
    fs::write(data.path().join("settings.ron"), settings).unwrap();
    let runtime = Monado::start(&kind, "pace-monado", Compositor::Null);
    let mut player = Player::start(&runtime, &screen, &home, data.path(), "pace-game");
    let span = std::env::var("ICOCHESS_PACE_SECONDS").ok();
    let span = span.and_then(|span| span.parse().ok()).unwrap_or(SPAN);
    let mut times = [Vec::new(), Vec::new()];
    let mut threads = Vec::new();
    for round in 0..2 * ROUNDS {
        let thinks = round % 2;
        player.press_button("pause");
        player.wait_for_text(["The computer pauses", "White thinks"][thinks]);
        // The first iterations are over in no time, and each is shown.
        sleep(Duration::from_secs(3));
        times[thinks].extend(player.frame_times(Duration::from_secs_f64(span)));
        if thinks == 1 {
            threads = niceness(player.game.child().id(), "thinking");
        }
    }
    let frames = times.each_ref().map(Vec::len);
    let [without, with] = times.map(median_and_99th);
    println!(
        "frame time in milliseconds, median and 99th percentile:\n\
         without a search {:.1} {:.1} ({} frames)\n\
         with a search    {:.1} {:.1} ({} frames, {} threads)\n\
         ratio            {:.2} {:.2}",
        without.0,
        without.1,
        frames[0],
        with.0,
        with.1,
        frames[1],
        threads.len(),
        with.0 / without.0,
        with.1 / without.1,
    );
    assert!(
        !threads.is_empty() && threads.iter().all(|nice| *nice == 19),
        "{threads:?}"
    );
    // The aim is 1.1 for the 99th percentile; a machine that draws with its
    // processor and does other things meanwhile cannot be held to that.
    assert!(with.0 < 3.0 * without.0, "frames wait for the search");
}

#[test]
fn closing_the_window_ends_the_game_and_does_not_start_it_again() {
    let _turn = turn();
    let Some(kind) = runnable("leaving the headset", monado::available()) else {
        return;
    };
    let Some(()) = runnable("leaving the headset", xvfb::available()) else {
        return;
    };
    let screen = Xvfb::start("leaving-screen", 320, 200);
    let home = Home::new();
    let data = tempfile::tempdir().unwrap();
    let runtime = Monado::start(&kind, "leaving-monado", Compositor::Null);
    let mut player = Player::start(&runtime, &screen, &home, data.path(), "leaving-game");
    // Without a window manager nobody can click the window away; this is what
    // Bevy does when somebody has.
    let windows = player
        .inspector
        .query(&["bevy_window::window::PrimaryWindow"], &[])
        .unwrap();
    let close = serde_json::json!({"entity": windows[0].entity});
    // The game may be gone before it has answered.
    let _ = player.inspector.call("world.despawn_entity", close);
    let status = player.game.wait_for_exit(PATIENCE);
    let log = player.game.log();
    assert!(status.is_some_and(|s| s.success()), "{status:?}\n{log}");
    assert!(!log.contains("goes on in the window"), "{log}");
}
