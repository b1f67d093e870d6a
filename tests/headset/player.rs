//! A game in a headset and the player who plays it.

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::{Quat, Vec3};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::game::{self, Home};
use crate::support::inspect::{Inspector, Row};
use crate::support::monado::{self, Compositor, Monado};
use crate::support::process::Process;
use crate::support::remote::{Pose, RemoteDriver, Side};
use crate::support::xr_protocol::Setup;
use crate::support::xr_proxy::Proxy;
use crate::support::xvfb::{self, Xvfb};
use crate::support::{free_port, runnable};

pub const SESSION: &str = "icochess::xr::session::SessionStatus";
pub const MATCH: &str = "icochess::game::MatchState";
pub const POINTING: &str = "icochess::interaction::InteractionState";
pub const HAPTICS: &str = "icochess::xr::haptics::HapticState";
pub const HAND: &str = "icochess::xr::hands::HandInput";
pub const FRAMES: &str = "icochess::app::FrameTimes";
pub const LOOK: &str = "icochess::board::looks::TileLook";
pub const NAME: &str = "bevy_ecs::name::Name";
pub const TEXT: &str = "bevy_ui::widget::text::Text";
const PLACE: &str = "bevy_transform::components::global_transform::GlobalTransform";

/// Frames take long on a machine without a graphics card.
pub const PATIENCE: Duration = Duration::from_secs(40);
/// Where the player's head is, in the stage, metres.
pub const HEAD: Vec3 = Vec3::new(0.1, 1.55, 0.2);
/// Where the right hand is.
pub const RIGHT: Vec3 = Vec3::new(0.3, 1.25, -0.05);
/// Where the left hand is.
pub const LEFT: Vec3 = Vec3::new(-0.1, 1.25, -0.05);

/// Where a game is played: a runtime, a screen for the window, and folders.
pub struct Room {
    pub runtime: Monado,
    pub screen: Xvfb,
    pub home: Home,
    data: TempDir,
}

impl Room {
    /// A room for the test that `what` names, with a runtime that shows nothing; `None` where such a
    /// test cannot run. Logs have names that begin with `name`.
    pub fn new(what: &str, name: &str) -> Option<Self> {
        let kind = runnable(what, monado::available())?;
        let () = runnable(what, xvfb::available())?;
        let runtime = Monado::start(&kind, &format!("{name}-monado"), Compositor::Null);
        Some(Self::with(
            runtime,
            Xvfb::start(&format!("{name}-screen"), 320, 200),
        ))
    }

    /// A room with that runtime and screen.
    pub fn with(runtime: Monado, screen: Xvfb) -> Self {
        Self {
            runtime,
            screen,
            home: Home::new(),
            data: tempfile::tempdir().expect("no temporary folder"),
        }
    }

    /// The game's data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }
}

/// A game in a headset and the player who plays it.
pub struct Player {
    pub driver: RemoteDriver,
    pub inspector: Inspector,
    pub game: Process,
    /// What stands between the game and the runtime, if anything does.
    proxy: Option<Proxy>,
    /// From the game's world to the stage.
    pub to_stage: Vec3,
    /// Where the right hand is, in the stage.
    pub right: Vec3,
}

impl Player {
    /// Starts the game and waits until it can be played.
    pub fn start(room: &Room, name: &str) -> Self {
        let mut player = Self::launch(room, name, None, |_| {});
        player.wait_until_seated();
        player
    }

    /// Like [`start`](Self::start), with a proxy between the game and the runtime.
    pub fn start_with_proxy(room: &Room, name: &str, setup: Setup) -> Self {
        let mut player = Self::launch(room, name, Some(setup), |_| {});
        player.wait_until_seated();
        player
    }

    /// Starts the game, with a proxy where there is a setup for one and with a command that
    /// `change` has changed, and does not wait.
    pub fn launch(
        room: &Room,
        name: &str,
        setup: Option<Setup>,
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let mut driver = room.runtime.driver();
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
        let mut command = room.runtime.command(game::binary());
        room.home.attach(&mut command);
        room.screen.attach(&mut command);
        command.arg("--vr").arg("--data-dir").arg(room.data());
        command.arg(format!("--inspect={port}"));
        let proxy = setup.map(|setup| Proxy::attach(&mut command, setup));
        change(&mut command);
        Self {
            driver,
            inspector: Inspector::new(port),
            game: game::start(command, name),
            proxy,
            to_stage: Vec3::ZERO,
            right: RIGHT,
        }
    }

    /// Waits until the board is before the player.
    pub fn wait_until_seated(&mut self) {
        self.wait("the session to be focused and the player seated", |p| {
            let status = p.session()?;
            (status["state"] == "FOCUSED" && status["seated"] == true).then_some(())
        });
        self.to_stage = HEAD - self.place("head").w_axis;
        // The ball turns the first side's home to the player.
        sleep(Duration::from_secs(1));
    }

