//! Reads any text that names one legal move.

use super::error::{ParseSanError, SanError};
use super::writer::{letter_of, number_of, suffix, write};
use crate::cell::{Cell, CellSet};
use crate::piece::Role;
use crate::position::board::Board;
use crate::position::moves::{Move, MoveKind};
use crate::position::state::Position;
use crate::quote::quoted;
use crate::tables::equipment::rules_of;
use crate::tables::packed::CARRIAGE_LETTER;

/// Characters allowed between origin and target.
const DASHES: [char; 6] = ['x', 'X', '-', ':', '×', '–'];

/// Returns the error for text without move syntax, with valid examples.
fn syntax_error<B: Board>(position: &Position<B>, text: &str) -> ParseSanError {
    let start = Position::start();
    let position = if position.has_legal_move() {
        position
    } else {
        &start
    };
    let moves = position.legal_moves();
    let some = moves.first().into_iter().chain(moves.last());
    let mut examples: Vec<_> = some.map(|&mv| write(position, mv)).collect();
    examples.extend(moves.first().map(|mv| position.uci(*mv)));
    examples.dedup();
    ParseSanError {
        text: quoted(text),
        examples,
    }
}

/// Reads a move of a part of the board, legal or not.
fn read_carriage<B: Board>(text: &str) -> Option<Move> {
    let tables = B::tables();
    if let Some(mv) = tables.carriage(text) {
        return Some(mv);
    }
    let rest = text.strip_prefix(CARRIAGE_LETTER)?;
    let (from, to) = rest.split_once(DASHES)?;
    let mv = Move {
        kind: MoveKind::Carriage,
        ..Move::new(tables.cell(from)?, tables.cell(to)?)
    };
    tables.dock_at(mv.from).and(tables.dock_at(mv.to))?;
    Some(mv)
}

/// The parts of a move text, where present.
struct Parts<'a> {
    role: Option<Role>,
    origin: &'a str,
    to: Cell,
    /// Role of the promoted or entering piece.
    suffix: Option<Role>,
}

/// Splits `text` into parts. `piece_first` decides whether its first letter is a piece.
fn parts<B: Board>(text: &str, piece_first: bool) -> Option<Parts<'_>> {
    let tables = B::tables();
    let (role, rest) = if piece_first {
        let letter = text.chars().next()?;
        let role = B::ROLES.iter().position(|role| role.letter == letter)?;
        (Some(Role::new(role as u8)), &text[letter.len_utf8()..])
    } else {
        (None, text)
    };
    let (rest, suffix) = split_suffix::<B>(rest);
    // The target is the longest cell name at the end.
    let (split, to) = rest
        .char_indices()
        .find_map(|(i, _)| Some((i, tables.cell(&rest[i..])?)))?;
    let (origin, target) = rest.split_at(split);
    let origin = origin.trim_end_matches(DASHES);
    // A capital that may be a piece belongs to a cell only in a full origin, or if all letters are
    // capitals.
    let may_be_piece = || B::ROLES.iter().any(|role| rest.starts_with(role.letter));
    let lower = |cell: &str| cell.contains(char::is_lowercase);
    if !piece_first
        && may_be_piece()
        && tables.cell(origin).is_none()
        && (lower(origin) || lower(target))
    {
        return None;
    }
    Some(Parts {
        role,
        origin,
        to,
        suffix,
    })
}

/// Returns the pawn captures that `text` names by the letters of both cells, such as `ed`, `exd` or
/// `ed=Q`.
fn captures_by_letters<B: Board>(position: &Position<B>, text: &str) -> Vec<Move> {
    let tables = B::tables();
    let fits = |mv: &Move| {
        let rest = text.strip_prefix(letter_of(tables.name(mv.from)))?;
        let rest = rest.trim_start_matches(DASHES);
        let rest = rest.strip_prefix(letter_of(tables.name(mv.to)))?;
        let fits = position
            .role_at(mv.from)
            .is_some_and(|role| rules_of::<B>(role).is_pawn)
            && position.captured_cell(*mv).is_some()
            && (rest.is_empty() || split_suffix::<B>(rest) == ("", mv.promotion()));
        fits.then_some(())
    };
    let mut moves = position.legal_moves();
    moves.retain(|mv| fits(mv).is_some());
    moves
}

/// Splits `=Q`, `Q`, `(Q)` or `/Q` off the end, ignoring case.
fn split_suffix<B: Board>(text: &str) -> (&str, Option<Role>) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let split = bare.char_indices().next_back().and_then(|(at, letter)| {
        // No cell name ends with one of these letters.
        let role = B::tables().suffix_role(letter)?;
        Some((bare[..at].trim_end_matches(['=', '(', '/']), Some(role)))
    });
    split.unwrap_or((text, None))
}

/// Reads a castling move. The inner option is `None` if it isn't legal now.
fn castling<B: Board>(position: &Position<B>, text: &str) -> Option<Option<Move>> {
    let text = text.replace('0', "O");
    let own = &B::tables().castlings[position.turn().index()];
    let castling = own
        .iter()
        .find(|castling| castling.text.eq_ignore_ascii_case(&text))?;
    let mv = Move::new(castling.royal.0, castling.royal.1);
    Some((position.castling(mv).is_some() && position.is_legal(mv)).then_some(mv))
}

