//! The score of a position: single-piece terms plus terms between pieces.

use super::accumulator::{Accumulator, kings};
use super::evaluated::Evaluated;
use super::evaluator::Evaluator;
use super::masks::pawns;
use super::terms::{Sink, Term, sign_of};
use super::values::{DISTANCES, KIND_COUNTS};
use crate::score::Score;
use icochess_rules::{CellSet, Piece, Position, Reserve, Role, Side, rules_of};

impl<B: Evaluated> Evaluator<B> {
    /// Returns the score of a position for the side to move; `accumulator` holds its single-piece
    /// terms.
    ///
    /// Skips the remaining terms if a partial sum is far outside `alpha` to `beta`.
    pub fn evaluate(
        &self,
        position: &Position<B>,
        accumulator: &Accumulator,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let sign = sign_of(position.turn());
        let (mut pair, mut score) = (accumulator.pieces, 0);
        let margins = &mut self.margins.iter();
        self.add_terms(position, &mut pair, |pair| {
            score = sign * pair.taper(accumulator.phase, self.max_phase);
            margins
                .next()
                .is_some_and(|margin| score + margin <= alpha || score - margin >= beta)
        });
        score
    }

    /// Returns how far the two partial scores of the lazy evaluation are from the full score; see
    /// [`Values::margins`](super::Values::margins).
    pub fn lazy_errors(&self, position: &Position<B>) -> [Score; 2] {
        let accumulator = self.accumulator(position);
        let (mut pair, mut scores) = (accumulator.pieces, Vec::with_capacity(3));
        self.add_terms(position, &mut pair, |pair| {
            scores.push(pair.taper(accumulator.phase, self.max_phase));
            false
        });
        [0, 1].map(|stage| (scores[2] - scores[stage]).abs())
    }

    /// Adds all terms except single-piece terms to a sink, cheapest first. Calls `is_enough` after
    /// each of three stages, and stops early if the first or second returns true.
    #[inline]
    pub(super) fn add_terms<S: Sink>(
        &self,
        position: &Position<B>,
        sink: &mut S,
        mut is_enough: impl FnMut(&S) -> bool,
    ) {
        sink.add(Term::Tempo, self.tempo, sign_of(position.turn()));
        self.add_reserve(position, sink);
        self.add_kinds(position, sink);
        if is_enough(sink) {
            return;
        }
        self.add_xrays(position, sink);
        self.add_pairs(position, sink);
        let by_pawns = self.add_pawns(position, sink);
        if is_enough(sink) {
            return;
        }
        self.add_mobility(position, by_pawns, sink);
        is_enough(sink);
    }

    /// Adds the pieces in reserve, which have material value only.
    fn add_reserve(&self, position: &Position<B>, sink: &mut impl Sink) {
        if !B::Reserve::IS_USED {
            return;
        }
        for side in Side::ALL {
            for (index, weight) in self.material.iter().enumerate() {
                let role = Role::new(index as u8);
                let count = position.reserve(Piece { side, role });
                let times = sign_of(side) * i32::from(count);
                sink.add(Term::Material(index), *weight, times);
            }
        }
    }

    /// Adds the counts of pieces whose extinction loses the game. An extinct kind counts like a
    /// single piece left.
    fn add_kinds(&self, position: &Position<B>, sink: &mut impl Sink) {
        if B::EXTINCTIONS.is_empty() {
            return;
        }
        for side in Side::ALL {
            let sign = sign_of(side);
            let mut rarest = KIND_COUNTS - 1;
            for kind in B::EXTINCTIONS {
                let left = position.count_of(side, kind).saturating_sub(kind.count + 1);
                let left = (left as usize).min(KIND_COUNTS - 1);
                rarest = rarest.min(left);
                sink.add(Term::KindCount(left), self.kind_counts[left], sign);
            }
            sink.add(Term::RarestKind(rarest), self.rarest_kind[rarest], sign);
        }
    }

    /// Adds the lines on which enemy sliders aim at a king.
    fn add_xrays(&self, position: &Position<B>, sink: &mut impl Sink) {
        for side in Side::ALL {
            let aims = position.aims(!side) as i32;
            sink.add(Term::XrayOnKing, self.xray_on_king, sign_of(side) * aims);
        }
    }

