//! Judgement of moves by their cost: inaccuracy, mistake or blunder.

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
}
