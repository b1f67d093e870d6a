//! Reports of a search while it runs.

use std::time::Duration;

use crate::score::Score;
use icochess_rules::Move;

/// The findings of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The depth of the iteration, plies.
    pub depth: u8,
    /// The length of the longest line searched, plies.
    pub seldepth: u8,
    /// Rank of the line among the best, from 1.
    pub multi_pv: usize,
    /// The score, for the side to move.
    pub score: Score,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Thousandths of the transposition table that are in use.
    pub hashfull: usize,
    /// The best moves for both sides; never empty.
    pub pv: Vec<Move>,
}
