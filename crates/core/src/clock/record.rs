//! The clock in a game's file.
//!
//! `TimeControl` holds the time control if PGN has a code for it. Otherwise it is `?`, and
//! `WhiteTimeControl` and `BlackTimeControl` hold each side's control (see `text`). Each move has
//! the mover's remaining time, `[%clk]`, and the time it took, `[%emt]`.
//!
//! Three custom tags save the state of the clock. `WhiteClock` and `BlackClock` are the times at
//! the start of the turn; `TurnTime` is the time used since.

use std::time::Duration;

use super::control::TimeControl;
use super::machine::Clock;
use super::turn::{Bank, Pressed};
use icochess_rules::{AnyGame, ClockTime, DrawReason, Outcome, Side};

const CONTROL: &str = "TimeControl";
const CONTROLS: [&str; 2] = ["WhiteTimeControl", "BlackTimeControl"];
const CLOCKS: [&str; 2] = ["WhiteClock", "BlackClock"];
const TURN: &str = "TurnTime";

/// Sets the time control of a game; `None` means no clock. Removes the saved state of any earlier
/// clock.
pub fn set_clock(game: &mut dyn AnyGame, control: Option<&TimeControl>) {
    let tags = game.tags_mut();
    for name in CONTROLS.into_iter().chain(CLOCKS).chain([CONTROL, TURN]) {
        tags.remove(name);
    }
    let mut set = |name: &str, value: String| tags.insert(name.to_owned(), value);
    match control {
        None => {
            set(CONTROL, "-".to_owned());
        }
        Some(control) if control.is_standard() => {
            set(CONTROL, control.to_string());
        }
        Some(control) => {
            set(CONTROL, "?".to_owned());
            for side in Side::ALL {
                set(CONTROLS[side.index()], control.side_text(side));
            }
        }
    }
}

/// Returns a game's time control, if present and valid.
fn control_of(game: &dyn AnyGame) -> Option<TimeControl> {
    let tag = |name: &str| game.tags().get(name).map(String::as_str);
    let both = tag(CONTROL).and_then(|text| text.parse().ok());
    both.or_else(|| {
        let [white, black] = CONTROLS.map(tag);
        TimeControl::from_sides(white?, black?).ok()
    })
}

/// Creates the clock of a game, if it has one. A game in progress gets its saved times, and stays
/// paused until the players continue.
pub fn clock_of(game: &dyn AnyGame) -> Option<Clock> {
    clock_from(game, true)
}

/// Creates the clock for a game that continues at its current position, if it has one. Times come
/// from the annotations of the moves up to that position. A side with an unannotated move gets its
/// saved time, so that it can't gain time.
pub fn clock_at_place(game: &dyn AnyGame) -> Option<Clock> {
    clock_from(game, false)
}

/// Creates the clock at the game's current position. With `is_there`, it gets the saved state.
fn clock_from(game: &dyn AnyGame, is_there: bool) -> Option<Clock> {
    let kept = |name: &str| game.tags().get(name).map(String::as_str);
    let control = control_of(game)?;
    let (turn, ply, end) = (game.position().turn(), game.ply(), game.outcome());
    let turn_time = kept(TURN).and_then(time).filter(|_| is_there);
    let first = if ply.is_multiple_of(2) { turn } else { !turn };
    let mut clock = Clock::new(control, first);
    if ply == 0 && end.is_none() && turn_time.is_none() {
        return Some(clock);
    }
    let (mut is_left_noted, mut is_used_noted) = ([true; 2], [true; 2]);
    for &node in game.path().iter().take(ply + 1).skip(1) {
        let note = game.annotation(node);
        let mover = clock.turn().index();
        is_left_noted[mover] &= note.clock().is_some();
        is_used_noted[mover] &= note.elapsed().is_some();
        clock.replay(note.elapsed(), note.clock());
    }
    let mut banks = clock.kept(Duration::ZERO).0;
    for side in Side::ALL {
        let bank = &mut banks[side.index()];
        let mut found = *bank;
        if let Some(text) = kept(CLOCKS[side.index()]) {
            read_bank(text, &mut found);
        }
        if is_there {
            *bank = found;
            continue;
        }
        if !is_left_noted[side.index()] {
            bank.left = found.left;
        }
        if !is_used_noted[side.index()] {
            bank.periods = bank.periods.min(found.periods);
        }
    }
    let by_time = matches!(
        end,
        Some(Outcome::TimeForfeit { .. } | Outcome::Draw(DrawReason::TimeForfeit))
    );
    let used = turn_time.unwrap_or_default();
    Some(clock.restored(banks, used, end.is_some(), by_time))
}

