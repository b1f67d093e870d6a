//! Icochess: chess on the 80 tiles of a ball.

mod engine;
mod guide;
mod rules;
mod shape;
mod solid;
mod tutorial;

pub use rules::*;
pub use shape::RADIUS;
pub use solid::{Point, SOLID, Solid, TILES};

use icochess_shape::Shape;

use crate::registered::{OnEvaluated, Registered};

impl Registered for Icochess {
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn shape() -> Shape {
        shape::shape()
    }

    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        Some(task.run::<Self>())
    }
}
