//! Searches that a thread or worker is asked for, and its replies.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::external::{EngineCommand, EngineError};
#[cfg(not(target_arch = "wasm32"))]
use icochess_engine::AnyRoot;
use icochess_engine::{AnyEngine, ComputerPlayer, Info, Limits, SearchResult};
use icochess_rules::Record;

/// The position that our own engine searches from.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type Root = Box<dyn AnyRoot>;

/// The position that our own engine searches from, as a game: a worker of the browser is told the
/// moves.
#[cfg(target_arch = "wasm32")]
pub(super) type Root = Record;

/// The present position of a game, to search from; `None` if the engine does not know the board.
pub(super) fn root(engine: AnyEngine, game: &Record) -> Option<Root> {
    let root = engine.root(&**game)?;
    #[cfg(target_arch = "wasm32")]
    let root = {
        drop(root);
        game.clone()
    };
    Some(root)
}

/// A search to be made.
pub(super) struct Job {
    /// The number of the search, unlike that of any other.
    pub number: u64,
    /// Chooses the move.
    pub thinker: Thinker,
    /// The limits of the search.
    pub limits: Limits,
    /// Ends the search soon after it is set.
    pub stop: Arc<AtomicBool>,
}

/// The engine that chooses a move, or that is asked before it does.
pub(super) enum Thinker {
    /// Our own engine.
    Own(OwnSearch),
    /// One of others.
    External {
        /// The command that starts it, if it does not run yet.
        command: EngineCommand,
        /// The game, at the position to choose a move in.
        game: Record,
        /// The number of the game, unlike that of the one before.
        number: u64,
    },
    /// One of others, which is only asked whether it knows the board: no move is found.
    BoardCheck {
        /// The command that starts it, if it does not run yet.
        command: EngineCommand,
        /// Identifier of the board.
        board: &'static str,
    },
}

/// A search by our own engine.
pub(super) struct OwnSearch {
    /// Identifier of the board.
    pub board: &'static str,
    /// The position to search from.
    pub root: Root,
    /// The player that chooses the move.
    pub player: ComputerPlayer,
    /// Number of threads.
    pub threads: usize,
    /// Size of the table, mebibytes.
    pub table: usize,
}

/// A message of the thread about a search.
pub(super) enum SearchReply {
    /// A table was made, but a smaller one than asked for; mebibytes.
    SmallTable { asked: usize, got: usize },
    /// The search with this number has found this line.
    Line(u64, Info),
    /// The search of that number has ended: the move, if there is a legal one.
    /// `Err` if it has failed.
    Done(u64, Result<Option<SearchResult>, ()>),
    /// The engine of others that is about to choose a move calls itself so.
    EngineNamed(String),
    /// The search of that number has ended without a move, as the engine of others is of no use.
    EngineFailed {
        number: u64,
        name: String,
        problem: EngineError,
    },
}
