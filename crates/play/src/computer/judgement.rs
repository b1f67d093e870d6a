//! Judgement of moves by their cost: inaccuracy, mistake or blunder.

use icochess_engine::Score;
use icochess_rules::Side;

/// Slope of the logistic curve from hundredths of a pawn to winning chances, fitted to lichess
/// games (<https://lichess.org/page/accuracy>).
const GROWTH: f64 = 0.003_682_08;

/// Minimum loss of winning chances of a blunder (NAG 4), a mistake (NAG 2) and an inaccuracy (NAG
/// 6). Chances range from -1 (loss) to 1 (win). The thresholds are those of lichess (`Advice.scala`
/// in github.com/lichess-org/lila).
const LOSSES: [(f64, u8); 3] = [(0.3, 4), (0.2, 2), (0.1, 6)];

/// Returns White's winning chances, from -1 to 1, for White's score.
fn chances(score: Score) -> f64 {
    2.0 / (1.0 + (-GROWTH * f64::from(score)).exp()) - 1.0
}

/// Returns the NAG of a move that worsened the mover's position; `None` for any other move. Scores
/// are White's.
pub fn judgement(before: Score, after: Score, mover: Side) -> Option<u8> {
    let lost = chances(before) - chances(after);
    let lost = match mover {
        Side::White => lost,
        Side::Black => -lost,
    };
    let found = LOSSES.into_iter().find(|(minimum, _)| lost >= *minimum);
    found.map(|(_, nag)| nag)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use icochess_engine::score::MATE;

    #[test]
    fn losses_are_judged_by_winning_chances() {
        let white = |before, after| judgement(before, after, Side::White);
        assert_eq!(white(0, -40), None);
        assert_eq!(white(0, -60), Some(6));
        assert_eq!(white(0, -120), Some(2));
        assert_eq!(white(0, -200), Some(4));
        // In a decided game, an equal drop in score costs hardly any winning chances.
        assert_eq!(white(1500, 1300), None);
        assert_eq!(white(-1300, -1500), None);
        assert_eq!(white(MATE - 3, 900), None);
        assert_eq!(white(0, 3 - MATE), Some(4));
    }

    proptest! {
        #[test]
        fn judgement_is_symmetric_and_spares_gains(
            before in -MATE..=MATE,
            after in -MATE..=MATE,
        ) {
            let black = judgement(-before, -after, Side::Black);
            prop_assert_eq!(judgement(before, after, Side::White), black);
            prop_assert!(after < before || black.is_none());
        }
    }
}
