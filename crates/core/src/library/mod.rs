//! Saved games as a list: the facts about each, and the index that spares reading them all.
//!
//! * [`entry`]: the facts about one game.
//! * [`index`]: the text of the index.
//! * [`import`]: the games of a file of many.
//! * [`tally`]: who has won how often against whom.
//! * [`name`]: names of people.
//!
//! Nothing here opens a file: who does is told what to read.

pub mod entry;
pub mod import;
pub mod index;
pub mod name;
pub mod tally;

pub use entry::{Entry, FileStamp, Names};
pub use import::imported;
pub use index::Index;
pub use tally::{Score, Tally, tallies};
