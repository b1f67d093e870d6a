//! Makes moves.

use super::moves::{Move, MoveKind};
use crate::cell::{Cell, CellSet};
use crate::piece::{Piece, Role, Side};
use crate::position::state::Position;
use crate::tables::equipment::{Equipment, rules_of};
use crate::tables::storage::{AbsentCells, Reserve, RoleSets};

impl<B: Equipment> Position<B> {
    /// Returns the position after a move that is known to be legal.
    ///
    /// The result of an illegal move is meaningless, but there is no panic if its cells and role
    /// belong to this board.
    #[inline(always)]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        let mut next = *self;
        if B::Absent::IS_USED && mv.kind == MoveKind::Carriage {
            next.carry(mv);
        } else if let Some(role) = self.role_at(mv.from) {
            next.make(role, mv);
        }
        next
    }

    /// Returns the position after a null move, which only passes the turn. `None` in check.
    pub fn null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let mut next = *self;
        if let Some(en_passant) = next.en_passant.take() {
            next.hash ^= B::tables().keys.en_passant(en_passant);
        }
        next.hash ^= B::tables().keys.black;
        next.turn = !self.turn;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        Some(next)
    }

    /// Returns the position after a move by a piece of the side to move.
    #[inline(always)]
    pub(crate) fn play_unchecked_by(&self, role: Role, mv: Move) -> Self {
        let mut next = *self;
        next.make(role, mv);
        next
    }

    /// Makes a move by a piece of the side to move.
    #[inline(never)]
    fn make(&mut self, role: Role, mv: Move) {
        let tables = B::tables();
        let (side, rules) = (self.turn, rules_of::<B>(role));
        let unmoved = self.unmoved;
        let captured = self.captured_cell(mv);
        if let Some(cell) = captured {
            if let Some(role) = self.role_at(cell) {
                self.toggle(cell, Piece { side: !side, role });
            }
            if self.unmoved.contains(cell) {
                self.toggle_unmoved(cell);
            }
        }
        self.halfmove_clock = if captured.is_some() || rules.is_pawn {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        };
        if rules.royal {
            self.castle(mv);
        }

        self.toggle(mv.from, Piece { side, role });
        let becomes = Piece {
            side,
            role: mv.promotion().unwrap_or(role),
        };
        self.toggle(mv.to, becomes);
        if self.unmoved.contains(mv.from) {
            self.toggle_unmoved(mv.from);
        }

        if B::Reserve::IS_USED {
            if let MoveKind::Gating(role) = mv.kind {
                let piece = Piece { side, role };
                self.set_reserve(piece, self.reserve.count(piece).saturating_sub(1));
                self.toggle(mv.from, piece);
            }
            if self.unmoved != unmoved {
                self.drop_reserves();
            }
        }
        self.end_turn();
        if B::HAS_EN_PASSANT && rules.has_en_passant() {
            let double_step = tables.double_steps[side.index()][mv.from]
                .iter()
                .find(|(_, ends)| ends.contains(mv.to));
            if let Some(via) = double_step.and_then(|(via, _)| via.first()) {
                self.set_en_passant(via);
            }
        }
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        let keys = &B::tables().keys;
        if B::HAS_EN_PASSANT
            && let Some(en_passant) = self.en_passant.take()
        {
            self.hash ^= keys.en_passant(en_passant);
        }
        self.hash ^= keys.black;
        self.fullmove_number = self
            .fullmove_number
            .saturating_add(u16::from(self.turn == Side::Black));
        self.turn = !self.turn;
    }

    /// Moves a part of the board with its pieces. The pieces lose the rights of unmoved pieces.
    fn carry(&mut self, mv: Move) {
        let tables = B::tables();
        let (Some(from), Some(to)) = (tables.dock_at(mv.from), tables.dock_at(mv.to)) else {
            return;
        };
        let unmoved = self.unmoved;
        for (&from, &to) in tables.docks[from].cells.iter().zip(&tables.docks[to].cells) {
            // A piece and a missing cell both block lines. The move of a piece with its cell
            // changes neither.
            if let Some(piece) = self.piece_at(from) {
                self.toggle_off_lines(from, piece);
                self.toggle_off_lines(to, piece);
            } else {
                tables.flip(&mut self.lines, from);
                tables.flip(&mut self.lines, to);
            }
            if self.unmoved.contains(from) {
                self.toggle_unmoved(from);
            }
            self.absent
                .toggle(B::Set::single(from).or(B::Set::single(to)));
            self.hash ^= tables.keys.absent(from) ^ tables.keys.absent(to);
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if B::Reserve::IS_USED && self.unmoved != unmoved {
            self.drop_reserves();
        }
        self.end_turn();
    }

    /// Removes reserves that can no longer enter, and gating rights without a reserve.
    pub(crate) fn drop_reserves(&mut self) {
        for side in Side::ALL {
            if self.gaters(side).is_empty() {
                for (piece, _) in self.in_reserve(side) {
                    self.set_reserve(piece, 0);
                }
            }
            if self.in_reserve(side).next().is_none() {
                for cell in self.gaters(side).cells() {
                    let keeps = |role| rules_of::<B>(role).has_unmoved_right();
                    if !self.role_at(cell).is_some_and(keeps) {
                        self.toggle_unmoved(cell);
                    }
                }
            }
        }
    }

    /// Returns a side's unmoved pieces whose first move may let another enter.
    fn gaters(&self, side: Side) -> B::Set {
        let roles = B::ROLES.iter().zip(self.roles.sets());
        roles
            .filter(|(rules, _)| rules.gating.is_some())
            .fold(B::Set::EMPTY, |all, (_, set)| all.or(*set))
            .and(self.by_side(side))
            .and(self.unmoved)
    }

    pub(crate) fn set_reserve(&mut self, piece: Piece, count: u8) {
        let keys = &B::tables().keys;
        let before = self.reserve.count(piece);
        self.hash ^= keys.reserve(piece, before) ^ keys.reserve(piece, count);
        self.reserve.set(piece, count);
    }

    /// Removes a cell from the board, or puts it back.
    pub(crate) fn toggle_absent(&mut self, cell: Cell) {
        let tables = B::tables();
        self.absent.toggle(B::Set::single(cell));
        tables.flip(&mut self.lines, cell);
        self.hash ^= tables.keys.absent(cell);
    }

    /// Moves the partner if the royal piece castles, and removes its rights to castle.
    fn castle(&mut self, mv: Move) {
        for castling in self.castlings(self.turn) {
            let piece = Piece {
                side: self.turn,
                role: castling.partner_role,
            };
            if castling.royal == (mv.from, mv.to) {
                self.toggle(castling.partner.0, piece);
                self.toggle(castling.partner.1, piece);
            }
            self.toggle_unmoved(castling.partner.0);
        }
    }

    /// Sets the en passant cell of the last move, if a legal move captures there.
    pub(crate) fn set_en_passant(&mut self, cell: Cell) {
        let tables = B::tables();
        let own = self.by_side(self.turn);
        let takers = B::ROLES
            .iter()
            .zip(self.roles.sets())
            .enumerate()
            .filter(|(_, (rules, _))| rules.has_en_passant())
            .filter_map(|(role, (rules, set))| {
                let table = rules.leaps?[self.turn.index()];
                let cells = tables.leaps_to(table, cell).and(set.and(own));
                Some((Role::new(role as u8), cells))
            });
        for (role, cells) in takers {
            for from in cells.cells() {
                let mut tried = *self;
                tried.en_passant = Some(cell);
                if !tried
                    .play_unchecked_by(role, Move::new(from, cell))
                    .is_opposite_check()
                {
                    self.en_passant = Some(cell);
                    self.hash ^= tables.keys.en_passant(cell);
                    return;
                }
            }
        }
    }

    /// Puts a piece on a cell, or removes it.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, cell: Cell, piece: Piece) {
        self.toggle_off_lines(cell, piece);
        B::tables().flip(&mut self.lines, cell);
    }

    /// Does the work of [`Self::toggle`] except for line occupancies.
    #[inline(always)]
    fn toggle_off_lines(&mut self, cell: Cell, piece: Piece) {
        let single = B::Set::single(cell);
        let side = &mut self.sides[piece.side.index()];
        *side = side.xor(single);
        let role = &mut self.roles.sets_mut()[piece.role.index()];
        *role = role.xor(single);
        self.hash ^= B::tables().keys.piece(piece, cell);
    }

    #[inline]
    pub(crate) fn toggle_unmoved(&mut self, cell: Cell) {
        self.unmoved = self.unmoved.xor(B::Set::single(cell));
        self.hash ^= B::tables().keys.unmoved(cell);
    }
}
