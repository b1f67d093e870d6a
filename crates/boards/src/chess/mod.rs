//! Orthodox chess on 8×8 squares.

mod engine;
mod guide;
mod locked;
mod rules;
mod shape;
mod tutorial;

pub use rules::Chess;

use icochess_shape::Shape;

use crate::registered::{OnEvaluated, Registered};

impl Registered for Chess {
    /// Most existing games are 8×8 chess.
    const LIKELIHOOD: u8 = 1;
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn shape() -> Shape {
        shape::shape()
    }

    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        Some(task.run::<Self>())
    }
}
