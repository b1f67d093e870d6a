//! The surroundings of the board: a room of the game, or the real one.

use bevy::prelude::*;

/// The surroundings of the board.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surroundings {
    /// A room of the game.
    #[default]
    OurRoom,
    /// The real room, which a headset shows.
    Passthrough,
}

impl Surroundings {
    /// The real room, or one of the game.
    pub const fn of(is_real: bool) -> Self {
        if is_real {
            Self::Passthrough
        } else {
            Self::OurRoom
        }
    }
}
