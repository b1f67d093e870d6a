//! Levels below full strength.

use std::sync::atomic::AtomicBool;

use super::eval::Evaluated;
use super::search::Info;
use super::{Found, Search, search};
use crate::rules::History;

/// Chooses a move as a player of that level would.
pub(super) fn choose<B: Evaluated>(
    level: u8,
    _seed: u64,
    game: &History<B>,
    by: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<Found> {
    let most = 50 << (2 * level.min(9));
    let mut by = by.clone();
    by.limits.nodes = Some(by.limits.nodes.map_or(most, |nodes| nodes.min(most)));
    by.threads = 1;
    search(game, &by, stop, report)
}
