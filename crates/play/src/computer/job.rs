//! Search jobs for a thread or worker, and their replies.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::endings::BoardEndings;
use super::external::{EngineCommand, EngineError};
#[cfg(not(target_arch = "wasm32"))]
use icochess_engine::AnyRoot;
use icochess_engine::score::DRAW;
use icochess_engine::{AnyEngine, ComputerPlayer, Info, Limits, Reason, Score, SearchResult};
use icochess_rules::{Move, Record};

/// Root position of the built-in engine.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type Root = Box<dyn AnyRoot>;

/// Root position of the built-in engine, as a game, because a web worker needs the moves.
#[cfg(target_arch = "wasm32")]
pub(super) type Root = Record;

/// Returns the root position of a game; `None` if the engine doesn't support the board.
pub(super) fn root(engine: AnyEngine, game: &Record) -> Option<Root> {
    let root = engine.root(&**game)?;
    #[cfg(target_arch = "wasm32")]
    let root = {
        drop(root);
        game.clone()
    };
    Some(root)
}

/// Returns the line that begins with a search's best move, and its score.
pub(super) fn best_line(found: &SearchResult) -> (&[Move], Score) {
    match &found.info {
        Some(info) if info.pv.first() == Some(&found.best_move) => (info.pv.as_slice(), info.score),
        _ => (std::slice::from_ref(&found.best_move), DRAW),
    }
}

pub(super) struct Job {
    /// Unique number of the search.
    pub number: u64,
    /// Engine that chooses the move.
    pub thinker: Thinker,
    /// Limits of the search.
    pub limits: Limits,
    /// Flag that stops the search soon after it is set.
    pub stop: Arc<AtomicBool>,
}

/// Engine for a job.
pub(super) enum Thinker {
    Own(OwnSearch),
    External {
        /// Command that starts the engine, if it isn't running.
        command: EngineCommand,
        /// Game at the position to search.
        game: Record,
        /// Number of the game, different from the previous one.
        number: u64,
    },
    /// An external engine, which is only asked whether it supports the board.
    BoardCheck {
        /// Command that starts the engine, if it isn't running.
        command: EngineCommand,
        /// Identifier of the board.
        board: &'static str,
    },
}

pub(super) struct OwnSearch {
    /// Identifier of the board.
    pub board: &'static str,
    /// Root position.
    pub root: Root,
    /// Moves to choose from; empty for all legal moves.
    pub search_moves: Vec<Move>,
    /// Player that chooses the move.
    pub player: ComputerPlayer,
    /// Engine that gives the reasons for the move, if they are wanted.
    pub explained_by: Option<AnyEngine>,
    /// Number of threads.
    pub threads: usize,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Size of the transposition table in mebibytes.
    pub table: usize,
    /// Endings of the board, to look up those that are solved.
    pub endings: Option<Arc<BoardEndings>>,
}

/// Message from the thread about a search.
pub(super) enum SearchReply {
    /// The transposition table is smaller than requested, in mebibytes.
    SmallTable { asked: usize, got: usize },
    /// Search with this number found a line.
    Line(u64, Info),
    /// Search with this number is about to end, and these are the reasons for its move.
    Reasons(u64, Vec<Reason>),
    /// Search with this number ended with a move, if a legal one exists. `Err` if it failed.
    Done(u64, Result<Option<SearchResult>, ()>),
    /// Name of the external engine that is about to search.
    EngineNamed(String),
    /// Search with this number ended without a move, because the external engine failed.
    EngineFailed {
        number: u64,
        name: String,
        problem: EngineError,
    },
}
