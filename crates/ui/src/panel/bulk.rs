//! The space that a board occupies, which the panel keeps clear.

use bevy::prelude::*;

use icochess_base::watched;
use icochess_board::room::scenery::level_table_below;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::root::BuildSystems;
use icochess_board::stage::shape::BoardShape;
use icochess_shape::{Hold, Room};
use icochess_store::choices::RoomChoice;

/// Distance from the origin of a level board of default size down to a table, in metres. The
/// distance is measured once per board, because the board's size changes every frame while hands
/// scale it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct TableBelow(f32);

impl TableBelow {
    /// Returns the distance for a board of this shape.
    pub(super) fn of(shape: &BoardShape) -> Self {
        Self(level_table_below(shape))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TableBelow>().add_systems(
        Update,
        measure_board
            .run_if(resource_exists_and_changed::<BoardShape>)
            .in_set(BuildSystems),
    );
}

fn measure_board(shape: Res<BoardShape>, mut below: ResMut<TableBelow>) {
    *below = TableBelow::of(&shape);
}

watched! {
    /// The resources behind the [`Bulk`] of the current board.
    pub struct BoardBulk {
        /// The shape of the board.
        shape: Res<'w, BoardShape>,
        /// Size and position of the board.
        fit: Res<'w, Fit>,
        /// The room that the players chose.
        room: Res<'w, RoomChoice>,
        /// The distance down to the table.
        below: Res<'w, TableBelow>,
    }
}

impl BoardBulk<'_, '_> {
    /// Returns the current bulk.
    pub fn get(&self) -> Bulk {
        let room = self.room.room(self.shape.room);
        Bulk::of(&self.shape, *self.fit, room, *self.below)
    }
}

/// The bounds of a board in any orientation. The panel keeps clear of them. Pieces at the rim are
/// small and don't count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bulk {
    /// Distance from the board's centre to the rim of the farthest cell, in metres.
    pub(super) radius: f32,
    /// Maximum height of a cell above or below the board's centre, in metres.
    pub(super) height: f32,
    /// Distance from the board's centre down to the table, in metres; `None` in a room without a
    /// table.
    pub(super) table: Option<f32>,
}

impl Bulk {
    /// Returns the bulk of a board with this fit. `below` applies in a room with a table.
    pub(super) fn of(shape: &BoardShape, fit: Fit, room: Room, below: TableBelow) -> Self {
        let radius = shape.radius() + shape.clear() / 2.0;
        let heights = shape.places.iter().map(|place| place.frame.translation.y);
        let height = match shape.hold {
            Hold::Ball => radius,
            Hold::Table { .. } => heights.fold(0.0, |max, height| height.abs().max(max)),
        };
        Self {
            radius: radius * fit.size,
            height: height * fit.size,
            // The table is lower under a tilted board.
            table: (room == Room::Table).then_some(below.0 * fit.size),
        }
    }

    /// Returns whether a board at `board`, in some orientation, overlaps the line of sight to a
    /// point, or the extension of that line behind the point.
    pub(super) fn covers(self, board: Vec3, eye: Vec3, point: Vec3) -> bool {
        let (from, ray) = (eye - board, point - eye);
        // Fractions of the distance to the point at which the line of sight crosses the upper and
        // lower bounds.
        let at = |height: f32| (height - from.y) / ray.y;
        let [a, b] = [at(-self.height), at(self.height)];
        let (first, last) = (a.min(b).max(0.0), a.max(b));
        if first <= last {
            let nearest = (-from.dot(ray) / ray.length_squared()).clamp(first, last);
            (from + ray * nearest).length() < self.radius
        } else {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sight_lines_pass_over_flat_boards_and_around_balls() {
        let (eye, board) = (Vec3::new(0.0, 0.5, 0.6), Vec3::ZERO);
        let covers = |height: f32, point: Vec3| {
            let bulk = Bulk {
                radius: 0.3,
                height,
                table: None,
            };
            bulk.covers(board, eye, point)
        };
        // Below, above, behind and to the right of the board.
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
