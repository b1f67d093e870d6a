//! Evaluations in words.

use icochess_engine::Score;
use icochess_engine::score::{MATE, is_mate};
use icochess_message::{Msg, msg};

/// Returns an evaluation in words: White's winning chance in percent, or the side that mates. Takes
/// White's score, and the chance for it from 0 to 1.
pub fn words(score: Score, chance: f64) -> Msg {
    if is_mate(score) {
        return if score > 0 {
            msg!("mate-for-white")
        } else {
            msg!("mate-for-black")
        };
    }
    // Only a mate is certain.
    let percent = (100.0 * chance).round().clamp(1.0, 99.0);
    msg!("chance-of-white", value = percent as i32)
}

/// Returns an evaluation in words, with the number of moves to mate.
pub(crate) fn with_count(score: Score, chance: f64) -> Msg {
    let words = words(score, chance);
    if is_mate(score) {
        msg!(
            "mate-in",
            mate = words,
            count = (MATE - score.abs() + 1) / 2
        )
    } else {
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_base::language::Words;

    #[test]
    fn only_mate_is_certain() {
        let english = Words::default();
        let shown = |score, chance| english.english(&words(score, chance));
        assert_eq!(shown(0, 0.5), "White 50%");
        assert_eq!(shown(120, 0.626), "White 63%");
        assert_eq!(shown(4000, 0.9999), "White 99%");
        assert_eq!(shown(-4000, 0.0001), "White 1%");
        assert_eq!(shown(29_990, 1.0), "+mate");
    }
}
