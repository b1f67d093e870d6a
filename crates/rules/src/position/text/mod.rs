//! Position text: six fields on one line, a generalisation of FEN.
//!
//! ```text
//! position = placement " " side " " rights " " en-passant " " clock " " number
//! ```
//!
//! *placement*: the cells in groups separated by `/`, such as ranks. A letter is a piece (upper
//! case White), a digit is a run of empty cells; runs longer than nine have several digits. On
//! boards in space, `|` separates sections such as levels. Boards with movable parts list them in a
//! last section, separated by `,`. Each part is the name of its pin, `:` and its groups, such as
//! `b17:FF/RQ`; `-` means no parts. On boards with a reserve, the reserve's letters follow in
//! brackets, like the pockets of other variants: `[Bb]`.
//!
//! *side*: `w` or `b`. *rights*: the letters of the castlings; on a board without castling, the
//! cells of the unmoved pieces with a right; `-` for none. *en-passant*: the cell where en passant
//! is possible, or `-`. *clock*: plies since the last capture or pawn move. *number*: the move
//! number.
//!
//! For 8×8 chess this is FEN (PGN standard of 1994, section 16.1). FEN leaves open when to write an
//! en passant cell; here a legal move must capture there.
//!
//! The reader is lenient. It ignores the case of names and of the side, and the order of rights and
//! parts. It accepts split runs, a missing empty reserve, rights that an empty reserve removes, and
//! surrounding space. Both counters can be missing, and move number 0 becomes 1. The writer is
//! strict.

mod error;
mod placement;

use std::fmt;

use super::setup::{Setup, SetupError};
use crate::cell::{Cell, CellSet};
use crate::piece::Side;
use crate::position::state::Position;
use crate::quote::quoted;
use crate::tables::equipment::Equipment;
pub use error::{PlacementPart, PositionTextError, PositionTextProblem};

/// Reads the third field: the cells of unmoved pieces with a right.
fn read_rights<B: Equipment>(field: &str, at: usize) -> Result<Vec<Cell>, PositionTextError> {
    let field = if field == "-" { "" } else { field };
    if B::tables().castlings.iter().any(|side| !side.is_empty()) {
        read_castling_rights::<B>(field, at)
    } else {
        read_unmoved::<B>(field, at)
    }
}

fn read_castling_rights<B: Equipment>(
    field: &str,
    at: usize,
) -> Result<Vec<Cell>, PositionTextError> {
    let tables = B::tables();
    let castlings = || tables.castlings.iter().flatten();
    let mut cells = Vec::new();
    for (i, letter) in field.char_indices() {
        let error = |problem| PositionTextError {
            offset: at + i,
            problem,
        };
        let Some(castling) = castlings().find(|castling| castling.letter == letter) else {
            return Err(error(PositionTextProblem::UnknownCastling {
                found: quoted(field),
                expected: castlings().map(|castling| castling.letter).collect(),
            }));
        };
        let cell = castling.partner.0;
        if cells.contains(&cell) {
            let twice = SetupError::InvalidCastling(tables.name(cell).into());
            return Err(error(twice.into()));
        }
        cells.push(cell);
    }
    Ok(cells)
}

fn read_unmoved<B: Equipment>(field: &str, at: usize) -> Result<Vec<Cell>, PositionTextError> {
    let tables = B::tables();
    let mut cells = Vec::new();
    let mut rest = field;
    while !rest.is_empty() {
        let ends = rest.char_indices().map(|(i, c)| i + c.len_utf8());
        let longest = tables.names.iter().map(String::len).max().unwrap_or(0);
        let name = ends
            .take_while(|end| *end <= longest)
            .filter_map(|end| Some((end, tables.cell(&rest[..end])?)))
            .last();
        let Some((end, cell)) = name else {
            return Err(PositionTextError {
                offset: at + field.len() - rest.len(),
                problem: PositionTextProblem::UnknownCell(quoted(rest)),
            });
        };
        cells.push(cell);
        rest = &rest[end..];
    }
    Ok(cells)
}

