//! The computer player on any board: evaluation and search, and three simple
//! opponents.
//!
//! Its files import one another one way. From the bottom: scores, limits and the
//! transposition table; the evaluation; what helps the search; the `search` itself;
//! the `levels` below full strength; the `player`.

mod abdada;
mod any;
pub mod eval;
pub mod features;
mod handicap;
mod heuristics;
pub mod levels;
pub mod limits;
pub mod material;
mod move_picker;
pub mod player;
mod repetition;
mod rng;
mod root;
pub mod score;
pub mod search;
pub mod simple;
mod time_manager;
pub mod transposition;
pub mod uci;
pub mod values_file;

pub use any::{AnyEngine, AnyRoot, SearchOptions};
pub use eval::{Evaluated, Evaluator, Values};
pub use features::{SearchFeature, SearchFeatures};
pub use limits::{Limits, MAX_DEPTH, PonderHit};
pub use player::{Algorithm, ComputerPlayer};
pub use root::Root;
pub use score::Score;
pub use search::{Info, MAX_THREADS, Search, SearchResult, search};
pub use transposition::{MAX_HASH, TranspositionTable};
