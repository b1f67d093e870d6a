//! Positions on a board with its parts moved apart.

use bevy::prelude::*;

use icochess_rules::Cell;
use icochess_shape::{Shape, Stand};

/// Progress of moving the parts apart, from 0 to 1.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Current value.
    pub(crate) now: f32,
    /// Value at the start of the current change.
    pub(crate) from: f32,
    /// Seconds since the start.
    pub(crate) elapsed: f32,
}

impl Spread {
    /// Returns the current offset of a part, in metres.
    pub fn of_part(&self, part: usize, shape: &Shape) -> Vec3 {
        let inside = shape.inside.as_ref();
        let apart = inside.and_then(|inside| inside.apart.get(part));
        apart.map_or(Vec3::ZERO, |apart| *apart * self.now)
    }

    /// Returns the middle of a cell in the board's frame, including the offset.
    pub fn centre(&self, cell: Cell, shape: &Shape) -> Vec3 {
        shape.centre(cell) + self.of_part(shape.places[cell.index()].part, shape)
    }

    /// Returns the middle of a cell in the frame of a part, in metres.
    pub fn centre_from(&self, part: usize, cell: Cell, shape: &Shape) -> Vec3 {
        self.centre(cell, shape) - self.of_part(part, shape)
    }

    /// Returns the place of the first piece in reserve, in the frame of a part, in metres.
    pub fn stand_from(&self, part: usize, stand: &Stand, shape: &Shape) -> Vec3 {
        stand.at + self.of_part(stand.part, shape) - self.of_part(part, shape)
    }
}
