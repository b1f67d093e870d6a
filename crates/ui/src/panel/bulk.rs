//! The part of the view that a board takes, which the panel leaves to it.

use bevy::prelude::*;

use icochess_base::watched;
use icochess_board::room::scenery::level_table_below;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::root::BuildSystems;
use icochess_board::stage::shape::BoardShape;
use icochess_shape::{Hold, Room};
use icochess_store::choices::RoomChoice;

/// Distance from the origin of a board of usual size that lies level down to a table, metres: measured once a
/// board, for its size changes in each frame while hands pull at it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct TableBelow(f32);

impl TableBelow {
    /// The distance for a board of this shape.
    pub(super) fn of(shape: &BoardShape) -> Self {
        Self(level_table_below(shape))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TableBelow>().add_systems(
        Update,
        measure
            .run_if(resource_exists_and_changed::<BoardShape>)
            .in_set(BuildSystems),
    );
}

fn measure(shape: Res<BoardShape>, mut below: ResMut<TableBelow>) {
    *below = TableBelow::of(&shape);
}

watched! {
    /// The resources from which the [`Bulk`] of the board that is shown follows.
    pub struct BoardBulk {
        /// The shape of the board.
        shape: Res<'w, BoardShape>,
        /// Its size and its place.
        fit: Res<'w, Fit>,
        /// The room that players choose for it.
        room: Res<'w, RoomChoice>,
        /// The distance of a table below it.
        below: Res<'w, TableBelow>,
    }
}

impl BoardBulk<'_, '_> {
    /// The bulk as it is now.
    pub fn get(&self) -> Bulk {
        let room = self.room.room(self.shape.room);
        Bulk::of(&self.shape, *self.fit, room, *self.below)
    }
}

/// The bulk of a board, which the panel keeps clear of in whichever way the board is turned. Pieces
/// at its rim are small.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bulk {
    /// Distance from its middle to the rim of the farthest place, metres.
    pub(super) reach: f32,
    /// Greatest height above and below its middle at which there are places, metres.
    pub(super) height: f32,
    /// Distance from its middle to the farthest that it has, pieces and all, metres.
    pub extent: f32,
    /// Distance from its middle down to the table, metres, in a room with one.
    pub(super) table: Option<f32>,
}

impl Bulk {
    /// The bulk of a board with this fit, in a room with a table so far below it, if with any.
    pub(super) fn of(shape: &BoardShape, fit: Fit, room: Room, below: TableBelow) -> Self {
        let reach = shape.radius() + shape.clear() / 2.0;
        let heights = shape.places.iter().map(|place| place.frame.translation.y);
        let height = match shape.hold {
            Hold::Ball => reach,
            Hold::Table { .. } => heights.fold(0.0, |most, height| height.abs().max(most)),
        };
        Self {
            reach: reach * fit.size,
            height: height * fit.size,
            extent: shape.extent * fit.size,
            // The table is lower when the board is tilted.
            table: (room == Room::Table).then_some(below.0 * fit.size),
        }
    }

    /// Whether a board at a place is before a point for eyes, or behind it, or may be as it is
    /// turned.
    pub(super) fn covers(self, board: Vec3, eye: Vec3, point: Vec3) -> bool {
        let (from, way) = (eye - board, point - eye);
        // The points at which the line of sight is as high as the board, as parts of the way to the
        // point.
        let at = |height: f32| (height - from.y) / way.y;
        let [a, b] = [at(-self.height), at(self.height)];
        let (first, last) = (a.min(b).max(0.0), a.max(b));
        if first <= last {
            let nearest = (-from.dot(way) / way.length_squared()).clamp(first, last);
            (from + way * nearest).length() < self.reach
        } else {
            false
        }
    }
}

/// Whether a board at a place, which reaches so far with its pieces, may be between eyes and a
/// point.
pub(super) fn hides(extent: f32, board: Vec3, eye: Vec3, point: Vec3) -> bool {
    let (to_board, way) = (board - eye, point - eye);
    let nearest = (to_board.dot(way) / way.length_squared()).clamp(0.0, 1.0);
    (to_board - way * nearest).length() < extent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_board_is_seen_past_above_and_a_ball_beside() {
        let (eye, board) = (Vec3::new(0.0, 0.5, 0.6), Vec3::ZERO);
        let covers = |height: f32, point: Vec3| {
            let bulk = Bulk {
                reach: 0.3,
                height,
                extent: 0.4,
                table: None,
            };
            bulk.covers(board, eye, point)
        };
        // Below the board, over it, and beside it.
        for (point, flat, ball) in [
            (Vec3::new(0.0, -0.2, -0.3), true, true),
            (Vec3::new(0.0, 0.2, 0.1), true, true),
            (Vec3::new(0.0, 0.1, -0.6), false, true),
            (Vec3::new(0.0, 0.5, -0.6), false, false),
            (Vec3::new(0.6, -0.1, -0.2), false, false),
        ] {
            assert_eq!(covers(0.0, point), flat, "flat: {point}");
            assert_eq!(covers(0.3, point), ball, "ball: {point}");
        }
    }
}
