//! Display settings with named values, and limits for moving the board by hand.

use bevy::prelude::*;
use icochess_shape::Room;

/// Limits of the board's scale, 1 by default. A ball's radius ranges from 0.15 to 0.60 m.
pub const SIZES: [f32; 2] = [0.75, 3.0];
/// Limits of the board's offset away from the player, in metres.
pub const DISTANCE_LIMITS: [f32; 2] = [-0.4, 0.6];
/// Limits of the board's upward offset, in metres.
pub const HEIGHT_LIMITS: [f32; 2] = [-0.6, 0.6];
/// Limits of the distance at which players can put the panel, in metres. Its text stays legible.
pub const PANEL_DISTANCES: [f32; 2] = [0.4, 2.5];
/// Maximum angle of the panel above or below its player's eyes, in degrees.
pub const PANEL_PITCH: f32 = 70.0;

/// Limits of a real table's height above the floor, in metres.
pub const TABLE_HEIGHTS: [f32; 2] = [0.01, 3.0];

/// Colour scheme. In each scheme, the sides differ in lightness, and no marker relies on colour
/// alone.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Palette {
    /// Muted colours that are distinguishable without colour vision.
    #[default]
    Standard,
    /// White and black pieces on tiles of medium lightness, with saturated markers.
    HighContrast,
}

/// Multisample antialiasing, by samples per pixel.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Antialiasing {
    /// Four samples, or two in a browser's headset. With software rendering, a single one, because
    /// more would take most of a frame.
    #[default]
    Auto,
    /// One sample.
    Off,
    /// Two samples, or four if the graphics card doesn't support two.
    Two,
    /// Four samples.
    Four,
}

/// Whether board and pieces cast shadows on each other.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shadows {
    /// If a graphics card draws.
    #[default]
    Auto,
    /// Never.
    Off,
    /// Even if the processor draws.
    On,
}

/// Room around the current board.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoomChoice {
    /// Room that belongs to the board.
    #[default]
    Board,
    /// Same room for every board.
    Always(Room),
}

impl RoomChoice {
    /// Returns the room for a board whose default room is `own`.
    pub const fn room(self, own: Room) -> Room {
        match self {
            Self::Board => own,
            Self::Always(room) => room,
        }
    }
}
