//! Counting the leaves of the move tree, to check and to time the rules.

use super::board::Board;
use super::moves::Move;
use super::position::Position;

/// The number of move sequences of `depth` plies from `position`.
///
/// The last ply is counted without being played. The end of a game by rules
/// other than mate and stalemate is ignored, as is the custom; depth 0 is 1.
///
/// ```
/// use icochess::rules::{Icochess, Position, perft};
///
/// assert_eq!(perft(&Position::<Icochess>::start(), 2), 2050);
/// ```
#[must_use]
pub fn perft<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut nodes = 0;
            position.each_child(|_, next| nodes += perft(&next, depth - 1));
            nodes
        }
    }
}

/// [`perft`] for each legal move of `position` by itself, sorted by move text.
///
/// Depth 0 has no moves to divide by: the list is empty.
#[must_use]
pub fn divide<B: Board>(position: &Position<B>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut counts: Vec<(Move, u64)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.after(mv), depth - 1)))
        .collect();
    counts.sort_by_cached_key(|(mv, _)| mv.uci::<B>());
    counts
}
