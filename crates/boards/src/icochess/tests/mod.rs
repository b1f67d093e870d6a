//! The rules of Icochess against the rules page and against a slow second implementation.
//!
//! * `slow`: the second implementation, which shares nothing with the crate.
//! * `chance`: random games and setups.
//! * `geometry`, `check_values`: counts and values from the rules page.
//! * `agreement`: legal moves and their consequences, compared with `slow`.
//! * `dead`: the pieces with which mate is impossible.
//! * `counting`: bulk perft compared with plain counting.
//! * `symmetry`: the 120 symmetries of the solid change nothing.
//! * `texts`: position text, move text, and garbage.
//! * `game_tree`: undo, redo, variations, hashes, repetition, claims and the ends of games.
//! * `mates`: forced mates, proved, and found by the engine.
//! * `shape`: the ball in space, and its visible part.
//! * `solid`: the solid alone.
//!
//! Without the app, all tests take about 15 seconds on one core with the development profile. Set
//! `PROPTEST_CASES=5000` for a long run.

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

/// Converts a tile of the slow rules; both use the same numbering, as a test in `geometry` checks
/// by name.
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

/// Returns the members of a set as tiles of the slow rules.
fn tiles(set: u128) -> Vec<slow::Tile> {
    set.cells().map(Cell::index).collect()
}

/// Returns moves in the form of the slow rules, sorted.
fn pairs(moves: impl IntoIterator<Item = Move>) -> Vec<slow::Move> {
    let mut pairs: Vec<_> = moves
        .into_iter()
        .map(|mv| (mv.from.index(), mv.to.index()))
        .collect();
    pairs.sort();
    pairs
}
