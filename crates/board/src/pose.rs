//! The board's pose relative to the player, and cells by visibility.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::turning::spin::{Turning, king_rotation, side_rotation};
use icochess_rules::{AnyPosition, Cell, Side};
use icochess_shape::{Hold, is_in_sight, is_turned_away};

/// Tangent of the angle above the middle of a ball at which a piece is shown: about 25°.
const ABOVE: f32 = 0.5;

/// Pose of the board relative to the player.
#[derive(SystemParam)]
pub(super) struct BoardPose<'w, 's> {
    pub shape: Res<'w, BoardShape>,
    seat: Res<'w, PlayerSeat>,
    root: Single<'w, 's, &'static Transform, With<BoardRoot>>,
    turning: Option<Res<'w, Turning>>,
}

impl BoardPose<'_, '_> {
    /// Returns the rotation of the board, at the end of any animated turn.
    pub fn rotation(&self) -> Quat {
        let turned = self.turning.as_ref().map(|turning| turning.end());
        turned.unwrap_or(self.root.rotation)
    }

    /// Returns the board rotation that brings a side of a position to the player.
    pub fn facing(&self, side: Side, position: &dyn AnyPosition) -> Quat {
        side_rotation(side, position, &self.shape, &self.seat)
    }

    /// Returns the rotation of a ball that shows a side's king. `None` for a table, which shows all.
    pub fn king_view(&self, side: Side, position: &dyn AnyPosition) -> Option<Quat> {
        king_rotation(side, position, &self.shape, &self.seat)
    }

    /// Returns whether a cell is in sight after any animated turn.
    pub fn is_in_sight(&self, cell: Cell) -> bool {
        match self.shape.hold {
            Hold::Ball => is_in_sight(self.rotation(), self.shape.centre(cell), &self.seat),
            // A table is always fully in view.
            Hold::Table { .. } => true,
        }
    }

    /// Returns whether a cell is on the near half after turning the board to `shown`.
    pub fn is_seen_with(&self, shown: Cell, cell: Cell) -> bool {
        let shape = &self.shape;
        match shape.hold {
            Hold::Ball => {
                let (now, place) = (self.rotation(), shape.centre(shown));
                let board_rotation = shape.hold.to_see(now, place, None, &self.seat);
                !is_turned_away(board_rotation, &shape.frame(cell), &self.seat)
            }
            Hold::Table { .. } => true,
        }
    }

    /// Returns all cells, the most visible ones first.
    pub fn by_sight(&self) -> Vec<Cell> {
        // Above the middle of a ball, where pieces are seen from the side instead of from above.
        let towards = (self.seat.eye - self.seat.centre).normalize_or(Vec3::Z) + Vec3::Y * ABOVE;
        let towards = self.rotation().inverse() * towards;
        let far = |cell: &Cell| match self.shape.hold {
            Hold::Ball => -self.shape.centre(*cell).normalize().dot(towards),
            Hold::Table { .. } => self.shape.centre(*cell).length(),
        };
        let mut cells: Vec<Cell> = self.shape.cells().collect();
        cells.sort_by(|a, b| far(a).total_cmp(&far(b)));
        cells
    }
}