    /// The proxy that this player was started with.
    pub fn proxy(&mut self) -> &mut Proxy {
        self.proxy.as_mut().expect("started with a proxy")
    }

    /// Tells the game that the session enters these states, all at one poll, and waits until it
    /// has seen the last one.
    pub fn enter(&mut self, states: &[&str]) {
        self.proxy().enter(states);
        let last = *states.last().expect("a state");
        self.wait(&format!("the session to be {last}"), |p| {
            (p.session()?["state"] == last).then_some(())
        });
    }

    /// Waits until the game goes on in the window, from `before` on (a state of the match).
    pub fn wait_for_window(&mut self, before: &Value) {
        let end = Instant::now() + PATIENCE;
        loop {
            let state = self.state();
            if self.session().is_none() && state["position"] == before["position"] {
                assert_eq!(state["moves"], before["moves"]);
                return;
            }
            assert!(
                Instant::now() < end,
                "the window does not go on; the log:\n{}",
                self.game.log()
            );
            sleep(Duration::from_millis(20));
        }
    }

    /// The state of the session.
    pub fn session(&self) -> Option<Value> {
        self.inspector.resource(SESSION).ok()
    }

    /// Waits until `ask` has an answer.
    pub fn wait<T>(&mut self, what: &str, mut ask: impl FnMut(&mut Self) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(answer) = ask(self) {
                return answer;
            }
            if Instant::now() > end || self.game.exit_status().is_some() {
                let pointing = self.inspector.resource(POINTING);
                let hands = self.inspector.query(&[HAND], &[]);
                let frames = self.inspector.resource(FRAMES).unwrap_or_default();
                let slowest = numbers(&frames["seconds"]).into_iter().fold(0.0, f32::max);
                let log = self.game.log();
                panic!(
                    "waited in vain for {what}; {pointing:?}; {hands:?}; \
                     the slowest frame took {slowest} s; the log:\n{log}"
                );
            }
            sleep(Duration::from_millis(30));
        }
    }

    pub fn try_place(&self, name: &str) -> Option<Placed> {
        let rows = self.inspector.query(&[NAME, PLACE], &[]).ok()?;
        let row = rows.iter().find(|row| row.components[NAME] == name)?;
        Placed::from(&row.components[PLACE])
    }

    /// The names of all tiles and where they are.
    pub fn tiles(&self) -> Vec<(String, Vec3)> {
        let rows = self
            .inspector
            .query(&[NAME, PLACE], &[])
            .expect("the game answers");
        let tile = |row: &Row| {
            let name = row.components[NAME].as_str()?;
            let place = Placed::from(&row.components[PLACE])?;
            name.starts_with("tile ")
                .then(|| (name.to_owned(), place.w_axis))
        };
        rows.iter().filter_map(tile).collect()
    }

    /// Where an entity is in the game's world.
    pub fn place(&mut self, name: &str) -> Placed {
        self.wait(&format!("{name} to be somewhere"), |p| p.try_place(name))
    }

    pub fn pointing(&self, key: &str) -> Value {
        self.inspector
            .resource(POINTING)
            .map_or(Value::Null, |state| state[key].clone())
    }

    pub fn state(&self) -> Value {
        self.inspector.resource(MATCH).unwrap_or_default()
    }

    /// Turns the ball with the left hand until `tile` faces the right one.
    pub fn bring(&mut self, tile: &str) {
        for _ in 0..8 {
            let board = self.place("board").w_axis;
            let at = self.place(&format!("tile {tile}")).w_axis;
            let now = (at - board).normalize();
            let wanted = (self.right - self.to_stage - board).normalize();
            let angle = now.angle_between(wanted);
            if angle < 0.2 {
                return;
            }
            // No wrist turns further at once.
            let axis = now.cross(wanted).try_normalize().unwrap_or(Vec3::Y);
            let turn = Quat::from_axis_angle(axis, angle.min(1.2));
            let rest = self.driver.state().left.pose;
            let turned = turn * Quat::from_array(rest.orientation);
            self.grab(Side::Left);
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
    pub fn frames(&mut self, count: u64) {
        let begun = |p: &mut Self| p.inspector.resource(FRAMES).ok()?["begun"].as_u64();
        let end = self.wait("the number of frames", begun) + count;
        self.wait("frames", |p| (begun(p)? >= end).then_some(()));
    }

    /// Points the right hand at a tile and waits until the game says so. The
    /// ball may still be turning, so the hand follows.
    pub fn point(&mut self, tile: &str) {
        self.bring(tile);
        self.wait(&format!("{tile} to be hovered"), |p| {
            let target = p.place(&format!("tile {tile}")).w_axis + p.to_stage;
            p.driver.aim(Side::Right, target.to_array());
            sleep(Duration::from_millis(300));
            (p.pointing("hovered") == tile).then_some(())
        });
    }

    /// Waits until the game has seen that a hand does something, or has ended it.
    pub fn wait_for_hand(&mut self, hand: &str, what: &str, is_so: bool) {
        self.wait(&format!("{hand} to {what}: {is_so}"), |p| {
            p.hand_is(hand, what, is_so).then_some(())
        });
    }

    /// Does the game say so of a hand?
    fn hand_is(&self, hand: &str, what: &str, is_so: bool) -> bool {
        let hands = self.inspector.query(&[HAND], &[]).unwrap_or_default();
        let mut rows = hands.iter().map(|row| &row.components[HAND]);
        rows.any(|row| row["hand"] == hand && row[what] == is_so)
    }

    /// Pulls the right hand's trigger and lets it go, however slow the frames.
    pub fn pull_trigger(&mut self) {
        self.pull(Side::Right);
    }

    /// Pulls a hand's trigger and lets it go, however slow the frames.
    pub fn pull(&mut self, side: Side) {
        let hand = format!("{side:?}");
        self.pull_until(side, &format!("{hand} to select"), |p| {
            p.hand_is(&hand, "select", true)
        });
        self.wait_for_hand(&hand, "select", false);
    }

    /// Holds a hand's trigger until something is so.
    pub fn pull_until(&mut self, side: Side, what: &str, is_so: impl Fn(&mut Self) -> bool) {
        self.hold_until(RemoteDriver::trigger, side, what, is_so);
        self.driver.trigger(side, false);
    }

    /// Grabs with a hand, and goes on holding.
    pub fn grab(&mut self, side: Side) {
        let hand = format!("{side:?}");
        self.hold_until(
            RemoteDriver::squeeze,
            side,
            &format!("{hand} to grab"),
            |p| p.hand_is(&hand, "grab", true),
        );
    }

    /// Presses a button of a hand until something is so, and goes on pressing. After a frame of
    /// more than a second a button counts once its release was seen, so it is pressed again now
    /// and then.
    fn hold_until(
        &mut self,
        press: fn(&mut RemoteDriver, Side, bool),
        side: Side,
        what: &str,
        is_so: impl Fn(&mut Self) -> bool,
    ) {
        press(&mut self.driver, side, true);
        let mut pressed = Instant::now();
        self.wait(what, |p| {
            if is_so(p) {
                return Some(());
            }
            if pressed.elapsed() > Duration::from_secs(8) {
                press(&mut p.driver, side, false);
                p.frames(4);
                press(&mut p.driver, side, true);
                pressed = Instant::now();
            }
            None
        });
    }

    /// Presses the right hand's A button and lets it go, however slow the frames.
    pub fn press_a(&mut self) {
        for pressed in [true, false] {
            self.driver.update(|state| state.right.a_click = pressed);
            self.frames(4);
        }
    }

    /// Waits until the ball lies still.
    pub fn rest(&mut self) {
        let mut before = Vec3::ZERO;
        self.wait("the ball to lie still", |p| {
            p.frames(6);
            let now = p.try_place("tile a4")?.w_axis;
            let is_still = now.distance(before) < 1e-4;
            before = now;
            is_still.then_some(())
        });
    }

    pub fn select(&mut self, tile: &str) {
        self.point(tile);
        self.pull_trigger();
        self.wait(&format!("{tile} to be selected"), |p| {
            (p.pointing("selected") == tile).then_some(())
        });
    }

    /// Plays a move by pointing and pulling the trigger, twice.
    pub fn play(&mut self, from: &str, to: &str) {
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
    pub fn wait_for_text(&mut self, part: &str) {
        self.wait(&format!("the text {part:?}"), |p| {
            p.says(part)?.then_some(())
        });
    }

    /// Is a text with `part` in it there?
    pub fn says(&self, part: &str) -> Option<bool> {
        let rows = self.inspector.query(&[TEXT], &[]).ok()?;
        let is_there = |text: &Value| text.as_str().is_some_and(|text| text.contains(part));
        Some(rows.iter().any(|row| is_there(&row.components[TEXT])))
    }

    /// Seconds that each frame takes, for a while.
    pub fn frame_times(&mut self, span: Duration) -> Vec<f64> {
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
}

/// All numbers in a value, in their order.
pub fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Number(number) => number
            .as_f64()
            .map(|number| number as f32)
            .into_iter()
            .collect(),
        Value::Array(parts) => parts.iter().flat_map(numbers).collect(),
        Value::Object(parts) => parts.values().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

/// An entity's place and direction.
#[derive(Clone, Copy)]
pub struct Placed {
    pub x_axis: Vec3,
    pub y_axis: Vec3,
    pub w_axis: Vec3,
}

impl Placed {
    /// Reads a `GlobalTransform`: three axes and the translation.
    pub fn from(value: &Value) -> Option<Self> {
        let numbers = numbers(value);
        let axis = |at: usize| numbers.get(at..at + 3).map(Vec3::from_slice);
        Some(Self {
            x_axis: axis(0)?,
            y_axis: axis(3)?,
            w_axis: axis(9)?,
        })
    }
}
