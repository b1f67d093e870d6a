//! The counts of the weights in a position, for their fit.

use std::marker::PhantomData;

use super::accumulator::kings;
use super::evaluated::{self, Evaluated};
use super::evaluator::Evaluator;
use super::terms::{Sink, Term};
use super::values::{DISTANCES, Weight};
use icochess_rules::{Cell, CellSet, Position, Role, Side};

/// The counts of the weights in a position, White's less Black's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Indexes in [`Values::weights`](super::Values::weights) and counts; sorted, no count is zero.
    pub terms: Vec<(usize, i32)>,
    /// The phase of the game, from 1 in the middle to 0 at the end.
    pub phase: f64,
}

impl Trace {
    /// The score for White with some weights, in hundredths of a pawn.
    pub fn score(&self, weights: &[[f64; 2]]) -> f64 {
        let [middle, end] = self.terms.iter().fold([0.0; 2], |sum, &(index, times)| {
            let times = f64::from(times);
            [0, 1].map(|part| sum[part] + times * weights[index][part])
        });
        middle * self.phase + end * (1.0 - self.phase)
    }
}

/// A sink that notes the terms.
struct Tracer<B> {
    counts: Vec<i32>,
    cells: usize,
    board: PhantomData<B>,
}

/// The indexes at which the lists begin in [`Values::weights`](super::Values::weights).
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// The piece-square table, by role and class; it follows the material.
    pub psqt: usize,
    /// The distances to the own king, by role.
    pub own_king_distance: usize,
    /// The distances to the other king, by role.
    pub enemy_king_distance: usize,
    /// The mobility by role, the first of the remaining terms.
    pub mobility: usize,
    king_attack: usize,
    xray_on_king: usize,
    passed_pawn: usize,
    pair: usize,
    tempo: usize,
    kind_counts: usize,
    rarest_kind: usize,
    /// Number of weights.
    count: usize,
}

impl Offsets {
    /// The offsets of a board.
    pub const fn of<B: Evaluated>() -> Self {
        let psqt = B::ROLES.len();
        let own_king_distance = psqt + psqt * B::CLASSES;
        let enemy_king_distance = own_king_distance + psqt * DISTANCES;
        let mobility = enemy_king_distance + psqt * DISTANCES;
        let king_attack = mobility + psqt;
        let xray_on_king = king_attack + psqt;
        let passed_pawn = xray_on_king + 3;
        let pair = passed_pawn + DISTANCES;
        let tempo = pair + psqt;
        let kind_counts = tempo + 1;
        let rarest_kind = kind_counts + evaluated::kind_counts::<B>();
        Self {
            psqt,
            own_king_distance,
            enemy_king_distance,
            mobility,
            king_attack,
            xray_on_king,
            passed_pawn,
            pair,
            tempo,
            kind_counts,
            rarest_kind,
            count: rarest_kind + evaluated::kind_counts::<B>(),
        }
    }
}

impl<B: Evaluated> Tracer<B> {
    /// A tracer that has counted nothing yet.
    fn new(cells: usize) -> Self {
        Self {
            counts: vec![0; Offsets::of::<B>().count],
            cells,
            board: PhantomData,
        }
    }

    /// Index of a term's weight in [`Values::weights`](super::Values::weights).
    fn index(&self, term: Term) -> usize {
        let begins = Offsets::of::<B>();
        match term {
            Term::Psqt(psqt) => {
                let roles = B::ROLES.len();
                let (side_and_role, cell) = (psqt / self.cells, psqt % self.cells);
                let (side, role) = (side_and_role / roles, side_and_role % roles);
                let class = B::class(Side::ALL[side], Cell::new(cell as u8));
                begins.psqt + role * B::CLASSES + class
            }
            Term::OwnKingDistance(at) => begins.own_king_distance + at,
            Term::EnemyKingDistance(at) => begins.enemy_king_distance + at,
            Term::Mobility(role) => begins.mobility + role,
            Term::KingAttack(role) => begins.king_attack + role,
            Term::XrayOnKing => begins.xray_on_king,
            Term::ProtectedPawn => begins.xray_on_king + 1,
            Term::ThreatByPawn => begins.xray_on_king + 2,
            Term::PassedPawn(steps) => begins.passed_pawn + steps,
            Term::Pair(role) => begins.pair + role,
            Term::Tempo => begins.tempo,
            Term::Material(role) => role,
            Term::KindCount(count) => begins.kind_counts + count,
            Term::RarestKind(count) => begins.rarest_kind + count,
        }
    }
}

impl<B: Evaluated> Sink for Tracer<B> {
    fn needs(_: Weight) -> bool {
        true
    }

    fn add(&mut self, term: Term, _: Weight, times: i32) {
        if let Term::Psqt(psqt) = term {
            // Material and piece-square table are one weight in the evaluator.
            self.counts[psqt / self.cells % B::ROLES.len()] += times;
        }
        let index = self.index(term);
        self.counts[index] += times;
    }
}

impl<B: Evaluated> Evaluator<B> {
    /// The number of times that each weight counts in a position.
    pub fn trace(&self, position: &Position<B>) -> Trace {
        let mut tracer = Tracer::<B>::new(self.cells);
        let kings = kings(position);
        for side in Side::ALL {
            for role in (0..B::ROLES.len()).map(|role| Role::new(role as u8)) {
                for cell in position.pieces(side, role).cells() {
                    self.add_piece(&mut tracer, side, role, cell, kings, 1);
                }
            }
        }
        self.add_terms(position, &mut tracer, |_| false);
        let phase = self.accumulator(position).phase.clamp(0, self.max_phase);
        let terms = tracer.counts.into_iter().enumerate();
        Trace {
            terms: terms.filter(|(_, times)| *times != 0).collect(),
            phase: f64::from(phase) / f64::from(self.max_phase),
        }
    }
}
