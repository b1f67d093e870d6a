//! The evaluation of a position, without looking ahead.
//!
//! A sum of terms, each a pair of weights for the middle and the end of the
//! game, which are blended by the pieces that are left:
//!
//! * what each piece is worth, by the class of its cell (a square of 8×8 chess
//!   as its side sees it, the kind of a tile of Icochess);
//! * how far each piece is from the two kings;
//! * how many cells each piece reaches, and how many of them round the other
//!   king, or with pieces of the other side's rarest kind where there are no kings;
//! * how many hostile sliders aim at a king past one piece at most;
//! * which pawns protect one another, and which pieces they attack;
//! * how far passed pawns have to go, which nothing can stop any more;
//! * whether there are two of a kind;
//! * where the loss of a kind of piece loses, how many are left of each of these kinds
//!   and of the rarest.
//!
//! The weights are [`Values`], measured by playing and kept in a file for each
//! board. All terms are linear in them, so that they can be fitted.

mod accumulator;
mod evaluated;
mod evaluator;
mod layout;
mod masks;
mod positional;
mod terms;
mod trace;
mod values;

pub use accumulator::Accumulator;
pub use evaluated::Evaluated;
pub use evaluator::Evaluator;
pub use trace::{Offsets, Trace};
pub use values::{DISTANCES, KIND_COUNTS, MAX_WEIGHT, Values, ValuesError, Weight};
