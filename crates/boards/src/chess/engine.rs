//! Evaluation of 8×8 chess.

use std::sync::LazyLock;

use icochess_engine::{
    Evaluated, Evaluator, Level, Score, SearchFeature, SearchFeatures, WEAKER_LEVELS,
};
use icochess_rules::{Cell, Equipment, Side};

use super::rules::Chess;

impl Evaluated for Chess {
    const VALUES: &'static str = include_str!("values.ron");
    const NETWORK: &'static [u8] = include_bytes!("network.bin");
    const CLASSES: usize = 64;
    const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
    const BENCH_DEPTH: u8 = 10;
    /// The usual phase weights, 24 at the start. Source:
    /// <https://www.chessprogramming.org/Tapered_Eval>.
    const PHASE: &'static [i32] = &[0, 1, 1, 2, 4, 0];
    const MARGIN_PAWN: Score = 240;
    const WIN_CHANCE_SCALE: f64 = 0.0042;
    const LEVELS: [Level; WEAKER_LEVELS] = [
        Level::new(780, 60, 600, 1_600),
        Level::new(440, 60, 600, 1_600),
        Level::new(160, 60, 600, 1_600),
        Level::new(0, 71, 530, 1_400),
        Level::new(0, 100, 410, 930),
        Level::new(0, 150, 320, 660),
        Level::new(0, 210, 250, 470),
        Level::new(0, 290, 200, 330),
        Level::new(0, 420, 150, 230),
        Level::new(0, 630, 120, 150),
        Level::new(0, 970, 85, 99),
        Level::new(0, 1_600, 59, 59),
        Level::new(0, 3_100, 38, 31),
        Level::new(0, 6_600, 20, 15),
        Level::new(0, 15_000, 7, 6),
        Level::new(0, 29_000, 2, 3),
        Level::new(0, 53_000, 0, 2),
    ];
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL
        .without(SearchFeature::Progress)
        .without(SearchFeature::Recaptures);

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

    /// Returns the board from the side's edge, as it is and mirrored.
    fn views(side: Side) -> Vec<Vec<u8>> {
        let seen = || Self::tables().cells().map(|cell| Self::class(side, cell));
        vec![
            seen().map(|class| class as u8).collect(),
            seen().map(|class| Self::mirror(class) as u8).collect(),
        ]
    }

    fn evaluator() -> &'static Evaluator<Self> {
        static EVALUATOR: LazyLock<Evaluator<Chess>> = LazyLock::new(Evaluator::built_in);
        &EVALUATOR
    }
}
