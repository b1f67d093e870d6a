//! The effects of a move on the pieces, one after the other.
//!
//! Whoever shows a move, tells it or keeps something beside the board needs no
//! special rule for castling, en passant, promotion, a piece that enters or a part of
//! the board that moves: each is a row of plain effects, and taken back it is the same
//! row backwards.

use super::board::Board;
use super::moves::{Move, MoveKind};
use crate::cell::Cell;
use crate::piece::Piece;
use crate::position::state::Position;

/// An effect of a move on one piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The piece leaves the board.
    Taken {
        /// The piece that is taken.
        piece: Piece,
        /// The cell where it stood.
        cell: Cell,
    },
    /// The piece goes from one cell to another.
    Moved {
        /// The piece that moves.
        piece: Piece,
        /// The cells it comes by, from that which it leaves to that where it
        /// arrives: at least two. Between two that are not neighbours it goes
        /// over what stands there.
        way: Vec<Cell>,
    },
    /// The piece enters the board.
    Placed {
        /// The piece that enters.
        piece: Piece,
        /// The cell where it stands then.
        cell: Cell,
    },
    /// The piece turns into another.
    Became {
        /// The piece that it was.
        from: Piece,
        /// The piece that it becomes.
        to: Piece,
        /// The cell where it stands.
        cell: Cell,
    },
    /// A part of the board goes elsewhere, with what stands on it.
    Carried {
        /// The cells that it leaves, which are missing then.
        from: Vec<Cell>,
        /// The cells that are there then, in the order of those.
        to: Vec<Cell>,
    },
}

impl Effect {
    /// The effect that undoes this one.
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
            Self::Moved { piece, way } => Self::Moved {
                piece: *piece,
                way: way.iter().rev().copied().collect(),
            },
        }
    }

    /// The cell of the piece after the effect, or before it if the piece is taken; of a part of the
    /// board, its first cell.
    pub fn cell(&self) -> Cell {
        match self {
            Self::Taken { cell, .. } | Self::Placed { cell, .. } | Self::Became { cell, .. } => {
                *cell
            }
            Self::Carried { to, .. } => to[0],
            // A way has two cells or more.
            Self::Moved { way, .. } => way[way.len() - 1],
        }
    }
}

/// The effects that undo these, in their order.
pub fn undone(effects: &[Effect]) -> Vec<Effect> {
    effects.iter().rev().map(Effect::inverse).collect()
}

impl<B: Board> Position<B> {
    /// The effects of a legal move on the pieces, in this order: what is taken
    /// leaves, the piece of the move goes, others go with it (the rook that
    /// castles), it becomes something else, and another enters where it stood.
    /// Nothing for a move from an empty cell, unless it is that of a part of the board.
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
        let mut way = vec![mv.from];
        if castling.is_some() {
            way.push(mv.to);
        } else {
            way.extend(self.path(mv));
        }
        effects.push(Effect::Moved { piece, way });
        if let Some(castling) = castling {
            let (from, to) = castling.partner;
            let (side, role) = (piece.side, castling.partner_role);
            effects.push(Effect::Moved {
                piece: Piece { side, role },
                way: vec![from, to],
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
