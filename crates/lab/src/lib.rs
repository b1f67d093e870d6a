//! The workbench for developers: measures the engine and fits its values.
//!
//! * [`arena`]: matches between computer players, and the search benchmark.
//! * [`tune`]: fits the weights of the evaluation to games.
//! * [`cli`]: the commands for both.
//!
//! ```text
//! arena <- tune <- cli
//! ```

pub mod arena;
pub mod cli;
pub mod tune;
