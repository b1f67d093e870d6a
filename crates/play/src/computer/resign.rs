//! Resignation of the computer, and its consent to a draw.

use super::settings::SidePlayer;
use icochess_engine::{Algorithm, Score};

/// Own moves in a row after which the computer gives a lost game up.
const HOPELESS_MOVES: u8 = 3;
/// The lowest level of Strong that gives up: lower ones win lost games back too
/// often, by the mistakes of both.
const LEAST_LEVEL: u8 = 5;
/// The lowest level of Value and Attack that gives up: the first looks only one
/// move of both sides ahead.
const LEAST_SIMPLE_LEVEL: u8 = 2;
/// A score that is clearly worse: a draw is welcome at any time.
const WORSE: Score = -150;
/// A score at most this good is no better than a draw late in the game.
const EVEN: Score = 10;
/// Plies after which the game is late: 30 moves of both sides.
const LATE: usize = 60;

/// A count of a side's own moves in a row at which it was hopelessly behind.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct ResignCount(u8);

impl ResignCount {
    /// Notes the score of the move that is about to be played. It is hopeless to
    /// be behind by more than the strongest piece is worth, in hundredths of a
    /// pawn.
    pub(super) fn note(&mut self, score: Option<Score>, strongest: Score) {
        self.0 = match score {
            Some(score) if score < -strongest => self.0.saturating_add(1),
            _ => 0,
        };
    }

    /// Whether the player should resign now: there were [`HOPELESS_MOVES`], and its level gives up.
    pub(super) fn is_reached(self, player: SidePlayer) -> bool {
        if player.external {
            return self.0 >= HOPELESS_MOVES;
        }
        let least = match player.algorithm {
            Algorithm::Strong => LEAST_LEVEL,
            Algorithm::Value | Algorithm::Attack => LEAST_SIMPLE_LEVEL,
            Algorithm::Random => return false,
        };
        self.0 >= HOPELESS_MOVES && player.level >= least
    }
}

/// Whether a side with this score should accept a draw at this ply.
pub(super) fn is_content_with_draw(score: Option<Score>, ply: usize) -> bool {
    score.is_some_and(|score| score <= WORSE || score <= EVEN && ply >= LATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_hopeless_moves_in_a_row_make_it_resign() {
        let of = |algorithm, level| SidePlayer {
            computer: true,
            algorithm,
            level,
            ..SidePlayer::default()
        };
        let strong = |level| of(Algorithm::Strong, level);
        let mut resign_count = ResignCount::default();
        for score in [-950, -2000, -100, -950, -29_990] {
            resign_count.note(Some(score), 900);
            assert!(!resign_count.is_reached(strong(10)), "{score}");
        }
        resign_count.note(Some(-901), 900);
        assert!(resign_count.is_reached(strong(5)) && !resign_count.is_reached(strong(4)));
        let value = |level| of(Algorithm::Value, level);
        assert!(resign_count.is_reached(value(2)) && !resign_count.is_reached(value(1)));
        assert!(!resign_count.is_reached(of(Algorithm::Random, 10)));
        resign_count.note(None, 900);
        assert!(!resign_count.is_reached(strong(10)));
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
