//! Position text: six fields on one line, as FEN is for orthodox chess.
//!
//! ```text
//! position = placement " " side " " rights " " en-passant " " clock " " number
//! ```
//!
//! *placement*: the cells in groups that `/` separates, such as ranks; a letter for a
//! piece (upper case White), a digit for a run of empty cells (several for one of more
//! than nine). Where a board is more than a plane, `|` separates its sections, such as
//! levels. Boards with parts that move list these in a last section, `,` between them: the
//! name of the pin that each is attached to, `:` and its groups, such as `b17:FF/RQ`; `-`
//! for none. On boards where pieces enter from a reserve, their letters follow in brackets,
//! as the pockets of other variants do: `[Bb]`.
//! *side*: `w` or `b`.
//! *rights*: the letters of the castlings, or on a board without castling the
//! names of the pieces with a right for not having moved; `-` for none. *en-passant*: the cell on
//! which a pawn can be taken en passant, or `-`. Then plies since the last
//! capture or pawn move, and the move number.
//!
//! For 8×8 chess this is FEN (PGN standard of 1994, section 16.1). Where FEN
//! leaves it open, the cell in the fourth field is written only if a legal
//! move takes there.
//!
//! Read leniently (case of names and of the side, order of the rights and of the parts,
//! split runs, no brackets for an empty reserve, rights that are lost without one, space
//! around, the two counters left out, move number 0 for 1), written strictly.

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

/// The third field: the cells of unmoved pieces with a right.
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

/// The fields of a text, to say which one is wrong.
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

    /// The offset in the text of a word that is a part of it.
    fn offset(&self, word: &str) -> usize {
        word.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// The error of a text that can be read, but whose set-up breaks a rule.
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
            // Not from a text: its number is 1 or more.
            | SetupError::MoveNumber => self.placement,
        };
        self.error(word, problem.into())
    }
}

/// Takes a text apart. The set-up is not checked.
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
    /// Writes the position text.
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
