//! The spots that can be picked on the board, and whether an eye sees them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;
use icochess_shape::Hold;

use super::shape::BoardShape;
use super::switches::Glass;
use super::switches::OnMap;
use icochess_play::game::{OnCell, OnDock};
use icochess_play::interaction::Spot;

/// A spot that can be picked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpotSeen {
    /// The cell or dock.
    pub spot: Spot,
    /// Its position in the world, metres.
    pub at: Vec3,
    /// The direction in which a piece stands there.
    pub up: Vec3,
    /// Whether the ball that it is on is before it.
    pub is_hidden: bool,
}

/// The spots of the board that can be picked now: those that a ray meets. The map shows the same
/// ones and has none of its own here.
#[derive(SystemParam)]
pub struct SpotsSeen<'w, 's> {
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

impl SpotsSeen<'_, '_> {
    /// All of them, as they are seen from a point of the world.
    pub fn seen_from(&self, eye: Vec3) -> impl Iterator<Item = SpotSeen> {
        let is_ball = self.shape.hold == Hold::Ball;
        self.things.iter().filter_map(move |(place, cell, dock)| {
            let spot = match (cell, dock) {
                (Some(OnCell(cell)), _) => Spot::Cell(*cell),
                (None, Some(OnDock(pin))) => Spot::Dock(*pin),
                (None, None) => return None,
            };
            let (at, up) = (place.translation(), *place.up());
            // Through glass the far half is seen.
            let is_turned_away = up.dot(eye - at) <= 0.0;
            Some(SpotSeen {
                spot,
                at,
                up,
                is_hidden: is_ball && is_turned_away != self.glass.is_on(),
            })
        })
    }
}