    /// Adds mobility and king attacks; `by_pawns` holds each side's pawn attacks.
    fn add_mobility<S: Sink>(&self, position: &Position<B>, by_pawns: [B::Set; 2], sink: &mut S) {
        let kings = kings(position);
        for side in Side::ALL {
            let sign = sign_of(side);
            let hindered = position.by_side(side).or(by_pawns[(!side).index()]);
            let king_zone = match kings[(!side).index()] {
                Some(king) => self.king_zone[king.index()],
                None => position
                    .rarest_kind(!side)
                    .map_or(B::Set::EMPTY, |kind| position.pieces_of(!side, kind)),
            };
            for index in 0..B::ROLES.len() {
                let role = Role::new(index as u8);
                let rules = rules_of::<B>(role);
                if rules.royal || rules.is_pawn {
                    continue;
                }
                let (mobility, king_attack) = (self.mobility[index], self.king_attack[index]);
                let (counts_free, counts_near) = (S::needs(mobility), S::needs(king_attack));
                if !counts_free && !counts_near {
                    continue;
                }
                let (mut free, mut near) = (0, 0);
                for cell in position.pieces(side, role).cells() {
                    let reached = position.attacks_from(cell, Piece { side, role });
                    if counts_free {
                        free += reached.without(hindered).len();
                    }
                    let hits = reached.and(king_zone);
                    if counts_near && !hits.is_empty() {
                        near += hits.len();
                    }
                }
                sink.add(Term::Mobility(index), mobility, sign * free as i32);
                sink.add(Term::KingAttack(index), king_attack, sign * near as i32);
            }
        }
    }

    /// Adds pawn protection, pawn threats and passed pawns. Returns each side's pawn attacks.
    fn add_pawns<S: Sink>(&self, position: &Position<B>, sink: &mut S) -> [B::Set; 2] {
        let mut all = [B::Set::EMPTY; 2];
        let tables = B::tables();
        let pawns_of = |side| {
            let each = pawns::<B>().map(|role| position.pieces(side, role));
            each.fold(B::Set::EMPTY, B::Set::or)
        };
        for side in Side::ALL {
            let sign = sign_of(side);
            let (own, theirs) = (pawns_of(side), pawns_of(!side));
            let mut attacked = B::Set::EMPTY;
            for role in pawns::<B>() {
                let rules = rules_of::<B>(role);
                let Some(takes) = rules.leaps else {
                    continue;
                };
                for cell in position.pieces(side, role).cells() {
                    attacked = attacked.or(tables.leaps(takes[side.index()], cell));
                    if rules.promotes.is_empty() {
                        continue;
                    }
                    let at = role.index() * self.cells + cell.index();
                    if self.stoppers[side.index()][at].and(theirs).is_empty() {
                        let steps = usize::from(self.steps_to_promotion[side.index()][at]);
                        let steps = steps.min(DISTANCES - 1);
                        sink.add(Term::PassedPawn(steps), self.passed_pawn[steps], sign);
                    }
                }
            }
            if S::needs(self.protected_pawn) {
                let protected_pawn = attacked.and(own).len() as i32;
                sink.add(
                    Term::ProtectedPawn,
                    self.protected_pawn,
                    sign * protected_pawn,
                );
            }
            if S::needs(self.threat_by_pawn) {
                let pieces = position.by_side(!side).without(theirs);
                let threats = attacked.and(pieces).len() as i32;
                sink.add(Term::ThreatByPawn, self.threat_by_pawn, sign * threats);
            }
            all[side.index()] = attacked;
        }
        all
    }

    /// Adds pairs: two or more pieces of one role.
    fn add_pairs<S: Sink>(&self, position: &Position<B>, sink: &mut S) {
        let pairs = self.pair.iter().enumerate();
        for (index, weight) in pairs.filter(|(_, weight)| S::needs(**weight)) {
            for side in Side::ALL {
                let count = position.pieces(side, Role::new(index as u8)).len();
                let times = sign_of(side) * i32::from(count > 1);
                sink.add(Term::Pair(index), *weight, times);
            }
        }
    }
}
