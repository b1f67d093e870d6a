//! A game in a headset, and the player who drives it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::{Mat3, Quat, UVec2, Vec3};
use icochess::game::seating::Seating;
use icochess_boards::Variant;
use icochess_rules::Record;
use icochess_shape::Stance;
use serde_json::Value;

use crate::support::inspect::{Inspector, Row};
use crate::support::monado::{self, Compositor, Monado};
use crate::support::place::Place;
use crate::support::plays::{FRAMES, Plays};
use crate::support::process::Process;
use crate::support::remote::{Pose, RemoteDriver, Side};
use crate::support::scene::{NAME, PLACE};
use crate::support::turns::Turn;
use crate::support::xr_protocol::Setup;
use crate::support::xr_proxy::Proxy;
use crate::support::xvfb::Xvfb;
use crate::support::{free_port, game, runnable};

pub const SESSION: &str = "icochess::xr::session::SessionStatus";
pub const HAPTICS: &str = "icochess::xr::haptics::HapticState";
pub const HAND: &str = "icochess::xr::hands::HandInput";
pub const LOOK: &str = "icochess::board::stage::looks::TileLook";

/// Position of the player's head in the stage, in metres.
pub const HEAD: Vec3 = Vec3::new(0.1, 1.55, 0.2);
/// Position of the right hand in the stage, in metres.
pub const RIGHT: Vec3 = Vec3::new(0.3, 1.25, -0.05);
/// Position of the left hand in the stage, in metres.
pub const LEFT: Vec3 = Vec3::new(-0.1, 1.25, -0.05);

/// Place of the ball in front of a seated player. Building its shape takes a while.
pub static BALL_STANCE: LazyLock<Stance> =
    LazyLock::new(|| Variant::Icochess.shape().worn_stance());

/// Distance from the eyes to a hand that points along the line of sight, in metres.
const BEFORE_EYES: f32 = 0.25;

/// Frame rate of games that nobody sees, in hertz: slightly more than Monado's 20, for which waits
/// in tests are made.
const UNSEEN_HERTZ: f32 = 30.0;
/// Duration of a hand's turn of the ball.
pub const TURN: Duration = Duration::from_millis(300);

/// Size of the game's window if no test looks at it.
const SMALL: UVec2 = UVec2::new(320, 200);
/// Settings for pictures that no test looks at: they are still drawn, but small.
const UNSEEN: &str = "(render_scale: 0.5)";
/// Like `UNSEEN`, without a room. This saves a quarter of the triangles, and takes 28 instead of 36
/// ms of CPU time per frame (docs/notes/frames.md).
const BARE: &str = "(render_scale: 0.5, room: \"none\")";

/// A screen that shows both eyes.
#[derive(Clone, Copy)]
struct BothEyes {
    /// Width and height, in pixels.
    size: (u32, u32),
    /// Render scale, see [`Compositor::Window`].
    scale: u32,
}

impl BothEyes {
    /// Screen for tests, with a third of Monado's default scale (140). A software renderer then
    /// draws a frame well within a second. After a longer frame, the game treats a held button as
    /// pressed outside the game.
    const SEEN: Self = Self {
        size: (960, 540),
        scale: 50,
    };

    /// Screen for a picture of 1,920 × 1,080 pixels that shows the centre of each eye's view,
    /// without its invisible corners. The screen is larger, and wide enough for square pixels
    /// (Monado's display has 0.065 × 0.07 m per eye).
    const PICTURED: Self = Self {
        size: (2306, 1242),
        scale: 135,
    };
}

/// The environment of a game: a runtime, a screen for the window, and folders.
pub struct Room {
    pub runtime: Monado,
    /// Screen with both eyes' views, if the runtime shows them.
    eyes: Option<Xvfb>,
    pub place: Place,
}

impl Room {
    /// Creates the environment of the test `what`, with a runtime that shows nothing, and without
    /// scenery. Returns `None` if this machine can't run the test. Log names begin with `name`.
    pub fn new(what: &str, name: &str) -> Option<Self> {
        Self::open(what, name, SMALL, None, Turn::half).map(|room| room.set(BARE))
    }

    /// Like `new`, with the default scenery, although no test looks at the pictures.
    pub fn furnished(what: &str, name: &str) -> Option<Self> {
        Self::new(what, name).map(|room| room.set(UNSEEN))
    }

