//! Playing strength levels.
//!
//! Levels below full strength search few nodes on one thread, misjudge positions and overlook moves
//! (`handicap`). The lowest also play random moves. Each board has its own table
//! ([`Evaluated::LEVELS`]), tuned by matches so that each level beats the one below about equally
//! often. A seed gives the same moves on every machine, unless a time limit ends the search.

use std::sync::atomic::AtomicBool;

use super::eval::{Evaluated, WEAKER_LEVELS};
use super::handicap::Handicap;
use super::rng::rng;
use super::root::Root;
use super::search::{Info, Search, SearchResult, search_with};
use super::simple::random_move;
use super::transposition::TranspositionTable;

/// The highest level: full strength.
pub const MAX_LEVEL: u8 = WEAKER_LEVELS as u8 + 1;

/// Rating of each level on 8×8, on the scale of Stockfish's `UCI_Elo`. Levels 10 to 17 are
/// interpolated between measured settings (`docs/notes/strength.md`), the others are estimates.
pub const RATINGS: [u16; MAX_LEVEL as usize] = [
    100, 150, 200, 250, 300, 350, 410, 610, 810, 1010, 1180, 1290, 1400, 1510, 1620, 1740, 1850,
    2330,
];

/// Returns the level with the nearest rating.
pub fn level_of(rating: u16) -> u8 {
    let nearest = (1..).zip(RATINGS).min_by_key(|(_, r)| r.abs_diff(rating));
    nearest.map_or(1, |(level, _)| level)
}

/// Table size of a level below full strength, in mebibytes. The table is private and new in each
/// turn, because results affected by errors are valid only for that turn.
const TABLE_SIZE: usize = 1;

/// Chooses a move as a player of a level below full strength, from 1 on.
pub(super) fn choose<B: Evaluated>(
    level: u8,
    seed: u64,
    root: &Root<B>,
    by: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<SearchResult> {
    let level = B::LEVELS[usize::from(level.clamp(1, MAX_LEVEL - 1)) - 1];
    let mut by = by.clone();
    let limits = &mut by.limits;
    limits.nodes = Some(limits.nodes.map_or(level.nodes, |n| n.min(level.nodes)));
    let position = root.position();
    // The move number keeps a player from repeating itself when the position does.
    let turn = position
        .hash()
        .wrapping_add(position.fullmove_number().into());
    let mut rng = rng(seed, turn);
    if rng.rand_u64() % 1024 < level.random {
        let (moves, _) = by.root_moves(position);
        let best_move = random_move(&moves, &mut rng)?;
        by.limits.wait(stop);
        return Some(SearchResult {
            best_move,
            ponder: None,
            info: None,
            nodes: 0,
            failed: false,
        });
    }
    let table = TranspositionTable::new(TABLE_SIZE);
    by.table = &table;
    by.threads = 1;
    let handicap = Handicap {
        seed: rng.rand_u64(),
        oversight: level.oversight,
        noise: by.evaluator.percent_of_pawn(level.noise),
    };
    search_with(Some(&handicap), root, &by, stop, report)
}
