//! Resignation and draw acceptance of the computer.

use super::settings::SidePlayer;
use icochess_engine::Algorithm;

/// Winning chance below which a position is hopeless. On 8×8 it is a queen's deficit.
const HOPELESS: f64 = 0.02;
/// Consecutive hopeless moves before the computer resigns.
const HOPELESS_MOVES: u8 = 3;
/// Minimum level of Strong that resigns. Lower levels win lost games too often, because both sides
/// make errors.
const MIN_LEVEL: u8 = 10;
/// Minimum level of Value and Attack that resigns. Level 1 looks ahead only a single move of both
/// sides.
const MIN_SIMPLE_LEVEL: u8 = 2;
/// Maximum winning chance at which any draw is welcome.
const WORSE: f64 = 0.35;
/// Maximum winning chance at which a draw late in the game is acceptable.
const EVEN: f64 = 0.51;
/// Number of plies after which a game counts as late: 30 moves of both sides.
const LATE: usize = 60;

/// Number of consecutive moves of a side in a hopeless position.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct ResignCount(u8);

impl ResignCount {
    /// Records the winning chance of the next move, from 0 to 1; `None` if it is unknown.
    pub(super) fn record(&mut self, chance: Option<f64>) {
        self.0 = match chance {
            Some(chance) if chance < HOPELESS => self.0.saturating_add(1),
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

/// Returns whether a side with this winning chance should accept a draw at this ply.
pub(super) fn is_content_with_draw(chance: Option<f64>, ply: usize) -> bool {
    chance.is_some_and(|chance| chance <= WORSE || chance <= EVEN && ply >= LATE)
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
        for chance in [0.01, 0.001, 0.1, 0.01, 0.0] {
            resign_count.record(Some(chance));
            assert!(!resign_count.is_reached(strong(18)), "{chance}");
        }
        resign_count.record(Some(0.019));
        assert!(resign_count.is_reached(strong(10)) && !resign_count.is_reached(strong(9)));
        let value = |level| of(Algorithm::Value, level);
        assert!(resign_count.is_reached(value(2)) && !resign_count.is_reached(value(1)));
        assert!(!resign_count.is_reached(of(Algorithm::Random, 10)));
        resign_count.record(None);
        assert!(!resign_count.is_reached(strong(18)));
    }

    #[test]
    fn draw_is_accepted_when_worse_or_late_and_even() {
        assert!(is_content_with_draw(Some(0.3), 4));
        assert!(!is_content_with_draw(Some(0.5), 4));
        assert!(is_content_with_draw(Some(0.5), 60));
        assert!(!is_content_with_draw(Some(0.6), 200));
        assert!(!is_content_with_draw(None, 200));
    }
}
