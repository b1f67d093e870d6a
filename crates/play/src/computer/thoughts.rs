//! The searches of the computer as players see them: their purpose, and their findings so far.

use std::time::Duration;

use bevy::prelude::*;

use icochess_engine::Score;
use icochess_rules::{Cell, Move, Side};

/// Whether the computer pauses until the players ask it to go on.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Paused(pub bool);

/// The purpose of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A move to be played.
    Move,
    /// A move to be shown.
    Hint,
    /// The evaluation of the position.
    Evaluation,
}

/// The state of the search under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// The side whose move is searched for.
    pub side: Side,
    /// The purpose of the search.
    pub purpose: Purpose,
    /// Plies of full depth; 0 before the first line.
    pub depth: u8,
    /// The score for the side, hundredths of a pawn.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: u64,
    /// Time it took so far.
    pub time: Duration,
}

/// The search under way, if there is one. It changes when the search has
/// something to tell, at most a few times a second.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Thinking(pub Option<Thought>);

/// The last search by Value or Attack, if it had no time to look as far ahead as it was to.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct CutShort(pub Option<LookAhead>);

/// Moves of both sides that a search has looked ahead, and was to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookAhead {
    /// The side whose move was searched for.
    pub side: Side,
    /// Moves that it has looked ahead.
    pub reached: u8,
    /// Moves that it was to look ahead.
    pub wanted: u8,
}

/// The move that is shown as a hint, if there is one.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Hint(pub Option<HintMove>);

/// A hinted move with its way over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintMove {
    /// The move.
    pub mv: Move,
    /// The cells it passes and the one it ends on.
    pub way: Vec<Cell>,
}

/// White's advantage in hundredths of a pawn, by the latest search; that of an earlier position
/// until there is one for this.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation(pub Option<Score>);
