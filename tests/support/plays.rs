//! The actions of a player of the real game, and what they see, whatever the display.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::inspect::Inspector;
use super::out_dir;
use super::process::Process;
use super::scene::NAME;
use super::short_games::{Pick, ShortGame};
use super::xvfb::{self, Xvfb};

pub const MATCH: &str = "icochess::game::MatchState";
pub const POINTING: &str = "icochess::interaction::InteractionState";
pub const HANDOVER: &str = "icochess::game::handover::HandoverState";
pub const FRAMES: &str = "icochess::app::FrameTimes";
pub const TEXT: &str = "bevy_ui::widget::text::Text";
/// The colour that is seen where nothing is.
const GROUND: &str = "bevy_camera::clear_color::ClearColor";
/// Visibility, with that of all parents.
pub const VISIBLE: &str = "bevy_camera::visibility::InheritedVisibility";

/// The name that is `hovered` where a thing of that name is pointed at: a place on the board, or on
/// the map, has a name of its own.
fn hovered(thing: &str) -> &str {
    let mut places = ["tile ", "map "].into_iter();
    let place = places.find_map(|before| thing.strip_prefix(before));
    place.unwrap_or(thing)
}

/// The time from one frame of Monado's without a display to the next.
const FRAME: Duration = Duration::from_millis(50);

/// A player of the real game: the display gives what is required here, and the rest is the same
/// for all of them.
pub trait Plays: Sized {
    /// The longest that each thing that is waited for may take. Frames take long on a machine
    /// without a graphics card.
    const PATIENCE: Duration;
    /// Frames from what is known to what is seen.
    const LAG: u64;

    /// The game, looked into.
    fn inspector(&self) -> &Inspector;

    /// The game's process.
    fn process(&mut self) -> &mut Process;

    /// Facts that help to find out why something was waited for in vain, beside the game's log.
    fn circumstances(&mut self) -> String;

    /// Presses a control of the interface at a part of its width from the left.
    fn press_part(&mut self, control: &str, across: f32);

    /// Takes a move back, and waits until these are left.
    fn undo(&mut self, left: &[&str]);

    /// Plays a move again that was taken back, and waits until these are played.
    fn redo(&mut self, played: &[&str]);

    /// Presses a control of the interface in its middle.
    fn press(&mut self, control: &str) {
        self.press_part(control, 0.5);
    }

    /// Presses a button, by its words.
    fn press_button(&mut self, button: &str) {
        self.press(&format!("button {button}"));
    }

