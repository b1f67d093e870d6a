//! OctHex 146: 146 cells in an octahedron, without kings.

mod engine;
mod guide;
mod rules;
mod shape;
mod tutorial;

pub use rules::{OctHex146, points};
pub use shape::{LEVEL, SQUARE};

use icochess_shape::Shape;

use crate::registered::{OnEvaluated, Registered};

impl Registered for OctHex146 {
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn shape() -> Shape {
        shape::shape()
    }

    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        Some(task.run::<Self>())
    }
}
