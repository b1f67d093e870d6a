//! Weight counts of a position, for fitting the weights.

use std::marker::PhantomData;

use super::accumulator::kings;
use super::evaluated::{self, Evaluated};
use super::evaluator::Evaluator;
use super::terms::{Sink, Term};
use super::values::{DISTANCES, Weight};
use icochess_rules::{Cell, CellSet, Position, Role, Side};

/// Counts of the weights in a position, White minus Black.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Pairs of index in [`Values::weights`](super::Values::weights) and non-zero count, sorted by
    /// index.
    pub terms: Vec<(usize, i32)>,
    /// Phase of the game, from 1 in the middle game to 0 in the endgame.
    pub phase: f64,
}

impl Trace {
    /// Returns the score for White with the given weights, in hundredths of a pawn.
    pub fn score(&self, weights: &[[f64; 2]]) -> f64 {
        let [middle, end] = self.terms.iter().fold([0.0; 2], |sum, &(index, times)| {
            let times = f64::from(times);
            [0, 1].map(|part| sum[part] + times * weights[index][part])
        });
        middle * self.phase + end * (1.0 - self.phase)
    }
}

/// A sink that counts terms.
struct Tracer<B> {
    counts: Vec<i32>,
    cells: usize,
    board: PhantomData<B>,
}

/// Start indices of the lists in [`Values::weights`](super::Values::weights).
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// Start of the piece-square tables, by role and class; follows the material.
    pub psqt: usize,
    /// Start of the distances to the own king, by role.
    pub own_king_distance: usize,
    /// Start of the distances to the enemy king, by role.
    pub enemy_king_distance: usize,
    /// Start of the mobility weights by role, which are the first of the remaining terms.
    pub mobility: usize,
    king_attack: usize,
    xray_on_king: usize,
    passed_pawn: usize,
    pair: usize,
    tempo: usize,
    kind_counts: usize,
    rarest_kind: usize,
    /// Total number of weights.
    count: usize,
}

impl Offsets {
    /// Returns the offsets of a board.
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
    fn new(cells: usize) -> Self {
        Self {
            counts: vec![0; Offsets::of::<B>().count],
            cells,
            board: PhantomData,
        }
    }

    /// Returns the index of a term's weight in [`Values::weights`](super::Values::weights).
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
            // The evaluator merges material and piece-square table into one weight.
            self.counts[psqt / self.cells % B::ROLES.len()] += times;
        }
        let index = self.index(term);
        self.counts[index] += times;
    }
}

impl<B: Evaluated> Evaluator<B> {
    /// Counts how often each weight applies in a position.
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
