//! Games between computer players: to see which plays better, how good the
//! first move is, how fast the search is, and to gather games to learn from.
//!
//! * [`Contestant`]: who plays, from text such as `strong:nodes=2000`.
//! * [`play()`]: one game, with what was thought of each position.
//! * [`Contest`]: many games on all threads, each opening with both colours.
//! * [`Tally`] and [`Pentanomial`]: what the results say, and how surely.
//! * [`bench()`]: a fixed set of positions, searched to a fixed depth.

mod bench;
mod contest;
mod contestant;
mod game;
mod imbalance;
mod openings;
mod stats;

pub use bench::{Bench, BenchResult, bench};
pub use contest::{Contest, ContestError, FinishedGame, pgn};
pub use contestant::{Contestant, ContestantError, ThinkingTime};
pub use game::{Adjudication, PlayedGame, Seat, play};
pub use openings::{Openings, PositionsError, read_positions, read_records};
pub use stats::{Estimate, Pentanomial, Sprt, SprtResult, Tally, elo, score_of};
