//! Moves in the text of the Universal Chess Interface: both cell names, and the
//! letter of the piece that a pawn becomes, or that enters from the reserve. The UCI
//! has no words for parts of the board that move: theirs are `A@` and the two cells.

use std::fmt;

use crate::cell::CellSet;
use crate::piece::{Role, RoleRules};
use crate::position::moves::{Move, MoveKind};
use crate::position::state::Position;
use crate::quote::quoted;
use crate::tables::equipment::{Equipment, rules_of};
use crate::tables::packed::Tables;
use crate::tables::storage::LineWords;

/// Stands before the cells of the move of a part of the board.
const CARRIAGE: &str = "A@";

impl<S: CellSet, L: LineWords> Tables<S, L> {
    /// A move of this board in UCI text, such as `b1o3` or `e7e8q`.
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

    /// Reads UCI text, in either case. Whether the move is legal anywhere is
    /// not looked at. A letter behind the cells is read as what a pawn becomes, if one
    /// may become that; only a position can tell that it enters from the reserve.
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

    /// The move that is the names of two cells.
    fn plain_uci(&self, text: &str) -> Option<Move> {
        text.char_indices().skip(1).find_map(|(split, _)| {
            let (from, to) = text.split_at(split);
            Some(Move::new(self.cell(from)?, self.cell(to)?))
        })
    }

    /// The move of a part of the board.
    pub(crate) fn carriage(&self, text: &str) -> Option<Move> {
        let (mark, cells) = text.split_at_checked(CARRIAGE.len())?;
        let mv = self.plain_uci(cells)?;
        let kind = MoveKind::Carriage;
        (mark.eq_ignore_ascii_case(CARRIAGE) && !self.docks.is_empty())
            .then_some(Move { kind, ..mv })
    }

    /// The role of that letter, in either case, if a piece of the board may become it, or
    /// enter from the reserve.
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
    /// A move of this board in UCI text: both cell names and the letter of the
    /// promoted piece, such as `b1o3` or `e7e8q`.
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

    /// Reads UCI text, in either case. Whether the move is legal here is not
    /// looked at.
    ///
    /// # Errors
    ///
    /// As [`Tables::parse_uci`].
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
