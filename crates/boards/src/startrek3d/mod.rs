//! Star Trek 3D chess: stacked large boards, and small boards on pins.

mod engine;
mod frame;
mod grid;
mod guide;
mod layout;
mod map;
mod pieces;
mod rules;
mod shape;
mod stand;
mod tutorial;

pub use frame::{MAIN_BOARDS, are_adjacent, dock_points, pins, points};
pub use grid::{LEVEL, SQUARE};
pub use rules::{StarTrek, StarTrek3d, StarTrek3dAdjacent};
// For the test of the arms' clearance.
#[doc(hidden)]
pub use stand::arm_path;
pub use stand::{ATTACK_RIM, Rim};

use icochess_shape::Shape;

use crate::registered::{OnEvaluated, Registered};

impl Registered for StarTrek3d {
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn shape() -> Shape {
        shape::shape()
    }

    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        Some(task.run::<Self>())
    }
}

impl Registered for StarTrek3dAdjacent {
    fn shape() -> Shape {
        shape::adjacent()
    }

    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        Some(task.run::<Self>())
    }
}
