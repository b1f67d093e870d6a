//! Set-ups: positions that may be nonsense.

use super::cell::Cell;
use super::piece::{Piece, Side};

/// Plain data for a position, unchecked.
///
/// [`Position::try_from_setup`](super::Position::try_from_setup) is the only
/// way on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces and where they stand.
    pub pieces: Vec<(Cell, Piece)>,
    /// Side to move.
    pub turn: Side,
    /// Pieces that have not moved and may make their initial two-step.
    pub unmoved: Vec<Cell>,
    /// Plies since the last capture or pawn move.
    pub clock: u16,
    /// Number of the next move, from 1.
    pub number: u16,
}

/// The rule that a set-up breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Two pieces on one cell.
    #[error("two pieces stand on {0}")]
    TwoPieces(String),
    /// An entry in the list of unmoved pieces that is no pawn, or is doubled.
    #[error("{0} is listed as an unmoved pawn, but no pawn is there or it is listed twice")]
    NotUnmoved(String),
    /// A side has no royal piece, or several.
    #[error("{side} has {count} pieces of the kind {name}, expected exactly one")]
    RoyalCount {
        /// The side.
        side: Side,
        /// Name of the piece.
        name: &'static str,
        /// How many it has.
        count: u32,
    },
    /// Moves are counted from 1.
    #[error("the move number is 0, expected 1 or more")]
    MoveNumber,
    /// The side to move could take the other king.
    #[error("{0} is in check, but it is the other side's turn")]
    WaitingSideInCheck(Side),
}
