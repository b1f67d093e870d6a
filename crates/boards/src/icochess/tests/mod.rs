//! The rules of Icochess against the rules page and against a slow second
//! definition of them.
//!
//! * `slow`: that definition; it shares nothing with the crate.
//! * `chance`: random games and random set-ups.
//! * `geometry`, `check_values`: what the rules page gives to check against.
//! * `agreement`: legal moves and all that hangs on them, crate against it.
//! * `dead`: with which pieces nobody can mate.
//! * `counting`: perft, which counts the last ply in bulk, against plain counting.
//! * `symmetry`: the 120 symmetries of the solid change nothing.
//! * `texts`: position text, move text, and garbage.
//! * `game_tree`: undo, redo, variations, hashes, repetition, claims and the
//!   ends of games.
//! * `mates`: forced mates, proved, and found by the engine.
//! * `shape`: the ball in space, and what is seen of it.
//! * `solid`: the solid by itself.
//!
//! Without the app, with the development profile and on one core the whole
//! takes some 15 seconds. `PROPTEST_CASES=5000` makes a long run of it.

mod agreement;
mod chance;
mod check_values;
mod counting;
mod dead;
mod game_tree;
mod geometry;
mod mates;
mod shape;
mod slow;
mod solid;
mod symmetry;
mod texts;

use crate::testing::{self, SlowRules};
use icochess_boards::Icochess;
use icochess_rules::{Cell, CellSet, Move};

/// A position of the crate.
type Position = icochess_rules::Position<Icochess>;

/// Tiles of the slow are numbered as the cells of the crate; a test in
/// `geometry` holds that by name.
fn cell(tile: slow::Tile) -> Cell {
    Cell::new(tile as u8)
}

fn of_move((from, to): slow::Move) -> Move {
    Move::new(cell(from), cell(to))
}

fn of_slow(position: &slow::Position) -> Position {
    testing::position(&position.text())
}

fn to_slow(position: &Position) -> slow::Position {
    slow::Position::read(&position.to_string())
}

/// Members of a set, as the slow numbers them.
fn tiles(set: u128) -> Vec<slow::Tile> {
    set.cells().map(Cell::index).collect()
}

/// Moves in the form of the slow, sorted.
fn pairs(moves: impl IntoIterator<Item = Move>) -> Vec<slow::Move> {
    let mut pairs: Vec<_> = moves
        .into_iter()
        .map(|mv| (mv.from.index(), mv.to.index()))
        .collect();
    pairs.sort();
    pairs
}
