//! Boards in front of a seated player, for tests of panel and plate.

use std::f32::consts::PI;

use bevy::prelude::*;

use super::bulk::Bulk;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::shape::BoardShape;
use icochess_boards::Variant;
use icochess_shape::{Room, Seat};

/// A scaled board in front of a seated player.
pub struct Seated {
    /// The board.
    pub variant: Variant,
    /// Shape of the board, at default size.
    pub shape: BoardShape,
    /// Size of the board, at the default position.
    pub fit: Fit,
    /// Seat of the player.
    pub seat: Seat,
}

impl Seated {
    /// Returns the bulk of the board in a room.
    pub fn bulk(&self, room: Room) -> Bulk {
        Bulk::of(&self.shape, self.fit, room)
    }

    /// Returns the positions of the board's cells in twelve orientations, relative to the centre of
    /// the board, in metres.
    pub fn places(&self) -> Vec<Vec3> {
        let turns = (0..12).map(|turn| Quat::from_rotation_y(turn as f32 * PI / 6.0));
        let places = |turn: Quat| {
            let places = self.shape.places.iter();
            places.map(move |place| turn * place.frame.translation * self.fit.scale(&self.shape))
        };
        turns.flat_map(places).collect()
    }
}

/// Returns all boards at each of these sizes, relative to the default.
pub fn seated(sizes: &[f32]) -> impl Iterator<Item = Seated> {
    let boards = Variant::ALL.into_iter();
    boards.flat_map(move |variant| {
        sizes.iter().map(move |&size| {
            let shape = BoardShape(variant.shape());
            let fit = Fit {
                is_worn: true,
                size,
                ..Fit::default()
            };
            let seat = Seat::default().with_stance(fit.stance(&shape));
            Seated {
                variant,
                shape,
                fit,
                seat,
            }
        })
    })
}