/// Returns the legal move of `position` that `text` names.
///
/// Accepts more than strict SAN: upper-case cells, missing or redundant `x`, `-`, `+`, `#`, `!`,
/// `?` and `e.p.`, redundant origins, and `P` for pawns. Accepts `e8Q` and `e8(Q)` for `e8=Q`, and
/// `0-0` for `O-O`. Accepts the long form (`Qa1-b2`), UCI (`a1b2`), and a pawn's capture in two
/// letters (`ed`).
///
/// ```
/// use icochess_rules::san;
/// use icochess_rules::san::SanError;
/// use icochess_boards::Chess;
/// use icochess_rules::Position;
///
/// let start = Position::<Chess>::start();
/// let knight = san::parse(&start, "Nf3")?;
/// for text in ["Nf3", "Ngf3", "NF3!", "Ng1-f3", "g1f3"] {
///     assert_eq!(san::parse(&start, text), Ok(knight));
/// }
/// // A pawn could go there, but it says a bishop does.
/// let refused = san::parse(&start, "Bb4");
/// assert_eq!(refused, Err(SanError::Illegal("Bb4".into())));
/// # Ok::<(), SanError>(())
/// ```
///
/// # Errors
///
/// [`SanError`] if the text names no legal move, or several.
pub fn parse<B: Board>(position: &Position<B>, text: &str) -> Result<Move, SanError> {
    // No move text is longer, and the code below expects short text.
    if text.len() > 32 {
        return Err(syntax_error(position, text).into());
    }
    let without_marks = |text| str::trim_end_matches(text, ['+', '#', '!', '?', ' ']);
    let bare = without_marks(text);
    let bare = ["e.p.", "ep"]
        .iter()
        .find_map(|mark| bare.strip_suffix(mark))
        .map_or(bare, without_marks);
    if let Some(castling) = castling(position, bare) {
        return castling.ok_or_else(|| SanError::Illegal(quoted(text)));
    }
    if let Some(mv) = read_carriage::<B>(bare) {
        let legal = position.is_legal(mv).then_some(mv);
        return legal.ok_or_else(|| SanError::Illegal(quoted(text)));
    }
    let tables = B::tables();
    let mut well_formed = false;
    // Pieces take precedence over pawns: "Bb1" is a bishop, "bb1" never is.
    for piece_first in [true, false] {
        let Some(parts) = parts::<B>(bare, piece_first) else {
            continue;
        };
        let origin_fits = |cell: Cell| {
            let name = tables.name(cell);
            let origin = parts.origin;
            origin.is_empty()
                || [Some(name), Some(letter_of(name)), number_of(name)]
                    .iter()
                    .flatten()
                    .any(|part| part.eq_ignore_ascii_case(origin))
        };
        well_formed |= tables.cells().any(origin_fits);
        let moves = candidates(position, &parts, origin_fits);
        if !moves.is_empty() {
            return only(position, &moves, text);
        }
    }
    if well_formed {
        return Err(SanError::Illegal(quoted(text)));
    }
    match captures_by_letters(position, bare).as_slice() {
        [] => Err(syntax_error(position, text).into()),
        moves => only(position, moves, text),
    }
}

/// Returns the only move, or the error for an ambiguous `text`.
fn only<B: Board>(position: &Position<B>, moves: &[Move], text: &str) -> Result<Move, SanError> {
    let text = || quoted(text);
    match moves {
        [mv] => Ok(*mv),
        [mv, others @ ..] if others.iter().all(|o| (o.from, o.to) == (mv.from, mv.to)) => {
            let (text, suffixes) = (text(), moves.iter().map(|mv| suffix::<B>(*mv)).collect());
            Err(match mv.kind {
                MoveKind::Gating(_) => SanError::NoGating {
                    text,
                    enters: suffixes,
                },
                _ => SanError::NoPromotion {
                    text,
                    becomes: suffixes,
                },
            })
        }
        _ => Err(SanError::Ambiguous {
            text: text(),
            moves: moves.iter().map(|mv| position.uci(*mv)).collect(),
        }),
    }
}

fn candidates<B: Board>(
    position: &Position<B>,
    parts: &Parts,
    origin_fits: impl Fn(Cell) -> bool,
) -> Vec<Move> {
    // A text without a piece letter can mean any piece with a full origin (UCI), and otherwise only
    // a pawn.
    let whole = B::tables().cell(parts.origin).is_some();
    let fits = |role| match parts.role {
        Some(given) => role == given,
        None => whole || rules_of::<B>(role).is_pawn,
    };
    let mut moves = Vec::new();
    for from in position.by_side(position.turn()).cells() {
        let Some(piece) = position.piece_at(from) else {
            continue;
        };
        if !fits(piece.role) || !origin_fits(from) {
            continue;
        }
        let mut fitting = position.moves_between(from, parts.to);
        fitting.retain(|mv| match mv.kind {
            MoveKind::Carriage => false,
            MoveKind::Plain => parts.suffix.is_none(),
            MoveKind::Promotion(role) | MoveKind::Gating(role) => {
                parts.suffix.is_none_or(|given| given == role)
            }
        });
        // Without a suffix, no piece enters if that is allowed.
        match fitting.iter().find(|mv| mv.kind == MoveKind::Plain) {
            Some(plain) => moves.push(*plain),
            None => moves.extend(fitting),
        }
    }
    moves
}
