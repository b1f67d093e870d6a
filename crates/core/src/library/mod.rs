//! List of saved games.
//!
//! * [`entry`]: list entry of a game.
//! * [`tally`]: results of each pair of players.
//! * [`name`]: names of people.
//!
//! This module opens no files; its callers do.

pub mod entry;
pub mod name;
pub mod tally;

pub use entry::{Entry, FileStamp, Names};
pub use tally::{Score, Tally, tallies};
