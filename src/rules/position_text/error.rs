//! What can be wrong with a position text.

use crate::rules::setup::SetupError;

/// What is wrong with a position text, and where.
///
/// ```
/// use icochess::rules::{Chess, Position, PositionTextError};
///
/// let text = "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1";
/// let PositionTextError { offset, problem } = text.parse::<Position<Chess>>().unwrap_err();
/// assert_eq!(&text[offset..=offset], "x");
/// assert!(problem.to_string().starts_with("\"x\" is no piece"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position text, character {at}: {problem}", at = .offset + 1)]
pub struct PositionTextError {
    /// Byte offset of the problem in the text.
    pub offset: usize,
    /// The problem and what was expected.
    pub problem: PositionTextProblem,
}

/// The kinds of problem in a position text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextProblem {
    /// Too few or too many fields.
    #[error(
        "{0} fields, expected 6: placement, side, rights, en passant cell, ply clock, move number (the last two may be left out)"
    )]
    FieldCount(usize),
    /// A group of the placement has too many or too few cells.
    #[error("group {group} of the placement has {found} cells, expected {expected}")]
    GroupLength {
        /// Number of the group, from 1.
        group: usize,
        /// Cells described.
        found: usize,
        /// Cells it has.
        expected: usize,
    },
    /// Too few or too many groups.
    #[error("{found} groups in the placement, expected {expected}")]
    GroupCount {
        /// Groups found.
        found: usize,
        /// Groups of the board.
        expected: usize,
    },
    /// Not a piece letter or run of empty cells.
    #[error(
        "\"{}\" is no piece, expected one of {expected} (upper case White, lower case Black) or a digit",
        .found.escape_debug()
    )]
    UnknownPiece {
        /// The character.
        found: char,
        /// The letters there are.
        expected: String,
    },
    /// The reserve is not letters of pieces in brackets.
    #[error("\"{0}\" is no reserve, expected letters of pieces in brackets, or \"[]\"")]
    UnknownReserve(String),
    /// The side to move is not `w` or `b`.
    #[error("\"{0}\" is no side to move, expected \"w\" or \"b\"")]
    UnknownSide(String),
    /// The rights hold something else than letters of castlings.
    #[error("\"{found}\" are no rights to castle, expected letters of {expected}, or \"-\"")]
    UnknownCastling {
        /// The field.
        found: String,
        /// The letters there are.
        expected: String,
    },
    /// The list of unmoved pawns holds something else.
    #[error("\"{0}\" is no list of cell names, expected names such as a3a4, or \"-\"")]
    UnknownCell(String),
    /// The en passant cell is no cell.
    #[error(
        "\"{0}\" is no cell on which a pawn can be taken en passant, expected its name, or \"-\""
    )]
    UnknownEnPassant(String),
    /// A counter is not a number.
    #[error("\"{0}\" is no number from 0 to 65535")]
    UnknownNumber(String),
    /// Every field can be read, but the position is not legal.
    #[error(transparent)]
    Illegal(#[from] SetupError),
}
