//! The computer as a player of the match.
//!
//! It plays like everybody else: by requests to the match. When it is its turn,
//! a search runs in a thread of its own (`thread`); frames only look whether
//! it has something to tell. Whatever happens to the match meanwhile ends the
//! search, and what it had found is not played.
//!
//! * [`settings`]: who plays, and how.
//! * [`messages`]: what the computer is asked and what it tells.
//! * `play`: from the match to searches and back.

mod manners;
pub mod messages;
mod play;
pub mod settings;
mod thread;

use std::time::Duration;

use bevy::prelude::*;

use crate::engine::{AnyEngine, Evaluated, OnEvaluated, Score, on_evaluated};
use crate::game::Match;
use crate::rules::{AnyBoard, Cell, Move, Side, Variant};

pub use settings::{Computer, SidePlayer};

/// What the computer can play on.
#[derive(Resource, Debug, Clone)]
pub struct Engines(Vec<AnyEngine>);

impl Default for Engines {
    /// The boards of [`Variant`].
    fn default() -> Self {
        let engines = Variant::ALL.map(|variant| on_evaluated(variant, AsValue));
        Self(engines.into())
    }
}

/// The engine of a board, as a value.
struct AsValue;

impl OnEvaluated for AsValue {
    type Output = AnyEngine;

    fn run<B: Evaluated>(self) -> AnyEngine {
        AnyEngine::of::<B>()
    }
}

impl Engines {
    /// Lets the computer play on one more board.
    pub fn add(&mut self, engine: AnyEngine) {
        self.0.push(engine);
    }

    /// How the computer plays on a board; `None` if it does not.
    #[must_use]
    pub fn get(&self, board: AnyBoard) -> Option<AnyEngine> {
        let mut engines = self.0.iter().copied();
        engines.find(|engine| engine.board_id() == board.id())
    }
}

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

/// Is it the computer that has to move?
#[must_use]
pub fn is_to_move(computer: &Computer, game: &Match) -> bool {
    computer.plays(game.position().turn()) && game.outcome().is_none()
}

/// The human who is to move, or who waits for the computer's move; `None` where
/// the computer plays both sides.
#[must_use]
pub fn next_human(computer: &Computer, game: &Match) -> Option<Side> {
    let turn = game.position().turn();
    [turn, !turn]
        .into_iter()
        .find(|side| !computer.plays(*side))
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Computer>()
        .init_resource::<Engines>()
        .init_resource::<Paused>()
        .init_resource::<Thinking>()
        .init_resource::<Hint>()
        .init_resource::<Evaluation>()
        .add_message::<messages::ComputerRequest>()
        .add_message::<messages::ComputerFact>()
        .add_plugins(play::plugin);
}
