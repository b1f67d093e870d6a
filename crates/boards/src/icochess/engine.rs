//! Evaluation of the ball.

use std::sync::LazyLock;

use icochess_engine::{
    Evaluated, Evaluator, Level, Score, SearchFeature, SearchFeatures, WEAKER_LEVELS,
};
use icochess_rules::{Cell, Side};

use super::rules::Icochess;

impl Evaluated for Icochess {
    const VALUES: &'static str = include_str!("values.ron");
    const NETWORK: &'static [u8] = include_bytes!("network.bin");
    const CLASSES: usize = 2;
    const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
    /// Roughly proportional to the piece values on the ball.
    const PHASE: &'static [i32] = &[0, 1, 2, 3, 4, 0];
    const MARGIN_PAWN: Score = 114;
    const WIN_CHANCE_SCALE: f64 = 0.0124;
    const LEVELS: [Level; WEAKER_LEVELS] = [
        Level::new(930, 60, 600, 1_600),
        Level::new(740, 60, 600, 1_600),
        Level::new(480, 60, 600, 1_600),
        Level::new(180, 60, 600, 1_600),
        Level::new(0, 75, 510, 1_300),
        Level::new(0, 110, 390, 860),
        Level::new(0, 180, 280, 530),
        Level::new(0, 350, 170, 270),
        Level::new(0, 590, 120, 160),
        Level::new(0, 1_000, 82, 93),
        Level::new(0, 2_500, 45, 39),
        Level::new(0, 4_900, 27, 19),
        Level::new(0, 9_100, 18, 11),
        Level::new(0, 15_000, 13, 6),
        Level::new(0, 26_000, 8, 4),
        Level::new(0, 68_000, 2, 1),
        Level::new(0, 250_000, 0, 1),
    ];
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL.without(SearchFeature::Recaptures);

    /// Returns 0 for the middle tile of a face, 1 for its corner tiles.
    fn class(_: Side, cell: Cell) -> usize {
        usize::from(!cell.index().is_multiple_of(4))
    }

    fn evaluator() -> &'static Evaluator<Self> {
        static EVALUATOR: LazyLock<Evaluator<Icochess>> = LazyLock::new(Evaluator::built_in);
        &EVALUATOR
    }
}
