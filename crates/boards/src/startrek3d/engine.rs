//! Evaluation of Star Trek 3D chess, with the same values for both rule sets.

use std::sync::LazyLock;

use icochess_engine::{Evaluated, Evaluator, Score, SearchFeature, SearchFeatures};
use icochess_rules::{Cell, Side};

use super::frame::points;
use super::rules::{StarTrek3d, StarTrek3dAdjacent};

macro_rules! evaluated {
    ($board:ty) => {
        impl Evaluated for $board {
            const VALUES: &'static str = include_str!("values.ron");
            /// One class per row.
            const CLASSES: usize = 10;
            const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
            const PHASE: &'static [i32] = &[0, 0, 2, 1, 1, 4, 0];
            const MARGIN_PAWN: Score = 200;
            const WIN_CHANCE_SCALE: f64 = 0.0053;
            const SEARCH_FEATURES: SearchFeatures =
                SearchFeatures::ALL.without(SearchFeature::Recaptures);

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

            fn evaluator() -> &'static Evaluator<Self> {
                static EVALUATOR: LazyLock<Evaluator<$board>> = LazyLock::new(Evaluator::built_in);
                &EVALUATOR
            }
        }
    };
}

evaluated!(StarTrek3d);
evaluated!(StarTrek3dAdjacent);
