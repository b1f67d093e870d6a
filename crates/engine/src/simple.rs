//! The simple opponents: random moves, material, and pressing the king.
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
//!   steps of own knights, rooks and queens to the king. Without kings the pieces of
//!   the kind that the other side is nearest to losing the game by take the place of
//!   king and cells.

use oorandom::Rand64;

use super::eval::{Evaluated, Evaluator};
use super::score::{DRAW, INFINITE, MATE, Score, variant_score};
use icochess_rules::{CellSet, Move, Piece, Position, Role, Side, rules_of};

/// One of the moves, all equally likely; `None` if there is none.
pub fn random_move(moves: &[Move], rng: &mut Rand64) -> Option<Move> {
    let last = moves.len() as u64;
    (last > 0).then(|| moves[rng.rand_range(0..last) as usize])
}

/// Those of the moves that press the other king most, or what the side has instead of one.
pub fn most_pressing<B: Evaluated>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    moves: Vec<Move>,
) -> Vec<Move> {
    let side = position.turn();
    let pressures: Vec<i32> = moves
        .iter()
        .map(|&mv| pressure(&position.play_unchecked(mv), evaluator, side))
        .collect();
    let most = pressures.iter().max().copied();
    moves
        .into_iter()
        .zip(pressures)
        .filter(|(_, pressure)| Some(*pressure) == most)
        .map(|(mv, _)| mv)
        .collect()
}

/// A full-width search that counts material.
pub struct MaterialSearch<'a, B: Evaluated> {
    evaluator: &'a Evaluator<B>,
    /// Whether the search must end after so many nodes.
    is_over: &'a dyn Fn(u64) -> bool,
    nodes: u64,
    over: bool,
}

/// Nodes between two looks at whether the search must end.
const NODES_PER_POLL: u64 = 256;

impl<'a, B: Evaluated> MaterialSearch<'a, B> {
    /// A search that ends when `is_over` says so; it is told how many positions
    /// have been visited.
    pub fn new(evaluator: &'a Evaluator<B>, is_over: &'a dyn Fn(u64) -> bool) -> Self {
        Self {
            evaluator,
            is_over,
            nodes: 0,
            over: false,
        }
    }

    /// Positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Those of the moves that are best by material, `level` moves of both
    /// sides ahead, with their score for the side to move. Empty if there is no
    /// move, or if the search had to end before all were looked at.
    pub fn best(
        &mut self,
        position: &Position<B>,
        moves: &[Move],
        level: u8,
    ) -> (Vec<Move>, Score) {
        let depth = 2 * u32::from(level.max(1));
        let (mut best, mut found) = (-INFINITE, Vec::new());
        for &mv in moves {
            // Just wide enough to tell a move as good as the best from a worse one.
            let next = position.play_unchecked(mv);
            let score = -self.score(&next, -INFINITE, 1 - best, depth - 1, 1);
            if self.over {
                return (Vec::new(), DRAW);
            }
            if score > best {
                best = score;
                found.clear();
            }
            if score == best {
                found.push(mv);
            }
        }
        (found, best)
    }

    fn score(
        &mut self,
        position: &Position<B>,
        mut alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
    ) -> Score {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_POLL) {
            self.over |= (self.is_over)(self.nodes);
        }
        if self.over {
            return DRAW;
        }
        if let Some(score) = variant_score(position, ply) {
            return score;
        }
        if !position.has_legal_move() {
            return if position.is_check() {
                ply as Score - MATE
            } else {
                DRAW
            };
        }
        if depth == 0 {
            return self.count(position);
        }
        let mut best = -INFINITE;
        let mut moves = Vec::with_capacity(64);
        // Captures first: they are refuted or refute soonest.
        position.each_capture(|_, mv| moves.push(mv));
        let captures = moves.len();
        position.each_move(|mv| {
            if !moves[..captures].contains(&mv) {
                moves.push(mv);
            }
        });
        for mv in moves {
            let next = position.play_unchecked(mv);
            best = best.max(-self.score(&next, -beta, -alpha, depth - 1, ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Material of the side to move less that of the other, what is in reserve too.
    fn count(&self, position: &Position<B>) -> Score {
        let of = |side| -> Score {
            (0..B::ROLES.len())
                .map(|role| Role::new(role as u8))
                .filter(|role| !rules_of::<B>(*role).royal)
                .map(|role| {
                    let reserve = position.reserve(Piece { side, role });
                    let count = position.pieces(side, role).len() + u32::from(reserve);
                    count as Score * self.evaluator.piece_value(role)
                })
                .sum()
        };
        of(position.turn()) - of(!position.turn())
    }
}

/// What a side presses: the goals, and the cells round them that are worth an attack.
///
/// The king and the cells beside it. Without a king, the pieces of the kind that the
/// other side is nearest to losing the game by, the first such kind of the board.
fn goals<B: Evaluated>(position: &Position<B>, side: Side) -> Option<(B::Set, B::Set)> {
    let other = !side;
    if let Some(king) = position.royal(other) {
        let leaps = B::ROYAL.and_then(|role| rules_of::<B>(role).leaps)?;
        let beside = B::tables().leaps(leaps[other.index()], king);
        return Some((B::Set::single(king), beside));
    }
    let pieces = position.pieces_of(other, position.rarest_kind(other)?);
    Some((pieces, pieces))
}

/// The pressure of a side on the other's king, or on what that has instead.
fn pressure<B: Evaluated>(position: &Position<B>, evaluator: &Evaluator<B>, side: Side) -> i32 {
    let Some((goals, beside)) = goals(position, side) else {
        return 0;
    };
    let target = beside.or(goals);
    let (mut attackers, mut attacked, mut distance) = (0, B::Set::EMPTY, 0);
    for cell in position.by_side(side).cells() {
        let Some(piece) = position.piece_at(cell) else {
            continue;
        };
        let reached = position.attacks_from(cell, piece).and(target);
        attackers += i32::from(!reached.is_empty());
        attacked = attacked.or(reached.and(beside));
        if ['N', 'R', 'Q'].contains(&rules_of::<B>(piece.role).letter) {
            let steps = goals.cells().map(|goal| evaluator.distance(cell, goal));
            distance += steps.min().unwrap_or(0);
        }
    }
    3 * attackers + attacked.len() as i32 - distance
}
