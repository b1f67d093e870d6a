//! Games between computer players. They show which player is better, the first-move advantage and
//! the search speed, and provide training data.
//!
//! * [`Contestant`]: a player and its limits, from text such as `strong:nodes=2000`.
//! * [`play()`]: one game, with the contestants' scores.
//! * [`Contest`]: many games on several threads, each opening with both colours.
//! * [`Balanced`]: random openings in which neither side is ahead.
//! * [`Tally`] and [`Pentanomial`]: results and their statistical significance.
//! * [`bench()`]: a fixed set of positions, searched to a fixed depth.

mod bench;
mod contest;
mod contestant;
mod game;
mod imbalance;
mod openings;
mod stats;

pub use bench::{Bench, BenchResult, bench};
pub use contest::{Contest, FinishedGame, pgn};
pub use contestant::{Contestant, ThinkingTime};
pub use game::{Adjudication, PlayedGame, Seat, play};
pub use openings::{Balanced, Openings, read_positions, read_records};
pub use stats::{Estimate, Pentanomial, Sprt, SprtResult, Tally, elo, score_of};
