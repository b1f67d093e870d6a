//! Places of things on a board whose parts are moved apart.

use bevy::prelude::*;

use icochess_rules::Cell;
use icochess_shape::{Shape, Stand};

/// The part of their way apart that the parts of the board have gone, from 0 to 1.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The value at the moment.
    pub(crate) now: f32,
    /// The value from which the change set out.
    pub(crate) from: f32,
    /// Seconds since then.
    pub(crate) elapsed: f32,
}

impl Spread {
    /// The way by which a part is moved out of its place now, metres.
    pub fn of_part(&self, part: usize, shape: &Shape) -> Vec3 {
        let inside = shape.inside.as_ref();
        let apart = inside.and_then(|inside| inside.apart.get(part));
        apart.map_or(Vec3::ZERO, |apart| *apart * self.now)
    }

    /// The middle of a cell where it is seen now, in the board's frame.
    pub fn centre(&self, cell: Cell, shape: &Shape) -> Vec3 {
        shape.centre(cell) + self.of_part(shape.places[cell.index()].part, shape)
    }

    /// The centre of a cell in the frame of a part, metres.
    pub fn centre_from(&self, part: usize, cell: Cell, shape: &Shape) -> Vec3 {
        self.centre(cell, shape) - self.of_part(part, shape)
    }

    /// The place of the first piece of a reserve's stand, in the frame of a part, metres.
    pub fn stand_from(&self, part: usize, stand: &Stand, shape: &Shape) -> Vec3 {
        stand.at + self.of_part(stand.part, shape) - self.of_part(part, shape)
    }
}
