//! The rules of Raumschach against their description and against a slow second definition
//! of them.
//!
//! * `slow`: that definition; it shares nothing with the crate.
//! * `chance`: random set-ups.
//! * `check_values`: perft, of the start and of `perft.txt`.
//! * `agreement`: moves and all that hangs on them, crate against `slow`.
//! * `by_hand`: the description, rule by rule, and what is refused.
//! * `dead`: with what material nobody can be mated, by going through all positions.
//! * `symmetry`: files mirrored and sides exchanged.
//! * `texts`: position text, move text, game files, and garbage.
//! * `shape`: the board in space, what it is cut into, and what is seen of it.
//!
//! `PROPTEST_CASES=5000` makes a long run of it.

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
