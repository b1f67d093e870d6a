//! Explains to players which attacks on the king make a move illegal.

use super::attacks::View;
use super::moves::Move;
use crate::cell::{Cell, CellSet, WideSet, set_of};
use crate::piece::{Piece, Side};
use crate::position::legality::IllegalReason;
use crate::position::state::Position;
use crate::position::stuck::StuckReason;
use crate::tables::equipment::{Equipment, rules_of};

/// An attack on a king that a move would allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Cell of the attacker.
    pub attacker: Cell,
    /// Cell where the king would be attacked: its cell after the move. For castling, the attacked
    /// cell may also be the king's origin or a cell on its path.
    pub king: Cell,
    /// Cells between the attacker and the king, all empty after the move. Empty if the attacker
    /// leaps or is adjacent to the king.
    pub path: WideSet,
}

impl<B: Equipment> Position<B> {
    /// Returns the attacks that make a move illegal as [`IllegalReason::IntoCheck`] or
    /// [`IllegalReason::StaysInCheck`], or as [`IllegalReason::Castling`] unless a piece is in
    /// between. Empty for any other move.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{CellSet, Equipment, Move, Position};
    ///
    /// let pinned: Position<Chess> = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
    /// let cell = |name| Chess::tables().cell(name).unwrap();
    /// let threats = pinned.threats_after(Move::new(cell("e2"), cell("c3")));
    /// assert_eq!((threats.len(), threats[0].attacker), (1, cell("e4")));
    /// assert!(threats[0].path.contains(cell("e3")) && threats[0].path.contains(cell("e2")));
    /// # Ok::<(), icochess_rules::PositionTextError>(())
    /// ```
    pub fn threats_after(&self, mv: Move) -> Vec<Threat> {
        match self.why_illegal(mv) {
            Some(IllegalReason::IntoCheck | IllegalReason::StaysInCheck) => {
                self.play_unchecked(mv).threats_to_waiting_king()
            }
            Some(IllegalReason::Castling) => self.threats_to_castling(mv),
            _ => Vec::new(),
        }
    }

    /// Returns the attacks that keep the piece on `from` from moving, one for each target, without
    /// duplicates. Empty unless the reason is [`StuckReason::Pinned`], [`StuckReason::InCheck`] or
    /// [`StuckReason::NoSafePlace`].
    pub fn threats_if_moved(&self, from: Cell) -> Vec<Threat> {
        let mut found: Vec<Threat> = Vec::new();
        let (
            Some(piece),
            Some(StuckReason::Pinned | StuckReason::InCheck | StuckReason::NoSafePlace),
        ) = (self.piece_at(from), self.why_stuck(from))
        else {
            return found;
        };
        for to in self.pseudo_legal(from, piece).cells() {
            let threats = self.threats_after(Move::new(from, to));
            // Reports as few attackers as possible.
            let is_known = |it: &&Threat| found.iter().any(|other| other.attacker == it.attacker);
            let threat = threats.iter().find(is_known).or(threats.first());
            if let Some(threat) = threat
                && !found.contains(threat)
            {
                found.push(*threat);
            }
        }
        found
    }

    /// Returns the attacks of the side to move on the other king.
    fn threats_to_waiting_king(&self) -> Vec<Threat> {
        let Some(king) = self.royal(!self.turn) else {
            return Vec::new();
        };
        self.threats_to(king, self.turn).collect()
    }

    /// Returns the attacks that prevent castling: on the king's cell, or else on its path and
    /// destination.
    fn threats_to_castling(&self, mv: Move) -> Vec<Threat> {
        let Some(castling) = self.castling(mv) else {
            return Vec::new();
        };
        let cells = if self.is_check() {
            B::Set::single(mv.from)
        } else {
            castling.safe
        };
        let threats = cells
            .cells()
            .flat_map(|cell| self.threats_to(cell, !self.turn));
        threats.collect()
    }

    /// Returns a side's attacks on a cell that the other king occupies or would occupy.
    fn threats_to(&self, king: Cell, by: Side) -> impl Iterator<Item = Threat> {
        let attackers = self.attackers(king, by).cells();
        attackers.map(move |attacker| Threat {
            attacker,
            king,
            path: self.attack_path(attacker, king),
        })
    }

    /// Returns the empty cells between an attacker and its target.
    fn attack_path(&self, from: Cell, target: Cell) -> WideSet {
        let view = View::new(self);
        let Some(Piece { side, role }) = self.piece_at(from) else {
            return WideSet::EMPTY;
        };
        if view.leapers(target, side).contains(from) {
            return WideSet::EMPTY;
        }
        let rules = rules_of::<B>(role);
        let kinds = (0..B::KIND_COUNT).filter(|kind| rules.slides >> kind & 1 != 0);
        let paths = kinds.flat_map(|kind| view.tables.between(kind, target, from));
        let open = paths.filter(|between| between.and(view.occupied).is_empty());
        let mut path = open.fold(B::Set::EMPTY, |all, between| all.or(*between));
        if rules.captures_by_double_step() {
            path = path.or(view.double_steps_over(from, target, side));
        }
        set_of(path.cells())
    }
}
