//! A game in a window, and the player who drives it with mouse and keyboard.

use std::fs;
use std::process::Command;
use std::time::Duration;

use bevy::math::Vec2;
use serde_json::Value;

use crate::support::inspect::Inspector;
use crate::support::mouse::{self, ON_SQUARE};
use crate::support::place::Place;
use crate::support::plays::Plays;
use crate::support::process::Process;
use crate::support::scene::{NAME, SIZE, Scene};
use crate::support::turns::Turn;
use crate::support::xvfb::{Button, Window, Xvfb};
use crate::support::{free_port, game, out_dir};

pub const WINDOW: &str = "bevy_window::window::Window";
pub const PRESSED: &str = "bevy_picking::pointer::PointerPress";

/// Radius of the ball, in metres.
pub const RADIUS: f32 = 0.20;
/// Rotation of the ball per pixel of drag, in radians.
pub const TURN_PER_PIXEL: f32 = 0.006;
/// Maximum length of a single drag within the window, in pixels.
const REACH: f32 = 190.0;
/// Maximum length of a drag that counts as a click, in pixels. This is two degrees of rotation.
const CLICK_SLACK: f32 = 6.0;
/// Minimum cosine of the angle between a clicked tile and the ball's near centre: 26°, where no
/// other piece is in front.
pub const IN_FRONT: f32 = 0.9;

/// A non-standard start position.
pub const OTHER_START: &str = "1KPP/4/1P2/1P2/4/4/4/4/4/4/1p2/1p2/4/1kpp/4/4/4/4/4/4 \
                           w a3a4c2d2k2l2n3n4 - 0 1";

/// Default settings. Auto-turn is off, so that the board doesn't turn away under the mouse.
const DEFAULT_SETTINGS: &str = "(auto_turn_flat: false)\n";
/// Default settings without a room, drawn with a quarter of the pixels.
const BARE: &str = "(auto_turn_flat: false, render_scale: 0.5, room: \"none\")\n";

/// Number of colours that a picture of the world exceeds. Text alone has 1,000.
const COLOURS: u32 = 1200;

/// Creates the environment of the test `what`, with a screen that the window fills; log names begin
/// with `name`.
pub fn place(what: &str, name: &str) -> Option<Place> {
    place_at(what, name, Turn::beside())
}

/// Like `place`, without a room and at a lower resolution, for tests that don't look at the
/// surroundings. Without a graphics card, this reduces the frame time to an eighth
/// (docs/notes/frames.md).
pub fn bare_place(what: &str, name: &str) -> Option<Place> {
    let place = place_at(what, name, Turn::half())?;
    place.set(BARE);
    Some(place)
}

fn place_at(what: &str, name: &str, turn: Turn) -> Option<Place> {
    let size = (SIZE.x as u32, SIZE.y as u32);
    Place::new(what, &format!("window-{name}"), size, turn)
}

/// A game in a window, driven with mouse and keyboard.
pub struct Driver<'a> {
    pub screen: &'a Xvfb,
    pub inspector: Inspector,
    pub game: Process,
    pub window: Window,
}

impl Plays for Driver<'_> {
    const PATIENCE: Duration = Duration::from_secs(60);
    const LAG: u64 = 4;

    fn inspector(&self) -> &Inspector {
        &self.inspector
    }

    fn process(&mut self) -> &mut Process {
        &mut self.game
    }

    fn circumstances(&mut self) -> String {
        let picture = out_dir().join("window-failed.png");
        self.screen.screenshot(&picture);
        format!("{} shows it", picture.display())
    }

    fn press_part(&mut self, control: &str, across: f32) {
        let screen = self.screen;
        mouse::press_part(self, screen, control, across);
    }

    fn undo(&mut self, left: &[&str]) {
        self.hold("ctrl+z", |p| p.wait_for_moves(left));
    }

    fn redo(&mut self, played: &[&str]) {
        self.hold("ctrl+y", |p| p.wait_for_moves(played));
    }
}

