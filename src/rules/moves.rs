//! Moves and their long form in text.

use std::fmt;

use super::board::Board;
use super::cell::Cell;
use super::piece::Role;

/// A move: the piece on `from` goes to `to` and takes what stands there.
///
/// What else happens follows from the position: a king that castles is named
/// by its own two cells, a pawn that takes en passant by its own two.
///
/// ```
/// use icochess::rules::{Board, Icochess, Move, Position};
///
/// let cell = |name| Icochess::tables().cell(name).expect("a tile");
/// let mv = Move::new(cell("b1"), cell("o3"));
/// assert_eq!(mv.uci::<Icochess>(), "b1o3");
/// assert!(Position::<Icochess>::start().is_legal(mv));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
    /// What the player decides beside the two cells.
    pub kind: MoveKind,
}

/// What a player decides about a move beside its two cells.
///
/// Not exhaustive: a board whose parts move will add the carriage of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// Nothing.
    #[default]
    Plain,
    /// What the piece becomes.
    Promotion(Role),
}

impl Move {
    /// The move between two cells that decides nothing else.
    #[must_use]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self {
            from,
            to,
            kind: MoveKind::Plain,
        }
    }

    /// What the piece becomes, if the move promotes it.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Plain => None,
        }
    }

    /// The move in UCI text: both cell names and the letter of the promoted
    /// piece, such as `b1o3` or `e7e8q`.
    ///
    /// ```
    /// use icochess::rules::{Chess, Move};
    ///
    /// let mv = Move::from_uci::<Chess>("e7e8q")?;
    /// assert_eq!(mv.uci::<Chess>(), "e7e8q");
    /// # Ok::<(), icochess::rules::ParseUciError>(())
    /// ```
    #[must_use]
    pub fn uci<B: Board>(self) -> String {
        let tables = B::tables();
        let mut text = format!("{}{}", tables.name(self.from), tables.name(self.to));
        if let Some(role) = self.promotion() {
            text.push(B::ROLES[role.index()].letter.to_ascii_lowercase());
        }
        text
    }

    /// Reads UCI text, in either case. Whether the move is legal anywhere is
    /// not looked at.
    ///
    /// # Errors
    ///
    /// [`ParseUciError`] when `text` is not the names of two cells, with or
    /// without the letter of a piece that can be promoted to.
    pub fn from_uci<B: Board>(text: &str) -> Result<Self, ParseUciError> {
        // No move text is longer, and the splits below are tried one by one.
        let short = (text.len() <= 16).then_some(text);
        short
            .and_then(|text| {
                plain_uci::<B>(text).or_else(|| {
                    let last = text.chars().last()?;
                    let role = promoted::<B>(last)?;
                    let mv = plain_uci::<B>(&text[..text.len() - last.len_utf8()])?;
                    let kind = MoveKind::Promotion(role);
                    Some(Self { kind, ..mv })
                })
            })
            .ok_or_else(|| {
                let names = &B::tables().names;
                let ends = names.first().into_iter().chain(names.last());
                ParseUciError {
                    text: super::quoted(text),
                    example: ends.map(String::as_str).collect(),
                }
            })
    }
}

/// The move that is the names of two cells.
fn plain_uci<B: Board>(text: &str) -> Option<Move> {
    let tables = B::tables();
    text.char_indices().skip(1).find_map(|(split, _)| {
        let (from, to) = text.split_at(split);
        Some(Move::new(tables.cell(from)?, tables.cell(to)?))
    })
}

/// The role of that letter, in either case, if a piece of the board may become
/// it.
pub(super) fn promoted<B: Board>(letter: char) -> Option<Role> {
    B::ROLES
        .iter()
        .flat_map(|role| role.promotes)
        .copied()
        .find(|role| B::ROLES[role.index()].letter.eq_ignore_ascii_case(&letter))
}

/// The text is not the names of two cells of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseUciError {
    text: String,
    /// The names of two cells of the board.
    example: String,
}

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a move: expected the names of two cells, such as {}, \
             and after them the letter of the piece for a promotion",
            self.text, self.example
        )
    }
}

impl std::error::Error for ParseUciError {}
