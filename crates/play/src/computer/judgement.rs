//! The judgement of a move by what it has cost: dubious, a mistake or a blunder.

use icochess_engine::Score;
use icochess_rules::Side;

/// Growth of the chance of winning per hundredth of a pawn, in the exponent of a logistic
/// curve. From games of lichess (<https://lichess.org/page/accuracy>).
const GROWTH: f64 = 0.003_682_08;

/// The least loss of chances that makes a move a blunder (NAG 4), a mistake (NAG 2) and
/// dubious (NAG 6), where 1 is a sure win and -1 a sure loss: as lichess judges moves
/// (`Advice.scala` in github.com/lichess-org/lila).
const LOSSES: [(f64, u8); 3] = [(0.3, 4), (0.2, 2), (0.1, 6)];

/// White's chances, -1 to 1, for a score of White.
fn chances(score: Score) -> f64 {
    2.0 / (1.0 + (-GROWTH * f64::from(score)).exp()) - 1.0
}

/// The glyph (NAG) of a move by a side, after which the game stands worse for it;
/// `None` for any other move. Scores are White's.
pub fn judgement(before: Score, after: Score, mover: Side) -> Option<u8> {
    let lost = chances(before) - chances(after);
    let lost = match mover {
        Side::White => lost,
        Side::Black => -lost,
    };
    let found = LOSSES.into_iter().find(|(least, _)| lost >= *least);
    found.map(|(_, nag)| nag)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use icochess_engine::score::MATE;

    #[test]
    fn a_loss_counts_by_what_it_changes() {
        let white = |before, after| judgement(before, after, Side::White);
        assert_eq!(white(0, -40), None);
        assert_eq!(white(0, -60), Some(6));
        assert_eq!(white(0, -120), Some(2));
        assert_eq!(white(0, -200), Some(4));
        // A side that wins anyway, or has lost, loses nothing by as much.
        assert_eq!(white(1500, 1300), None);
        assert_eq!(white(-1300, -1500), None);
        assert_eq!(white(MATE - 3, 900), None);
        assert_eq!(white(0, 3 - MATE), Some(4));
    }

    proptest! {
        #[test]
        fn both_sides_are_judged_alike_and_no_gain_is_a_mistake(
            before in -MATE..=MATE,
            after in -MATE..=MATE,
        ) {
            let black = judgement(-before, -after, Side::Black);
            prop_assert_eq!(judgement(before, after, Side::White), black);
            prop_assert!(after < before || black.is_none());
        }
    }
}
