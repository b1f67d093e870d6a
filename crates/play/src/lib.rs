//! The match and its players, independent of how the board looks.
//!
//! ```text
//! game  <-  computer  <-  interaction
//! ```
//!
//! * [`game`]: the match as a plugin.
//! * [`computer`]: computer players, and external engines.
//! * [`interaction`]: turns pointers of any device into requests.

pub mod computer;
pub mod game;
pub mod interaction;
