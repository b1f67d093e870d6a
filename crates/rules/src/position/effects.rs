//! The effects of a move on the pieces, in sequence.
//!
//! Castling, en passant, promotion, gating and moving parts are all lists of simple effects. So
//! animations and announcements need no special cases, and taking a move back is the inverse list.

use super::board::Board;
use super::moves::{Move, MoveKind};
use crate::cell::Cell;
use crate::piece::Piece;
use crate::position::state::Position;

/// An effect of a move on one piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// A piece leaves the board.
    Taken {
        /// Captured piece.
        piece: Piece,
        /// Cell of the piece.
        cell: Cell,
    },
    /// A piece moves to another cell.
    Moved {
        /// Piece that moves.
        piece: Piece,
        /// Path from the origin to the destination, at least two cells. The piece jumps between
        /// cells that aren't neighbours.
        path: Vec<Cell>,
    },
    /// A piece enters the board.
    Placed {
        /// Piece that enters.
        piece: Piece,
        /// Cell where the piece enters.
        cell: Cell,
    },
    /// A piece turns into another.
    Became {
        /// Piece before the promotion.
        from: Piece,
        /// Piece after the promotion.
        to: Piece,
        /// Cell of the piece.
        cell: Cell,
    },
    /// A part of the board moves, carrying its pieces.
    Carried {
        /// Cells that the part leaves, which are missing afterwards.
        from: Vec<Cell>,
        /// Cells that the part moves to, in the order of `from`.
        to: Vec<Cell>,
    },
}

impl Effect {
    /// Returns the effect that undoes this one.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{Effect, Equipment, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let effects = start.effects(Chess::tables().parse_uci("e2e4")?);
    /// assert_eq!(effects[0].inverse().inverse(), effects[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inverse(&self) -> Self {
        match self {
            &Self::Taken { piece, cell } => Self::Placed { piece, cell },
            &Self::Placed { piece, cell } => Self::Taken { piece, cell },
            &Self::Became { from, to, cell } => Self::Became {
                from: to,
                to: from,
                cell,
            },
            Self::Carried { from, to } => Self::Carried {
                from: to.clone(),
                to: from.clone(),
            },
            Self::Moved { piece, path } => Self::Moved {
                piece: *piece,
                path: path.iter().rev().copied().collect(),
            },
        }
    }

    /// Returns the cell of the piece after the effect, or before its capture. For a part of the
    /// board, returns its first cell.
    pub fn cell(&self) -> Cell {
        match self {
            Self::Taken { cell, .. } | Self::Placed { cell, .. } | Self::Became { cell, .. } => {
                *cell
            }
            Self::Carried { to, .. } => to[0],
            // A path has at least two cells.
            Self::Moved { path, .. } => path[path.len() - 1],
        }
    }
}

/// Returns the effects that undo these, in order.
pub fn undone(effects: &[Effect]) -> Vec<Effect> {
    effects.iter().rev().map(Effect::inverse).collect()
}

impl<B: Board> Position<B> {
    /// Returns the effects of a legal move: capture, move, move of the castling partner, promotion,
    /// and gating, in this order. Returns an empty list for an empty cell, except if a part of the
    /// board moves.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{Effect, Equipment, Position};
    ///
    /// let position: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let effects = position.effects(Chess::tables().parse_uci("e1g1")?);
    /// assert!(effects.iter().all(|effect| matches!(effect, Effect::Moved { .. })));
    /// assert_eq!(effects.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn effects(&self, mv: Move) -> Vec<Effect> {
        if mv.kind == MoveKind::Carriage {
            let docks = [mv.from, mv.to].map(|cell| {
                let dock = B::tables().dock_at(cell);
                dock.map(|dock| B::tables().docks[dock].cells.clone())
            });
            return match docks {
                [Some(from), Some(to)] => vec![Effect::Carried { from, to }],
                _ => Vec::new(),
            };
        }
        let Some(piece) = self.piece_at(mv.from) else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        if let Some(cell) = self.captured_cell(mv)
            && let Some(piece) = self.piece_at(cell)
        {
            effects.push(Effect::Taken { piece, cell });
        }
        let castling = self.castling(mv);
        let mut path = vec![mv.from];
        if castling.is_some() {
            path.push(mv.to);
        } else {
            path.extend(self.path(mv));
        }
        effects.push(Effect::Moved { piece, path });
        if let Some(castling) = castling {
            let (from, to) = castling.partner;
            let (side, role) = (piece.side, castling.partner_role);
            effects.push(Effect::Moved {
                piece: Piece { side, role },
                path: vec![from, to],
            });
        }
        if let Some(role) = mv.promotion() {
            effects.push(Effect::Became {
                from: piece,
                to: Piece { role, ..piece },
                cell: mv.to,
            });
        }
        if let MoveKind::Gating(role) = mv.kind {
            effects.push(Effect::Placed {
                piece: Piece { role, ..piece },
                cell: mv.from,
            });
        }
        effects
    }
}
