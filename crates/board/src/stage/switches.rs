//! The display options of the board (see-through mode, learner's help, map) and the move whose row
//! is hovered in a list.

use bevy::prelude::*;

use icochess_base::display::Display;
use icochess_rules::Move;
use icochess_shape::Shape;
use icochess_store::effective::FollowSettings;
use icochess_store::settings::MainHand;

/// Radius of the ring for a piece on the near half, as a fraction of the piece scale. The ring is
/// slightly wider than a foot.
const RING: f32 = 0.13;

/// Returns the radius of the ring for a piece on the near half, in metres.
pub fn ring_radius(shape: &Shape) -> f32 {
    RING * shape.piece_scale
}

/// See-through mode, in which the near half of a ball is glass. Other boards don't need it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Glass {
    /// Whether the mode is switched on.
    pub is_switched: bool,
    /// Whether the mode is held on, for example with the button on the panel.
    pub is_held: bool,
}

impl Glass {
    /// Returns whether see-through mode is on.
    pub const fn is_on(self) -> bool {
        self.is_switched || self.is_held
    }
}

/// Learner's help during play. Without this help, the board shows only the essentials.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Learning {
    /// Whether the help is switched on.
    pub is_switched: bool,
    /// Whether the help is held on, for example with a thumb on the thumb rest.
    pub is_held: bool,
}

impl Learning {
    /// Returns whether the help is on.
    pub const fn is_on(self) -> bool {
        self.is_switched || self.is_held
    }
}

/// Place of the board's map, if it is shown: on the game page in the window, and next to the board,
/// opposite the panel, in the headset.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct MapShown(pub Option<MapStand>);

/// Location of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapStand {
    /// To the left of the board, within reach.
    Left,
    /// To the right of the board, within reach.
    Right,
    /// In the view of a camera that leaves space for the map, such as the window's.
    Framed,
}

/// Root of the map. In this root's frame, the map is in the plane y = 0 around the origin. The map
/// faces +y, with -z as up.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(Transform, Visibility)]
pub struct MapRoot {
    /// Half the width and height including the rim, in metres at scale 1.
    pub half: Vec2,
    /// Clear width of the smallest place, in metres at scale 1.
    pub clear: f32,
}

/// Marks a cell's place on the map.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnMap;

/// Move of the game whose row in a list is hovered, if any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct PointedMove(pub Option<Move>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Glass>()
        .init_resource::<Learning>()
        .follow_settings(|settings, display| {
            let stand = match (display, settings.hand) {
                (Display::Flat, _) => MapStand::Framed,
                (Display::Headset, MainHand::Right) => MapStand::Left,
                (Display::Headset, MainHand::Left) => MapStand::Right,
            };
            MapShown(settings.map.then_some(stand))
        })
        .init_resource::<PointedMove>();
}
