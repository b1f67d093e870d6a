//! Levels below full strength: players who err as people do.
//!
//! A weak player does not play at random. He looks a move or two ahead, judges
//! roughly, and *overlooks*: above all moves that come from far away, and quiet
//! ones rather than captures. What he has overlooked he does not see in any
//! line of the same turn; at his next turn he may. So he leaves pieces to a
//! rook round the ball and walks into forks, but takes back what is taken
//! beside him.
//!
//! The numbers of the levels are ours, found by playing each against the one
//! below it.

use std::sync::atomic::AtomicBool;

use super::eval::{Evaluated, Evaluator};
use super::player::{Player, chance};
use super::score::Score;
use super::search::Info;
use super::{Found, Search, Table, search_with};
use crate::rules::{CellSet, History, Move, Position};

/// What a level is allowed, and how it errs.
struct Level {
    /// Most plies of full depth.
    depth: u8,
    /// Most positions visited.
    nodes: u64,
    /// How many of 1024 moves of middling distance are overlooked.
    oversight: u64,
    /// By how much a position is misjudged at most, in hundredths of a pawn.
    noise: Score,
}

const fn level(depth: u8, nodes: u64, oversight: u64, noise: Score) -> Level {
    Level {
        depth,
        nodes,
        oversight,
        noise,
    }
}

/// The levels from 1 on that err.
const LEVELS: [Level; 8] = [
    level(1, 500, 620, 220),
    level(2, 800, 480, 150),
    level(2, 1_200, 320, 100),
    level(3, 2_000, 210, 70),
    level(3, 3_000, 120, 50),
    level(4, 6_000, 42, 24),
    level(6, 9_000, 12, 10),
    level(64, 13_000, 0, 0),
];

/// How well each level plays, on the scale of chess ratings. The steps are those
/// of the levels' matches on the ball, 60 games or more each, the last two at 0.1 s
/// a move; where the scale begins is an estimate.
pub const RATINGS: [u16; Player::MOST_LEVEL as usize] =
    [600, 720, 860, 1020, 1190, 1390, 1580, 1740, 1900, 2090];

/// The level whose rating is nearest.
#[must_use]
pub fn level_of(rating: u16) -> u8 {
    let nearest = (1..).zip(RATINGS).min_by_key(|(_, r)| r.abs_diff(rating));
    nearest.map_or(1, |(level, _)| level)
}

/// The level above them has this part of the time and the positions that a
/// player of full strength would have.
const PART: u32 = 3;

/// Mebibytes of the table of a level that errs. It is the player's own and new
/// at each turn, as what is found with errors holds only for that turn.
const TABLE_SIZE: usize = 1;

/// How a player errs in one turn.
pub(super) struct Errors {
    seed: u64,
    oversight: u64,
    noise: Score,
}

impl Errors {
    /// Does the player not see this move, whoever plays it?
    pub fn overlook<B: Evaluated>(
        &self,
        evaluator: &Evaluator<B>,
        position: &Position<B>,
        mv: Move,
    ) -> bool {
        let distance = evaluator.distance(mv.from, mv.to).clamp(1, 4) as u64;
        // The farther the likelier; and a capture is seen sooner.
        let takes = position.of(!position.turn()).contains(mv.to);
        let part = if takes { 4 } else { 3 };
        let limit = self.oversight * distance / part;
        let number = (mv.from.index() << 8 | mv.to.index()) as u64;
        chance(self.seed, number).rand_u64() % 1024 < limit
    }

    /// By how much the player misjudges a position, for the side to move.
    pub fn misjudge<B: Evaluated>(&self, position: &Position<B>) -> Score {
        if self.noise == 0 {
            return 0;
        }
        let bits = chance(self.seed, position.hash()).rand_u64();
        // The mean of two throws: small errors are commoner than large ones.
        let throw = |bits: u64| (bits % (2 * self.noise as u64 + 1)) as Score - self.noise;
        (throw(bits & 0xffff_ffff) + throw(bits >> 32)) / 2
    }
}

/// Chooses a move as a player of that level, from 1 on, would.
pub(super) fn choose<B: Evaluated>(
    level: u8,
    seed: u64,
    game: &History<B>,
    by: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<Found> {
    let mut by = by.clone();
    let limits = &mut by.limits;
    let Some(level) = LEVELS.get(usize::from(level.max(1)) - 1) else {
        limits.nodes = limits.nodes.map(|nodes| nodes / u64::from(PART));
        limits.move_time = limits.move_time.map(|time| time / PART);
        limits.time = limits.time.map(|left| left.map(|left| left / PART));
        limits.increment = limits.increment.map(|increment| increment / PART);
        return search_with(None, game, &by, stop, report);
    };
    limits.nodes = Some(limits.nodes.map_or(level.nodes, |n| n.min(level.nodes)));
    limits.depth = Some(limits.depth.map_or(level.depth, |d| d.min(level.depth)));
    let table = Table::new(TABLE_SIZE);
    by.table = &table;
    by.threads = 1;
    let errors = Errors {
        seed: chance(seed, game.position().hash()).rand_u64(),
        oversight: level.oversight,
        noise: level.noise,
    };
    search_with(Some(&errors), game, &by, stop, report)
}
