//! The errors of players below full strength: they overlook moves and misjudge positions.
//!
//! A weak player does not play at random. He *overlooks*: above all moves that come
//! from far away, and quiet ones rather than captures. What he has overlooked he does
//! not see in any line of the same turn; at his next turn he may. So he leaves pieces
//! to a rook round the ball and walks into forks, but takes back what is taken beside
//! him.

use super::eval::{Evaluated, Evaluator};
use super::rng::rng;
use super::score::Score;
use icochess_rules::{CellSet, Move, Position};

/// The errors of a player in one turn.
pub(super) struct Handicap {
    /// Seed of the random numbers of the turn.
    pub seed: u64,
    /// Number of moves that are overlooked, of 1024 of middling distance.
    pub oversight: u64,
    /// Greatest misjudgement of a position, in hundredths of a pawn.
    pub noise: Score,
}

impl Handicap {
    /// Whether the player overlooks this move, whoever plays it.
    pub fn overlooks<B: Evaluated>(
        &self,
        evaluator: &Evaluator<B>,
        position: &Position<B>,
        mv: Move,
    ) -> bool {
        let distance = evaluator.distance(mv.from, mv.to).clamp(1, 4) as u64;
        // The farther the likelier; and a capture is seen sooner.
        let takes = position.by_side(!position.turn()).contains(mv.to);
        let part = if takes { 4 } else { 3 };
        let limit = self.oversight * distance / part;
        let number = (mv.from.index() << 8 | mv.to.index()) as u64;
        rng(self.seed, number).rand_u64() % 1024 < limit
    }

    /// The misjudgement of a position, added to its score for the side to move.
    pub fn misjudgement<B: Evaluated>(&self, position: &Position<B>) -> Score {
        if self.noise == 0 {
            return 0;
        }
        let bits = rng(self.seed, position.hash()).rand_u64();
        // The mean of two throws: small errors are commoner than large ones.
        let throw = |bits: u64| (bits % (2 * self.noise as u64 + 1)) as Score - self.noise;
        (throw(bits & 0xffff_ffff) + throw(bits >> 32)) / 2
    }
}
