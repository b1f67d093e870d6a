//! The sums of a network along the line of a search, updated move by move.
//!
//! A move is only noted. Sums are computed when a position is evaluated, from the last position on
//! the line that has them.

use super::inputs::{Feature, Inputs};
use super::{HIDDEN, Network, Sums, add, subtract};
use crate::score::{MAX_PLY, Score};
use icochess_rules::{AbsentCells, Board, Cell, CellSet, Move, MoveKind, Position, Reserve, Side};

/// Men and parts that leave or reach a cell by one move: three of a capture, four of castling, ten
/// of a part with four men.
const MAX_CHANGES: usize = 10;

/// A position on the line.
#[derive(Clone)]
struct Ply {
    sums: [Sums; 2],
    /// By view: whether the sums are up to date.
    is_computed: [bool; 2],
    /// What the move to the position took from a cell (`false`) or put on one.
    changes: [Option<(Feature, bool)>; MAX_CHANGES],
    /// By view: whether its king moved so that all inputs change.
    view_changed: [bool; 2],
}

/// The sums of all positions on the line of a search, by ply from its root.
///
/// [`SumsByPly::push`] notes each move before positions after it are evaluated.
pub struct SumsByPly<'a, B: Board> {
    network: &'a Network<B>,
    plies: Vec<Ply>,
}

impl<'a, B: Board> SumsByPly<'a, B> {
    /// Creates the sums of a search, none of them computed yet.
    pub fn new(network: &'a Network<B>) -> Self {
        let empty = Ply {
            sums: [[0; HIDDEN]; 2],
            is_computed: [false; 2],
            changes: [None; MAX_CHANGES],
            view_changed: [false; 2],
        };
        Self {
            network,
            plies: vec![empty; MAX_PLY + 2],
        }
    }

    /// Notes the move from a position at `ply` to the next; none for a null move.
    ///
    /// # Panics
    ///
    /// If `ply` is more than [`MAX_PLY`].
    #[inline]
    pub fn push(&mut self, ply: usize, mv: Option<(&Position<B>, Move, &Position<B>)>) {
        let next = &mut self.plies[ply + 1];
        next.is_computed = [false; 2];
        next.changes = [None; MAX_CHANGES];
        next.view_changed = [false; 2];
        let Some((before, mv, after)) = mv else {
            return;
        };
        let inputs = &self.network.inputs;
        let mut changes = next.changes.iter_mut();
        let mut change = |feature: Feature, is_added: bool| {
            if let Some(slot) = changes.next() {
                *slot = Some((feature, is_added));
            }
        };
        let mut compare = |cell: Cell| {
            let [old, new] = [before, after].map(|position| inputs.man_at(position, cell));
            if old != new {
                old.into_iter().for_each(|man| change(man, false));
                new.into_iter().for_each(|man| change(man, true));
            }
        };
        if B::Absent::IS_USED && mv.kind == MoveKind::Carriage {
            for from in before.carried(mv).cells() {
                compare(from);
                if let Some(to) = before.carried_to(mv, from) {
                    compare(to);
                }
            }
            change(inputs.part_at(mv.from), false);
            change(inputs.part_at(mv.to), true);
            return;
        }
        compare(mv.from);
        compare(mv.to);
        if let Some(cell) = before.captured_cell(mv).filter(|cell| *cell != mv.to) {
            compare(cell);
        }
        if let Some(castling) = before.castling(mv) {
            compare(castling.partner.0);
            compare(castling.partner.1);
        }
        let mover = before.turn();
        if B::Reserve::IS_USED {
            let [old, new] = [before, after].map(|position| inputs.reserve_of(position, mover));
            if let Some(reserve) = old.filter(|_| new.is_none()) {
                change(reserve, false);
            }
        }
        let eyes = [before, after].map(|position| Inputs::eye(position, mover));
        next.view_changed[mover.index()] = !inputs.is_same_view(mover, eyes);
    }

    /// Returns the score of the position at `ply`, which all noted moves lead to, for the side to
    /// move.
    ///
    /// # Panics
    ///
    /// If `ply` is more than `MAX_PLY + 1`.
    #[inline]
    pub fn score(&mut self, ply: usize, position: &Position<B>) -> Score {
        for view in Side::ALL {
            self.compute(ply, position, view);
        }
        let turn = position.turn();
        let sums = &self.plies[ply].sums;
        self.network
            .output([turn, !turn].map(|view| &sums[view.index()]))
    }

    /// Computes the sums of a view at `ply`, and of the positions before it that it needs.
    #[inline]
    fn compute(&mut self, ply: usize, position: &Position<B>, view: Side) {
        let index = view.index();
        let mut known = ply;
        while !self.plies[known].is_computed[index] {
            if known == 0 || self.plies[known].view_changed[index] {
                self.plies[ply].sums[index] = self.network.sums(position, view);
                self.plies[ply].is_computed[index] = true;
                return;
            }
            known -= 1;
        }
        let Some(eye) = Inputs::eye(position, view) else {
            return;
        };
        for now in known + 1..=ply {
            let (earlier, later) = self.plies.split_at_mut(now);
            let (before, here) = (&earlier[now - 1], &mut later[0]);
            here.sums[index] = before.sums[index];
            let sums = &mut here.sums[index];
            for (feature, is_added) in here.changes.iter().map_while(|change| *change) {
                let input = self.network.inputs.index(view, eye, feature);
                let weights = &self.network.weights.hidden[input];
                if is_added {
                    add(sums, weights);
                } else {
                    subtract(sums, weights);
                }
            }
            here.is_computed[index] = true;
        }
    }
}
