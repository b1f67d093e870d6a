//! The computer player for any board: evaluation, search and three simple opponents.
//!
//! Modules depend only on those below them. From the bottom: scores, limits and the transposition
//! table; the evaluation; search helpers; `search`; `levels` below full strength, `variety` at it;
//! `player`.
//!
//! ```
//! use icochess_boards::Variant;
//! use icochess_engine::uci::{Session, run};
//!
//! let session = Session::new(Variant::for_uci(), "chess").expect("a board with an engine");
//! let mut answers = Vec::new();
//! run(session, &b"go depth 2\nquit\n"[..], &mut answers)?;
//! assert!(String::from_utf8_lossy(&answers).contains("bestmove "));
//! # Ok::<(), std::io::Error>(())
//! ```

mod abdada;
mod any;
pub mod eval;
pub mod exchange;
mod features;
mod handicap;
mod heuristics;
pub mod levels;
pub mod limits;
pub mod material;
mod move_picker;
pub mod player;
mod reasons;
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
mod variety;

pub use any::{AnyEngine, AnyRoot, SearchOptions};
pub use eval::{Evaluated, Evaluator, Level, Values, WEAKER_LEVELS};
pub use features::{SearchFeature, SearchFeatures};
pub use icochess_endings::{EndingClass, Endings, Probe};
pub use limits::{Limits, MAX_DEPTH, PonderHit};
pub use player::{Algorithm, ComputerPlayer};
pub use reasons::{Reason, least_gain, reasons};
pub use root::Root;
pub use score::Score;
pub use search::{Info, MAX_THREADS, Search, SearchResult, search};
pub use transposition::{MAX_HASH, TranspositionTable};
