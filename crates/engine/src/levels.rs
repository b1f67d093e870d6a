//! Playing strength levels.
//!
//! Weak levels search a move or two ahead, misjudge positions and overlook moves (`handicap`).
//! Strong levels make no errors, and get a share of the limits of full strength.
//!
//! The parameters were tuned by matches between neighbouring levels.

use std::sync::atomic::AtomicBool;

use super::eval::Evaluated;
use super::handicap::Handicap;
use super::limits::Limits;
use super::rng::rng;
use super::root::Root;
use super::score::Score;
use super::search::{Info, Search, SearchResult, search_with};
use super::transposition::TranspositionTable;
use icochess_rules::Side;

/// The highest level: full strength.
pub const MAX_LEVEL: u8 = 10;

/// Limits and errors of a level that makes errors.
struct Level {
    /// Maximum depth, in plies.
    depth: u8,
    /// Maximum number of nodes.
    nodes: u64,
    /// Moves overlooked per 1,024, at medium distance.
    oversight: u64,
    /// Maximum misjudgement of a position, in hundredths of a pawn.
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

/// The levels that make errors, from 1 on.
const LEVELS: [Level; 7] = [
    level(1, 500, 620, 220),
    level(2, 800, 480, 150),
    level(2, 1_200, 320, 100),
    level(3, 2_000, 210, 70),
    level(3, 3_000, 120, 50),
    level(4, 6_000, 42, 24),
    level(6, NODES as u64, 12, 10),
];

/// The lowest level without errors.
pub(super) const UNERRING: u8 = LEVELS.len() as u8 + 1;

/// Node limit of the highest level with errors.
const NODES: f64 = 9_000.0;

/// Exponents of the levels between [`NODES`] and full strength. A level gets [`NODES`] times the
/// ratio of full strength to [`NODES`], raised to this power; time is converted to nodes. With more
/// time, the distance between all these levels grows, not only that of the last step.
const POWERS: [f64; 2] = [0.25, 0.6];

/// Assumed nodes per second of a thread, for comparing times with [`NODES`].
const SPEED: f64 = 1e6;

/// Node count assumed for full strength without node or time limit, which corresponds to three
/// seconds.
const UNLIMITED: f64 = 3.0 * SPEED;

/// Rating of each level. The differences are from matches on the ball: 100 games each, and 40 games
/// at 0.1 s a move for levels without errors. The base of the scale is an estimate.
pub const RATINGS: [u16; MAX_LEVEL as usize] =
    [600, 730, 890, 1050, 1190, 1500, 1720, 1920, 2130, 2330];

/// Returns whether a level misjudges and overlooks.
pub(super) const fn errs(level: u8) -> bool {
    level < UNERRING
}

/// Returns the level with the nearest rating.
pub fn level_of(rating: u16) -> u8 {
    let nearest = (1..).zip(RATINGS).min_by_key(|(_, r)| r.abs_diff(rating));
    nearest.map_or(1, |(level, _)| level)
}

/// Table size of a level with errors, in mebibytes. The table is private and new in each turn,
/// because results affected by errors are valid only for that turn.
const TABLE_SIZE: usize = 1;

/// Reduces limits to a level's share of full strength.
fn limit(limits: &mut Limits, side: Side, power: f64) {
    let part = |positions: f64| (positions / NODES).max(1.0).powf(power - 1.0);
    let time = limits.optimum_time(side);
    if let Some(time) = time {
        let part = part(time.as_secs_f64() * SPEED);
        limits.move_time = limits.move_time.map(|time| time.mul_f64(part));
        limits.time = limits.time.map(|left| Some(left?.mul_f64(part)));
        limits.increment = limits.increment.map(|more| more.mul_f64(part));
    }
    let unlimited = time.is_none().then_some(UNLIMITED);
    let nodes = limits.nodes.map(|nodes| nodes as f64).or(unlimited);
    let share = |nodes: f64| (nodes * part(nodes)) as u64;
    limits.nodes = nodes.map(share);
    limits.soft_nodes = limits.soft_nodes.map(|nodes| share(nodes as f64));
}

/// Chooses a move as a player of this level, from 1 on.
pub(super) fn choose<B: Evaluated>(
    level: u8,
    seed: u64,
    root: &Root<B>,
    by: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<SearchResult> {
    let mut by = by.clone();
    let limits = &mut by.limits;
    let number = usize::from(level.max(1)) - 1;
    let Some(level) = LEVELS.get(number) else {
        let power = POWERS.get(number - LEVELS.len()).copied().unwrap_or(1.0);
        limit(limits, root.position().turn(), power);
        return search_with(None, root, &by, stop, report);
    };
    limits.nodes = Some(limits.nodes.map_or(level.nodes, |n| n.min(level.nodes)));
    limits.depth = Some(limits.depth.map_or(level.depth, |d| d.min(level.depth)));
    let table = TranspositionTable::new(TABLE_SIZE);
    by.table = &table;
    by.threads = 1;
    let handicap = Handicap {
        seed: rng(seed, root.position().hash()).rand_u64(),
        oversight: level.oversight,
        noise: level.noise,
    };
    search_with(Some(&handicap), root, &by, stop, report)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn unerring_levels_get_a_share_of_time_or_nodes() {
        let of = |limits: &Limits, power| {
            let mut limits = limits.clone();
            limit(&mut limits, Side::White, power);
            limits
        };
        for seconds in [0.05, 0.1, 1.0, 3.0, 60.0] {
            let full = Limits {
                move_time: Some(Duration::from_secs_f64(seconds)),
                nodes: Some((seconds * SPEED) as u64),
                ..Limits::default()
            };
            let parts = POWERS.map(|power| {
                let part = of(&full, power);
                let time = part.move_time.map_or(0.0, |time| time.as_secs_f64());
                let nodes = part.nodes.map_or(0.0, |nodes| nodes as f64);
                // Time and nodes get the same share.
                assert!((time * SPEED / nodes - 1.0).abs() < 1e-3);
                nodes
            });
            let all = [NODES, parts[0], parts[1], seconds * SPEED];
            assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
        }
        // A tiny budget is not reduced.
        let little = Limits {
            nodes: Some(5000),
            ..Limits::default()
        };
        assert_eq!(of(&little, 0.25).nodes, Some(5000));
        // Without limits, the share of three seconds applies.
        let none = of(&Limits::default(), 0.6).nodes;
        assert!(none.is_some_and(|nodes| (200_000..400_000).contains(&nodes)));
        // A game clock is reduced for both sides.
        let clock = Limits {
            time: [Some(Duration::from_secs(60)); 2],
            ..Limits::default()
        };
        let part = of(&clock, 0.6);
        assert!(part.time[0].is_some_and(|left| left < Duration::from_secs(20)));
        assert_eq!(part.nodes, None);
    }
}
