//! Moves in the text of the Universal Chess Interface: both cell names, and the
//! letter of the piece that a pawn becomes.

use std::fmt;

use super::cell::CellSet;
use super::equipment::Equipment;
use super::moves::{Move, MoveKind};
use super::piece::Role;
use super::position::Position;
use super::quote::quoted;
use super::storage::LineWords;
use super::tables::Tables;

impl<S: CellSet, L: LineWords> Tables<S, L> {
    /// A move of this board in UCI text, such as `b1o3` or `e7e8q`.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        let mut text = format!("{}{}", self.name(mv.from), self.name(mv.to));
        if let Some(role) = mv.promotion() {
            text.push(self.letter(role).to_ascii_lowercase());
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
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError> {
        // No move text is longer, and the splits below are tried one by one.
        let short = (text.len() <= 16).then_some(text);
        short
            .and_then(|text| {
                self.plain_uci(text).or_else(|| {
                    let last = text.chars().last()?;
                    let role = self.promoted(last)?;
                    let mv = self.plain_uci(&text[..text.len() - last.len_utf8()])?;
                    let kind = MoveKind::Promotion(role);
                    Some(Move { kind, ..mv })
                })
            })
            .ok_or_else(|| {
                let ends = self.names.first().into_iter().chain(self.names.last());
                ParseUciError {
                    text: quoted(text),
                    example: ends.map(String::as_str).collect(),
                }
            })
    }

    /// The move that is the names of two cells.
    fn plain_uci(&self, text: &str) -> Option<Move> {
        text.char_indices().skip(1).find_map(|(split, _)| {
            let (from, to) = text.split_at(split);
            Some(Move::new(self.cell(from)?, self.cell(to)?))
        })
    }

    /// The role of that letter, in either case, if a piece of the board may
    /// become it.
    pub(super) fn promoted(&self, letter: char) -> Option<Role> {
        self.roles
            .iter()
            .flat_map(|role| role.promotes)
            .copied()
            .find(|role| self.letter(*role).eq_ignore_ascii_case(&letter))
    }
}

impl<B: Equipment> Position<B> {
    /// A move of this board in UCI text: both cell names and the letter of the
    /// promoted piece, such as `b1o3` or `e7e8q`.
    ///
    /// ```
    /// use icochess::rules::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let mv = start.parse_uci("e7e8q")?;
    /// assert_eq!(start.uci(mv), "e7e8q");
    /// assert!(!start.is_legal(mv));
    /// # Ok::<(), icochess::rules::ParseUciError>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        B::tables().uci(mv)
    }

    /// Reads UCI text, in either case. Whether the move is legal here is not
    /// looked at.
    ///
    /// # Errors
    ///
    /// As [`Tables::parse_uci`].
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError> {
        B::tables().parse_uci(text)
    }
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
