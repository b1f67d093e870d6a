//! A player's actions and observations, for any display.

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
/// The background colour.
const GROUND: &str = "bevy_camera::clear_color::ClearColor";
/// Visibility, including the visibility of all parents.
pub const VISIBLE: &str = "bevy_camera::visibility::InheritedVisibility";

/// Returns the name that `hovered` has while `thing` is hovered. Tiles of the board and the map
/// appear there without their prefix.
fn hovered(thing: &str) -> &str {
    let mut places = ["tile ", "map "].into_iter();
    let place = places.find_map(|before| thing.strip_prefix(before));
    place.unwrap_or(thing)
}

/// Frame time of a headset game that draws nothing.
const FRAME: Duration = Duration::from_millis(33);

/// A player of the real game. A display implements the required methods; the provided ones are the
/// same for every display.
pub trait Plays: Sized {
    /// Timeout of each wait. Frames are slow without a graphics card.
    const PATIENCE: Duration;
    /// Frames between a change in the game's state and its appearance on screen.
    const LAG: u64;

    /// Returns the inspector of the game.
    fn inspector(&self) -> &Inspector;

    /// Returns the process of the game.
    fn process(&mut self) -> &mut Process;

    /// Returns facts that explain a timeout, in addition to the game's log.
    fn circumstances(&mut self) -> String;

    /// Presses a control at the fraction `across` of its width, from the left.
    fn press_part(&mut self, control: &str, across: f32);

    /// Takes back a move, and waits until exactly `left` are played.
    fn undo(&mut self, left: &[&str]);

    /// Replays a taken-back move, and waits until exactly `played` are played.
    fn redo(&mut self, played: &[&str]);

    /// Presses the centre of a control.
    fn press(&mut self, control: &str) {
        self.press_part(control, 0.5);
    }

    /// Presses a button by its label.
    fn press_button(&mut self, button: &str) {
        self.press(&format!("button {button}"));
    }

    /// Polls `ask` until it has an answer.
    ///
    /// # Panics
    ///
    /// If there is no answer within [`PATIENCE`](Self::PATIENCE), or if the game has ended.
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

    /// Waits for `count` frames of the game, and at least the time of `count` frames that draw
    /// nothing. A hand must stay in place for a moment to count.
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

    /// Sets the background to a grey of brightness `light` (0 to 1), and waits until it is drawn.
    fn set_ground(&mut self, light: f32) {
        let colour = json!({"red": light, "green": light, "blue": light, "alpha": 1.0});
        let change = json!({"resource": GROUND, "value": {"LinearRgba": colour}});
        let changed = self.inspector().call("world.insert_resources", change);
        changed.expect("another ground");
        self.frames(Self::LAG);
    }

    /// Returns the state of the match.
    fn state(&mut self) -> Value {
        self.wait("the state of the match", |p| {
            p.inspector().resource(MATCH).ok()
        })
    }

    /// Returns the moves played, in UCI text.
    fn moves(&mut self) -> Vec<String> {
        let state = self.state();
        let moves = state["moves"].as_array().into_iter().flatten();
        moves.filter_map(|mv| mv.as_str().map(Into::into)).collect()
    }

    /// Returns the name of the hovered or selected object; `key` is `hovered` or `selected`.
    fn pointing(&mut self, key: &str) -> Option<String> {
        let state = self.wait("what is pointed at", |p| {
            p.inspector().resource(POINTING).ok()
        });
        state[key].as_str().map(str::to_owned)
    }

    /// Waits until the object called `name`, or nothing, is `hovered` or `selected`.
    fn wait_for_pointing(&mut self, key: &str, name: Option<&str>) {
        self.wait(&format!("{name:?} to be {key}"), |p| {
            (p.pointing(key).as_deref() == name).then_some(())
        });
    }

    /// Calls `aim` until the game reports `thing` as hovered. The object may still move, or be
    /// covered.
    fn hover(&mut self, thing: &str, mut aim: impl FnMut(&mut Self) -> Option<()>) {
        self.wait(&format!("{thing} to be hovered"), |p| {
            aim(p)?;
            p.frames(4);
            (p.pointing("hovered").as_deref() == Some(hovered(thing))).then_some(())
        });
    }

    /// Picks one object, which selects `selected`, and then another.
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

