//! Scores in hundredths of a pawn, and distances to mate.

use std::fmt;

use icochess_rules::{Board, Position};

/// A score in hundredths of a pawn, from the view of the side to move.
///
/// Scores near [`MATE`] are mates: `MATE - plies` for the winner.
pub type Score = i32;

/// Score of an immediate mate. A mate in `n` plies scores `MATE - n`.
pub const MATE: Score = 30_000;
/// A bound greater than any score.
pub const INFINITE: Score = MATE + 1;
/// Maximum distance of a node from the root, in plies.
pub const MAX_PLY: usize = 128;
/// Lowest score that means a mate.
pub const MATE_IN_MAX_PLY: Score = MATE - MAX_PLY as Score;
/// Score of a draw.
pub const DRAW: Score = 0;

/// Returns whether a score means a mate for either side.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// Returns a side's winning chance for its score, from 0 to 1: the expected points of a game, with a
/// draw as half a point. `scale` is
/// [`Evaluated::WIN_CHANCE_SCALE`](crate::Evaluated::WIN_CHANCE_SCALE).
pub fn win_chance(score: Score, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * f64::from(score)).exp())
}

/// Returns the score of a position, `ply` plies from the root, that a variant rule such as
/// extinction has ended. Returns `None` while the game continues. A win scores like a mate.
///
/// For boards without such rules, this compiles to `None`.
#[inline]
pub fn variant_score<B: Board>(position: &Position<B>, ply: usize) -> Option<Score> {
    let outcome = position.variant_outcome()?;
    let mate = MATE - ply as Score;
    Some(match outcome.winner() {
        Some(winner) if winner == position.turn() => mate,
        Some(_) => -mate,
        None => DRAW,
    })
}

/// Displays a score in UCI format: `cp 34` or `mate -3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci(pub Score);

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(score) = *self;
        if is_mate(score) {
            // Counts moves rather than plies, rounded up: mate in one ply is mate in 1.
            let plies = MATE - score.abs();
            write!(f, "mate {}", (plies + 1) / 2 * score.signum())
        } else {
            write!(f, "cp {score}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let text = |score| Uci(score).to_string();
        assert_eq!(text(MATE - 1), "mate 1");
        assert_eq!(text(MATE - 3), "mate 2");
        assert_eq!(text(2 - MATE), "mate -1");
        assert_eq!(text(-35), "cp -35");
    }

    #[test]
    fn win_chance_is_even_at_zero_and_certain_at_mate() {
        // The smallest scale of a board.
        let chance = |score| win_chance(score, 0.0011);
        assert!((chance(0) - 0.5).abs() < 1e-12);
        assert!((chance(250) + chance(-250) - 1.0).abs() < 1e-12);
        assert!(chance(100) > chance(99));
        assert!(chance(MATE_IN_MAX_PLY) > 0.999_999);
    }
}
