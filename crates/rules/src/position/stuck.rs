//! Explains to players why a piece or a part of the board can't move.

use crate::cell::{Cell, CellSet};
use crate::position::state::Position;
use crate::tables::docks::docks_of;
use crate::tables::equipment::{Equipment, rules_of};

/// Why the piece on a cell can't move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StuckReason {
    /// There is no piece to move.
    #[error("there is no piece there")]
    NoPiece,
    /// The piece belongs to the side that isn't to move.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// Pieces of the same side, or the edge of the board, block every move.
    #[error("blocked: it has nowhere to go")]
    Blocked,
    /// Every move would expose the king.
    #[error("pinned: it would expose your king")]
    Pinned,
    /// The side is in check, and no move of the piece ends it.
    #[error("your king is in check")]
    InCheck,
    /// The piece is the king, and the other side attacks all its targets.
    #[error("the king is attacked wherever it goes")]
    NoSafePlace,
}

/// Why a part of the board can't move to another dock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FixedReason {
    /// The part carries a king.
    #[error("a king stands on it")]
    King,
    /// The part carries a piece of the side that isn't to move.
    #[error("a piece of the other side stands on it")]
    Theirs,
    /// The part carries no piece of the side to move.
    #[error("no piece of yours stands on it")]
    Empty,
    /// The part carries a piece that must stay on its rows, and no dock there is free.
    #[error("with the pawn on it there is no free dock within its rows")]
    Rows,
    /// No dock that the part can move to is free.
    #[error("no dock in its reach is free")]
    NoDock,
    /// The side is in check, and no move of the part ends it.
    #[error("your king is in check")]
    InCheck,
    /// Every move would expose the king.
    #[error("it would expose your king")]
    Exposes,
}

impl<B: Equipment> Position<B> {
    /// Returns why the part of the board with this cell can't move; `None` if it can, or if the
    /// cell belongs to no part.
    pub fn why_fixed(&self, cell: Cell) -> Option<FixedReason> {
        let docks = &B::tables().dock_tables;
        let dock = docks_of(docks.meeting(B::Set::single(cell))).next()?;
        if self.absent().contains(cell) {
            return None;
        }
        let cells = docks.sets()[dock];
        let (own, theirs) = (self.by_side(self.turn), self.by_side(!self.turn));
        let royal = B::ROYAL.map_or(B::Set::EMPTY, |role| self.by_role(role));
        if !royal.and(cells).is_empty() {
            return Some(FixedReason::King);
        } else if !theirs.and(cells).is_empty() {
            return Some(FixedReason::Theirs);
        } else if own.and(cells).is_empty() {
            return Some(FixedReason::Empty);
        }
        let free = !docks.taken(self.absent());
        if self.open_docks(dock) & free == 0 {
            let any = docks.targets(dock).iter().any(|it| it.to & free != 0);
            return Some(if any {
                FixedReason::Rows
            } else {
                FixedReason::NoDock
            });
        }
        let mut can_move = false;
        self.each_part_move(|mv| can_move |= mv.from == docks.pin(dock));
        (!can_move).then(|| {
            if self.is_check() {
                FixedReason::InCheck
            } else {
                FixedReason::Exposes
            }
        })
    }

    /// Returns why the piece on `from` has no legal move; `None` if it has one.
    ///
    /// ```
    /// use icochess_rules::{Equipment, Position, StuckReason};
    /// use icochess_boards::Icochess;
    ///
    /// let start = Position::<Icochess>::start();
    /// let why = |name| start.why_stuck(Icochess::tables().cell(name).unwrap());
    /// assert_eq!(why("b3"), Some(StuckReason::Pinned));
    /// assert_eq!(why("a4"), None);
    /// ```
    pub fn why_stuck(&self, from: Cell) -> Option<StuckReason> {
        let Some(piece) = self.piece_at(from) else {
            return Some(StuckReason::NoPiece);
        };
        if piece.side != self.turn {
            return Some(StuckReason::NotYourTurn);
        }
        if !self.legal_targets(from).is_empty() {
            return None;
        }
        Some(if self.pseudo_legal(from, piece).is_empty() {
            StuckReason::Blocked
        } else if rules_of::<B>(piece.role).royal {
            StuckReason::NoSafePlace
        } else if self.is_check() {
            StuckReason::InCheck
        } else {
            StuckReason::Pinned
        })
    }
}
