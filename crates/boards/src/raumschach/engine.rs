//! Evaluation of Raumschach.

use std::sync::LazyLock;

use icochess_engine::{
    Evaluated, Evaluator, Level, Score, SearchFeature, SearchFeatures, WEAKER_LEVELS,
};
use icochess_rules::{Cell, Lattice, Side, Vector};

use super::rules::{Raumschach, SIZE, points};

/// Maximum number of pawn steps to promotion.
const MAX_STEPS: usize = 8;

impl Evaluated for Raumschach {
    const VALUES: &'static str = include_str!("values.ron");
    const NETWORK: &'static [u8] = include_bytes!("network.bin");
    /// One class per number of pawn steps from the first rank and level.
    const CLASSES: usize = MAX_STEPS + 1;
    const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
    const BENCH_DEPTH: u8 = 5;
    /// Roughly proportional to the piece values.
    const PHASE: &'static [i32] = &[0, 2, 2, 2, 5, 0, 1];
    const MARGIN_PAWN: Score = 200;
    const WIN_CHANCE_SCALE: f64 = 0.0039;
    const LEVELS: [Level; WEAKER_LEVELS] = [
        Level::new(840, 80, 600, 1_600),
        Level::new(640, 80, 600, 1_600),
        Level::new(420, 80, 600, 1_600),
        Level::new(180, 80, 600, 1_600),
        Level::new(0, 91, 550, 1_400),
        Level::new(0, 130, 430, 1_000),
        Level::new(0, 170, 350, 740),
        Level::new(0, 240, 280, 540),
        Level::new(0, 350, 210, 370),
        Level::new(0, 640, 140, 200),
        Level::new(0, 940, 110, 140),
        Level::new(0, 1_400, 81, 91),
        Level::new(0, 2_100, 60, 60),
        Level::new(0, 5_100, 33, 25),
        Level::new(0, 11_000, 19, 12),
        Level::new(0, 21_000, 12, 6),
        Level::new(0, 44_000, 7, 3),
    ];
    const SEARCH_FEATURES: SearchFeatures =
        SearchFeatures::COMMON.without(SearchFeature::Recaptures);

    /// Returns the sum of rank and level from the side's view.
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
            Side::Black => MAX_STEPS - steps,
        }
    }

    /// Returns the board from the side's corner: as it is, mirrored, and both with ranks and levels
    /// exchanged, as pawns move either way.
    fn views(side: Side) -> Vec<Vec<u8>> {
        let turned = move |at: Vector| match side {
            Side::White => at,
            Side::Black => at.map(|it| SIZE - 1 - it),
        };
        let mirrored = |[file, rank, level]: Vector| [SIZE - 1 - file, rank, level];
        let exchanged = |[file, rank, level]: Vector| [file, level, rank];
        let lattice = Lattice { points: points() };
        vec![
            lattice.images(turned),
            lattice.images(|at| mirrored(turned(at))),
            lattice.images(|at| exchanged(turned(at))),
            lattice.images(|at| exchanged(mirrored(turned(at)))),
        ]
    }

    fn evaluator() -> &'static Evaluator<Self> {
        static EVALUATOR: LazyLock<Evaluator<Raumschach>> = LazyLock::new(Evaluator::built_in);
        &EVALUATOR
    }
}
