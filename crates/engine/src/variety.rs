//! Variety of full strength in the opening.

use std::sync::atomic::AtomicBool;

use super::eval::Evaluated;
use super::rng::rng;
use super::root::Root;
use super::score::{is_mate, win_chance};
use super::search::{Info, Search, SearchResult, search};
use icochess_rules::Position;

/// Plies from the start of a game in which the moves vary.
const PLIES: u32 = 16;
/// Number of moves to choose from, at most.
const LINES: usize = 6;
/// Winning chance that a move may cost, from 0 to 1.
const MAX_LOSS: f64 = 0.03;

/// Returns the number of plies played, by a position's move number.
fn ply<B: Evaluated>(position: &Position<B>) -> u32 {
    2 * (u32::from(position.fullmove_number()) - 1) + position.turn().index() as u32
}

/// Searches at full strength. At the start of a game, a seed other than 0 chooses among the moves
/// that are nearly as good as the best. Analysis, which doesn't end by itself or wants particular
/// moves or several lines, always gets the best move.
pub(super) fn choose<B: Evaluated>(
    seed: u64,
    root: Root<B>,
    by: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<SearchResult> {
    let limits = &by.limits;
    let is_analysis =
        limits.infinite || limits.mate.is_some() || by.multi_pv > 1 || !by.search_moves.is_empty();
    let position = *root.position();
    if seed == 0 || is_analysis || ply(&position) >= PLIES {
        return search(root, by, stop, report);
    }
    let by = Search {
        multi_pv: LINES,
        ..by.clone()
    };
    // Lines of the last two iterations.
    let (mut before, mut lines) = (Vec::new(), Vec::<Info>::new());
    let mut found = search(root, &by, stop, &mut |info| {
        if info.multi_pv == 1 {
            before = std::mem::take(&mut lines);
            report(info);
        }
        lines.push(info.clone());
    })?;
    // The last iteration may lack lines.
    if lines.len() < before.len() {
        lines = before;
    }
    let chance = |info: &Info| win_chance(info.score, B::WIN_CHANCE_SCALE);
    // The rivals of a better move, found since, are unknown.
    let best = lines
        .first()
        .filter(|info| info.pv[0] == found.best_move && !is_mate(info.score));
    let Some(least) = best.map(|best| chance(best) - MAX_LOSS) else {
        return Some(found);
    };
    lines.retain(|info| chance(info) >= least);
    let number = rng(seed, position.hash()).rand_range(0..lines.len() as u64);
    let mut line = lines.swap_remove(number as usize);
    if line.pv[0] != found.best_move {
        line.multi_pv = 1;
        report(&line);
        found.best_move = line.pv[0];
        found.ponder = line.pv.get(1).copied();
        found.info = Some(line);
    }
    Some(found)
}
