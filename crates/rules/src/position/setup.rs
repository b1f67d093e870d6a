//! Set-ups: descriptions of positions that need not be legal.

use crate::cell::Cell;
use crate::piece::{Piece, Side};

/// Plain data for a position, unchecked.
///
/// [`Position::try_from_setup`](crate::Position::try_from_setup) makes positions of games of it,
/// [`Position::laid_out`](crate::Position::laid_out) whatever can be shown.
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
    /// The pieces and their cells.
    pub pieces: Vec<(Cell, Piece)>,
    /// Pieces in reserve, on boards where they enter with a move.
    pub reserve: Vec<Piece>,
    /// Cells that are missing now, on boards with parts that move.
    pub absent: Vec<Cell>,
    /// Side to move.
    pub turn: Side,
    /// Pieces that have not moved and have a right for it: to their double step, to
    /// let a piece in reserve enter, or as partners in a castling.
    pub unmoved: Vec<Cell>,
    /// The cell that a piece passed with its double step by the last move, where
    /// it may be taken en passant.
    pub en_passant: Option<Cell>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Number of the next move, from 1.
    pub fullmove_number: u16,
}

impl Default for Setup {
    /// An empty board before White's first move, without any right.
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

/// The rule that a set-up breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Two pieces on one cell.
    #[error("two pieces stand on {0}")]
    TwoPieces(String),
    /// An entry in the list of unmoved pieces that is no such piece, or is
    /// doubled.
    #[error(
        "{0} is listed as unmoved, but no piece with such a right is there or it is listed twice"
    )]
    NotUnmoved(String),
    /// A right to castle without the pieces for it, or twice.
    #[error(
        "the right to castle on {0} is listed, but king and rook are not both in their places \
         or it is listed twice"
    )]
    InvalidCastling(String),
    /// An en passant cell that no piece can just have passed.
    #[error("{0} is given as the en passant cell, but no pawn can just have passed it")]
    InvalidEnPassant(String),
    /// A cell that cannot be missing, a part of the board that is missing in part, or a
    /// piece on a cell that is missing.
    #[error("{0} is missing, but something stands on it, or the part it belongs to is there")]
    InvalidAbsent(String),
    /// Too many pieces of a kind in reserve, or a royal one.
    #[error("{0} has too many pieces in reserve, or a king")]
    InvalidReserve(Side),
    /// Too few or too many parts of the board.
    #[error("{found} parts of the board are attached, expected {least} to {most}")]
    PartCount {
        /// Number of parts found.
        found: usize,
        /// The least number of parts that the board may have.
        least: usize,
        /// The greatest number of parts that it may have.
        most: usize,
    },
    /// A pawn, or what moves alike, where it can never stand.
    #[error("a {name} stands on {cell}, where it cannot get")]
    Unreachable {
        /// Name of the piece.
        name: &'static str,
        /// The cell on which it stands.
        cell: String,
    },
    /// More pieces than can come from the start position.
    #[error("{0} has more pieces than promotions can make")]
    TooManyPieces(Side),
    /// A combination of checks that no move can give.
    #[error("{0} is in check by pieces that cannot all give check at once")]
    ImpossibleCheck(Side),
    /// A side has no royal piece, or several.
    #[error("{side} has {count} pieces of the kind {name}, expected exactly one")]
    RoyalCount {
        /// The side that has so many.
        side: Side,
        /// Name of the piece.
        name: &'static str,
        /// Number of such pieces that it has.
        count: u32,
    },
    /// Moves are counted from 1.
    #[error("the move number is 0, expected 1 or more")]
    MoveNumber,
    /// The side to move could take the other king.
    #[error("{0} is in check, but it is the other side's turn")]
    WaitingSideInCheck(Side),
}