    /// Like `furnished`, for a test that measures time.
    pub fn alone(what: &str, name: &str) -> Option<Self> {
        Self::open(what, name, SMALL, None, Turn::alone).map(|room| room.set(UNSEEN))
    }

    /// Sets the settings that the game starts with.
    pub fn set(self, settings: &str) -> Self {
        self.place.set(settings);
        self
    }

    /// Creates an environment with a screen of `size` pixels for the window, without scenery.
    pub fn with_window(what: &str, name: &str, size: UVec2) -> Option<Self> {
        Self::open(what, name, size, None, Turn::beside).map(|room| room.set(BARE))
    }

    /// Creates an environment that shows both eyes' views.
    pub fn with_eyes(what: &str, name: &str) -> Option<Self> {
        Self::with_eyes_and_window(what, name, SMALL)
    }

    /// Like `with_eyes`, with a screen of `size` pixels for the window.
    pub fn with_eyes_and_window(what: &str, name: &str, size: UVec2) -> Option<Self> {
        Self::open(what, name, size, Some(BothEyes::SEEN), Turn::beside)
    }

    /// Creates an environment that shows both eyes' views in publication quality. Frames are slow:
    /// see [`Proxy::blind`].
    pub fn pictured(what: &str, name: &str) -> Option<Self> {
        Self::open(what, name, SMALL, Some(BothEyes::PICTURED), Turn::beside)
    }

    fn open(
        what: &str,
        name: &str,
        size: UVec2,
        both_eyes: Option<BothEyes>,
        turn: impl FnOnce() -> Turn,
    ) -> Option<Self> {
        let kind = runnable(what, monado::available())?;
        let place = Place::new(what, name, size.into(), turn())?;
        let eyes = both_eyes.map(|both| {
            let (width, height) = both.size;
            Xvfb::start(&format!("{name}-eyes-screen"), width, height)
        });
        let shown = eyes.as_ref().zip(both_eyes);
        let compositor = shown.map_or(Compositor::Null, |(screen, both)| Compositor::Window {
            screen,
            eye_scale: both.scale,
        });
        Some(Self {
            runtime: Monado::start(&kind, &format!("{name}-monado"), compositor),
            eyes,
            place,
        })
    }

    /// Returns the screen that shows both eyes' views.
    pub fn eyes(&self) -> &Xvfb {
        self.eyes.as_ref().expect("a room with eyes")
    }

    /// Starts a new runtime after the previous one has ended.
    pub fn start_runtime(&mut self, name: &str) {
        let kind = monado::available().expect("it was there");
        self.runtime = Monado::start(&kind, &format!("{name}-monado"), Compositor::Null);
    }

    /// Writes a game to a file and returns its path.
    pub fn file(&self, game: &str) -> String {
        let file = self.data().join("game.pgn");
        fs::write(&file, game).expect("the game can be written");
        file.to_str().expect("a path in UTF-8").to_owned()
    }

    /// Asserts that a game with moves is saved.
    pub fn assert_saved(&self) {
        let saved = fs::read_to_string(self.data().join("current.pgn")).unwrap();
        assert!(saved.contains("1. "), "{saved}");
    }

    /// Returns the game's data folder.
    pub fn data(&self) -> &Path {
        self.place.data()
    }
}

/// A game in a headset, and the player who drives it.
pub struct Driver {
    pub driver: RemoteDriver,
    pub inspector: Inspector,
    pub game: Process,
    /// Proxy between the game and the runtime, if any.
    proxy: Option<Proxy>,
    /// Program that shrinks the game's window to its screen. Drawing the window at its default size
    /// would double the frame time.
    _window: Process,
    /// Offset from the game's world to the stage.
    pub to_stage: Vec3,
    /// Position of the right hand in the stage, in metres.
    pub right: Vec3,
    /// Number of times that a button had to be pressed again because the first press had no effect.
    pub presses_in_vain: u32,
}

impl Plays for Driver {
    const PATIENCE: Duration = Duration::from_secs(40);
    const LAG: u64 = 8;

    fn inspector(&self) -> &Inspector {
        &self.inspector
    }

    fn process(&mut self) -> &mut Process {
        &mut self.game
    }

    fn circumstances(&mut self) -> String {
        let hands = self.inspector.query(&[HAND], &[]);
        let frames = self.inspector.resource(FRAMES).unwrap_or_default();
        let slowest = numbers(&frames["seconds"]).into_iter().fold(0.0, f32::max);
        format!("{hands:?}; the slowest frame took {slowest} s")
    }