/// The fields of a text, to locate an error.
pub(crate) struct Fields<'a> {
    text: &'a str,
    placement: &'a str,
    side: &'a str,
    rights: &'a str,
    en_passant: &'a str,
}

impl<'a> Fields<'a> {
    fn error(&self, word: &str, problem: PositionTextProblem) -> PositionTextError {
        PositionTextError {
            offset: self.offset(word),
            problem,
        }
    }

    /// Returns the offset of a word within the text.
    fn offset(&self, word: &str) -> usize {
        word.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// Returns the error for a well-formed text whose set-up violates a rule.
    pub(crate) fn illegal(&self, problem: SetupError) -> PositionTextError {
        let word = match problem {
            SetupError::NotUnmoved(_) | SetupError::InvalidCastling(_) => self.rights,
            SetupError::InvalidEnPassant(_) => self.en_passant,
            SetupError::WaitingSideInCheck(_) | SetupError::ImpossibleCheck(_) => self.side,
            SetupError::TwoPieces(_)
            | SetupError::RoyalCount { .. }
            | SetupError::Unreachable { .. }
            | SetupError::TooManyPieces(_)
            | SetupError::InvalidAbsent(_)
            | SetupError::InvalidReserve(_)
            | SetupError::PartCount { .. }
            // Can't come from text, where the number is at least 1.
            | SetupError::MoveNumber => self.placement,
        };
        self.error(word, problem.into())
    }
}

/// Parses a text into an unchecked set-up.
pub(crate) fn read<B: Equipment>(text: &str) -> Result<(Setup, Fields<'_>), PositionTextError> {
    let mut words = text.split_ascii_whitespace();
    let fields: Vec<&str> = words.by_ref().take(6).collect();
    let count = fields.len() + words.count();
    let (&[placement, side, rights, en_passant], counters) = match fields.split_first_chunk() {
        Some((first, rest)) if matches!(count, 4 | 6) => (first, rest),
        _ => {
            return Err(PositionTextError {
                offset: text.trim_end().len(),
                problem: PositionTextProblem::FieldCount(count),
            });
        }
    };
    let fields = Fields {
        text,
        placement,
        side,
        rights,
        en_passant,
    };
    let counter = |place: usize, without: u16| {
        let Some(&word) = counters.get(place) else {
            return Ok(without);
        };
        word.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| word.parse::<u16>().ok())
            .flatten()
            .ok_or_else(|| fields.error(word, PositionTextProblem::UnknownNumber(quoted(word))))
    };
    let mut setup = Setup::default();
    placement::read::<B>(placement, fields.offset(placement), &mut setup)?;
    let setup = Setup {
        turn: match side {
            "w" | "W" => Side::White,
            "b" | "B" => Side::Black,
            _ => return Err(fields.error(side, PositionTextProblem::UnknownSide(quoted(side)))),
        },
        unmoved: read_rights::<B>(rights, fields.offset(rights))?,
        en_passant: match en_passant {
            "-" => None,
            name => Some(B::tables().cell(name).ok_or_else(|| {
                fields.error(name, PositionTextProblem::UnknownEnPassant(quoted(name)))
            })?),
        },
        halfmove_clock: counter(0, 0)?,
        // Some programs count from 0.
        fullmove_number: counter(1, 1)?.max(1),
        ..setup
    };
    Ok((setup, fields))
}

impl<B: Equipment> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = B::tables();
        placement::write(self, f)?;
        f.write_str(match self.turn() {
            Side::White => " w ",
            Side::Black => " b ",
        })?;
        if self.unmoved().is_empty() {
            f.write_str("-")?;
        }
        if tables.castlings.iter().any(|side| !side.is_empty()) {
            for side in Side::ALL {
                for castling in self.castlings(side) {
                    write!(f, "{}", castling.letter)?;
                }
            }
        } else {
            for cell in self.unmoved().cells() {
                f.write_str(tables.name(cell))?;
            }
        }
        let en_passant = self.en_passant().map_or("-", |cell| tables.name(cell));
        write!(
            f,
            " {en_passant} {} {}",
            self.halfmove_clock(),
            self.fullmove_number()
        )
    }
}
