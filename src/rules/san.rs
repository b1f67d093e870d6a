//! Move text for people: standard algebraic notation (SAN).
//!
//! As in the PGN standard of 1994, section 8.2.3, with two differences that a
//! board without ranks and files asks for: cell names are lower case (`B` to
//! `R` are both pieces and faces), and quiet pawn moves are disambiguated too.
//!
//! ```text
//! san      = ( role [ origin ] [ "x" ] cell | pawnmove ) [ "+" | "#" ]
//! origin   = face | number | cell
//! pawnmove = cell | face cell | face "x" cell | cell [ "x" ] cell
//! ```
//!
//! Written strictly: the shortest origin of (none, face, number, cell) that
//! singles out the move among the legal ones. Read leniently: see [`parse`].

use super::board::Board;
use super::cell::{Cell, CellSet};
use super::moves::Move;
use super::piece::Role;
use super::position::Position;

/// Why a move text does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not built like a move.
    #[error("\"{0}\" is not a move: expected text such as a4g1, Bxo3 or b1o3")]
    Syntax(String),
    /// Built like a move, but no such move is legal.
    #[error("no legal move is written \"{0}\"")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("\"{text}\" may be {}: write the origin in full", .moves.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit, in UCI text.
        moves: Vec<String>,
    },
}

fn letter_of(name: &str) -> &str {
    name.split_at(name.chars().next().map_or(0, char::len_utf8))
        .0
}

fn number_of(name: &str) -> &str {
    name.split_at(name.chars().next().map_or(0, char::len_utf8))
        .1
}

/// The text of a legal move in `position`, with `+` or `#`.
///
/// For a move that is not legal the text is built all the same, without
/// promise that it can be read back.
#[must_use]
pub fn write<B: Board>(position: &Position<B>, mv: Move) -> String {
    let mut text = write_without_check(position, mv);
    let after = position.after(mv);
    if after.is_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

fn write_without_check<B: Board>(position: &Position<B>, mv: Move) -> String {
    let tables = B::tables();
    let (from, to) = (tables.name(mv.from), tables.name(mv.to));
    let Some(piece) = position.piece_at(mv.from) else {
        return mv.uci::<B>();
    };
    let pawn = piece.role == Role::PAWN;
    let capture = position.occupied().contains(mv.to);
    let rivals: Vec<&str> = position
        .pieces(piece.side, piece.role)
        .without(B::Set::single(mv.from))
        .cells()
        .filter(|&cell| position.legal_targets(cell).contains(mv.to))
        .map(|cell| tables.name(cell))
        .collect();
    let face_is_enough = rivals.iter().all(|r| letter_of(r) != letter_of(from));
    let number_is_enough = rivals.iter().all(|r| number_of(r) != number_of(from));
    let origin = if rivals.is_empty() && !(pawn && capture) {
        ""
    } else if face_is_enough {
        letter_of(from)
    } else if number_is_enough && !pawn {
        number_of(from)
    } else {
        from
    };
    let role = if pawn {
        String::new()
    } else {
        B::ROLES[piece.role.index()].letter.to_string()
    };
    let takes = if capture { "x" } else { "" };
    format!("{role}{origin}{takes}{to}")
}

/// The parts of a move text, as far as they are given.
struct Parts<'a> {
    role: Option<Role>,
    origin: &'a str,
    to: Cell,
}

/// Takes `text` apart, with its first letter read as a piece or not.
fn parts<B: Board>(text: &str, piece_first: bool) -> Option<Parts<'_>> {
    let tables = B::tables();
    let (role, rest) = if piece_first {
        let letter = text.chars().next()?;
        let role = B::ROLES.iter().position(|role| role.letter == letter)?;
        (Some(Role::new(role as u8)), &text[letter.len_utf8()..])
    } else {
        (None, text)
    };
    // The target is the longest name that ends the text.
    let (split, to) = rest
        .char_indices()
        .find_map(|(i, _)| Some((i, tables.cell(&rest[i..])?)))?;
    let origin = rest[..split].trim_end_matches(['x', '-', ':']);
    Some(Parts { role, origin, to })
}

/// The legal move of `position` that `text` names.
///
/// Accepted beside strict SAN: upper-case cells, a missing or needless `x`,
/// `-`, `+`, `#`, `!` or `?`, needless origins, `P` for pawns, the long form
/// (`Qa1-b2`) and UCI (`a1b2`).
///
/// # Errors
///
/// [`SanError`] when the text names no legal move, or several.
pub fn parse<B: Board>(position: &Position<B>, text: &str) -> Result<Move, SanError> {
    let quoted = || text.chars().take(20).collect::<String>();
    // No move text is longer; what follows works on short text only.
    if text.len() > 32 {
        return Err(SanError::Syntax(quoted()));
    }
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let tables = B::tables();
    let mut well_formed = false;
    // Piece before pawn: "Bb1" is a bishop, "bb1" never is.
    for piece_first in [true, false] {
        let Some(parts) = parts::<B>(bare, piece_first) else {
            continue;
        };
        let origin_fits = |cell: Cell| {
            let name = tables.name(cell);
            let origin = parts.origin;
            origin.is_empty()
                || [name, letter_of(name), number_of(name)]
                    .iter()
                    .any(|part| part.eq_ignore_ascii_case(origin))
        };
        well_formed |= tables.cells().any(origin_fits);
        // Without a piece letter: any piece if the origin is a whole cell
        // (UCI), else a pawn.
        let whole = tables.cell(parts.origin).is_some();
        let moves: Vec<Move> = position
            .of(position.turn())
            .cells()
            .filter(|&from| {
                origin_fits(from)
                    && position
                        .piece_at(from)
                        .is_some_and(|piece| match parts.role {
                            Some(role) => piece.role == role,
                            None => whole || piece.role == Role::PAWN,
                        })
                    && position.legal_targets(from).contains(parts.to)
            })
            .map(|from| Move { from, to: parts.to })
            .collect();
        match moves.as_slice() {
            [] => {}
            [mv] => return Ok(*mv),
            several => {
                return Err(SanError::Ambiguous {
                    text: quoted(),
                    moves: several.iter().map(|mv| mv.uci::<B>()).collect(),
                });
            }
        }
    }
    Err(if well_formed {
        SanError::Illegal(quoted())
    } else {
        SanError::Syntax(quoted())
    })
}

#[cfg(test)]
mod tests {
    use super::super::Icochess;
    use super::*;

    fn start() -> Position<Icochess> {
        Position::start()
    }

    #[test]
    fn a_pawn_move_that_two_pawns_could_make_names_its_origin_in_full() {
        let mv = Move::from_uci::<Icochess>("a4g1").unwrap();
        assert_eq!(write(&start(), mv), "a4g1");
    }

    #[test]
    fn every_first_move_reads_back_in_every_form() {
        let position = start();
        for mv in position.legal_moves() {
            let san = write(&position, mv);
            let uci = mv.uci::<Icochess>();
            for text in [&san, &uci, &uci.to_uppercase(), &format!("{san}!?")] {
                assert_eq!(parse(&position, text), Ok(mv), "{text}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let syntax = |t: &str| matches!(parse(&start(), t), Err(SanError::Syntax(_)));
        assert!(syntax("") && syntax("hello") && syntax("é4g1") && syntax(&"a".repeat(99)));
        assert!(matches!(parse(&start(), "Ng1"), Err(SanError::Illegal(_))));
        assert!(matches!(
            parse(&start(), "g1"),
            Err(SanError::Ambiguous { .. })
        ));
    }
}
