//! Evaluation terms, and the sinks that collect them.

use super::values::Weight;
use icochess_rules::Side;

/// Middle-game and endgame sums, White minus Black, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered(pub i32, pub i32);

impl Tapered {
    /// Interpolates between the two sums: `phase` of `max_phase` parts are middle game. Source:
    /// <https://www.chessprogramming.org/Tapered_Eval>.
    #[inline]
    pub fn taper(self, phase: i32, max_phase: i32) -> i32 {
        let phase = phase.clamp(0, max_phase);
        let [middle, end] = [(self.0, phase), (self.1, max_phase - phase)]
            .map(|(sum, part)| i64::from(sum) * i64::from(part));
        ((middle + end) / i64::from(max_phase)) as i32
    }
}

/// A weighted term. A term of a list has its index in the evaluator's list.
#[derive(Clone, Copy)]
pub(super) enum Term {
    /// Material plus piece-square table.
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

/// A consumer of evaluation terms: a sum or a list.
pub(super) trait Sink {
    /// Returns whether a term with this weight matters. Other terms needn't be counted.
    fn needs(weight: Weight) -> bool;

    /// Adds a term that occurs `times` times; White's count positively, Black's negatively.
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

/// Returns 1 for White, -1 for Black.
#[inline]
pub(super) const fn sign_of(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}
