//! How large the board is for a player, and where.

use bevy::prelude::*;

use icochess_shape::{Shape, Stance};

/// What a player wants to be otherwise than the shape of a board says.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// So many times as large.
    pub size: f32,
    /// So much farther away, metres.
    pub farther: f32,
    /// So much higher, metres.
    pub higher: f32,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            size: 1.0,
            farther: 0.0,
            higher: 0.0,
        }
    }
}

impl Fit {
    /// Where a board of that shape is put for the player.
    #[must_use]
    pub fn stance(self, shape: &Shape) -> Stance {
        Stance {
            ahead: shape.stance.ahead + self.farther,
            below: shape.stance.below - self.higher,
        }
    }
}
