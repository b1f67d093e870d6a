//! The workbench for developers: measures the engine and fits its values.
//!
//! * [`arena`]: matches between computer players, and the search benchmark.
//! * [`tune`]: fits the weights of the evaluation to games.
//! * [`chances`]: fits the winning chance behind a score to games.
//! * [`network`]: trains networks on games.
//! * [`puzzles`]: finds puzzles in games with errors.
//! * [`cli`]: the commands for all.
//!
//! ```text
//! arena <- tune <- chances <- cli
//! arena <- tune <- network <- cli
//! arena <- puzzles <- cli
//! ```

pub mod arena;
pub mod chances;
pub mod cli;
pub mod network;
pub mod puzzles;
pub mod tune;
