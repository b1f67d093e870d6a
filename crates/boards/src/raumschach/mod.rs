//! Raumschach: chess in space on five stacked boards of 5×5 cells.

mod engine;
mod frame;
mod guide;
mod rules;
mod shape;
mod tutorial;

pub use frame::{LEVEL, RIM, SQUARE};
pub use rules::{Raumschach, points};

use icochess_shape::Shape;

use crate::registered::{OnEvaluated, Registered};

impl Registered for Raumschach {
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn shape() -> Shape {
        shape::shape()
    }

    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        Some(task.run::<Self>())
    }
}
