//! Resignation and draw acceptance of the computer.

use super::settings::SidePlayer;
use icochess_engine::{Algorithm, Score};

/// Consecutive hopeless moves before the computer resigns.
const HOPELESS_MOVES: u8 = 3;
/// Minimum level of Strong that resigns. Lower levels win lost games too often, because both sides
/// make errors.
const MIN_LEVEL: u8 = 5;
/// Minimum level of Value and Attack that resigns. Level 1 looks ahead only a single move of both
/// sides.
const MIN_SIMPLE_LEVEL: u8 = 2;
/// Clearly worse score, at which any draw is welcome.
const WORSE: Score = -150;
/// Maximum score at which a draw late in the game is acceptable.
const EVEN: Score = 10;
/// Number of plies after which a game counts as late: 30 moves of both sides.
const LATE: usize = 60;

/// Number of consecutive moves of a side in a hopeless position.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct ResignCount(u8);

impl ResignCount {
    /// Records the score of the next move, in hundredths of a pawn. A deficit of more than the
    /// strongest piece's value is hopeless.
    pub(super) fn note(&mut self, score: Option<Score>, strongest: Score) {
        self.0 = match score {
            Some(score) if score < -strongest => self.0.saturating_add(1),
            _ => 0,
        };
    }

    /// Returns whether the player should resign: after [`HOPELESS_MOVES`] hopeless moves in a row,
    /// if its level resigns at all.
    pub(super) fn is_reached(self, player: SidePlayer) -> bool {
        if player.external {
            return self.0 >= HOPELESS_MOVES;
        }
        let lowest = match player.algorithm {
            Algorithm::Strong => MIN_LEVEL,
            Algorithm::Value | Algorithm::Attack => MIN_SIMPLE_LEVEL,
            Algorithm::Random => return false,
        };
        self.0 >= HOPELESS_MOVES && player.level >= lowest
    }
}

/// Returns whether a side with this score should accept a draw at this ply.
pub(super) fn is_content_with_draw(score: Option<Score>, ply: usize) -> bool {
    score.is_some_and(|score| score <= WORSE || score <= EVEN && ply >= LATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computer_resigns_after_three_hopeless_moves_in_a_row() {
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
    fn draw_is_accepted_when_worse_or_late_and_even() {
        assert!(is_content_with_draw(Some(-200), 4));
        assert!(!is_content_with_draw(Some(0), 4));
        assert!(is_content_with_draw(Some(0), 60));
        assert!(!is_content_with_draw(Some(80), 200));
        assert!(!is_content_with_draw(None, 200));
    }
}
