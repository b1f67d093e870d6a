//! Moves as data.

use crate::cell::Cell;
use crate::piece::Role;

/// A move of the piece on `from` to `to`, capturing any piece there.
///
/// The position determines all other effects. Castling is the king's move; en passant is the pawn's
/// move.
///
/// ```
/// use icochess_rules::{Equipment, Move, Position};
/// use icochess_boards::Icochess;
///
/// let cell = |name| Icochess::tables().cell(name).expect("a tile");
/// let mv = Move::new(cell("b1"), cell("o3"));
/// let start = Position::<Icochess>::start();
/// assert_eq!(start.uci(mv), "b1o3");
/// assert!(start.is_legal(mv));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Cell of the piece before the move.
    pub from: Cell,
    /// Cell of the piece after the move.
    pub to: Cell,
    /// Kind of the move: the player's choice in addition to the two cells.
    pub kind: MoveKind,
}

/// The kind of a move: the player's choice in addition to the two cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A move without a choice.
    #[default]
    Plain,
    /// A promotion to this role.
    Promotion(Role),
    /// A move that brings in a piece of this role from the reserve, on the cell that the moving
    /// piece leaves.
    Gating(Role),
    /// A move of a part of the board with its pieces. Its cells are the pins of the
    /// [docks](crate::Layout::docks) that the part leaves and enters.
    Carriage,
}

impl Move {
    /// Creates a plain move between two cells.
    #[inline]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self {
            from,
            to,
            kind: MoveKind::Plain,
        }
    }

    /// Returns the role to which the piece promotes, if it does.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }
}