    /// Waits until `ask` has an answer.
    ///
    /// # Panics
    ///
    /// If there is none within [`PATIENCE`](Self::PATIENCE), or if the game has ended.
    fn wait<T>(&mut self, what: &str, mut ask: impl FnMut(&mut Self) -> Option<T>) -> T {
        let end = Instant::now() + Self::PATIENCE;
        loop {
            if let Some(answer) = ask(self) {
                return answer;
            }
            if Instant::now() > end || self.process().exit_status().is_some() {
                let pointing = self.inspector().resource(POINTING);
                let circumstances = self.circumstances();
                panic!(
                    "waited in vain for {what}; {pointing:?}; {circumstances}; the log:\n{}",
                    self.process().log()
                );
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// Lets as many frames pass, however slow they are, and the time of as many of Monado's, should they
    /// be faster: a place at which a hand has not been for a moment is not meant.
    fn frames(&mut self, count: u64) {
        let earliest = Instant::now() + FRAME * u32::try_from(count).unwrap_or(u32::MAX);
        let begun = |p: &mut Self| p.inspector().resource(FRAMES).ok()?["begun"].as_u64();
        let mut last = self.wait("the number of frames", begun);
        let end = last + count;
        while last < end {
            last = self.wait("a frame", |p| begun(p).filter(|now| *now > last));
        }
        sleep(earliest.saturating_duration_since(Instant::now()));
    }

    /// Has so much light seen where nothing is, 0 to 1, until it is seen.
    fn set_ground(&mut self, light: f32) {
        let colour = json!({"red": light, "green": light, "blue": light, "alpha": 1.0});
        let change = json!({"resource": GROUND, "value": {"LinearRgba": colour}});
        let changed = self.inspector().call("world.insert_resources", change);
        changed.expect("another ground");
        self.frames(Self::LAG);
    }

    /// The state of the match.
    fn state(&mut self) -> Value {
        self.wait("the state of the match", |p| {
            p.inspector().resource(MATCH).ok()
        })
    }

    /// The moves that are played, in UCI text.
    fn moves(&mut self) -> Vec<String> {
        let state = self.state();
        let moves = state["moves"].as_array().into_iter().flatten();
        moves.filter_map(|mv| mv.as_str().map(Into::into)).collect()
    }

    /// The name of the thing that is `hovered` or `selected`, as `key` says.
    fn pointing(&mut self, key: &str) -> Option<String> {
        let state = self.wait("what is pointed at", |p| {
            p.inspector().resource(POINTING).ok()
        });
        state[key].as_str().map(str::to_owned)
    }

    /// Waits until this, or nothing, is `hovered` or `selected`.
    fn wait_for_pointing(&mut self, key: &str, name: Option<&str>) {
        self.wait(&format!("{name:?} to be {key}"), |p| {
            (p.pointing(key).as_deref() == name).then_some(())
        });
    }

    /// Points at a thing of that name, as `aim` does, until the game says so: it may still move, or have
    /// something before it.
    fn hover(&mut self, thing: &str, mut aim: impl FnMut(&mut Self) -> Option<()>) {
        self.wait(&format!("{thing} to be hovered"), |p| {
            aim(p)?;
            p.frames(4);
            (p.pointing("hovered").as_deref() == Some(hovered(thing))).then_some(())
        });
    }

    /// Picks one thing, by which `selected` is, and then another one.
    fn pick_both(
        &mut self,
        [one, other]: [&str; 2],
        selected: &str,
        mut pick: impl FnMut(&mut Self, &str),
    ) {
        pick(self, one);
        self.wait_for_pointing("selected", Some(selected));
        pick(self, other);
    }

    /// Plays a move, beside those that are played, by picking both its places.
    fn play_by(&mut self, from: &str, to: &str, pick: impl FnMut(&mut Self, &str)) {
        let mut moves = self.moves();
        moves.push(format!("{from}{to}"));
        self.pick_both([from, to], from, pick);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.wait_for_moves(&moves);
    }

    /// Plays a short game to its end, by picking things by their names. `moved` comes after each move,
    /// with the number of those before. Tells the moves, in UCI text.
    fn play_to_the_end<'g>(
        &mut self,
        game: &'g ShortGame,
        mut pick: impl FnMut(&mut Self, &str),
        mut moved: impl FnMut(&mut Self, usize),
    ) -> Vec<&'g str> {
        let mut played: Vec<&str> = Vec::new();
        for (ply, (picks, mv)) in game.moves.iter().enumerate() {
            let target = match picks {
                Pick::Piece { from, to, becomes } => {
                    let [one, other] = [from, to].map(|cell| format!("tile {cell}"));
                    self.pick_both([&one, &other], from, &mut pick);
                    if let Some(piece) = becomes {
                        pick(self, &format!("choice {piece}"));
                    }
                    other
                }
                Pick::Part { from, square, to } => {
                    let [from, to] = [from, to].map(|pin| format!("dock {pin}"));
                    self.pick_both([&format!("tile {square}"), &to], &from, &mut pick);
                    to
                }
            };
            played.push(mv);
            // Some boards have each move confirmed by default.
            let waits = self.wait("the move, or its confirmation", |p| {
                let waits = p.inspector().resource(POINTING).ok()?["choice"] == json!([mv]);
                (waits || p.moves() == played).then_some(waits)
            });
            if waits {
                pick(self, &target);
            }
            self.wait_for_moves(&played);
            moved(self, ply);
        }
        assert_eq!(self.state()["outcome"], game.outcome);
        played
    }

    /// Waits for the computer's answer to the first move.
    fn wait_for_answer(&mut self) {
        self.wait("the computer's answer", |p| {
            (p.moves().len() == 2).then_some(())
        });
        assert_eq!(self.state()["turn"], "White");
    }

    /// Waits until these moves are played and no others.
    fn wait_for_moves(&mut self, moves: &[&str]) {
        self.wait(&format!("{moves:?}"), |p| {
            (p.moves() == moves).then_some(())
        });
    }

    /// Waits until the match has this outcome.
    fn wait_for_outcome(&mut self, outcome: &str) {
        self.wait(outcome, |p| (p.state()["outcome"] == outcome).then_some(()));
    }

    /// The side that has the headset, or the window, and the phase of the handover.
    fn handover(&self) -> Value {
        self.inspector().resource(HANDOVER).unwrap_or_default()
    }

    /// Waits for a phase of the handover; tells what it is like then.
    fn wait_for_phase(&mut self, phase: &str, player: &str) -> Value {
        self.wait(&format!("{phase} of {player}"), |p| {
            let state = p.handover();
            (state["phase"] == phase && state["player"] == player).then_some(state)
        })
    }

    /// Whether each of those of that name is to be seen.
    fn shown(&self, name: &str) -> Option<Vec<bool>> {
        let rows = self.inspector().query(&[NAME, VISIBLE], &[]).ok()?;
        let rows = rows.iter().map(|row| &row.components);
        let named = rows.filter(|row| row[NAME] == name);
        Some(named.map(|row| row[VISIBLE] == true).collect())
    }

    /// Is something of that name to be seen? `None` if there is nothing of that name.
    fn is_shown(&self, name: &str) -> Option<bool> {
        let shown = self.shown(name)?;
        (!shown.is_empty()).then(|| shown.contains(&true))
    }

    /// Waits until something of that name is to be seen, or is hidden or gone.
    fn wait_for_shown(&mut self, name: &str, is_shown: bool) {
        self.wait(&format!("{name} to be shown: {is_shown}"), |p| {
            (p.shown(name)?.contains(&true) == is_shown).then_some(())
        });
    }

    /// Is a text with `part` in it there?
    fn says(&self, part: &str) -> Option<bool> {
        let rows = self.inspector().query(&[TEXT], &[]).ok()?;
        let is_there = |text: &Value| text.as_str().is_some_and(|text| text.contains(part));
        Some(rows.iter().any(|row| is_there(&row.components[TEXT])))
    }

    /// Waits until a text with `part` in it is there.
    fn wait_for_text(&mut self, part: &str) {
        self.wait(&format!("the text {part:?}"), |p| {
            p.says(part)?.then_some(())
        });
    }

    /// Waits until a file in the data folder `data` has `part` in it; tells all of it.
    fn wait_for_file(&mut self, data: &Path, file: &str, part: &str) -> String {
        let path = data.join(file);
        self.wait(&format!("{part} in {file}"), |_| {
            let text = fs::read_to_string(&path).ok()?;
            text.contains(part).then_some(text)
        })
    }

    /// Waits until the game that is played is saved with `part` in its text; tells all of it.
    fn wait_for_saved(&mut self, data: &Path, part: &str) -> String {
        self.wait_for_file(data, "current.pgn", part)
    }

    /// Waits until the settings on disk have `part` in their text.
    fn wait_for_setting(&mut self, data: &Path, part: &str) {
        self.wait_for_file(data, "settings.ron", part);
    }

    /// Keeps a picture of a screen as `<name>.png`, once it has more colours than that: at the
    /// start the world comes later than the text, when its shaders are there.
    fn wait_for_picture(&mut self, screen: &Xvfb, name: &str, colours: u32) {
        let path = out_dir().join(format!("{name}.png"));
        self.wait(&format!("the picture {}", path.display()), |p| {
            p.frames(Self::LAG);
            screen.screenshot(&path);
            (xvfb::colours(&path) > colours).then_some(())
        });
    }
}
