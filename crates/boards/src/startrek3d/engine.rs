//! Evaluation of Star Trek 3D chess, with the same values for both rule sets.

use std::sync::LazyLock;

use icochess_engine::{
    Evaluated, Evaluator, Level, Score, SearchFeature, SearchFeatures, WEAKER_LEVELS,
};
use icochess_rules::{Cell, Lattice, Side, Vector};

use super::frame::points;
use super::rules::{StarTrek3d, StarTrek3dAdjacent};

macro_rules! evaluated {
    ($board:ty) => {
        impl Evaluated for $board {
            const VALUES: &'static str = include_str!("values.ron");
            const NETWORK: &'static [u8] = include_bytes!("network.bin");
            /// One class per row.
            const CLASSES: usize = 10;
            const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
            const PHASE: &'static [i32] = &[0, 0, 2, 1, 1, 4, 0];
            const MARGIN_PAWN: Score = 200;
            const WIN_CHANCE_SCALE: f64 = 0.0053;
            const LEVELS: [Level; WEAKER_LEVELS] = [
                Level::new(910, 60, 600, 1_600),
                Level::new(690, 60, 600, 1_600),
                Level::new(440, 60, 600, 1_600),
                Level::new(120, 60, 600, 1_600),
                Level::new(0, 84, 470, 1_100),
                Level::new(0, 130, 360, 760),
                Level::new(0, 190, 260, 500),
                Level::new(0, 300, 200, 320),
                Level::new(0, 440, 150, 220),
                Level::new(0, 630, 120, 150),
                Level::new(0, 860, 93, 110),
                Level::new(0, 1_200, 72, 77),
                Level::new(0, 2_000, 52, 48),
                Level::new(0, 3_400, 35, 28),
                Level::new(0, 6_500, 23, 15),
                Level::new(0, 13_000, 14, 7),
                Level::new(0, 29_000, 8, 3),
            ];
            const SEARCH_FEATURES: SearchFeatures = SearchFeatures::COMMON
                .without(SearchFeature::LateCaptures)
                .without(SearchFeature::Recaptures);

            /// Returns the row from the side's view.
            fn class(side: Side, cell: Cell) -> usize {
                static ROWS: LazyLock<Vec<usize>> = LazyLock::new(|| {
                    let points = points().into_iter();
                    points.map(|at| at[1] as usize).collect()
                });
                let row = ROWS[cell.index()];
                match side {
                    Side::White => row,
                    Side::Black => 9 - row,
                }
            }

            /// Returns the board from the side's end, turned upside down for Black, as it is and
            /// mirrored.
            fn views(side: Side) -> Vec<Vec<u8>> {
                let turned = move |[column, row, level]: Vector| match side {
                    Side::White => [column, row, level],
                    Side::Black => [column, 9 - row, 8 - level],
                };
                let mirrored = |[column, row, level]: Vector| [5 - column, row, level];
                let lattice = Lattice { points: points() };
                vec![
                    lattice.images(turned),
                    lattice.images(|at| mirrored(turned(at))),
                ]
            }

            fn evaluator() -> &'static Evaluator<Self> {
                static EVALUATOR: LazyLock<Evaluator<$board>> = LazyLock::new(Evaluator::built_in);
                &EVALUATOR
            }
        }
    };
}

evaluated!(StarTrek3d);
evaluated!(StarTrek3dAdjacent);
