//! Evaluation of 8×8 chess.

use std::sync::LazyLock;

use icochess_engine::{Evaluated, Evaluator, Score, SearchFeature, SearchFeatures};
use icochess_rules::{Cell, Side};

use super::rules::Chess;

impl Evaluated for Chess {
    const VALUES: &'static str = include_str!("values.ron");
    const CLASSES: usize = 64;
    const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
    const BENCH_DEPTH: u8 = 10;
    /// The usual phase weights, 24 at the start. Source:
    /// <https://www.chessprogramming.org/Tapered_Eval>.
    const PHASE: &'static [i32] = &[0, 1, 1, 2, 4, 0];
    const MARGIN_PAWN: Score = 240;
    const WIN_CHANCE_SCALE: f64 = 0.0042;
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL.without(SearchFeature::Recaptures);

    /// Returns the square from the side's point of view, counted from a1.
    fn class(side: Side, cell: Cell) -> usize {
        match side {
            Side::White => cell.index(),
            Side::Black => cell.index() ^ 56,
        }
    }

    /// Returns the square mirrored from left to right.
    fn mirror(class: usize) -> usize {
        class ^ 7
    }

    fn evaluator() -> &'static Evaluator<Self> {
        static EVALUATOR: LazyLock<Evaluator<Chess>> = LazyLock::new(Evaluator::built_in);
        &EVALUATOR
    }
}