    fn press_part(&mut self, control: &str, across: f32) {
        self.press_part_with(Side::Right, control, across);
    }

    fn undo(&mut self, left: &[&str]) {
        self.press_button("undo");
        self.wait_for_moves(left);
    }

    fn redo(&mut self, played: &[&str]) {
        self.press_button("redo");
        self.wait_for_moves(played);
    }
}

impl Driver {
    /// Starts the game and waits until the player is seated.
    pub fn start(room: &Room, name: &str) -> Self {
        Self::start_with(room, name, &[])
    }

    /// Starts the game with extra command-line arguments.
    pub fn start_with(room: &Room, name: &str, arguments: &[&str]) -> Self {
        let mut player = Self::launch(room, name, None, |command| {
            command.args(arguments);
        });
        player.wait_until_seated();
        player
    }

    /// Like [`start_with`](Self::start_with), for a test that looks at no picture.
    pub fn start_unseen(room: &Room, name: &str, arguments: &[&str]) -> Self {
        let mut player = Self::launch(room, name, Some(Setup::default()), |command| {
            command.args(arguments);
        });
        player.wait_until_seated();
        player.draw_nothing();
        player
    }

    /// Draws nothing from now on, which takes much less of the processor. Requires a proxy.
    pub fn draw_nothing(&mut self) {
        self.proxy().pace(Some(UNSEEN_HERTZ));
    }

    /// Like [`start`](Self::start), with a proxy between the game and the runtime.
    pub fn start_with_proxy(room: &Room, name: &str, setup: Setup) -> Self {
        let mut player = Self::launch(room, name, Some(setup), |_| {});
        player.wait_until_seated();
        player
    }

    /// Starts the game without waiting. A `setup` adds a proxy, and `change` may modify the
    /// command.
    pub fn launch(
        room: &Room,
        name: &str,
        setup: Option<Setup>,
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let driver = wear(&room.runtime);
        let port = free_port();
        let mut command = room.runtime.command(game::binary());
        room.place.home.attach(&mut command);
        room.place.screen.attach(&mut command);
        command.arg("--vr").arg("--data-dir").arg(room.data());
        command.arg(format!("--inspect={port}"));
        let proxy = setup.map(|setup| Proxy::attach(&mut command, setup));
        change(&mut command);
        let Place { screen, size, .. } = &room.place;
        Self {
            driver,
            inspector: Inspector::new(port),
            game: game::start(command, name),
            proxy,
            _window: screen.resize_when_there(&format!("{name}-window"), "^Icochess$", *size),
            to_stage: Vec3::ZERO,
            right: RIGHT,
            presses_in_vain: 0,
        }
    }

    /// Waits until the board is in front of the player.
    pub fn wait_until_seated(&mut self) {
        self.wait("the session to be focused and the player seated", |p| {
            let status = p.session()?;
            (status["state"] == "FOCUSED" && status["seated"] == true).then_some(())
        });
        self.to_stage = HEAD - self.place("head").w_axis;
        // The board turns to the first side's home.
        self.rest();
    }

    /// Returns the distance of the ball from its place in front of a head that looks along `ahead`,
    /// in metres.
    pub fn off_its_place(&self, ahead: Vec3) -> Option<f32> {
        let Stance { ahead: away, below } = *BALL_STANCE;
        let wanted = self.try_place("head")?.w_axis + ahead * away - Vec3::Y * below;
        Some(self.try_place("board")?.w_axis.distance(wanted))
    }

    /// Waits until the ball is within `within` metres of its place in front of the head.
    pub fn wait_for_board_before(&mut self, ahead: Vec3, within: f32) {
        self.wait("the board to come before the head", |p| {
            (p.off_its_place(ahead)? < within).then_some(())
        });
    }

    /// Points the right hand at nothing.
    pub fn point_past_all(&mut self) {
        self.driver.aim(Side::Right, Vec3::new(0.3, 3.0, -0.1));
    }

    /// Waits until the program exits successfully, without a fallback to the window.
    pub fn wait_for_good_end(&mut self, timeout: Duration) {
        let status = self.game.wait_for_exit(timeout);
        let log = self.game.log();
        assert!(status.is_some_and(|it| it.success()), "{status:?}\n{log}");
        assert!(!log.contains("goes on in the window"), "{log}");
    }

