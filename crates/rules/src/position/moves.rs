//! Moves: what a player decides.

use crate::cell::Cell;
use crate::piece::Role;

/// A move: the piece on `from` goes to `to` and takes what stands there.
///
/// All else that happens follows from the position: a king that castles is named by its own two
/// cells, a pawn that takes en passant by its own two.
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
    /// The cell from which the piece moves.
    pub from: Cell,
    /// The cell to which it moves.
    pub to: Cell,
    /// The kind of move: the player's decision beside the two cells.
    pub kind: MoveKind,
}

/// The kind of a move: a player's decision beside its two cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A plain move, with nothing to decide.
    #[default]
    Plain,
    /// A promotion to this role.
    Promotion(Role),
    /// A piece of this role enters from the reserve on the cell that is left.
    Gating(Role),
    /// No piece moves by itself, but a part of the board, with what stands on it: the
    /// cells are the first of the [dock](crate::Layout::docks) that it leaves and of
    /// that where it goes.
    Carriage,
}

impl Move {
    /// The move between two cells that decides nothing else.
    #[inline]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self {
            from,
            to,
            kind: MoveKind::Plain,
        }
    }

    /// The role to which the move promotes the piece, if it does.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }
}
