//! The simple opponents: random moves, material, and pressure on the king.
//!
//! Source: *Star Trek 3D Chess* (mjollnir.com/Chess.html), section "Computer", which names the
//! three and describes each in one sentence. The details are this project's.
//!
//! * **Random**: any legal move, with equal probability.
//! * **Value** of level *n*: searches every move *n* moves of both sides ahead and counts material
//!   (`material`). Chooses randomly among equal moves.
//! * **Attack** of level *n*: chooses the move with the most pressure on the king among Value's
//!   best moves. Each piece of the mover that attacks the king or a cell next to it counts three.
//!   Each attacked cell next to the king counts one. The king distances of the mover's knights,
//!   rooks and queens are subtracted. Without kings, the pieces of the enemy's rarest kind replace
//!   the king and its neighbours.

use oorandom::Rand64;

use super::eval::{Evaluated, Evaluator};
use icochess_rules::{CellSet, Move, Position, Side, rules_of};

/// Returns a random move with equal probability, or `None` if there is none.
pub fn random_move(moves: &[Move], rng: &mut Rand64) -> Option<Move> {
    let last = moves.len() as u64;
    (last > 0).then(|| moves[rng.rand_range(0..last) as usize])
}

/// Returns the moves with the most pressure on the enemy king or its substitute.
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
    let highest = pressures.iter().max().copied();
    moves
        .into_iter()
        .zip(pressures)
        .filter(|(_, pressure)| Some(*pressure) == highest)
        .map(|(mv, _)| mv)
        .collect()
}

/// Returns the goals that a side attacks, and the cells around the goals that are worth attacking;
/// `None` if there are no goals.
///
/// The goal is the enemy king, surrounded by its neighbours. Without kings, the goals are the
/// pieces of the enemy's rarest kind (the first such kind of the board).
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

/// Returns a side's pressure on the enemy king or its substitute.
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
