//! The map of the board: whether and where it is shown, and the components of what is on it.

use bevy::prelude::*;

/// The place at which the map of the board is shown, if it is.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct MapShown(pub Option<MapStand>);

/// The place of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapStand {
    /// At the left of the board, within reach.
    Left,
    /// At the right of the board, within reach.
    Right,
    /// In the picture of a camera that has room for it, as that of the window.
    Framed,
}

/// The map as a whole. In its own frame it lies in the plane y = 0 round the origin, is read from
/// +y, and -z is up.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(Transform, Visibility)]
pub struct MapRoot {
    /// Half its width and half its height with its edge, metres at scale 1.
    pub half: Vec2,
    /// The clear width of its smallest place, metres at scale 1.
    pub clear: f32,
}

/// Marks the place of a cell on the map.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnMap;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MapShown>();
}
