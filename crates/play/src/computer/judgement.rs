//! Judgement of moves by their cost: inaccuracy, mistake, blunder or missed mate.

use icochess_engine::Score;
use icochess_engine::score::{MATE, MATE_IN_MAX_PLY};
use icochess_rules::Side;

/// Minimum loss of winning chance of a blunder (NAG 4), a mistake (NAG 2) and an inaccuracy (NAG
/// 6). These are the thresholds of lichess (`Advice.scala` in github.com/lichess-org/lila), halved
/// because its chances range from -1 to 1.
const LOSSES: [(f64, u8); 3] = [(0.15, 4), (0.1, 2), (0.05, 6)];

/// Returns the NAG of a move that worsened the mover's position; `None` for any other move. Takes
/// White's winning chance before and after the move, from 0 to 1.
pub fn judgement(before: f64, after: f64, mover: Side) -> Option<u8> {
    let lost = match mover {
        Side::White => before - after,
        Side::Black => after - before,
    };
    let found = LOSSES.into_iter().find(|(minimum, _)| lost >= *minimum);
    found.map(|(_, nag)| nag)
}

/// Returns whether all other moves would have been mistakes. Takes White's winning chance after the
/// best and the second best move.
pub fn is_only_move(best: f64, second: f64, mover: Side) -> bool {
    matches!(judgement(best, second, mover), Some(2 | 4))
}

/// Returns the number of moves in which the mover could have mated, if the move gave the mate away.
/// Takes White's score before and after the move.
pub fn missed_mate(before: Score, after: Score, mover: Side) -> Option<Score> {
    let [before, after] = [before, after].map(|score| match mover {
        Side::White => score,
        Side::Black => -score,
    });
    let is_missed = before >= MATE_IN_MAX_PLY && after < MATE_IN_MAX_PLY;
    is_missed.then_some((MATE - before + 1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_judged_by_their_loss_for_the_mover() {
        for (before, after, expected) in [
            (0.5, 0.46, None),
            (0.5, 0.44, Some(6)),
            (0.5, 0.39, Some(2)),
            (0.5, 0.34, Some(4)),
            (0.3, 0.9, None),
        ] {
            assert_eq!(judgement(before, after, Side::White), expected);
            assert_eq!(judgement(1.0 - before, 1.0 - after, Side::Black), expected);
        }
    }

    #[test]
    fn only_move_leaves_no_other_without_a_mistake() {
        for (best, second, expected) in [(0.5, 0.39, true), (0.5, 0.44, false), (0.1, 0.05, false)]
        {
            assert_eq!(is_only_move(best, second, Side::White), expected);
            assert_eq!(
                is_only_move(1.0 - best, 1.0 - second, Side::Black),
                expected
            );
        }
    }

    #[test]
    fn mate_is_missed_if_the_move_gives_it_away() {
        for (before, after, expected) in [
            (MATE - 1, 0, Some(1)),
            (MATE - 5, 2 - MATE, Some(3)),
            (MATE - 3, MATE - 8, None),
            (900, 0, None),
            (2 - MATE, 0, None),
        ] {
            assert_eq!(missed_mate(before, after, Side::White), expected);
            assert_eq!(missed_mate(-before, -after, Side::Black), expected);
        }
    }
}
