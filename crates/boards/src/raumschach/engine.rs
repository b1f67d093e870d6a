//! The engine's knowledge of Raumschach beside its rules.

use std::sync::LazyLock;

use icochess_engine::{Evaluated, Evaluator, Score, SearchFeature, SearchFeatures};
use icochess_rules::{Cell, Side};

use super::rules::{Raumschach, points};

/// The most steps of a pawn.
const MOST_STEPS: usize = 8;

impl Evaluated for Raumschach {
    const VALUES: &'static str = include_str!("values.ron");
    /// A class for each number of steps that a pawn would have gone on its way to promotion.
    const CLASSES: usize = MOST_STEPS + 1;
    const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
    const BENCH_DEPTH: u8 = 5;
    /// About in the proportions of what the pieces are worth.
    const PHASE: &'static [i32] = &[0, 2, 2, 2, 5, 0, 1];
    const MARGIN_PAWN: Score = 200;
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL.without(SearchFeature::Recaptures);

    /// The ranks and levels from the first of both, as the side sees them.
    fn class(side: Side, cell: Cell) -> usize {
        static STEPS: LazyLock<Vec<usize>> = LazyLock::new(|| {
            let points = points().into_iter();
            points
                .map(|[_, rank, level]| (rank + level) as usize)
                .collect()
        });
        let steps = STEPS[cell.index()];
        match side {
            Side::White => steps,
            Side::Black => MOST_STEPS - steps,
        }
    }

    fn evaluator() -> &'static Evaluator<Self> {
        static EVALUATOR: LazyLock<Evaluator<Raumschach>> = LazyLock::new(Evaluator::built_in);
        &EVALUATOR
    }
}
