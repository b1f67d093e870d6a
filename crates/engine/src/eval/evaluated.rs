//! The trait of boards that can be evaluated.

use super::evaluator::Evaluator;
use super::values::KIND_COUNTS;
use crate::features::SearchFeatures;
use crate::score::Score;
use icochess_rules::{Board, Cell, Side};

/// A board that the engine can play on.
pub trait Evaluated: Board {
    /// The built-in weights, in RON.
    const VALUES: &'static str;
    /// Number of classes of cells.
    const CLASSES: usize;
    /// The share of a piece in the phase of the game, by role, in the order of
    /// [`Equipment::ROLES`](icochess_rules::Equipment::ROLES): the more is left, the more it is the
    /// middle of the game. These do not follow [`VALUES`](Self::VALUES): a fit that moved them with
    /// the values of the pieces could make up for a wrong value in the middle of the game by one
    /// that is as wrong at the end.
    const PHASE: &'static [i32];

    /// The value of a pawn, middle and end of the game together, in the weights with which the
    /// margins of the search were set.
    const MARGIN_PAWN: Score;

    /// The parts of the search that bring something on this board, by the matches
    /// that [`SearchFeature`](crate::SearchFeature) tells of. With so many pieces
    /// that some can always take others, quiescence does not end without
    /// [`Recaptures`](crate::SearchFeature::Recaptures).
    const SEARCH_FEATURES: SearchFeatures;
    /// Positions for the benchmark of the search: position text, one a line. None as
    /// a rule.
    const BENCH_POSITIONS: &'static str = "";
    /// Plies to which the benchmark searches them, so that it takes a few seconds.
    const BENCH_DEPTH: u8 = 8;

    /// The class of a cell for a side's pieces.
    fn class(side: Side, cell: Cell) -> usize;

    /// The class of the cells that mirror those of a class, where the halves of
    /// the board are alike.
    fn mirror(class: usize) -> usize {
        class
    }

    /// The evaluator with the built-in weights.
    fn evaluator() -> &'static Evaluator<Self>;
}

/// Length of the lists of weights by the number of pieces of a kind: 0 where no loss of a kind
/// loses the game.
pub(super) const fn kind_counts<B: Board>() -> usize {
    if B::EXTINCTIONS.is_empty() {
        0
    } else {
        KIND_COUNTS
    }
}
