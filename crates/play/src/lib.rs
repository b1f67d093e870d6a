//! The match and its players, without a board to be seen.
//!
//! ```text
//! game  <-  computer  <-  interaction
//! ```
//!
//! * [`game`]: the match; requests in, facts out.
//! * [`computer`]: the computer as a player of the match, and engines of others.
//! * [`interaction`]: from pointers, whichever device moves them, to requests.

pub mod computer;
pub mod game;
pub mod interaction;
