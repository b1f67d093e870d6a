//! The workbench: what we measure the engine with, and how its values are found. Players
//! have no use for it.
//!
//! * [`arena`]: matches between computer players, and the benchmark of the search.
//! * [`tune`]: the weights of the evaluation, found by playing.
//! * [`cli`]: the commands for both.
//!
//! ```text
//! arena <- tune <- cli
//! ```

pub mod arena;
pub mod cli;
pub mod tune;
