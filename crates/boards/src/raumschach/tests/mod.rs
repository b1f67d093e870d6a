//! The rules of Raumschach against their description and against a slow second implementation.
//!
//! * `slow`: the second implementation, which shares nothing with the crate.
//! * `chance`: random setups.
//! * `check_values`: perft of the start and of `perft.txt`.
//! * `agreement`: moves and their consequences, compared with `slow`.
//! * `by_hand`: the description, rule by rule, and errors.
//! * `dead`: material with which mate is impossible, by searching all positions.
//! * `symmetry`: mirrored files and exchanged sides.
//! * `texts`: position text, move text, game files, and garbage.
//! * `shape`: the board in space, its cuts, and its visible part.
//!
//! Set `PROPTEST_CASES=5000` for a long run.

mod agreement;
mod by_hand;
mod chance;
mod check_values;
mod dead;
mod shape;
mod slow;
mod symmetry;
mod texts;

use crate::testing::{SlowRules, position};
use icochess_boards::Raumschach;
use icochess_rules::{Cell, Equipment};
use slow::{At, State};

/// A position of the crate.
type Position = icochess_rules::Position<Raumschach>;

fn cell(at: At) -> Cell {
    named(&slow::name(at))
}

fn named(name: &str) -> Cell {
    Raumschach::tables().cell(name).expect("the name of a cell")
}

fn at(cell: Cell) -> At {
    slow::named(Raumschach::tables().name(cell))
}

fn of_slow(state: &State) -> Position {
    position(&state.text())
}

fn to_slow(position: &Position) -> State {
    State::read(&position.to_string())
}
