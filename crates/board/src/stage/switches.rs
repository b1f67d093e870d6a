//! What players switch on of the board: glass, help for learners, the map; and the move that they point at
//! elsewhere.

use bevy::prelude::*;

use icochess_base::display::Display;
use icochess_rules::Move;
use icochess_shape::Shape;
use icochess_store::effective::FollowSettings;
use icochess_store::settings::MainHand;

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

/// The help for learners while they play. Off, the board shows no more than a game needs.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Learning {
    /// Whether it was switched on.
    pub is_switched: bool,
    /// Whether it is held on, as with a thumb on its rest.
    pub is_held: bool,
}

impl Learning {
    /// Whether it is on.
    pub const fn is_on(self) -> bool {
        self.is_switched || self.is_held
    }
}

/// The place at which the map of the board is shown, if it is: in the window on the page of the game,
/// in the headset beside the board, where the panel is not.
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

/// The move of the game whose row in a list is pointed at, if one is.
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