    /// Closes the game's window by despawning it, as Bevy does after a close request. Without a
    /// window manager there is no close button.
    pub fn close_window(&mut self) {
        let window = ["bevy_window::window::PrimaryWindow"];
        let windows = self.inspector.query(&window, &[]).expect("a window");
        let close = serde_json::json!({"entity": windows[0].entity});
        // The game may exit before it answers.
        let _ = self.inspector.call("world.despawn_entity", close);
    }

    /// Returns the proxy that this player was started with.
    pub fn proxy(&mut self) -> &mut Proxy {
        self.proxy.as_mut().expect("started with a proxy")
    }

    /// Makes the session enter these states, all at one poll, and waits for the last one.
    pub fn enter(&mut self, states: &[&str]) {
        self.proxy().enter(states);
        self.wait_for_state(states.last().expect("a state"));
    }

    /// Waits until the session is in `state`.
    pub fn wait_for_state(&mut self, state: &str) {
        self.wait(&format!("the session to be {state}"), |p| {
            (p.session()?["state"] == state).then_some(())
        });
    }

    /// Waits until the game continues in the window with the match state `before`.
    pub fn wait_for_window(&mut self, before: &Value) {
        self.wait("the window to go on", |p| {
            let state = p.state();
            let goes_on = p.session().is_none() && state["position"] == before["position"];
            goes_on.then(|| assert_eq!(state["moves"], before["moves"]))
        });
    }

    /// Returns the state of the session.
    pub fn session(&self) -> Option<Value> {
        self.inspector.resource(SESSION).ok()
    }

    pub fn try_place(&self, name: &str) -> Option<Placed> {
        places(&self.inspector, [name]).map(|[place]| place)
    }

    /// Returns the names and positions of all tiles.
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

    /// Returns the pose of an entity in the game's world.
    pub fn place(&mut self, name: &str) -> Placed {
        self.wait(&format!("{name} to be somewhere"), |p| p.try_place(name))
    }

    /// Turns the ball with the left hand until `tile` faces the right hand.
    pub fn bring(&mut self, tile: &str) {
        self.bring_by(Side::Left, self.right, tile);
    }

    /// Turns the ball with a hand until `tile` faces `whom`, a position in the stage.
    pub fn bring_by(&mut self, side: Side, whom: Vec3, tile: &str) {
        for _ in 0..8 {
            let name = format!("tile {tile}");
            let [board, at] = self.wait(&format!("the board and {name} to be somewhere"), |p| {
                places(&p.inspector, ["board", &name])
            });
            let (board, at) = (board.w_axis, at.w_axis);
            let now = (at - board).normalize();
            let wanted = (whom - self.to_stage - board).normalize();
            let angle = now.angle_between(wanted);
            if angle < 0.2 {
                return;
            }
            // Limit each turn to the range of a wrist.
            let axis = now.cross(wanted).try_normalize().unwrap_or(Vec3::Y);
            let turn = Quat::from_axis_angle(axis, angle.min(1.2));
            let rest = self.pose(side);
            self.grab(side);
            self.twist(side, turn, TURN);
            self.frames(3);
            self.release(side);
            self.driver.update(|state| state.hand(side).pose = rest);
            self.frames(2);
        }
    }

    /// Returns the pose of a hand in the stage.
    pub fn pose(&self, side: Side) -> Pose {
        let mut state = *self.driver.state();
        state.hand(side).pose
    }

    /// Rotates a hand in place within `time`.
    pub fn twist(&mut self, side: Side, turn: Quat, time: Duration) {
        let from = self.pose(side);
        let turned = turn * from.orientation;
        let end = Pose {
            orientation: turned,
            ..from
        };
        self.driver.glide(side, end, time);
    }

    /// Points the right hand at a tile, after the left hand has turned it to the front.
    pub fn point(&mut self, tile: &str) {
        self.bring(tile);
        self.point_with(Side::Right, &format!("tile {tile}"));
    }

    /// Points the right hand along the line of sight at a tile, and pulls its trigger.
    pub fn pick_along_sight(&mut self, tile: &str) {
        let tile = format!("tile {tile}");
        self.hover(&tile, |p| {
            let at = p.try_place(&tile)?.w_axis;
            p.aim_along_sight(Side::Right, at);
            Some(())
        });
        self.pull_trigger();
    }

