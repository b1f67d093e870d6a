//! What the engine knows of each board beside its rules.

use std::sync::LazyLock;

use super::evaluated::Evaluated;
use super::evaluator::Evaluator;
use crate::engine::features::{SearchFeature, SearchFeatures};
use crate::engine::score::Score;
use crate::rules::{
    Cell, Chess, Icochess, OctHex146, Side, StarTrek3d, StarTrek3dAdjacent, octhex146, startrek3d,
};

macro_rules! built_in {
    ($board:ty) => {
        fn evaluator() -> &'static Evaluator<Self> {
            static EVALUATOR: LazyLock<Evaluator<$board>> = LazyLock::new(|| {
                let values = ron::from_str(<$board>::VALUES).expect("the built-in values");
                Evaluator::new(&values).expect("the built-in values")
            });
            &EVALUATOR
        }
    };
}

impl Evaluated for Icochess {
    const VALUES: &'static str = include_str!("../../../assets/engine/icochess.ron");
    const CLASSES: usize = 2;
    const BENCH_POSITIONS: &'static str = include_str!("../../../assets/engine/bench_icochess.txt");
    /// In about the proportions of what the pieces are worth on the ball.
    const PHASE: &'static [i32] = &[0, 1, 2, 3, 4, 0];
    const MARGIN_PAWN: Score = 114;
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL
        .without(SearchFeature::LateMovePruning)
        .without(SearchFeature::Recaptures);

    /// The middle tile of a face, or one at its corners.
    fn class(_: Side, cell: Cell) -> usize {
        usize::from(!cell.index().is_multiple_of(4))
    }

    built_in!(Icochess);
}

impl Evaluated for Chess {
    const VALUES: &'static str = include_str!("../../../assets/engine/chess.ron");
    const CLASSES: usize = 64;
    const BENCH_POSITIONS: &'static str = include_str!("../../../assets/engine/bench_chess.txt");
    const BENCH_DEPTH: u8 = 10;
    /// The usual ones: 24 at the start. Source:
    /// <https://www.chessprogramming.org/Tapered_Eval>.
    const PHASE: &'static [i32] = &[0, 1, 1, 2, 4, 0];
    const MARGIN_PAWN: Score = 240;
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL.without(SearchFeature::Recaptures);

    /// The square as its side sees it, from a1.
    fn class(side: Side, cell: Cell) -> usize {
        match side {
            Side::White => cell.index(),
            Side::Black => cell.index() ^ 56,
        }
    }

    /// The square of the same rank on the other side of the middle.
    fn mirror(class: usize) -> usize {
        class ^ 7
    }

    built_in!(Chess);
}

impl Evaluated for OctHex146 {
    const VALUES: &'static str = include_str!("../../../assets/engine/octhex146.ron");
    /// The hexagonal planes.
    const CLASSES: usize = 6;
    const BENCH_POSITIONS: &'static str =
        include_str!("../../../assets/engine/bench_octhex146.txt");
    const BENCH_DEPTH: u8 = 5;
    const PHASE: &'static [i32] = &[0, 2, 1, 2, 1, 3, 4, 3, 3, 2, 3];
    const MARGIN_PAWN: Score = 200;
    /// Of 46 pieces a side, some can always take others.
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL;

    /// The hexagonal plane, as its side sees it.
    fn class(side: Side, cell: Cell) -> usize {
        static PLANES: LazyLock<Vec<usize>> = LazyLock::new(|| {
            let points = octhex146::points().into_iter();
            points
                .map(|at| ((at.iter().sum::<i32>() + 5) / 2) as usize)
                .collect()
        });
        let plane = PLANES[cell.index()];
        match side {
            Side::White => plane,
            Side::Black => 5 - plane,
        }
    }

    built_in!(OctHex146);
}

/// Both sets of rules have the same values.
macro_rules! star_trek {
    ($board:ty) => {
        impl Evaluated for $board {
            const VALUES: &'static str = include_str!("../../../assets/engine/startrek3d.ron");
            /// The rows.
            const CLASSES: usize = 10;
            const BENCH_POSITIONS: &'static str =
                include_str!("../../../assets/engine/bench_startrek3d.txt");
            const PHASE: &'static [i32] = &[0, 0, 2, 1, 1, 4, 0];
            const MARGIN_PAWN: Score = 200;
            const SEARCH_FEATURES: SearchFeatures =
                SearchFeatures::ALL.without(SearchFeature::Recaptures);

            /// The row, as the side sees it.
            fn class(side: Side, cell: Cell) -> usize {
                static ROWS: LazyLock<Vec<usize>> = LazyLock::new(|| {
                    let points = startrek3d::points().into_iter();
                    points.map(|at| at[1] as usize).collect()
                });
                let row = ROWS[cell.index()];
                match side {
                    Side::White => row,
                    Side::Black => 9 - row,
                }
            }

            built_in!($board);
        }
    };
}

star_trek!(StarTrek3d);
star_trek!(StarTrek3dAdjacent);
