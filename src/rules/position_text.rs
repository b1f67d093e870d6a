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

use super::cell::{Cell, CellSet};
use super::equipment::Equipment;
use super::piece::Side;
use super::position::Position;
use super::quote::quoted;
use super::setup::{Setup, SetupError};
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
pub(super) struct Fields<'a> {
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

    /// Where in the text the word begins, which is a part of it.
    fn offset(&self, word: &str) -> usize {
        word.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// The error of a text that can be read, but whose set-up breaks a rule.
    pub(super) fn illegal(&self, problem: SetupError) -> PositionTextError {
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
pub(super) fn read<B: Equipment>(text: &str) -> Result<(Setup, Fields<'_>), PositionTextError> {
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

#[cfg(test)]
mod tests {
    use super::super::{Board, Icochess, PositionTextProblem as Problem};
    use super::*;

    fn error(text: &str) -> PositionTextError {
        text.parse::<Position<Icochess>>().unwrap_err()
    }

    #[test]
    fn the_start_round_trips() {
        let start = Position::<Icochess>::start();
        assert_eq!(start.to_string(), Icochess::START);
    }

    #[test]
    fn reading_is_lenient_about_case_order_runs_and_space() {
        let loose = Icochess::START
            .replace("a3a4", "A4a3")
            .replace("/4/", "/1111/")
            .replace(' ', "   ")
            .replace(" w ", " W ")
            .replace(" 0   1", " 0   0");
        let start: Position<Icochess> = format!(" {loose}\n").parse().unwrap();
        assert_eq!(start, Position::start());
    }

    #[test]
    fn each_problem_is_named_with_its_place() {
        let bad = |from: &str, to: &str| {
            let at = Icochess::START.find(from).unwrap();
            let e = error(&Icochess::START.replacen(from, to, 1));
            (e.offset as isize - at as isize, e.problem)
        };
        assert!(matches!(error("").problem, Problem::FieldCount(0)));
        assert!(matches!(
            error("a b c d e f g").problem,
            Problem::FieldCount(7)
        ));
        assert!(matches!(
            bad("QKPP/RBN1", "QKPP/RBX1"),
            (7, Problem::UnknownPiece { found: 'X', .. })
        ));
        assert!(matches!(
            bad("/1P2/", "/1P3/"),
            (
                1,
                Problem::GroupLength {
                    part: PlacementPart::Whole,
                    group: 3,
                    found: 5,
                    expected: 4
                }
            )
        ));
        assert!(matches!(
            bad("/4", ""),
            (_, Problem::GroupCount { found: 19, .. })
        ));
        assert!(matches!(bad(" w ", " x "), (1, Problem::UnknownSide(_))));
        assert!(matches!(bad("a3a4", "a3z9"), (2, Problem::UnknownCell(_))));
        assert!(matches!(bad("a3a4", "a3é4"), (2, Problem::UnknownCell(_))));
        assert!(matches!(
            bad("a3a4", "a3b4"),
            (0, Problem::Illegal(SetupError::NotUnmoved(_)))
        ));
        assert!(matches!(
            bad(" - 0", " e9 0"),
            (1, Problem::UnknownEnPassant(_))
        ));
        assert!(matches!(
            bad(" - 0", " e3 0"),
            (1, Problem::Illegal(SetupError::InvalidEnPassant(_)))
        ));
        assert!(matches!(
            bad(" 0 1", " -1 1"),
            (1, Problem::UnknownNumber(_))
        ));
        assert!(matches!(
            bad(" 0 1", " 0 70000"),
            (3, Problem::UnknownNumber(_))
        ));
        assert!(matches!(
            bad("QKPP", "Q1PP"),
            (0, Problem::Illegal(SetupError::RoyalCount { count: 0, .. }))
        ));
    }

    #[test]
    fn the_side_that_moved_may_not_be_in_check() {
        let e = error("K3/4/4/4/R3/4/4/4/4/4/4/4/4/4/4/4/4/4/4/k3 w - - 0 1");
        assert!(
            matches!(
                e.problem,
                Problem::Illegal(SetupError::WaitingSideInCheck(Side::Black))
            ),
            "{e}"
        );
    }
}