    /// Points a hand at a named object, without moving it, until the game reports the object as
    /// hovered.
    pub fn point_with(&mut self, side: Side, thing: &str) {
        self.follow(thing, |driver, at| driver.aim(side, at));
    }

    /// Calls `hold` with the object's position in the stage until the game reports the object as
    /// hovered. The ball may still be turning, so the hands follow.
    pub fn follow(&mut self, thing: &str, mut hold: impl FnMut(&mut RemoteDriver, Vec3)) {
        self.hover(thing, |p| {
            let at = p.try_place(thing)?.w_axis + p.to_stage;
            hold(&mut p.driver, at);
            Some(())
        });
    }

    /// Points a hand at a point of the game's world from the line of sight, where only visible
    /// objects are in front.
    pub fn aim_along_sight(&mut self, side: Side, target: Vec3) {
        let target = target + self.to_stage;
        let hand = HEAD + (target - HEAD).normalize() * BEFORE_EYES;
        self.driver.place_and_aim(side, hand, target);
    }

    /// Returns whether a tile of the ball faces the eyes.
    pub fn is_in_sight(&self, tile: &str) -> Option<bool> {
        let name = format!("tile {tile}");
        let [head, tile] = places(&self.inspector, ["head", &name])?;
        Some((head.w_axis - tile.w_axis).dot(tile.y_axis) > 0.0)
    }

    /// Waits until the game has seen a hand start or stop an action.
    pub fn wait_for_hand(&mut self, hand: &str, what: &str, is_so: bool) {
        self.wait(&format!("{hand} to {what}: {is_so}"), |p| {
            p.is_hand(hand, what, is_so).then_some(())
        });
    }

    /// Returns whether the game reports the state `is_so` for the action `what` of a hand.
    pub fn is_hand(&self, hand: &str, what: &str, is_so: bool) -> bool {
        let hands = self.inspector.query(&[HAND], &[]).unwrap_or_default();
        let mut rows = hands.iter().map(|row| &row.components[HAND]);
        rows.any(|row| row["hand"] == hand && row[what] == is_so)
    }

    /// Pulls and releases the right hand's trigger, at any frame rate.
    pub fn pull_trigger(&mut self) {
        self.pull(Side::Right);
    }

    /// Pulls and releases a hand's trigger, at any frame rate.
    pub fn pull(&mut self, side: Side) {
        let hand = format!("{side:?}");
        self.pull_until(side, &format!("{hand} to select"), |p| {
            p.is_hand(&hand, "select", true)
        });
        self.wait_for_hand(&hand, "select", false);
    }

    /// Holds a hand's trigger until `is_so` returns true.
    pub fn pull_until(&mut self, side: Side, what: &str, is_so: impl Fn(&mut Self) -> bool) {
        self.hold_until(RemoteDriver::trigger, side, what, is_so);
        self.driver.trigger(side, false);
    }

    /// Grabs with a hand and keeps holding.
    pub fn grab(&mut self, side: Side) {
        let hand = format!("{side:?}");
        self.hold_until(
            RemoteDriver::squeeze,
            side,
            &format!("{hand} to grab"),
            |p| p.is_hand(&hand, "grab", true),
        );
    }

    /// Releases a hand's grab.
    pub fn release(&mut self, side: Side) {
        self.driver.squeeze(side, false);
        self.wait_for_hand(&format!("{side:?}"), "grab", false);
    }

