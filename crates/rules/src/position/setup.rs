//! Set-ups: descriptions of positions that needn't be legal.

use crate::cell::Cell;
use crate::piece::{Piece, Side};

/// An unchecked description of a position.
///
/// [`Position::try_from_setup`](crate::Position::try_from_setup) creates legal positions from a
/// set-up, [`Position::laid_out`](crate::Position::laid_out) any position for display.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Position, SetupError, Side};
///
/// // The start with Black to move, then without pieces.
/// let mut setup = Position::<Chess>::start().setup();
/// setup.turn = Side::Black;
/// assert_eq!(Position::<Chess>::try_from_setup(&setup)?.legal_moves().len(), 20);
/// setup.pieces.clear();
/// setup.unmoved.clear();
/// let refused = Position::<Chess>::try_from_setup(&setup);
/// assert!(matches!(refused, Err(SetupError::RoyalCount { count: 0, .. })));
/// # Ok::<(), SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces and their cells.
    pub pieces: Vec<(Cell, Piece)>,
    /// Pieces in reserve, on boards with gating.
    pub reserve: Vec<Piece>,
    /// Missing cells, on boards with movable parts.
    pub absent: Vec<Cell>,
    /// Side to move.
    pub turn: Side,
    /// Unmoved pieces with a right: to a double step, to let a piece enter, or to castle.
    pub unmoved: Vec<Cell>,
    /// Cell that the last move's double step passed, where en passant is possible.
    pub en_passant: Option<Cell>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Number of the next move, from 1.
    pub fullmove_number: u16,
}

impl Default for Setup {
    /// An empty board before White's first move, without any rights.
    fn default() -> Self {
        Self {
            pieces: Vec::new(),
            reserve: Vec::new(),
            absent: Vec::new(),
            turn: Side::White,
            unmoved: Vec::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

/// The rule that a set-up violates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Two pieces are on one cell.
    #[error("two pieces stand on {0}")]
    TwoPieces(String),
    /// A piece listed as unmoved is missing or has no such right, or it is listed twice.
    #[error(
        "{0} is listed as unmoved, but no piece with such a right is there or it is listed twice"
    )]
    NotUnmoved(String),
    /// The right to castle lacks its pieces, or is listed twice.
    #[error(
        "the right to castle on {0} is listed, but king and rook are not both in their places \
         or it is listed twice"
    )]
    InvalidCastling(String),
    /// No piece can just have passed the en passant cell.
    #[error("{0} is given as the en passant cell, but no pawn can just have passed it")]
    InvalidEnPassant(String),
    /// A cell can't be missing, a part is incomplete, or a piece is on a missing cell.
    #[error("{0} is missing, but something stands on it, or the part it belongs to is there")]
    InvalidAbsent(String),
    /// The reserve has too many pieces of a kind, or a royal piece.
    #[error("{0} has too many pieces in reserve, or a king")]
    InvalidReserve(Side),
    /// The number of board parts is too low or too high.
    #[error("{found} parts of the board are attached, expected {minimum} to {maximum}")]
    PartCount {
        /// Actual number of parts.
        found: usize,
        /// Minimum number of parts that the board allows.
        minimum: usize,
        /// Maximum number of parts that the board allows.
        maximum: usize,
    },
    /// A pawn or similar piece is on a cell that it can't reach.
    #[error("a {name} stands on {cell}, where it cannot get")]
    Unreachable {
        /// Name of the piece.
        name: &'static str,
        /// Cell of the piece.
        cell: String,
    },
    /// There are more pieces than promotions can produce.
    #[error("{0} has more pieces than promotions can make")]
    TooManyPieces(Side),
    /// No move can give this combination of checks.
    #[error("{0} is in check by pieces that cannot all give check at once")]
    ImpossibleCheck(Side),
    /// A side has no royal piece, or several.
    #[error("{side} has {count} pieces of the kind {name}, expected exactly one")]
    RoyalCount {
        /// Side with the wrong number.
        side: Side,
        /// Name of the piece.
        name: &'static str,
        /// Actual number.
        count: u32,
    },
    /// The move number is 0. Move numbers start at 1.
    #[error("the move number is 0, expected 1 or more")]
    MoveNumber,
    /// The side to move could capture the other king.
    #[error("{0} is in check, but it is the other side's turn")]
    WaitingSideInCheck(Side),
}
