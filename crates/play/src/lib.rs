//! The match and its players, independent of the board's appearance.
//!
//! ```text
//! game  <-  computer  <-  interaction
//! ```
//!
//! * [`game`]: the match as a plugin.
//! * [`computer`]: computer players, and external engines.
//! * [`interaction`]: turns input from any device into requests.

pub mod computer;
pub mod game;
pub mod interaction;
