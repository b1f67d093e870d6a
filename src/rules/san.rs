//! Move text for people: standard algebraic notation (SAN) and its long form.
//!
//! As in the PGN standard of 1994, section 8.2.3. On a board without ranks and
//! files there are two differences: cell names are lower case everywhere (`B` to
//! `R` are both pieces and faces of Icochess), and quiet pawn moves are
//! disambiguated too.
//!
//! ```text
//! san      = ( role [ origin ] [ "x" ] cell | pawnmove | castling ) [ "+" | "#" ]
//! origin   = letter | number | cell
//! pawnmove = ( cell | letter cell | letter "x" cell | cell [ "x" ] cell ) [ "=" role ]
//! castling = "O-O" | "O-O-O"
//! gating   = san "/" role
//! carriage = "A" cell "-" cell
//! long     = [ role ] cell ( "-" | "x" ) cell [ "=" role ] [ "+" | "#" ]
//! ```
//!
//! Letter and number are the parts of a cell's name: the face or file, and the
//! tile or rank. Written strictly: the shortest origin of (none, letter,
//! number, cell) that singles out the move among the legal ones. The number stands for
//! an origin only where it is a single character: on boards in space the letter is a
//! level or a column, and the two digits behind it are no line of the board. Read
//! leniently: see [`parse`].
//!
//! `+` is check. `#` is a move that wins at once: by checkmate, by the last piece of a
//! kind that the other side must not lose, or by the last one beside its king.
//!
//! A capital in front that is the letter of a role is that piece: `Bb4` never is
//! a pawn's move. It may be part of a cell only where nothing is lost by that:
//! with the whole origin (`B2-b4`), or where all cells are upper case (`BB4`),
//! and then only if no such piece makes the move.

mod error;

use super::board::Board;
use super::cell::{Cell, CellSet};
use super::equipment::rules_of;
use super::moves::{Move, MoveKind};
use super::piece::{Piece, Role};
use super::position::Position;
use super::quote::quoted;
use super::tables::CARRIAGE_LETTER;
pub use error::{NoMove, SanError};

/// What may stand between origin and target.
const DASHES: [char; 6] = ['x', 'X', '-', ':', '×', '–'];

/// The error of a text that is not built like a move, with texts that are.
fn no_move<B: Board>(position: &Position<B>, text: &str) -> NoMove {
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
    NoMove {
        text: quoted(text),
        examples,
    }
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
///
/// ```
/// use icochess::rules::{Chess, Position, san};
///
/// let position: Position<Chess> = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// let text = |uci| san::parse(&position, uci).map(|mv| san::write(&position, mv));
/// assert_eq!(text("e1c1")?, "O-O-O");
/// assert_eq!(text("h1h8")?, "Rh8+");
/// assert_eq!(text("a1b1")?, "Rb1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write<B: Board>(position: &Position<B>, mv: Move) -> String {
    with_check(position, mv, short(position, mv))
}

/// The long form of a legal move: `Qa1xb2`, `e7-e8=Q`, with `+` or `#`.
///
/// ```
/// use icochess::rules::{Icochess, Position, san};
///
/// let start = Position::<Icochess>::start();
/// let mv = san::parse(&start, "b1o3")?;
/// assert_eq!(san::write_long(&start, mv), "Rb1xo3");
/// # Ok::<(), san::SanError>(())
/// ```
#[must_use]
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

/// The letter of a piece; none for pawns.
fn role_letter<B: Board>(role: Role) -> String {
    if rules_of::<B>(role).is_pawn {
        String::new()
    } else {
        B::ROLES[role.index()].letter.to_string()
    }
}

/// What the text of a move says behind its cells: `=Q`, or `/B` for what enters.
fn suffix<B: Board>(mv: Move) -> String {
    match mv.kind {
        MoveKind::Promotion(role) => format!("={}", role_letter::<B>(role)),
        MoveKind::Gating(role) => format!("/{}", role_letter::<B>(role)),
        MoveKind::Plain | MoveKind::Carriage => String::new(),
    }
}

/// The text of the move of a part of the board.
fn carriage<B: Board>(mv: Move) -> Option<String> {
    let name = |cell| B::tables().name(cell);
    (mv.kind == MoveKind::Carriage)
        .then(|| format!("{CARRIAGE_LETTER}{}-{}", name(mv.from), name(mv.to)))
}

/// The move of a part of the board that the text names, possible or not.
fn read_carriage<B: Board>(text: &str) -> Option<Move> {
    let tables = B::tables();
    let rest = text.strip_prefix(CARRIAGE_LETTER)?;
    let (from, to) = rest.split_once(DASHES)?;
    let mv = Move {
        kind: MoveKind::Carriage,
        ..Move::new(tables.cell(from)?, tables.cell(to)?)
    };
    tables.dock_at(mv.from).and(tables.dock_at(mv.to))?;
    Some(mv)
}

