//! The pickable spots of the board, and their visibility from an eye.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;
use icochess_shape::Hold;

use super::shape::BoardShape;
use super::switches::Glass;
use super::switches::OnMap;
use icochess_play::game::{OnCell, OnDock};
use icochess_play::interaction::Spot;

/// Pickable spot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VisibleSpot {
    /// Cell or dock.
    pub spot: Spot,
    /// Position in the world, in metres.
    pub at: Vec3,
    /// Upward direction of a piece on the spot.
    pub up: Vec3,
    /// Whether the ball itself hides the spot.
    pub is_hidden: bool,
}

/// Currently pickable spots of the board: everything with a collider, except the map's duplicates.
#[derive(SystemParam)]
pub struct SpotQuery<'w, 's> {
    shape: Res<'w, BoardShape>,
    glass: Res<'w, Glass>,
    things: Query<
        'w,
        's,
        (
            &'static GlobalTransform,
            Option<&'static OnCell>,
            Option<&'static OnDock>,
        ),
        (With<Collider>, Without<OnMap>),
    >,
}

impl SpotQuery<'_, '_> {
    /// Yields all spots, with their visibility from a point in the world.
    pub fn seen_from(&self, eye: Vec3) -> impl Iterator<Item = VisibleSpot> {
        let is_ball = self.shape.hold == Hold::Ball;
        self.things.iter().filter_map(move |(place, cell, dock)| {
            let spot = match (cell, dock) {
                (Some(OnCell(cell)), _) => Spot::Cell(*cell),
                (None, Some(OnDock(pin))) => Spot::Dock(*pin),
                (None, None) => return None,
            };
            let (at, up) = (place.translation(), *place.up());
            // The far half is visible through glass.
            let is_turned_away = up.dot(eye - at) <= 0.0;
            Some(VisibleSpot {
                spot,
                at,
                up,
                is_hidden: is_ball && is_turned_away != self.glass.is_on(),
            })
        })
    }
}
