//! The clock of a game in its file.
//!
//! `TimeControl` has the time control where it has a code for it; else it is `?`, and
//! `WhiteTimeControl` and `BlackTimeControl` have what each side plays by (see
//! `text`). Each move has what its player had left, `[%clk]`, and what it took,
//! `[%emt]`. Three tags of our own tell how the clock stood when the game was saved:
//! `WhiteClock` and `BlackClock`, the time at the beginning of the turn, and
//! `TurnTime`, what the turn took so far.

use std::time::Duration;

use super::control::TimeControl;
use super::machine::Clock;
use super::turn::{Bank, Pressed};
use icochess_rules::{AnyGame, ClockTime, DrawReason, Outcome, Side};

const CONTROL: &str = "TimeControl";
const CONTROLS: [&str; 2] = ["WhiteTimeControl", "BlackTimeControl"];
const CLOCKS: [&str; 2] = ["WhiteClock", "BlackClock"];
const TURN: &str = "TurnTime";

/// Sets the time control of a game; `None` is one without a clock. The game begins
/// with it: what was kept of another clock is forgotten.
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

/// The time control of a game, if it has one that can be read.
fn control_of(game: &dyn AnyGame) -> Option<TimeControl> {
    let tag = |name: &str| game.tags().get(name).map(String::as_str);
    let both = tag(CONTROL).and_then(|text| text.parse().ok());
    both.or_else(|| {
        let [white, black] = CONTROLS.map(tag);
        TimeControl::from_sides(white?, black?).ok()
    })
}

/// The clock of a game, if it has one. That of a game which has begun waits for the
/// players, and has what was kept of it.
pub fn clock_of(game: &dyn AnyGame) -> Option<Clock> {
    clock_from(game, true)
}

/// The clock of a game that continues from its present place, if it has one. The notes of the moves
/// that led there give both sides' times. A move without a note gives nobody time back: that side
/// has what was kept.
pub fn clock_at_place(game: &dyn AnyGame) -> Option<Clock> {
    clock_from(game, false)
}

/// Returns the clock of a game at its present place; with `is_there`, in the state that was kept.
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

/// Keeps the state of a game's clock in the game. Nothing of a clock that was never started.
pub fn keep(clock: &Clock, game: &mut dyn AnyGame, at: Duration) {
    if !clock.is_going() && !clock.is_over() {
        return;
    }
    let (banks, used) = clock.kept(at);
    let tags = game.tags_mut();
    for (name, bank) in CLOCKS.into_iter().zip(&banks) {
        tags.insert(name.to_owned(), write_bank(bank));
    }
    tags.insert(TURN.to_owned(), whole_millis(used).to_string());
}

/// Notes at the last move of a game what it took and has left.
pub fn note_move(game: &mut dyn AnyGame, pressed: Pressed) {
    let hundredths = |time: Duration| Duration::from_millis(time.as_millis() as u64 / 10 * 10);
    let note = game.annotation_mut(game.current());
    note.set_clock(Some(hundredths(pressed.left)));
    note.set_elapsed(Some(hundredths(pressed.used)));
}

/// A time that a file keeps exactly enough.
fn whole_millis(time: Duration) -> ClockTime {
    ClockTime(Duration::from_millis(time.as_millis() as u64))
}

fn time(text: &str) -> Option<Duration> {
    Some(text.parse::<ClockTime>().ok()?.0)
}

/// The time, and where they are needed to go on, the number of the stage, from 1, and
/// the periods.
fn write_bank(bank: &Bank) -> String {
    let mut text = whole_millis(bank.left).to_string();
    if bank.stage > 0 {
        text += &format!(" stage {}", bank.stage + 1);
    }
    if bank.periods > 0 {
        text += &format!(" periods {}", bank.periods);
    }
    text
}

/// Reads what [`write_bank`] wrote; what cannot be read changes nothing.
fn read_bank(text: &str, bank: &mut Bank) {
    let mut words = text.split_ascii_whitespace();
    let Some(left) = words.next().and_then(time) else {
        return;
    };
    bank.left = left;
    // Those that are used up are not named.
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