/// The pieces of its side that move text writes as it does this one: those of its
/// role, or all pawns.
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
    let number = number_of(from);
    let number_is_enough =
        number.chars().count() == 1 && rivals.iter().all(|r| number_of(r) != number);
    let origin = if rivals.is_empty() && !(pawn && capture) {
        ""
    } else if letter_is_enough {
        letter_of(from)
    } else if number_is_enough && !pawn {
        number
    } else {
        from
    };
    let role = role_letter::<B>(piece.role);
    let takes = if capture { "x" } else { "" };
    format!("{role}{origin}{takes}{to}{}", suffix::<B>(mv))
}

/// The parts of a move text, as far as they are given.
struct Parts<'a> {
    role: Option<Role>,
    origin: &'a str,
    to: Cell,
    /// What the piece becomes, or what enters.
    suffix: Option<Role>,
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
    let (rest, suffix) = split_suffix::<B>(rest);
    // The target is the longest name that ends the text.
    let (split, to) = rest
        .char_indices()
        .find_map(|(i, _)| Some((i, tables.cell(&rest[i..])?)))?;
    let (origin, target) = rest.split_at(split);
    let origin = origin.trim_end_matches(DASHES);
    // A capital that may be a piece is part of a cell only in a whole origin or
    // among capitals.
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

/// The pawn captures that `text` names by the letters of both cells, such as
/// `ed`, `exd` or `ed=Q`.
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

/// Splits `=Q`, `Q`, `(Q)` or `/Q` off the end, in either case.
fn split_suffix<B: Board>(text: &str) -> (&str, Option<Role>) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let split = bare.char_indices().next_back().and_then(|(at, letter)| {
        // The last character of a cell's name is none of these letters.
        let role = B::tables().suffix_role(letter)?;
        Some((bare[..at].trim_end_matches(['=', '(', '/']), Some(role)))
    });
    split.unwrap_or((text, None))
}

/// The castling that the text names, whether or not it is possible now.
fn castling<B: Board>(position: &Position<B>, text: &str) -> Option<Option<Move>> {
    let text = text.replace('0', "O");
    let own = &B::tables().castlings[position.turn().index()];
    let castling = own
        .iter()
        .find(|castling| castling.text.eq_ignore_ascii_case(&text))?;
    let mv = Move::new(castling.royal.0, castling.royal.1);
    Some((position.castling(mv).is_some() && position.is_legal(mv)).then_some(mv))
}

/// The legal move of `position` that `text` names.
///
/// Accepted beside strict SAN: upper-case cells, a missing or needless `x`,
/// `-`, `+`, `#`, `!`, `?` or `e.p.`, needless origins, `P` for pawns, `e8Q`
/// and `e8(Q)` for `e8=Q`, `0-0` for `O-O`, the long form (`Qa1-b2`), UCI
/// (`a1b2`), and a pawn's capture by two letters (`ed`).
///
/// ```
/// use icochess::rules::san::{self, SanError};
/// use icochess::rules::{Chess, Position};
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
/// [`SanError`] when the text names no legal move, or several.
pub fn parse<B: Board>(position: &Position<B>, text: &str) -> Result<Move, SanError> {
    // No move text is longer; what follows works on short text only.
    if text.len() > 32 {
        return Err(no_move(position, text).into());
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
        let moves = candidates(position, &parts, origin_fits);
        if !moves.is_empty() {
            return only(position, &moves, text);
        }
    }
    if well_formed {
        return Err(SanError::Illegal(quoted(text)));
    }
    match captures_by_letters(position, bare).as_slice() {
        [] => Err(no_move(position, text).into()),
        moves => only(position, moves, text),
    }
}

/// The one move that fits `text`.
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

/// The legal moves that fit the parts.
fn candidates<B: Board>(
    position: &Position<B>,
    parts: &Parts,
    origin_fits: impl Fn(Cell) -> bool,
) -> Vec<Move> {
    // Without a piece letter: any piece if the origin is a whole cell (UCI),
    // else a pawn.
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
        // Where a piece may enter and the text says nothing of it, none does.
        match fitting.iter().find(|mv| mv.kind == MoveKind::Plain) {
            Some(plain) => moves.push(*plain),
            None => moves.extend(fitting),
        }
    }
    moves
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
        let mv = start().parse_uci("a4g1").unwrap();
        assert_eq!(write(&start(), mv), "a4g1");
    }

    #[test]
    fn every_first_move_reads_back_in_every_form() {
        let position = start();
        for mv in position.legal_moves() {
            let san = write(&position, mv);
            let uci = position.uci(mv);
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
