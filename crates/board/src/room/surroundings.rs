//! The surroundings of the board, virtual or real.

use bevy::prelude::*;

/// Surroundings of the board.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surroundings {
    /// Virtual room of the game.
    #[default]
    OurRoom,
    /// Real room, seen through the headset.
    Passthrough,
}

impl Surroundings {
    /// Returns the real or the virtual surroundings.
    pub const fn of(is_real: bool) -> Self {
        if is_real {
            Self::Passthrough
        } else {
            Self::OurRoom
        }
    }
}