impl<'a> Driver<'a> {
    /// Starts the game, with its log in `window-<name>.log`.
    pub fn start(place: &'a Place, name: &str) -> Self {
        Self::start_with(place, name, &[])
    }

    /// Starts the game with extra command-line arguments.
    pub fn start_with(place: &'a Place, name: &str, arguments: &[&str]) -> Self {
        Self::launch(place, name, |command| {
            command.args(arguments);
        })
    }

    /// Starts the game; `more` may add arguments and environment variables.
    pub fn launch(place: &'a Place, name: &str, more: impl FnOnce(&mut Command)) -> Self {
        let Place { screen, home, .. } = place;
        let settings = place.data().join("settings.ron");
        if fs::create_dir_all(place.data()).is_ok() && !settings.exists() {
            fs::write(settings, DEFAULT_SETTINGS).expect("settings");
        }
        let port = free_port();
        let mut command = game::without_headset();
        home.attach(&mut command);
        screen.attach(&mut command);
        command.arg("--flat").arg("--data-dir").arg(place.data());
        command.arg(format!("--inspect={port}"));
        more(&mut command);
        let game = game::start(command, &format!("window-{name}"));
        let window = screen
            .wait_for_window("^Icochess$", Self::PATIENCE)
            .unwrap_or_else(|| panic!("no window; the log:\n{}", game.log()));
        let mut player = Self {
            screen,
            inspector: Inspector::new(port),
            game,
            window,
        };
        let (width, height) = place.size;
        screen.resize(window, width, height);
        screen.focus(window);
        mouse::wait_for_size(&mut player, place.size);
        assert_eq!(screen.corner(window), [0, 0], "the window is elsewhere");
        player
    }

    /// Returns the entity called `name` and one of its components.
    pub fn named(&self, component: &str, name: &str) -> Option<(u64, Value)> {
        let rows = self.inspector.query(&[NAME, component], &[]).ok()?;
        let mut row = rows.into_iter().find(|row| row.components[NAME] == name)?;
        Some((row.entity, row.components[component].take()))
    }

    pub fn scene(&mut self) -> Scene {
        self.wait("the places of things", |p| Scene::read(&p.inspector))
    }

    /// Waits until the board stops turning.
    pub fn rest(&mut self) {
        self.wait("the board to rest", |p| {
            let before = p.scene().place("board");
            p.frames(4);
            (p.scene().place("board") == before).then_some(())
        });
    }

    pub fn move_to(&self, at: Vec2) {
        mouse::move_to(self.screen, at);
    }

    /// Drags by `way` pixels from the centre of the ball, in several drags if necessary. Waits
    /// until the game has seen the end of the last drag.
    pub fn drag(&mut self, mut offset: Vec2) {
        let middle = SIZE / 2.0;
        while offset.length() > CLICK_SLACK {
            let part = offset.clamp_length_max(REACH);
            offset -= part;
            let from = middle.as_ivec2();
            let to = (middle + part).round().as_ivec2();
            let time = Duration::from_millis(300);
            self.screen
                .drag(Button::Middle, from.into(), to.into(), time);
            self.wait("the end of the drag", |p| {
                let rows = p.inspector.query(&[PRESSED], &[]).ok()?;
                rows.iter()
                    .all(|row| row.components[PRESSED]["middle"] == false)
                    .then_some(())
            });
            // A drag that the game sees late counts as a flick, after which the board keeps
            // turning.
            self.wait("the board to rest", |p| {
                let before = p.scene().place("board");
                p.frames(2);
                (p.scene().place("board") == before).then_some(())
            });
        }
    }

