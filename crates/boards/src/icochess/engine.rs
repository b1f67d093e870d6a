//! Evaluation of the ball.

use std::sync::LazyLock;

use icochess_engine::{Evaluated, Evaluator, Score, SearchFeature, SearchFeatures};
use icochess_rules::{Cell, Side};

use super::rules::Icochess;

impl Evaluated for Icochess {
    const VALUES: &'static str = include_str!("values.ron");
    const CLASSES: usize = 2;
    const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
    /// Roughly proportional to the piece values on the ball.
    const PHASE: &'static [i32] = &[0, 1, 2, 3, 4, 0];
    const MARGIN_PAWN: Score = 114;
    const WIN_CHANCE_SCALE: f64 = 0.0124;
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL
        .without(SearchFeature::LateMovePruning)
        .without(SearchFeature::Recaptures);

    /// Returns 0 for the middle tile of a face, 1 for its corner tiles.
    fn class(_: Side, cell: Cell) -> usize {
        usize::from(!cell.index().is_multiple_of(4))
    }

    fn evaluator() -> &'static Evaluator<Self> {
        static EVALUATOR: LazyLock<Evaluator<Icochess>> = LazyLock::new(Evaluator::built_in);
        &EVALUATOR
    }
}
