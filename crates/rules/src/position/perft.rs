//! Perft: counts the leaves of the move tree, to test and time the rules.
//!
//! The last ply is counted without being played.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Board;
use super::moves::Move;
use crate::position::state::Position;

/// Counts the move sequences of `depth` plies from `position`.
///
/// Ignores draws by dead positions and move counts, as is customary. There are no moves if a loss
/// of pieces has ended the game ([`Position::variant_outcome`]). The result for depth 0 is 1.
///
/// ```
/// use icochess_boards::Icochess;
/// use icochess_rules::Position;
/// use icochess_rules::perft;
///
/// assert_eq!(perft(&Position::<Icochess>::start(), 2), 2050);
/// ```
pub fn perft<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    count(position, depth, &never)
}

/// Counts leaves, skipping the rest once `stop` is set. Checks the flag every few thousand leaves,
/// so that it responds promptly at no noticeable cost.
fn count<B: Board>(position: &Position<B>, depth: u32, stop: &AtomicBool) -> u64 {
    match depth {
        0 => 1,
        _ if position.variant_outcome().is_some() => 0,
        1 => position.count_moves(),
        // Doesn't check the flag for two plies.
        3.. if stop.load(Ordering::Relaxed) => 0,
        _ => {
            let mut nodes = 0;
            position.each_child(|_, next| nodes += count(next, depth - 1, stop));
            nodes
        }
    }
}

/// Counts [`perft`] separately for each legal move of `position`, sorted by move text.
///
/// Returns an empty list for depth 0.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Position, divide};
///
/// let start = Position::<Chess>::start();
/// let counts = divide(&start, 2);
/// assert_eq!(counts.len(), 20);
/// let (first, replies) = counts[0];
/// assert_eq!((start.uci(first).as_str(), replies), ("a2a3", 20));
/// ```
pub fn divide<B: Board>(position: &Position<B>, depth: u32) -> Vec<(Move, u64)> {
    let mut counts = Vec::new();
    divide_until(position, depth, &AtomicBool::new(false), |mv, count| {
        counts.push((mv, count));
    });
    counts
}

/// The result of a count that can be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftResult {
    /// Number of leaves counted.
    pub leaves: u64,
    /// Whether the count is complete. `false` if it was stopped.
    pub complete: bool,
}

/// Works like [`divide`], but calls `each` after every counted move. Stops early when another
/// thread sets `stop`.
///
/// A move with an incomplete count isn't passed to `each`, but its leaves are in the sum.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use icochess_boards::Chess;
/// use icochess_rules::{PerftResult, Position, divide_until};
///
/// let (start, never) = (Position::<Chess>::start(), AtomicBool::new(false));
/// let mut moves = 0;
/// let counted = divide_until(&start, 3, &never, |_, _| moves += 1);
/// assert_eq!((moves, counted), (20, PerftResult { leaves: 8902, complete: true }));
/// ```
pub fn divide_until<B: Board>(
    position: &Position<B>,
    depth: u32,
    stop: &AtomicBool,
    mut each: impl FnMut(Move, u64),
) -> PerftResult {
    let Some(rest) = depth.checked_sub(1) else {
        return PerftResult {
            leaves: 1,
            complete: true,
        };
    };
    let mut moves = match position.variant_outcome() {
        Some(_) => Vec::new(),
        None => position.legal_moves(),
    };
    moves.sort_by_cached_key(|mv| position.uci(*mv));
    let mut leaves = 0;
    for mv in moves {
        let count = count(&position.play_unchecked(mv), rest, stop);
        leaves += count;
        if stop.load(Ordering::Relaxed) {
            return PerftResult {
                leaves,
                complete: false,
            };
        }
        each(mv, count);
    }
    PerftResult {
        leaves,
        complete: true,
    }
}