/// State of a clock in a game that has started, to the millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedClock {
    /// Times of White and Black at the start of the turn.
    pub sides: [SavedTime; 2],
    /// Time used since.
    pub used: Duration,
}

/// Time of a side in a [`SavedClock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedTime {
    /// Time left.
    pub left: Duration,
    /// Stage, from 1.
    pub stage: usize,
    /// Byo-yomi periods left.
    pub periods: u32,
}

impl SavedClock {
    /// Returns the state of a clock; `None` if it never started.
    pub fn of(clock: &Clock, at: Duration) -> Option<Self> {
        if !clock.is_in_progress() && !clock.is_over() {
            return None;
        }
        let (banks, used) = clock.kept(at);
        let sides = banks.map(|bank| SavedTime {
            left: whole_millis(bank.left),
            stage: bank.stage + 1,
            periods: bank.periods,
        });
        let used = whole_millis(used);
        Some(Self { sides, used })
    }

    /// Saves the state in the game's tags.
    pub fn write_to(&self, game: &mut dyn AnyGame) {
        let tags = game.tags_mut();
        for (name, side) in CLOCKS.into_iter().zip(&self.sides) {
            tags.insert(name.to_owned(), write_time(side));
        }
        tags.insert(TURN.to_owned(), ClockTime(self.used).to_string());
    }
}

/// Saves the clock's state in the game's tags. Skips a clock that never started.
pub fn keep(clock: &Clock, game: &mut dyn AnyGame, at: Duration) {
    if let Some(saved) = SavedClock::of(clock, at) {
        saved.write_to(game);
    }
}

/// Annotates the last move with the time it took and the time left.
pub fn annotate_move(game: &mut dyn AnyGame, pressed: Pressed) {
    let hundredths = |time: Duration| Duration::from_millis(time.as_millis() as u64 / 10 * 10);
    let note = game.annotation_mut(game.current());
    note.set_clock(Some(hundredths(pressed.left)));
    note.set_elapsed(Some(hundredths(pressed.used)));
}

/// Truncates to milliseconds, the precision of the saved state.
fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

fn time(text: &str) -> Option<Duration> {
    Some(text.parse::<ClockTime>().ok()?.0)
}

/// Formats the time, then the stage (from 1) and the byo-yomi periods where they matter.
fn write_time(side: &SavedTime) -> String {
    let mut text = ClockTime(side.left).to_string();
    if side.stage > 1 {
        text += &format!(" stage {}", side.stage);
    }
    if side.periods > 0 {
        text += &format!(" periods {}", side.periods);
    }
    text
}

/// Parses the output of [`write_time`]. Invalid parts change nothing.
fn read_bank(text: &str, bank: &mut Bank) {
    let mut words = text.split_ascii_whitespace();
    let Some(left) = words.next().and_then(time) else {
        return;
    };
    bank.left = left;
    // `write_time` omits a count of zero.
    bank.periods = 0;
    while let (Some(name), Some(number)) = (words.next(), words.next()) {
        let Ok(number) = number.parse::<u16>() else {
            return;
        };
        match name {
            "stage" => bank.stage = usize::from(number).saturating_sub(1),
            "periods" => bank.periods = number.into(),
            _ => {}
        }
    }
}
