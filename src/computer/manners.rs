//! When the computer gives up, and when it is content with a draw.

use crate::engine::Score;

/// A score below which a game is lost, hundredths of a pawn.
const HOPELESS: Score = -900;
/// Own moves in a row after which the computer gives a lost game up.
const HOPELESS_MOVES: u8 = 3;
/// The lowest level that gives up: lower ones win lost games back too often, by
/// the mistakes of both.
const LEAST_LEVEL: u8 = 5;
/// A score that is clearly worse: a draw is welcome at any time.
const WORSE: Score = -150;
/// A score at most this good is no better than a draw late in the game.
const EVEN: Score = 10;
/// Plies after which the game is late: 30 moves of both sides.
const LATE: usize = 60;

/// How many own moves in a row a side has stood hopelessly.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Patience(u8);

impl Patience {
    /// Notes the score of the move that is about to be played.
    pub(super) fn note(&mut self, score: Option<Score>) {
        self.0 = match score {
            Some(score) if score < HOPELESS => self.0.saturating_add(1),
            _ => 0,
        };
    }

    /// Should a player of that level give up now?
    pub(super) const fn is_at_its_end(self, level: u8) -> bool {
        self.0 >= HOPELESS_MOVES && level >= LEAST_LEVEL
    }
}

/// Is a draw at that ply as good as playing on, for a side with that score?
pub(super) fn is_content_with_draw(score: Option<Score>, ply: usize) -> bool {
    score.is_some_and(|score| score <= WORSE || score <= EVEN && ply >= LATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_hopeless_moves_in_a_row_end_the_patience() {
        let mut patience = Patience::default();
        for score in [-950, -2000, -100, -950, -29_990] {
            patience.note(Some(score));
            assert!(!patience.is_at_its_end(10), "{score}");
        }
        patience.note(Some(-901));
        assert!(patience.is_at_its_end(5) && !patience.is_at_its_end(4));
        patience.note(None);
        assert!(!patience.is_at_its_end(10));
    }

    #[test]
    fn a_draw_is_welcome_when_worse_or_late_and_even() {
        assert!(is_content_with_draw(Some(-200), 4));
        assert!(!is_content_with_draw(Some(0), 4));
        assert!(is_content_with_draw(Some(0), 60));
        assert!(!is_content_with_draw(Some(80), 200));
        assert!(!is_content_with_draw(None, 200));
    }
}
