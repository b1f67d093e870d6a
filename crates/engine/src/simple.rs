//! The simple opponents: random moves, material, and pressing the king.
//!
//! Source: *Star Trek 3D Chess* (mjollnir.com/Chess.html), section "Computer",
//! which names the three and describes them in a sentence each; the exact
//! meaning is ours.
//!
//! * **Random**: any legal move, all alike.
//! * **Value** of level *n*: looks *n* moves of both sides ahead, at every move,
//!   and counts material (`material`); of equally good moves any.
//! * **Attack** of level *n*: of the moves that Value finds best, those that
//!   press the king most: three for each own piece that attacks the king's cell
//!   or one beside it, one for each cell beside it that is attacked, less the
//!   steps of own knights, rooks and queens to the king. Without kings the pieces of
//!   the kind that the other side is nearest to losing the game by take the place of
//!   king and cells.

use oorandom::Rand64;

use super::eval::{Evaluated, Evaluator};
use icochess_rules::{CellSet, Move, Position, Side, rules_of};

/// One of the moves, all equally likely; `None` if there is none.
pub fn random_move(moves: &[Move], rng: &mut Rand64) -> Option<Move> {
    let last = moves.len() as u64;
    (last > 0).then(|| moves[rng.rand_range(0..last) as usize])
}

/// The moves that press the other king most, or what the side has instead of one.
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

/// The goals that a side presses, and the cells round them that are worth an attack; `None` if it
/// has none.
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
