//! Moves in UCI text: two cell names, then the letter of a promoted or entering piece. UCI has no
//! notation for moves of board parts; this crate writes `A@` and two cells.

use std::fmt;

use crate::cell::CellSet;
use crate::piece::{Role, RoleRules};
use crate::position::moves::{Move, MoveKind};
use crate::position::state::Position;
use crate::quote::quoted;
use crate::tables::equipment::{Equipment, rules_of};
use crate::tables::packed::Tables;
use crate::tables::storage::LineWords;

/// Prefix of a move of a part of the board.
const CARRIAGE: &str = "A@";

impl<S: CellSet, L: LineWords> Tables<S, L> {
    /// Returns a move in UCI text, such as `b1o3` or `e7e8q`.
    pub fn uci(&self, mv: Move) -> String {
        let cells = format!("{}{}", self.name(mv.from), self.name(mv.to));
        match mv.kind {
            MoveKind::Plain => cells,
            MoveKind::Promotion(role) | MoveKind::Gating(role) => {
                format!("{cells}{}", self.letter(role).to_ascii_lowercase())
            }
            MoveKind::Carriage => format!("{CARRIAGE}{cells}"),
        }
    }

    /// Reads UCI text, ignoring case and legality. A letter after the cells is a promotion if any
    /// piece can promote to that role. Otherwise it is a piece that enters from the reserve; only a
    /// position can resolve ambiguity.
    ///
    /// # Errors
    ///
    /// [`ParseUciError`] if `text` isn't two cell names, with or without the letter of a promoted
    /// or entering piece.
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError> {
        // No move text is longer, and the code below tries every split.
        let short = (text.len() <= 16).then_some(text);
        short
            .and_then(|text| {
                if let Some(carriage) = self.carriage(text) {
                    return Some(carriage);
                }
                self.plain_uci(text).or_else(|| {
                    let last = text.chars().last()?;
                    let role = self.suffix_role(last)?;
                    let mv = self.plain_uci(&text[..text.len() - last.len_utf8()])?;
                    let promotes = |rules: &RoleRules| rules.promotes.contains(&role);
                    let kind = if self.roles.iter().any(promotes) {
                        MoveKind::Promotion(role)
                    } else {
                        MoveKind::Gating(role)
                    };
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

    /// Reads a move of two cell names.
    fn plain_uci(&self, text: &str) -> Option<Move> {
        text.char_indices().skip(1).find_map(|(split, _)| {
            let (from, to) = text.split_at(split);
            Some(Move::new(self.cell(from)?, self.cell(to)?))
        })
    }

    /// Reads a move of a part of the board.
    pub(crate) fn carriage(&self, text: &str) -> Option<Move> {
        let (mark, cells) = text.split_at_checked(CARRIAGE.len())?;
        let mv = self.plain_uci(cells)?;
        let kind = MoveKind::Carriage;
        (mark.eq_ignore_ascii_case(CARRIAGE) && !self.docks.is_empty())
            .then_some(Move { kind, ..mv })
    }

    /// Returns the role of a letter, ignoring case, if pieces can promote to that role or enter as
    /// that role.
    pub(crate) fn suffix_role(&self, letter: char) -> Option<Role> {
        let enters = self.roles.iter().any(|role| role.gating.is_some());
        let may_be = |role: Role| {
            enters && !self.roles[role.index()].royal
                || self
                    .roles
                    .iter()
                    .any(|rules| rules.promotes.contains(&role))
        };
        (0..self.roles.len())
            .map(|role| Role::new(role as u8))
            .find(|&role| self.letter(role).eq_ignore_ascii_case(&letter) && may_be(role))
    }
}

impl<B: Equipment> Position<B> {
    /// Returns a move in UCI text: two cell names and any promotion letter, such as `b1o3` or
    /// `e7e8q`.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::Position;
    ///
    /// let start = Position::<Chess>::start();
    /// let mv = start.parse_uci("e7e8q")?;
    /// assert_eq!(start.uci(mv), "e7e8q");
    /// assert!(!start.is_legal(mv));
    /// # Ok::<(), icochess_rules::ParseUciError>(())
    /// ```
    pub fn uci(&self, mv: Move) -> String {
        B::tables().uci(mv)
    }

    /// Reads UCI text, ignoring case and legality.
    ///
    /// # Errors
    ///
    /// See [`Tables::parse_uci`].
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseUciError> {
        let mv = B::tables().parse_uci(text)?;
        let moves = self.role_at(mv.from).map(rules_of::<B>);
        Ok(match (mv.kind, moves) {
            (MoveKind::Promotion(role), Some(rules))
                if rules.gating.is_some() && !rules.promotes.contains(&role) =>
            {
                Move {
                    kind: MoveKind::Gating(role),
                    ..mv
                }
            }
            _ => mv,
        })
    }
}

/// The error for text that isn't two cell names of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseUciError {
    text: String,
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
