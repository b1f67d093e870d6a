//! The light that the room around the board has left.

use bevy::prelude::*;

/// The part of its light that the room has, 0 to 1: less while a moment takes some of it. All lights and
/// all that is seen of the room are as bright as this says.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct RoomLight(pub f32);

impl Default for RoomLight {
    /// All of it.
    fn default() -> Self {
        Self(1.0)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomLight>();
}
