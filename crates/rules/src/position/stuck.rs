//! Why a piece cannot be moved, for players who ask it to.

use crate::cell::{Cell, CellSet};
use crate::position::state::Position;
use crate::tables::equipment::{Equipment, rules_of};

/// Why nothing can be moved from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    /// There is no piece to move.
    #[error("there is no piece there")]
    NoPiece,
    /// The piece belongs to the side that is not to move.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// Pieces of its own side, or the rim of the board, leave it nowhere to go.
    #[error("blocked: it has nowhere to go")]
    Blocked,
    /// Wherever it goes, it no longer stands before its king.
    #[error("pinned: it would expose your king")]
    Pinned,
    /// The side is in check, and nothing that the piece can do ends that.
    #[error("your king is in check")]
    InCheck,
    /// It is the king, and the other side attacks every place it could go to.
    #[error("the king is attacked wherever it goes")]
    NoSafePlace,
}

impl<B: Equipment> Position<B> {
    /// Why the piece on `from` has no legal move; `None` if it has one.
    ///
    /// ```
    /// use icochess_rules::{Equipment, Position, Stuck};
    /// use icochess_boards::Icochess;
    ///
    /// let start = Position::<Icochess>::start();
    /// let why = |name| start.why_stuck(Icochess::tables().cell(name).unwrap());
    /// assert_eq!(why("b3"), Some(Stuck::Pinned));
    /// assert_eq!(why("a4"), None);
    /// ```
    pub fn why_stuck(&self, from: Cell) -> Option<Stuck> {
        let Some(piece) = self.piece_at(from) else {
            return Some(Stuck::NoPiece);
        };
        if piece.side != self.turn {
            return Some(Stuck::NotYourTurn);
        }
        if !self.legal_targets(from).is_empty() {
            return None;
        }
        Some(if self.pseudo_legal(from, piece).is_empty() {
            Stuck::Blocked
        } else if rules_of::<B>(piece.role).royal {
            Stuck::NoSafePlace
        } else if self.is_check() {
            Stuck::InCheck
        } else {
            Stuck::Pinned
        })
    }
}
