//! The rules of OctHex 146 against their description and against a slow second implementation.
//!
//! * `slow`: the second implementation, which shares nothing with the crate.
//! * `chance`: random setups.
//! * `geometry`: the description's numbers on board and setup.
//! * `sentences`: the description, sentence by sentence.
//! * `check_values`: perft of the start and of `perft.txt`.
//! * `agreement`: moves and their consequences, compared with `slow`.
//! * `symmetry`: the octahedron's symmetries that keep the camps change nothing.
//! * `texts`: position text, move text, game files, and garbage.
//! * `shape`: the board in space, and its cuts.
//! * `computer`: the computer's reports and moves.
//!
//! Set `PROPTEST_CASES=5000` for a long run.

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

/// Returns the letter of the piece on a cell.
fn letter(position: &Position, cell: Cell) -> char {
    let piece = position.piece_at(cell).expect("a piece");
    rules_of::<OctHex146>(piece.role).letter
}
