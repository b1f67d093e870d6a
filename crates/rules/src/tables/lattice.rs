//! Boards in space whose cells are points of the integer lattice, with lines and leaps along
//! vectors.

use super::layout::LineSpec;
use crate::cell::{Cell, CellSet, set_of};

/// A point, or the vector from one point to another.
pub type Vector = [i32; 3];

/// Returns `a + times * b`.
pub fn add(a: Vector, b: Vector, times: i32) -> Vector {
    std::array::from_fn(|i| a[i] + times * b[i])
}

/// Returns all distinct vectors with these lengths along the axes, in any order and with any signs.
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

/// The cells of a board as points.
pub struct Lattice {
    /// Points, by index of their cells.
    pub points: Vec<Vector>,
}

impl Lattice {
    /// Returns the cell at a point, if there is one.
    pub fn cell(&self, at: Vector) -> Option<Cell> {
        let index = self.points.iter().position(|known| *known == at)?;
        Some(Cell::new(index as u8))
    }

    /// Returns the indices of all cells' images under a mapping of the points.
    ///
    /// # Panics
    ///
    /// If a cell is mapped to a point without one.
    pub fn images(&self, map: impl Fn(Vector) -> Vector) -> Vec<u8> {
        let image = |at: &Vector| self.cell(map(*at)).expect("a cell's image is a cell");
        let images = self.points.iter().map(image);
        images.map(|cell| cell.index() as u8).collect()
    }

    /// Returns the cells whose points satisfy a condition.
    pub fn set<S: CellSet>(&self, is_in: impl Fn(Vector) -> bool) -> S {
        let points = self.points.iter();
        set_of(
            points
                .filter(|at| is_in(**at))
                .filter_map(|at| self.cell(*at)),
        )
    }

    /// Returns all lines along the vectors. Each vector also represents its opposite.
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

    /// Returns the cells at `times` each vector, by origin cell.
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
