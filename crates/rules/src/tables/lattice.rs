//! Boards in space whose cells are points of the integer lattice: lines and leaps along
//! vectors.

use super::layout::LineSpec;
use crate::cell::{Cell, CellSet, set_of};

/// A point, or a way from one to another.
pub type Vector = [i32; 3];

/// `a + times * b`.
pub fn add(a: Vector, b: Vector, times: i32) -> Vector {
    std::array::from_fn(|i| a[i] + times * b[i])
}

/// All vectors that have these lengths along the axes, in any order and with any signs:
/// one for zero lengths.
pub fn all_of(lengths: Vector) -> Vec<Vector> {
    const ORDERS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let signed = |order: [usize; 3], signs: usize| {
        std::array::from_fn(|axis| {
            let sign = if signs >> axis & 1 == 0 { 1 } else { -1 };
            sign * lengths[order[axis]]
        })
    };
    let orders = ORDERS.into_iter();
    let mut vectors: Vec<Vector> = orders
        .flat_map(|order| (0..8).map(move |signs| signed(order, signs)))
        .collect();
    vectors.sort_unstable();
    vectors.dedup();
    vectors
}

/// The cells of a board, by their points: the place of a point is the index of its cell.
pub struct Lattice {
    /// The points, by index of their cells.
    pub points: Vec<Vector>,
}

impl Lattice {
    /// The cell at a point, if there is one.
    pub fn cell(&self, at: Vector) -> Option<Cell> {
        let index = self.points.iter().position(|known| *known == at)?;
        Some(Cell::new(index as u8))
    }

    /// The cells whose points pass a test.
    pub fn set<S: CellSet>(&self, is_in: impl Fn(Vector) -> bool) -> S {
        let points = self.points.iter();
        set_of(
            points
                .filter(|at| is_in(**at))
                .filter_map(|at| self.cell(*at)),
        )
    }

    /// All lines along the vectors, of which each stands for its opposite too.
    pub fn lines(&self, kind: u8, vectors: &[Vector]) -> Vec<LineSpec> {
        let steps = vectors.iter().filter(|step| **step > [0; 3]);
        let begins = |step: Vector| {
            let points = self.points.iter().copied();
            points.filter(move |at| self.cell(add(*at, step, -1)).is_none())
        };
        steps
            .flat_map(|&step| begins(step).map(move |first| (first, step)))
            .map(|(first, step)| LineSpec {
                kind,
                closed: false,
                cells: (0..)
                    .map_while(|n| self.cell(add(first, step, n)))
                    .collect(),
            })
            .filter(|line| line.cells.len() > 1)
            .collect()
    }

    /// The cells to which `times` of the vectors lead, by cell.
    pub fn leaps<S: CellSet>(&self, vectors: &[Vector], times: i32) -> Vec<S> {
        let ends = |at| {
            set_of(
                vectors
                    .iter()
                    .filter_map(|by| self.cell(add(at, *by, times))),
            )
        };
        self.points.iter().map(|at| ends(*at)).collect()
    }
}