    /// Drags the ball until `tile` is in front, and returns its pixel. The selection stays.
    pub fn bring(&mut self, tile: &str) -> Vec2 {
        let selected = self.pointing("selected");
        for _ in 0..6 {
            let scene = self.scene();
            let seen = scene.seen(tile);
            if seen.z > IN_FRONT {
                assert_eq!(self.pointing("selected"), selected, "a drag has selected");
                return scene.pixel(scene.at(&format!("tile {tile}")));
            }
            // Turns first about the vertical axis, then about the horizontal one.
            let across = -seen.x.atan2(seen.z);
            let level = Vec2::new(seen.x, seen.z).length();
            let down = seen.y.atan2(level);
            self.drag(Vec2::X * across / TURN_PER_PIXEL);
            self.drag(Vec2::Y * down / TURN_PER_PIXEL);
        }
        panic!("{tile} does not come to the front");
    }

    /// Brings a tile to the front, points at it and clicks.
    pub fn click(&mut self, button: Button, tile: &str) {
        let at = self.bring(tile);
        self.move_to(at);
        self.wait_for_pointing("hovered", Some(tile));
        self.screen.click(button);
    }

    pub fn select(&mut self, tile: &str) {
        self.click(Button::Left, tile);
        self.wait_for_pointing("selected", Some(tile));
    }

    /// Saves a screenshot that shows the current state of the game.
    pub fn picture(&mut self, name: &str) {
        let screen = self.screen;
        self.wait_for_picture(screen, &format!("window-{name}"), COLOURS);
    }

    /// Returns the centre and size of a UI node in the window, in pixels.
    pub fn node(&self, name: &str) -> Option<(Vec2, Vec2)> {
        mouse::node(&self.inspector, name)
    }

    /// Types letters into a field.
    pub fn type_into(&mut self, field: &str, letters: &str) {
        self.press(field);
        for letter in letters.chars() {
            // Wait for the focus and for the previous letter.
            self.frames(3);
            self.screen.key(&letter.to_string());
        }
        self.frames(3);
    }

    /// Calls `during` while keys are held, for example to wait for their effect.
    pub fn hold(&mut self, keys: &str, during: impl FnOnce(&mut Self)) {
        let screen = self.screen;
        screen.hold(keys, || {
            // Gives the game time to see the keys.
            self.frames(2);
            during(self);
        });
    }

    /// Points at a square of a board that doesn't roll. Other objects may hide its centre, or the
    /// whole square from this side.
    pub fn point_at_square(&mut self, square: &str) {
        for round in 0..80 {
            let scene = self.scene();
            mouse::move_to_square(self.screen, &scene, SIZE, square, round);
            // Gives the game time to see the mouse.
            self.frames(3);
            if self.pointing("hovered").as_deref() == Some(square) {
                return;
            }
            if (round + 1).is_multiple_of(ON_SQUARE.len()) {
                // Turns the view, because this side is covered.
                self.hold("shift+Right", |_| ());
            }
        }
        panic!("{square} cannot be pointed at");
    }

    /// Clicks a square of a board that doesn't roll.
    pub fn pick_square(&mut self, square: &str) {
        self.point_at_square(square);
        self.screen.click(Button::Left);
    }

    /// Carries a piece to a square of a board that doesn't roll, and saves a screenshot before it is
    /// put down.
    pub fn carry(&mut self, from: &str, to: &str, picture: &str) {
        self.point_at_square(from);
        let screen = self.screen;
        screen.hold_button(Button::Left, || {
            self.point_at_square(to);
            self.wait_for_pointing("selected", Some(from));
            self.picture(picture);
        });
    }

    /// Clicks an object on a board that doesn't roll, by name.
    pub fn pick(&mut self, thing: &str) {
        match thing.strip_prefix("tile ") {
            Some(square) => self.pick_square(square),
            None => self.click_on(thing),
        }
    }

    /// Plays a move on a board that doesn't roll.
    pub fn play(&mut self, from: &str, to: &str) {
        self.play_by(from, to, Self::pick_square);
    }

    /// Clicks a named entity of the world.
    pub fn click_on(&mut self, name: &str) {
        self.wait(&format!("{name} to be there"), |p| {
            p.scene().has(name).then_some(())
        });
        let scene = self.scene();
        self.move_to(scene.pixel(scene.at(name)));
        self.frames(3);
        self.screen.click(Button::Left);
    }
}
