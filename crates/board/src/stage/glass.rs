//! The switch for a ball of glass: one looks through its near half at the other one.

use bevy::prelude::*;
use icochess_shape::Shape;

/// Radius of the ring that tells of a piece on the near half, as a part of the scale of pieces: a
/// little wider than a foot.
const RING: f32 = 0.13;

/// Radius of the ring that tells of a piece on the near half, metres.
pub fn ring_radius(shape: &Shape) -> f32 {
    RING * shape.piece_scale
}

/// Whether the near half of a ball is looked through. Other boards hide nothing so.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Glass {
    /// Whether it was switched on.
    pub is_switched: bool,
    /// Whether it is held on, as with its button on the panel.
    pub is_held: bool,
}

impl Glass {
    /// Whether it is on.
    pub const fn is_on(self) -> bool {
        self.is_switched || self.is_held
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Glass>();
}
