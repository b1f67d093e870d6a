//! Errors in position texts.

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
    /// Byte offset of the problem in the text.
    pub offset: usize,
    /// The problem and what was expected.
    pub problem: PositionTextProblem,
}

/// A part of the placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementPart {
    /// All of it, on a board of one section.
    Whole,
    /// A section, by its number from 1.
    Section(usize),
    /// A part of the board that moves, by the name of its pin.
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

/// The kinds of problem in a position text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextProblem {
    /// Too few or too many fields.
    #[error(
        "{0} fields, expected 6: placement, side, rights, en passant cell, ply clock, move number (the last two may be left out)"
    )]
    FieldCount(usize),
    /// Too few or too many sections.
    #[error("{found} sections in the placement, separated by \"|\", expected {expected}")]
    SectionCount {
        /// Sections found.
        found: usize,
        /// Sections of the board, with that of the parts that move.
        expected: usize,
    },
    /// Not a part of the board at one of its pins.
    #[error(
        "\"{0}\" is no part of the board, expected the name of a pin, \":\" and what stands there"
    )]
    UnknownPart(String),
    /// Two parts at one pin.
    #[error("two parts of the board are at {0}")]
    PartTwice(String),
    /// A group has too many or too few cells.
    #[error("group {group} of {part} has {found} cells, expected {expected}")]
    GroupLength {
        /// The part to which the group belongs.
        part: PlacementPart,
        /// Number of the group, from 1.
        group: usize,
        /// Cells described.
        found: usize,
        /// Cells it has.
        expected: usize,
    },
    /// Too few or too many groups.
    #[error("{found} groups in {part}, expected {expected}")]
    GroupCount {
        /// The part to which the groups belong.
        part: PlacementPart,
        /// Groups found.
        found: usize,
        /// Groups that it has.
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
