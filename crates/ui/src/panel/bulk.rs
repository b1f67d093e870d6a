//! The space that a board occupies, which the panel keeps clear.

use bevy::prelude::*;
use icochess_base::watched;
use icochess_board::room::scenery::level_table_below;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::shape::BoardShape;
use icochess_shape::{Hold, Room};
use icochess_store::choices::RoomChoice;

/// Fraction of a board's radius that the panel keeps clear of. The rest is the rim of a ball, or
/// the corners of a board that players have turned, which may hide the panel's edge.
pub(super) const KEPT_CLEAR: f32 = 0.95;

watched! {
    /// The resources behind the [`Bulk`] of the current board.
    pub struct BoardBulk {
        /// The shape of the board.
        shape: Res<'w, BoardShape>,
        /// Size and position of the board.
        fit: Res<'w, Fit>,
        /// The room that the players chose.
        room: Res<'w, RoomChoice>,
    }
}

impl BoardBulk<'_, '_> {
    /// Returns the current bulk.
    pub fn get(&self) -> Bulk {
        let room = self.room.room(self.shape.room);
        Bulk::of(&self.shape, *self.fit, room)
    }
}

/// The bounds of most of a board in any orientation: a ball, or a cylinder about the axis of a board
/// on a table. The panel keeps clear of them. Pieces at the rim are small and don't count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bulk {
    /// Part of the distance from the centre of a ball, or from the axis of a cylinder, to the rim
    /// of the farthest cell ([`KEPT_CLEAR`]), in metres.
    pub(super) radius: f32,
    /// Maximum height of a cell above or below the centre of a cylinder, in metres; `None` for a
    /// ball.
    pub(super) height: Option<f32>,
    /// Distance from the board's centre down to the table, in metres; `None` in a room without a
    /// table.
    pub(super) table: Option<f32>,
}

impl Bulk {
    /// Returns the bulk of a board with this fit.
    pub(super) fn of(shape: &BoardShape, fit: Fit, room: Room) -> Self {
        let scale = fit.scale(shape);
        let heights = shape.places.iter().map(|place| place.frame.translation.y);
        let (radius, height) = match shape.hold {
            Hold::Ball => (shape.radius() + shape.clear() / 2.0, None),
            Hold::Table { .. } => {
                let height = heights.fold(0.0, |max: f32, height| height.abs().max(max));
                (shape.rim(), Some(height * scale))
            }
        };
        Self {
            radius: KEPT_CLEAR * radius * scale,
            height,
            // The table is lower under a tilted board.
            table: (room == Room::Table).then(|| level_table_below(shape) * scale),
        }
    }

    /// Returns whether a board at `board`, in some orientation, overlaps the line of sight to a
    /// point, or the extension of that line behind the point.
    pub(super) fn covers(self, board: Vec3, eye: Vec3, point: Vec3) -> bool {
        let (mut from, mut ray) = (eye - board, point - eye);
        let (mut first, mut last) = (0.0, f32::INFINITY);
        if let Some(height) = self.height {
            // Fractions of the distance to the point at which the line of sight crosses the upper
            // and lower bounds.
            let [a, b] = [-height, height].map(|height| (height - from.y) / ray.y);
            (first, last) = (a.min(b).max(0.0), a.max(b));
            (from.y, ray.y) = (0.0, 0.0);
        }
        let nearest = -from.dot(ray) / ray.length_squared();
        first <= last && (from + ray * nearest.clamp(first, last)).length() < self.radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sight_lines_pass_over_flat_boards_and_around_balls() {
        let (eye, board) = (Vec3::new(0.0, 0.5, 0.6), Vec3::ZERO);
        let covers = |height: Option<f32>, point: Vec3| {
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
            assert_eq!(covers(Some(0.0), point), flat, "flat: {point}");
            assert_eq!(covers(None, point), ball, "ball: {point}");
        }
    }
}
