//! Positions as values: their pieces, legal moves and outcomes.
//!
//! ```text
//! moves, extinct, outcome, setup <- state <- attacks, making, carriage, path,
//!     piece_moves <- movegen <- legality, stuck <- threat <- text <- extinction <- board
//!     <- from_setup, effects, perft
//! ```

pub(crate) mod attacks;
pub(crate) mod board;
pub(crate) mod carriage;
pub(crate) mod effects;
pub(crate) mod extinct;
pub(crate) mod extinction;
pub(crate) mod from_setup;
pub(crate) mod legality;
pub(crate) mod making;
pub(crate) mod movegen;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod path;
pub(crate) mod perft;
pub(crate) mod piece_moves;
pub(crate) mod setup;
pub(crate) mod state;
pub(crate) mod stuck;
pub(crate) mod text;
pub(crate) mod threat;