    /// Presses a button of a hand until `is_so` returns true, and keeps it pressed. After a frame
    /// longer than a second, a button counts only after a release, so this presses it again from
    /// time to time. The interval is long enough not to interrupt a long hold at a low frame rate.
    pub fn hold_until(
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
            if pressed.elapsed() > Duration::from_secs(16) {
                p.presses_in_vain += 1;
                press(&mut p.driver, side, false);
                p.frames(4);
                press(&mut p.driver, side, true);
                pressed = Instant::now();
            }
            None
        });
    }

    /// Presses and releases the right hand's A button, at any frame rate.
    pub fn press_a(&mut self) {
        for pressed in [true, false] {
            self.driver.update(|state| state.right.a_click = pressed);
            self.frames(4);
        }
    }

    /// Waits until the board is at rest. Each answer comes from another frame.
    pub fn rest(&mut self) {
        const STILL: u32 = 5;
        let mut before = None;
        let mut still = 0;
        self.wait("the board to lie still", |p| {
            let now = p.try_place("board")?;
            let is_still = before.is_some_and(|before| now.is_near(&before));
            still = if is_still { still + 1 } else { 0 };
            before = Some(now);
            (still == STILL).then_some(())
        });
    }

    pub fn select(&mut self, tile: &str) {
        self.point(tile);
        self.pull_trigger();
        self.wait_for_pointing("selected", Some(tile));
    }

    /// Plays a move by pointing and pulling the trigger, twice.
    pub fn play(&mut self, from: &str, to: &str) {
        self.play_by(from, to, |p, tile| {
            p.point(tile);
            p.pull_trigger();
        });
        // The board turns to the next side's home.
        sleep(Duration::from_millis(900));
    }

    /// Saves a picture of both eyes' views as `headset-<name>.png`.
    pub fn picture(&mut self, room: &Room, name: &str) {
        // A blank picture has one colour.
        self.wait_for_picture(room.eyes(), &format!("headset-{name}"), 1000);
    }

    /// Turns the head towards an entity of the game's world.
    pub fn look_at(&mut self, name: &str) {
        let at = self.place(name).w_axis + self.to_stage;
        self.driver.look(HEAD, at);
    }

    /// Returns the duration of each frame within `span`, in seconds.
    pub fn frame_times(&mut self, span: Duration) -> Vec<f64> {
        let begun = self.inspector.resource(FRAMES).unwrap()["begun"].as_u64();
        // Sends no requests meanwhile, because answering takes frame time.
        sleep(span);
        let frames = self.inspector.resource(FRAMES).unwrap();
        let seconds = frames["seconds"].as_array().unwrap();
        let last = frames["begun"].as_u64().unwrap();
        // Skips the frames of the first answer; the game keeps only the last `seconds.len()`
        // frames.
        let first = (begun.unwrap() + 3).max(last.saturating_sub(seconds.len() as u64 - 1));
        (first..=last)
            .map(|frame| seconds[frame as usize % seconds.len()].as_f64().unwrap())
            .collect()
    }
}

/// Returns the PGN of a game between Ada (White) and Bo, with the given seating.
pub fn game_of_two(mut record: Record, seating: Seating) -> String {
    for (tag, name) in [("White", "Ada"), ("Black", "Bo")] {
        let tags = record.make_mut().tags_mut();
        tags.insert(tag.to_owned(), name.to_owned());
    }
    seating.write_to(&mut record);
    record.to_pgn()
}

/// Connects to a runtime's head and hands and moves them to their initial poses.
pub fn wear(runtime: &Monado) -> RemoteDriver {
    let mut driver = runtime.driver();
    driver.look(HEAD, HEAD + Vec3::NEG_Z);
    hold(&mut driver);
    driver
}

/// Moves both hands to their initial poses.
pub fn hold(driver: &mut RemoteDriver) {
    driver.update(|state| {
        // The left hand points past the ball.
        for (hand, at, ahead) in [
            (Side::Left, LEFT, Vec3::new(-1.0, -0.5, -0.6)),
            (Side::Right, RIGHT, Vec3::NEG_Z),
        ] {
            state.hand(hand).active = true;
            state.hand(hand).pose = Pose::aimed(at, at + ahead);
        }
    });
}

/// Returns the poses of named entities in the game's world, all from one frame.
pub fn places<const N: usize>(inspector: &Inspector, names: [&str; N]) -> Option<[Placed; N]> {
    let rows = inspector.query(&[NAME, PLACE], &[]).ok()?;
    let mut places = Vec::with_capacity(N);
    for name in names {
        let row = rows.iter().find(|row| row.components[NAME] == name)?;
        places.push(Placed::from(&row.components[PLACE])?);
    }
    places.try_into().ok()
}

/// Returns all numbers in a value, in order.
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

/// An entity's position and axes.
#[derive(Clone, Copy, PartialEq)]
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

    /// Returns the rotation.
    pub fn rotation(&self) -> Quat {
        let (x, y) = (self.x_axis.normalize(), self.y_axis.normalize());
        Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y)))
    }

    /// Returns whether position and rotation are equal within 1e-5.
    fn is_near(&self, other: &Self) -> bool {
        let axes = |of: &Self| [of.x_axis, of.y_axis, of.w_axis];
        let mut pairs = axes(self).into_iter().zip(axes(other));
        pairs.all(|(one, other)| one.distance(other) < 1e-5)
    }
}
