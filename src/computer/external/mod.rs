//! Engines of others, which speak UCI.
//!
//! ```text
//! guard, protocol  <-  process  <-  acquaintance
//! ```
//!
//! * `process`: an engine that runs, below its [`guard`]; `protocol`: what is said.
//! * [`acquaintance`]: what is known of the engine that the settings name.

pub mod acquaintance;
pub mod guard;
mod process;
mod protocol;

pub(in crate::computer) use process::{Engine, Question};
pub use process::{EngineCommand, EngineError};
