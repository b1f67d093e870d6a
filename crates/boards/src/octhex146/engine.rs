//! Evaluation of OctHex 146.

use std::sync::LazyLock;

use icochess_engine::{
    Evaluated, Evaluator, Level, Score, SearchFeature, SearchFeatures, WEAKER_LEVELS,
};
use icochess_rules::{Cell, Lattice, Side};

use super::rules::{OctHex146, points};

impl Evaluated for OctHex146 {
    const VALUES: &'static str = include_str!("values.ron");
    /// Hexagonal planes.
    const CLASSES: usize = 6;
    const BENCH_POSITIONS: &'static str = include_str!("bench.txt");
    const BENCH_DEPTH: u8 = 5;
    const PHASE: &'static [i32] = &[0, 2, 1, 2, 1, 3, 4, 3, 3, 2, 3];
    const MARGIN_PAWN: Score = 200;
    const WIN_CHANCE_SCALE: f64 = 0.0011;
    const LEVELS: [Level; WEAKER_LEVELS] = [
        Level::new(1_005, 200, 600, 1_600),
        Level::new(970, 200, 600, 1_600),
        Level::new(900, 200, 600, 1_600),
        Level::new(820, 200, 600, 1_600),
        Level::new(730, 200, 600, 1_600),
        Level::new(620, 200, 600, 1_600),
        Level::new(490, 200, 600, 1_600),
        Level::new(340, 200, 600, 1_600),
        Level::new(190, 200, 600, 1_600),
        Level::new(0, 200, 600, 1_600),
        Level::new(0, 260, 500, 1_200),
        Level::new(0, 350, 400, 910),
        Level::new(0, 490, 320, 650),
        Level::new(0, 700, 250, 460),
        Level::new(0, 1_000, 190, 310),
        Level::new(0, 1_600, 140, 200),
        Level::new(0, 2_600, 99, 120),
    ];
    /// With 46 pieces a side, captures are nearly always available.
    const SEARCH_FEATURES: SearchFeatures =
        SearchFeatures::COMMON.without(SearchFeature::LateCaptures);

    /// Returns the hexagonal plane from the side's view.
    fn class(side: Side, cell: Cell) -> usize {
        static PLANES: LazyLock<Vec<usize>> = LazyLock::new(|| {
            let points = points().into_iter();
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

    /// Returns the board from the side's face, in the six ways that keep the direction of pawns.
    fn views(side: Side) -> Vec<Vec<u8>> {
        const AXES: [[usize; 3]; 6] = [
            [0, 1, 2],
            [1, 0, 2],
            [0, 2, 1],
            [2, 1, 0],
            [1, 2, 0],
            [2, 0, 1],
        ];
        let sign = if side == Side::White { 1 } else { -1 };
        let lattice = Lattice { points: points() };
        AXES.map(|axes| lattice.images(|at| axes.map(|axis| sign * at[axis])))
            .to_vec()
    }

    fn evaluator() -> &'static Evaluator<Self> {
        static EVALUATOR: LazyLock<Evaluator<OctHex146>> = LazyLock::new(Evaluator::built_in);
        &EVALUATOR
    }
}
