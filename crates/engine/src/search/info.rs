//! Progress reports of a running search.

use std::time::Duration;

use crate::score::Score;
use icochess_rules::Move;

/// The result of one iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: u8,
    /// Length of the longest line searched, in plies.
    pub seldepth: u8,
    /// Rank of the line, from 1 for the best.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Used entries of the transposition table, per mille.
    pub hashfull: usize,
    /// Principal variation, never empty.
    pub pv: Vec<Move>,
}
