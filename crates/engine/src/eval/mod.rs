//! The static evaluation of a position.
//!
//! The evaluation is a sum of terms, each with a weight for the middle game and one for the
//! endgame. The remaining pieces determine how the two are blended. The terms are:
//!
//! * the value of each piece, by the class of its cell (for example the kind of tile on the ball);
//! * the distance of each piece from both kings;
//! * mobility, and attacks on the enemy king zone (without kings, on the enemy's rarest kind);
//! * the number of enemy sliders aiming at a king through at most one piece;
//! * protected pawns, and pieces attacked by pawns;
//! * the steps to promotion of passed pawns;
//! * pairs of a role;
//! * on boards with extinction rules, the number of pieces left of each kind and of the rarest
//!   kind.
//!
//! The weights are [`Values`], fitted to games and stored in one file per board. All terms are
//! linear in the weights, so that they can be fitted.
//!
//! At full strength a [`network`] evaluates the boards that have one.

mod accumulator;
mod evaluated;
mod evaluator;
mod layout;
mod masks;
pub mod network;
mod positional;
mod terms;
mod trace;
mod values;

pub use accumulator::Accumulator;
pub use evaluated::{Evaluated, Level, WEAKER_LEVELS};
pub use evaluator::Evaluator;
pub use network::{Network, NetworkError, SumsByPly};
pub use trace::{Offsets, Trace};
pub use values::{DISTANCES, KIND_COUNTS, MAX_WEIGHT, Values, ValuesError, Weight};
