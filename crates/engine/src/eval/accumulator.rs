//! Incrementally updated sums of an evaluation.

use super::evaluated::Evaluated;
use super::evaluator::Evaluator;
use super::terms::{Sink, Tapered, Term, sign_of};
use icochess_rules::{
    AbsentCells, Board, Cell, CellSet, Move, MoveKind, Position, Reserve, Role, Side, rules_of,
};

/// Sum of the single-piece terms of a position: material, piece-square tables and distances to the
/// kings. Named after the incrementally updated first layer of a network evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    pub(super) pieces: Tapered,
    /// Phase of the game: the sum of [`Evaluated::PHASE`](super::Evaluated::PHASE).
    pub(super) phase: i32,
}

/// Returns the cells of White's and Black's royal pieces.
pub(super) fn kings<B: Board>(position: &Position<B>) -> [Option<Cell>; 2] {
    Side::ALL.map(|side| position.royal(side))
}

impl<B: Evaluated> Evaluator<B> {
    /// Computes the sums of a position from scratch.
    pub fn accumulator(&self, position: &Position<B>) -> Accumulator {
        let mut accumulator = Accumulator {
            pieces: Tapered::default(),
            phase: 0,
        };
        let kings = kings(position);
        for side in Side::ALL {
            for role in (0..B::ROLES.len()).map(|role| Role::new(role as u8)) {
                for cell in position.pieces(side, role).cells() {
                    self.count(&mut accumulator, side, role, cell, kings, 1);
                }
            }
        }
        accumulator
    }

    /// Returns the sums after a move, updated from the sums before it.
    #[inline]
    pub fn accumulator_after(
        &self,
        accumulator: &Accumulator,
        before: &Position<B>,
        mv: Move,
        after: &Position<B>,
    ) -> Accumulator {
        if B::Absent::IS_USED && mv.kind == MoveKind::Carriage {
            return self.accumulator_after_carriage(accumulator, before, mv);
        }
        let (side, Some(role)) = (before.turn(), before.role_at(mv.from)) else {
            return self.accumulator(after);
        };
        // A royal move changes every distance to it, and castling also moves a rook.
        if rules_of::<B>(role).royal {
            return self.accumulator(after);
        }
        let mut accumulator = *accumulator;
        let kings = kings(after);
        if B::Reserve::IS_USED
            && let MoveKind::Gating(entering) = mv.kind
        {
            self.count(&mut accumulator, side, entering, mv.from, kings, 1);
        }
        let becomes = mv.promotion().unwrap_or(role);
        self.count(&mut accumulator, side, role, mv.from, kings, -1);
        self.count(&mut accumulator, side, becomes, mv.to, kings, 1);
        if let Some(cell) = before.captured_cell(mv)
            && let Some(taken) = before.role_at(cell)
        {
            self.count(&mut accumulator, !side, taken, cell, kings, -1);
        }
        accumulator
    }

    /// Returns the sums after a move of a board part. Only the carried pieces change, and no king
    /// is carried.
    fn accumulator_after_carriage(
        &self,
        accumulator: &Accumulator,
        before: &Position<B>,
        mv: Move,
    ) -> Accumulator {
        let mut accumulator = *accumulator;
        let (side, kings) = (before.turn(), kings(before));
        for from in before.carried(mv).cells() {
            if let (Some(role), Some(to)) = (before.role_at(from), before.carried_to(mv, from)) {
                self.count(&mut accumulator, side, role, from, kings, -1);
                self.count(&mut accumulator, side, role, to, kings, 1);
            }
        }
        accumulator
    }

    #[inline]
    fn count(
        &self,
        accumulator: &mut Accumulator,
        side: Side,
        role: Role,
        cell: Cell,
        kings: [Option<Cell>; 2],
        times: i32,
    ) {
        accumulator.phase += times * B::PHASE[role.index()];
        self.add_piece(&mut accumulator.pieces, side, role, cell, kings, times);
    }

    #[inline]
    pub(super) fn add_piece(
        &self,
        sink: &mut impl Sink,
        side: Side,
        role: Role,
        cell: Cell,
        kings: [Option<Cell>; 2],
        times: i32,
    ) {
        let (side_index, role) = (side.index(), role.index());
        let signed = times * sign_of(side);
        let psqt = (side_index * B::ROLES.len() + role) * self.cells + cell.index();
        sink.add(Term::Psqt(psqt), self.psqt[psqt], signed);
        if let Some(king) = kings[side_index] {
            let at = self.by_distance(role, cell, king);
            sink.add(
                Term::OwnKingDistance(at),
                self.own_king_distance[at],
                signed,
            );
        }
        if let Some(king) = kings[1 - side_index] {
            let at = self.by_distance(role, cell, king);
            sink.add(
                Term::EnemyKingDistance(at),
                self.enemy_king_distance[at],
                signed,
            );
        }
    }
}
