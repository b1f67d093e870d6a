//! The rules of OctHex 146 against their description and against a slow second
//! definition of them.
//!
//! * `slow`: that definition; it shares nothing with the crate.
//! * `chance`: random set-ups.
//! * `geometry`: the counts that the description gives of board and set-up.
//! * `sentences`: the description, sentence by sentence.
//! * `check_values`: perft, of the start and of `perft.txt`.
//! * `agreement`: moves and all that hangs on them, crate against it.
//! * `symmetry`: the symmetries of the octahedron that keep the camps change nothing.
//! * `texts`: position text, move text, game files, and garbage.
//! * `shape`: the board in space, and what it is cut into.
//! * `computer`: what the computer says and plays.
//!
//! `PROPTEST_CASES=5000` makes a long run of it.

mod agreement;
mod chance;
mod check_values;
mod computer;
mod geometry;
mod sentences;
mod shape;
mod slow;
mod symmetry;
mod texts;

use crate::testing::{SlowRules, position};
use icochess_boards::OctHex146;
use icochess_rules::{Cell, Equipment, rules_of};
use slow::{Point, State};

/// A position of the crate.
type Position = icochess_rules::Position<OctHex146>;

fn cell(at: Point) -> Cell {
    named(&slow::name(at))
}

fn named(name: &str) -> Cell {
    OctHex146::tables().cell(name).expect("the name of a cell")
}

fn point(cell: Cell) -> Point {
    slow::named(OctHex146::tables().name(cell))
}

fn of_slow(state: &State) -> Position {
    position(&state.text())
}

fn to_slow(position: &Position) -> State {
    State::read(&position.to_string())
}

/// The letter of what stands on a cell.
fn letter(position: &Position, cell: Cell) -> char {
    let piece = position.piece_at(cell).expect("a piece");
    rules_of::<OctHex146>(piece.role).letter
}
