//! Evaluations as White's share of a bar, and in pawns.

use icochess_engine::Score;
use icochess_engine::score::is_mate;
use icochess_message::{Msg, msg};

/// Advantage at which a win is ten times as likely as a loss, in centipawns, as on the Elo scale.
const TENFOLD: f32 = 400.0;

/// Returns White's share of a bar, 0 to 1, by the logistic function.
pub fn white_share(score: Score) -> f32 {
    1.0 / (1.0 + 10_f32.powf(-score as f32 / TENFOLD))
}

/// Returns a score in pawns, from White's point of view.
pub fn words(score: Option<Score>) -> Msg {
    match score {
        None => Msg::nothing(),
        Some(score) if is_mate(score) => {
            if score > 0 {
                msg!("mate-for-white")
            } else {
                msg!("mate-for-black")
            }
        }
        // Rounds first, so that a rounded 0 has no sign.
        Some(score) => match (score as f32 / 10.0).round() as i32 {
            0 => Msg::decimal("0.0".to_owned()),
            tenths => Msg::decimal(format!("{:+.1}", tenths as f32 / 10.0)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_base::language::Words;

    #[test]
    fn share_is_even_without_advantage_and_stays_in_range() {
        assert!((white_share(0) - 0.5).abs() < 1e-6);
        assert!((white_share(400) - 10.0 / 11.0).abs() < 1e-3);
        assert!((white_share(-250) + white_share(250) - 1.0).abs() < 1e-6);
        for score in [-30_000, 30_000] {
            assert!((0.0..=1.0).contains(&white_share(score)));
        }
        let english = Words::default();
        let shown = |score| english.english(&words(score));
        assert_eq!(shown(Some(-130)), "-1.3");
        for nothing in [-4, 0, 4] {
            assert_eq!(shown(Some(nothing)), "0.0");
        }
        assert_eq!(shown(Some(-5)), "-0.1");
        assert_eq!(shown(Some(1204)), "+12.0");
        assert_eq!(shown(Some(29_990)), "+mate");
        assert_eq!(shown(None), "");
    }
}
