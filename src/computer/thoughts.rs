//! What the computer thinks about, and what came of it.

use std::time::Duration;

use bevy::prelude::*;

use icochess_engine::Score;
use icochess_rules::{Cell, Move, Side};

/// Does the computer make a pause, until the players ask it to go on?
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Paused(pub bool);

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A move to be played.
    Move,
    /// A move to be shown.
    Hint,
    /// Who stands better.
    Evaluation,
}

/// What the search under way has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// Whose move is looked for.
    pub side: Side,
    /// What for.
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

/// The move that is shown as a hint, if there is one.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Hint(pub Option<Shown>);

/// A move with its way over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The move.
    pub mv: Move,
    /// The cells it passes and the one it ends on.
    pub way: Vec<Cell>,
}

/// How much better White stands, hundredths of a pawn, as far as a search has
/// found out; what is known of an earlier position counts until then.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation(pub Option<Score>);