    /// Plays one more move by picking its origin and its target.
    fn play_by(&mut self, from: &str, to: &str, pick: impl FnMut(&mut Self, &str)) {
        let mut moves = self.moves();
        moves.push(format!("{from}{to}"));
        self.pick_both([from, to], from, pick);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.wait_for_moves(&moves);
    }

    /// Plays a short game to its end by picking objects by name. After each move, calls `moved`
    /// with the number of earlier moves. Returns the moves in UCI text.
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
            // Some boards ask for confirmation of each move by default.
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

    /// Waits until exactly these moves are played.
    fn wait_for_moves(&mut self, moves: &[&str]) {
        self.wait(&format!("{moves:?}"), |p| {
            (p.moves() == moves).then_some(())
        });
    }

    /// Waits until the match has this outcome.
    fn wait_for_outcome(&mut self, outcome: &str) {
        self.wait(outcome, |p| (p.state()["outcome"] == outcome).then_some(()));
    }

    /// Returns the state of the handover: its phase, and the side that has the headset or the
    /// window.
    fn handover(&self) -> Value {
        self.inspector().resource(HANDOVER).unwrap_or_default()
    }

    /// Waits for a phase of the handover and returns its state.
    fn wait_for_phase(&mut self, phase: &str, player: &str) -> Value {
        self.wait(&format!("{phase} of {player}"), |p| {
            let state = p.handover();
            (state["phase"] == phase && state["player"] == player).then_some(state)
        })
    }

    /// Returns the visibility of each entity called `name`.
    fn shown(&self, name: &str) -> Option<Vec<bool>> {
        let rows = self.inspector().query(&[NAME, VISIBLE], &[]).ok()?;
        let rows = rows.iter().map(|row| &row.components);
        let named = rows.filter(|row| row[NAME] == name);
        Some(named.map(|row| row[VISIBLE] == true).collect())
    }

    /// Returns whether any entity called `name` is visible; `None` if there is no such entity.
    fn is_shown(&self, name: &str) -> Option<bool> {
        let shown = self.shown(name)?;
        (!shown.is_empty()).then(|| shown.contains(&true))
    }

    /// Waits until an entity called `name` is visible, or until none is.
    fn wait_for_shown(&mut self, name: &str, is_shown: bool) {
        self.wait(&format!("{name} to be shown: {is_shown}"), |p| {
            (p.shown(name)?.contains(&true) == is_shown).then_some(())
        });
    }

    /// Returns whether any text contains `part`.
    fn says(&self, part: &str) -> Option<bool> {
        let rows = self.inspector().query(&[TEXT], &[]).ok()?;
        let is_there = |text: &Value| text.as_str().is_some_and(|text| text.contains(part));
        Some(rows.iter().any(|row| is_there(&row.components[TEXT])))
    }

    /// Waits until a text contains `part`.
    fn wait_for_text(&mut self, part: &str) {
        self.wait(&format!("the text {part:?}"), |p| {
            p.says(part)?.then_some(())
        });
    }

    /// Waits until a file in the data folder `data` contains `part`, and returns its whole text.
    fn wait_for_file(&mut self, data: &Path, file: &str, part: &str) -> String {
        let path = data.join(file);
        self.wait(&format!("{part} in {file}"), |_| {
            let text = fs::read_to_string(&path).ok()?;
            text.contains(part).then_some(text)
        })
    }

    /// Waits until the saved current game contains `part`, and returns its whole text.
    fn wait_for_saved(&mut self, data: &Path, part: &str) -> String {
        self.wait_for_file(data, "current.pgn", part)
    }

    /// Waits until the saved settings contain `part`.
    fn wait_for_setting(&mut self, data: &Path, part: &str) {
        self.wait_for_file(data, "settings.ron", part);
    }

    /// Saves a screenshot as `<name>.png` once it has more than `colours` colours. At startup, the
    /// world appears later than the text, because its shaders have to compile.
    fn wait_for_picture(&mut self, screen: &Xvfb, name: &str, colours: u32) {
        let path = out_dir().join(format!("{name}.png"));
        self.wait(&format!("the picture {}", path.display()), |p| {
            p.frames(Self::LAG);
            screen.screenshot(&path);
            (xvfb::colours(&path) > colours).then_some(())
        });
    }
}
