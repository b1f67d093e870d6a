//! Where things are on a board that is taken apart.

use bevy::prelude::*;

use icochess_rules::Cell;
use icochess_shape::{Shape, Stand};

/// How far the board is taken apart, from 0 to 1.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Spread {
    pub(in crate::board) now: f32,
    /// Where it set out from, and seconds since then.
    pub(in crate::board) from: f32,
    pub(in crate::board) elapsed: f32,
}

impl Spread {
    /// By how much a part is moved now, metres.
    #[must_use]
    pub fn of_part(&self, part: usize, shape: &Shape) -> Vec3 {
        let inside = shape.inside.as_ref();
        let apart = inside.and_then(|inside| inside.apart.get(part));
        apart.map_or(Vec3::ZERO, |apart| *apart * self.now)
    }

    /// The middle of a cell where it is seen now, in the board's frame.
    #[must_use]
    pub fn centre(&self, cell: Cell, shape: &Shape) -> Vec3 {
        shape.centre(cell) + self.of_part(shape.places[cell.index()].part, shape)
    }

    /// The same as seen from a part.
    #[must_use]
    pub fn centre_from(&self, part: usize, cell: Cell, shape: &Shape) -> Vec3 {
        self.centre(cell, shape) - self.of_part(part, shape)
    }

    /// Where the first piece in reserve of a side stands, as seen from a part.
    #[must_use]
    pub fn stand_from(&self, part: usize, stand: &Stand, shape: &Shape) -> Vec3 {
        stand.at + self.of_part(stand.part, shape) - self.of_part(part, shape)
    }
}
