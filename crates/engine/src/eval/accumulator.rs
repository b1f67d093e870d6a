//! The sums of an evaluation that a move changes little, updated from move to move.

use super::evaluated::Evaluated;
use super::evaluator::Evaluator;
use super::terms::{Sink, Tapered, Term, sign_of};
use icochess_rules::{
    AbsentCells, Board, Cell, CellSet, Move, MoveKind, Position, Reserve, Role, Side, rules_of,
};

/// The terms of the single pieces of a position, summed up: material, piece-square
/// tables and distances to the kings. (Network evaluations keep their first layer so,
/// and call it by this name.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    pub(super) pieces: Tapered,
    /// The phase of the game: the sum of [`Evaluated::PHASE`](super::Evaluated::PHASE).
    pub(super) phase: i32,
}

/// The cells of the royal pieces of White and Black.
pub(super) fn kings<B: Board>(position: &Position<B>) -> [Option<Cell>; 2] {
    Side::ALL.map(|side| position.royal(side))
}

impl<B: Evaluated> Evaluator<B> {
    /// The sums of a position, computed from scratch.
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

    /// The sums after a move, computed from those before it.
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
        // Distances change to every piece, and castling moves another.
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

    /// The sums after the move of a part of the board: those of what it carries change,
    /// among which there is no king.
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
