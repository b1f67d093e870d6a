//! The terms of an evaluation, and the sinks that take them.

use super::values::Weight;
use icochess_rules::Side;

/// Sums for the middle and the end of the game, White less Black, in hundredths of a
/// pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered(pub i32, pub i32);

impl Tapered {
    /// The score between the two: `phase` of `max_phase` parts of the middle game.
    /// Source: <https://www.chessprogramming.org/Tapered_Eval>.
    #[inline]
    pub fn taper(self, phase: i32, max_phase: i32) -> i32 {
        let phase = phase.clamp(0, max_phase);
        let [middle, end] = [(self.0, phase), (self.1, max_phase - phase)]
            .map(|(sum, part)| i64::from(sum) * i64::from(part));
        ((middle + end) / i64::from(max_phase)) as i32
    }
}

/// The weight of a term; weights of lists with the index in the evaluator's list.
#[derive(Clone, Copy)]
pub(super) enum Term {
    /// Material and piece-square table in one.
    Psqt(usize),
    OwnKingDistance(usize),
    EnemyKingDistance(usize),
    Mobility(usize),
    KingAttack(usize),
    XrayOnKing,
    ProtectedPawn,
    ThreatByPawn,
    PassedPawn(usize),
    Pair(usize),
    Tempo,
    /// The value of a piece in reserve.
    Material(usize),
    KindCount(usize),
    RarestKind(usize),
}

/// A sink for the terms of a position: their sum, or a list of them.
pub(super) trait Sink {
    /// Whether a term with this weight matters; if not, it need not be counted.
    fn needs(weight: Weight) -> bool;

    /// Takes a term that counts `times` times, White less Black.
    fn add(&mut self, term: Term, weight: Weight, times: i32);
}

impl Sink for Tapered {
    #[inline]
    fn needs(weight: Weight) -> bool {
        weight != (0, 0)
    }

    #[inline]
    fn add(&mut self, _: Term, (middle, end): Weight, times: i32) {
        self.0 += times * i32::from(middle);
        self.1 += times * i32::from(end);
    }
}

/// 1 for White, -1 for Black.
#[inline]
pub(super) const fn sign_of(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}
