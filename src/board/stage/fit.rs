//! How large the board is for a player, and where.

use bevy::prelude::*;

use icochess_shape::{Shape, Stance};

/// The player's adjustments to the size and place that a board's shape asks for.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Scale of the board; 1 is its usual size.
    pub size: f32,
    /// How much farther away the board is, metres.
    pub farther: f32,
    /// How much higher the board is, metres.
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
    /// The place at which a board of this shape is put for the player.
    pub fn stance(self, shape: &Shape) -> Stance {
        Stance {
            ahead: shape.stance.ahead + self.farther,
            below: shape.stance.below - self.higher,
        }
    }
}
