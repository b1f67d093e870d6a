//! Extent of the board's underside, and a run condition for systems that follow it.

use bevy::prelude::*;
use icochess_shape::{Hold, Shape};

use super::place::RoomPlace;
use super::shown::ShownRoom;
use super::surroundings::Surroundings;
use crate::stage::root::{BoardRoot, BuildSystems};
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::spread::Spread;
use icochess_base::schedule::AppSystems;

/// Height of pieces above the surface of a ball, in metres.
const PIECE_HEIGHT: f32 = 0.07;

/// Points that bound a board from below, at any rotation.
#[derive(Resource, Debug, Default)]
pub(super) struct Underside {
    /// Bounding points, in the board's frame. Empty for a ball.
    points: Vec<Vec3>,
    /// Radius of a ball including its pieces, in metres; 0 for other boards. Turning a ball doesn't
    /// change its extent.
    all_around: f32,
    /// Largest offset of a part downwards while the parts are apart, in metres.
    sunk: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Underside>().add_systems(
        Update,
        (
            measure_underside.in_set(BuildSystems),
            // The table and the shadow follow in the same frame.
            follow_spread
                .run_if(resource_changed::<Spread>)
                .after(AppSystems::Scene)
                .before(AppSystems::Feedback),
        ),
    );
}

fn measure_underside(shape: Res<BoardShape>, mut underside: ResMut<Underside>) {
    *underside = Underside::of(&shape);
}

fn follow_spread(
    (shape, spread): (Res<BoardShape>, Res<Spread>),
    mut underside: ResMut<Underside>,
) {
    let offsets = (0..shape.parts.len()).map(|part| -spread.of_part(part, &shape).y);
    underside.sunk = offsets.fold(0.0, f32::max);
}

impl Underside {
    pub(super) fn of(shape: &Shape) -> Self {
        let middles = shape.places.iter().map(|place| place.frame.translation);
        if shape.hold == Hold::Ball {
            let radius = middles.map(Vec3::length).fold(0.0, f32::max);
            return Self {
                points: Vec::new(),
                all_around: radius + PIECE_HEIGHT,
                sunk: 0.0,
            };
        }
        let fixtures = shape.parts.iter().flat_map(|part| &part.fixtures);
        let corners = fixtures.flat_map(|(fixture, place)| {
            let points = shape.fixtures[*fixture].mesh.positions.iter();
            let points = points.map(|point| place.transform_point(*point));
            let (low, high) = points
                .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| {
                    (low.min(at), high.max(at))
                });
            let ends = [low, high];
            (0..8).map(move |corner: usize| {
                Vec3::new(
                    ends[corner & 1].x,
                    ends[(corner >> 1) & 1].y,
                    ends[(corner >> 2) & 1].z,
                )
            })
        });
        Self {
            points: middles.chain(corners.filter(|at| at.is_finite())).collect(),
            all_around: 0.0,
            sunk: 0.0,
        }
    }

    /// Returns the depth of the lowest point below the board's origin at scale 1 and this rotation,
    /// in metres.
    pub(super) fn depth(&self, turned: Quat) -> f32 {
        let depths = self.points.iter().map(|point| -(turned * *point).y);
        depths.fold(self.all_around, f32::max) + self.sunk
    }

    /// Returns the board's extent from its origin in a horizontal unit direction, at scale 1 and
    /// this rotation, in metres.
    pub(super) fn reach(&self, turned: Quat, towards: Vec3) -> f32 {
        let extents = self.points.iter().map(|at| (turned * *at).dot(towards));
        extents.fold(self.all_around, f32::max)
    }
}

/// Run condition: the board, its parts, the seat or the room changed, so objects below the board
/// may have to move.
pub(super) fn has_scene_changed(
    (around, shown): (Res<Surroundings>, Res<ShownRoom>),
    (place, seat): (Res<RoomPlace>, Res<PlayerSeat>),
    shape: Option<Res<BoardShape>>,
    underside: Res<Underside>,
    board: Query<(), (With<BoardRoot>, Changed<Transform>)>,
) -> bool {
    let has_moved = !board.is_empty();
    shape.is_some_and(|shape| {
        has_moved
            || shape.is_changed()
            || underside.is_changed()
            || around.is_changed()
            || shown.is_changed()
            || place.is_changed()
            || seat.is_changed()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn no_place_is_below_the_underside() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let underside = Underside::of(&shape);
            for tilt in [0.0, 0.4, -0.4] {
                let turned = Quat::from_rotation_x(tilt);
                let below = underside.depth(turned);
                for place in &shape.places {
                    let height = (turned * place.frame.translation).y;
                    assert!(height > -below - 1e-5, "{variant:?}: {height}");
                }
            }
            // A flat board rests on its frame, 27 mm below its origin.
            if variant == Variant::Chess {
                assert!((underside.depth(Quat::IDENTITY) - 0.027).abs() < 1e-4);
            }
        }
    }
}
