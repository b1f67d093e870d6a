//! The simple opponents: chance, material, and pressing the king.
//!
//! Source: *Star Trek 3D Chess* (mjollnir.com/Chess.html), section "Computer",
//! which names the three and describes them in a sentence each; the exact
//! meaning is ours.
//!
//! * **Random**: any legal move, all alike.
//! * **Value** of level *n*: looks *n* moves of both sides ahead, at every move,
//!   and counts material; of equally good moves any.
//! * **Attack** of level *n*: of the moves that Value finds best, those that
//!   press the king most: three for each own piece that attacks the king's cell
//!   or one beside it, one for each cell beside it that is attacked, less the
//!   steps of own knights, rooks and queens to the king.

use std::sync::atomic::{AtomicBool, Ordering};

use oorandom::Rand64;

use super::eval::{Evaluated, Evaluator};
use super::score::{DRAW, INFINITE, MATE, Score};
use crate::rules::{CellSet, Move, Position, Role, Side, rules_of};

/// Any legal move; `None` if there is none.
pub fn random<B: Evaluated>(position: &Position<B>, chance: &mut Rand64) -> Option<Move> {
    pick(&position.legal_moves(), chance)
}

/// The best moves by material, `level` moves of both sides ahead, with their
/// score for the side to move. Empty if there is no legal move, or if `stop`
/// was set before one was looked at to the end.
#[must_use]
pub fn best_by_value<B: Evaluated>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    level: u8,
    stop: &AtomicBool,
) -> (Vec<Move>, Score) {
    let search = Material { evaluator, stop };
    let depth = 2 * u32::from(level.max(1));
    let (mut best, mut moves) = (-INFINITE, Vec::new());
    for mv in position.legal_moves() {
        // Just wide enough to tell a move as good as the best from a worse one.
        let next = position.after(mv);
        let score = -search.score(&next, -INFINITE, 1 - best, depth - 1, 1);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if score > best {
            best = score;
            moves.clear();
        }
        if score == best {
            moves.push(mv);
        }
    }
    (moves, best)
}

/// The best move by material.
pub fn value<B: Evaluated>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    level: u8,
    chance: &mut Rand64,
    stop: &AtomicBool,
) -> Option<Move> {
    pick(&best_by_value(position, evaluator, level, stop).0, chance)
}

/// The best move by material that presses the king most.
pub fn attack<B: Evaluated>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    level: u8,
    chance: &mut Rand64,
    stop: &AtomicBool,
) -> Option<Move> {
    let (moves, _) = best_by_value(position, evaluator, level, stop);
    let side = position.turn();
    let pressures: Vec<i32> = moves
        .iter()
        .map(|&mv| pressure(&position.after(mv), evaluator, side))
        .collect();
    let most = pressures.iter().max().copied();
    let strongest: Vec<Move> = moves
        .into_iter()
        .zip(pressures)
        .filter(|(_, pressure)| Some(*pressure) == most)
        .map(|(mv, _)| mv)
        .collect();
    pick(&strongest, chance)
}

fn pick(moves: &[Move], chance: &mut Rand64) -> Option<Move> {
    let last = moves.len() as u64;
    (last > 0).then(|| moves[chance.rand_range(0..last) as usize])
}

/// A full-width search that counts material.
struct Material<'a, B: Evaluated> {
    evaluator: &'a Evaluator<B>,
    stop: &'a AtomicBool,
}

impl<B: Evaluated> Material<'_, B> {
    fn score(
        &self,
        position: &Position<B>,
        mut alpha: Score,
        beta: Score,
        depth: u32,
        ply: Score,
    ) -> Score {
        if !position.has_legal_move() {
            return if position.is_check() {
                ply - MATE
            } else {
                DRAW
            };
        }
        if depth == 0 || self.stop.load(Ordering::Relaxed) {
            return self.count(position);
        }
        let mut best = -INFINITE;
        let mut moves = Vec::with_capacity(64);
        // Captures first: they are refuted or refute soonest.
        position.each_capture(|mv| moves.push(mv));
        let captures = moves.len();
        position.each_move(|mv| {
            if !moves[..captures].contains(&mv) {
                moves.push(mv);
            }
        });
        for mv in moves {
            let next = position.after(mv);
            best = best.max(-self.score(&next, -beta, -alpha, depth - 1, ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Material of the side to move less that of the other.
    fn count(&self, position: &Position<B>) -> Score {
        let of = |side| -> Score {
            (0..B::ROLES.len())
                .map(|role| Role::new(role as u8))
                .filter(|role| !rules_of::<B>(*role).royal)
                .map(|role| position.pieces(side, role).len() as Score * self.evaluator.worth(role))
                .sum()
        };
        of(position.turn()) - of(!position.turn())
    }
}

/// How hard a side presses the other's king.
fn pressure<B: Evaluated>(position: &Position<B>, evaluator: &Evaluator<B>, side: Side) -> i32 {
    let tables = B::tables();
    let (Some(king), Some(leaps)) = (
        position.royal(!side),
        B::ROYAL.and_then(|role| rules_of::<B>(role).leaps),
    ) else {
        return 0;
    };
    let beside = tables.leaps(leaps[(!side).index()], king);
    let target = beside.or(B::Set::single(king));
    let (mut attackers, mut attacked, mut distance) = (0, B::Set::EMPTY, 0);
    for cell in position.of(side).cells() {
        let Some(piece) = position.piece_at(cell) else {
            continue;
        };
        let reached = position.reached_from(cell, piece).and(target);
        attackers += i32::from(!reached.is_empty());
        attacked = attacked.or(reached.and(beside));
        if [Role::KNIGHT, Role::ROOK, Role::QUEEN].contains(&piece.role) {
            distance += evaluator.distance(cell, king);
        }
    }
    3 * attackers + attacked.len() as i32 - distance
}
