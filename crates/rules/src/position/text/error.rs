//! Errors in position text.

use std::fmt;

use crate::position::setup::SetupError;

/// The first error in a position text, with its place.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Position, PositionTextError};
///
/// let text = "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1";
/// let PositionTextError { offset, problem } = text.parse::<Position<Chess>>().unwrap_err();
/// assert_eq!(&text[offset..=offset], "x");
/// assert!(problem.to_string().starts_with("\"x\" is no piece"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position text, character {at}: {problem}", at = .offset + 1)]
pub struct PositionTextError {
    /// Offset of the problem in the text, in bytes.
    pub offset: usize,
    /// The problem and the expected text.
    pub problem: PositionTextProblem,
}

/// A part of the placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementPart {
    /// The whole placement, on a board with one section.
    Whole,
    /// A section, by its number from 1.
    Section(usize),
    /// A movable part of the board, by the name of its pin.
    Dock(String),
}

impl fmt::Display for PlacementPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("the placement"),
            Self::Section(number) => write!(f, "section {number} of the placement"),
            Self::Dock(pin) => write!(f, "the part at {pin}"),
        }
    }
}

/// A kind of problem in a position text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextProblem {
    /// Wrong number of fields.
    #[error(
        "{0} fields, expected 6: placement, side, rights, en passant cell, ply clock, move number (the last two may be left out)"
    )]
    FieldCount(usize),
    /// Wrong number of sections.
    #[error("{found} sections in the placement, separated by \"|\", expected {expected}")]
    SectionCount {
        /// Actual number of sections.
        found: usize,
        /// Number of sections of the board, including the section of movable parts.
        expected: usize,
    },
    /// A part doesn't begin with the name of a pin.
    #[error(
        "\"{0}\" is no part of the board, expected the name of a pin, \":\" and what stands there"
    )]
    UnknownPart(String),
    /// Two parts are at one pin.
    #[error("two parts of the board are at {0}")]
    PartTwice(String),
    /// A group has too many or too few cells.
    #[error("group {group} of {part} has {found} cells, expected {expected}")]
    GroupLength {
        /// Part with the group.
        part: PlacementPart,
        /// Number of the group, from 1.
        group: usize,
        /// Number of cells in the text.
        found: usize,
        /// Number of cells on the board.
        expected: usize,
    },
    /// Wrong number of groups.
    #[error("{found} groups in {part}, expected {expected}")]
    GroupCount {
        /// Part with the groups.
        part: PlacementPart,
        /// Actual number of groups.
        found: usize,
        /// Expected number of groups.
        expected: usize,
    },
    /// A character is neither a piece letter nor a run of empty cells.
    #[error(
        "\"{}\" is no piece, expected one of {expected} (upper case White, lower case Black) or a digit",
        .found.escape_debug()
    )]
    UnknownPiece {
        /// Actual character.
        found: char,
        /// Accepted letters.
        expected: String,
    },
    /// The reserve isn't piece letters in brackets.
    #[error("\"{0}\" is no reserve, expected letters of pieces in brackets, or \"[]\"")]
    UnknownReserve(String),
    /// The side to move isn't `w` or `b`.
    #[error("\"{0}\" is no side to move, expected \"w\" or \"b\"")]
    UnknownSide(String),
    /// The rights aren't letters of castlings.
    #[error("\"{found}\" are no rights to castle, expected letters of {expected}, or \"-\"")]
    UnknownCastling {
        /// Actual field.
        found: String,
        /// Accepted letters.
        expected: String,
    },
    /// The unmoved pieces aren't a list of cell names.
    #[error("\"{0}\" is no list of cell names, expected names such as a3a4, or \"-\"")]
    UnknownCell(String),
    /// The en passant cell isn't a cell.
    #[error(
        "\"{0}\" is no cell on which a pawn can be taken en passant, expected its name, or \"-\""
    )]
    UnknownEnPassant(String),
    /// A counter isn't a number.
    #[error("\"{0}\" is no number from 0 to 65535")]
    UnknownNumber(String),
    /// The text is well-formed, but the position is illegal.
    #[error(transparent)]
    Illegal(#[from] SetupError),
}
