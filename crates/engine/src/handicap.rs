//! The errors of players below full strength, who overlook moves and misjudge positions.
//!
//! A weak player doesn't play at random. It overlooks moves, above all long-range and quiet ones.
//! An overlooked move stays invisible in every line of that turn, but may be seen next turn. Such a
//! player leaves pieces en prise to a distant rook and walks into forks, but recaptures nearby.

use super::eval::{Evaluated, Evaluator};
use super::rng::rng;
use super::score::Score;
use icochess_rules::{CellSet, Move, Position};

/// The errors that a player makes in one turn.
pub(super) struct Handicap {
    /// Seed of the turn's random numbers.
    pub seed: u64,
    /// Moves overlooked per 1,024, at medium distance.
    pub oversight: u64,
    /// Maximum misjudgement of a position, as a score.
    pub noise: Score,
}

impl Handicap {
    /// Returns whether the player overlooks this move, for either side.
    pub fn overlooks<B: Evaluated>(
        &self,
        evaluator: &Evaluator<B>,
        position: &Position<B>,
        mv: Move,
    ) -> bool {
        if self.oversight == 0 {
            return false;
        }
        let distance = evaluator.distance(mv.from, mv.to).clamp(1, 4) as u64;
        // Distant moves are overlooked more often, captures less often.
        let takes = position.by_side(!position.turn()).contains(mv.to);
        let part = if takes { 4 } else { 3 };
        let limit = self.oversight * distance / part;
        let number = (mv.from.index() << 8 | mv.to.index()) as u64;
        rng(self.seed, number).rand_u64() % 1024 < limit
    }

    /// Returns the misjudgement of a position, to be added to its score for the side to move.
    pub fn misjudgement<B: Evaluated>(&self, position: &Position<B>) -> Score {
        if self.noise == 0 {
            return 0;
        }
        let bits = rng(self.seed, position.hash()).rand_u64();
        // The mean of two random numbers makes small errors commoner than large ones.
        let throw = |bits: u64| (bits % (2 * self.noise as u64 + 1)) as Score - self.noise;
        (throw(bits & 0xffff_ffff) + throw(bits >> 32)) / 2
    }
}
