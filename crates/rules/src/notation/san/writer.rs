//! Writes the shortest unambiguous text of a move, and its long form.

use crate::cell::CellSet;
use crate::piece::{Piece, Role};
use crate::position::board::Board;
use crate::position::moves::{Move, MoveKind};
use crate::position::state::Position;
use crate::tables::equipment::rules_of;
use crate::tables::packed::CARRIAGE_LETTER;

/// Returns the first part of a cell's name, such as a face, a file or a level.
pub(crate) fn letter_of(name: &str) -> &str {
    name.split_at(name.chars().next().map_or(0, char::len_utf8))
        .0
}

/// Returns the rest of a cell's name, if it is a single character and can therefore be an origin.
pub(crate) fn number_of(name: &str) -> Option<&str> {
    let (_, rest) = name.split_at(letter_of(name).len());
    (rest.chars().count() == 1).then_some(rest)
}

/// Returns the SAN of a legal move in `position`, with `+` or `#`.
///
/// For an illegal move, the text may not be readable.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Position, san};
///
/// let position: Position<Chess> = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// let text = |uci| san::parse(&position, uci).map(|mv| san::write(&position, mv));
/// assert_eq!(text("e1c1")?, "O-O-O");
/// assert_eq!(text("h1h8")?, "Rh8+");
/// assert_eq!(text("a1b1")?, "Rb1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<B: Board>(position: &Position<B>, mv: Move) -> String {
    with_check(position, mv, short(position, mv))
}

/// Returns the long form of a legal move, such as `Qa1xb2` or `e7-e8=Q`, with `+` or `#`.
///
/// ```
/// use icochess_boards::Icochess;
/// use icochess_rules::{Position, san};
///
/// let start = Position::<Icochess>::start();
/// let mv = san::parse(&start, "b1o3")?;
/// assert_eq!(san::write_long(&start, mv), "Rb1xo3");
/// # Ok::<(), san::SanError>(())
/// ```
pub fn write_long<B: Board>(position: &Position<B>, mv: Move) -> String {
    if let Some(text) = carriage::<B>(mv) {
        return with_check(position, mv, text);
    }
    let text = position.castling(mv).map_or_else(
        || {
            let tables = B::tables();
            let role = position
                .piece_at(mv.from)
                .map_or(String::new(), |piece| role_letter::<B>(piece.role));
            let dash = position.captured_cell(mv).map_or("-", |_| "x");
            let (from, to) = (tables.name(mv.from), tables.name(mv.to));
            format!("{role}{from}{dash}{to}{}", suffix::<B>(mv))
        },
        |castling| castling.text.to_owned(),
    );
    with_check(position, mv, text)
}

fn with_check<B: Board>(position: &Position<B>, mv: Move, mut text: String) -> String {
    let after = position.play_unchecked(mv);
    let end = after.variant_outcome();
    if end.is_some_and(|end| end.winner() == Some(position.turn())) {
        text.push('#');
    } else if after.is_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// Returns the letter of a piece; empty for pawns.
fn role_letter<B: Board>(role: Role) -> String {
    if rules_of::<B>(role).is_pawn {
        String::new()
    } else {
        B::ROLES[role.index()].letter.to_string()
    }
}

/// Returns the suffix of a move: `=Q` for a promotion, or `/B` for a piece that enters.
pub(crate) fn suffix<B: Board>(mv: Move) -> String {
    match mv.kind {
        MoveKind::Promotion(role) => format!("={}", role_letter::<B>(role)),
        MoveKind::Gating(role) => format!("/{}", role_letter::<B>(role)),
        MoveKind::Plain | MoveKind::Carriage => String::new(),
    }
}

/// Returns the text of a move of a part of the board.
fn carriage<B: Board>(mv: Move) -> Option<String> {
    let name = |cell| B::tables().name(cell);
    (mv.kind == MoveKind::Carriage)
        .then(|| format!("{CARRIAGE_LETTER}{}-{}", name(mv.from), name(mv.to)))
}

/// Returns the side's pieces that share the piece's letter in move text: those of its role, or all
/// pawns.
fn alike<B: Board>(position: &Position<B>, piece: Piece) -> B::Set {
    let of = |role: usize| position.pieces(piece.side, Role::new(role as u8));
    if !rules_of::<B>(piece.role).is_pawn {
        return of(piece.role.index());
    }
    (0..B::ROLES.len())
        .filter(|&role| B::ROLES[role].is_pawn)
        .fold(B::Set::EMPTY, |all, role| all.or(of(role)))
}

fn short<B: Board>(position: &Position<B>, mv: Move) -> String {
    let tables = B::tables();
    let (from, to) = (tables.name(mv.from), tables.name(mv.to));
    if let Some(text) = carriage::<B>(mv) {
        return text;
    }
    let Some(piece) = position.piece_at(mv.from) else {
        return position.uci(mv);
    };
    if let Some(castling) = position.castling(mv) {
        return castling.text.into();
    }
    let pawn = rules_of::<B>(piece.role).is_pawn;
    let capture = position.captured_cell(mv).is_some();
    let rivals: Vec<&str> = alike(position, piece)
        .without(B::Set::single(mv.from))
        .cells()
        .filter(|&cell| position.legal_targets(cell).contains(mv.to))
        .map(|cell| tables.name(cell))
        .collect();
    let letter_is_enough = rivals.iter().all(|r| letter_of(r) != letter_of(from));
    let number = number_of(from).filter(|number| {
        let differs = |rival: &&str| number_of(rival) != Some(number);
        !pawn && rivals.iter().all(differs)
    });
    let origin = if rivals.is_empty() && !(pawn && capture) {
        ""
    } else if letter_is_enough {
        letter_of(from)
    } else {
        number.unwrap_or(from)
    };
    let role = role_letter::<B>(piece.role);
    let takes = if capture { "x" } else { "" };
    format!("{role}{origin}{takes}{to}{}", suffix::<B>(mv))
}
