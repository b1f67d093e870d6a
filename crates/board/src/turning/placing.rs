//! Moving and scaling the board by hand, and saving its place.

use bevy::prelude::*;

use crate::stage::fit::Fit;
use crate::stage::shape::{BoardShape, PlayerSeat};
use icochess_base::schedule::AppSystems;
use icochess_shape::{Seat, Shape, Stance};
use icochess_store::effective::OwnSettings;

/// Request to move and scale the board, within the bounds of its fit.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct MoveBoard {
    /// Translation of the origin, metres, in the world.
    pub by: Vec3,
    /// Factor of the size.
    pub scale: f32,
}

/// Sent when hands let go of a board that they could move.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardMoved;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<MoveBoard>()
        .add_message::<BoardMoved>()
        .add_systems(
            Update,
            move_board
                .run_if(on_message::<MoveBoard>)
                // Before drawing, and before the hands' next step reads the place.
                .in_set(AppSystems::Rules),
        )
        .add_systems(
            Update,
            save_place
                .run_if(on_message::<BoardMoved>)
                .in_set(AppSystems::Feedback),
        );
}

/// Returns the seat and the fit after moving the board, within bounds.
pub(super) fn placed(seat: &Seat, fit: Fit, shape: &Shape, by: Vec3) -> (Seat, Fit) {
    let centre = seat.centre + by;
    let level = (centre - seat.eye).with_y(0.0);
    let fit = fit.at(
        shape,
        Stance {
            ahead: level.length(),
            below: seat.eye.y - centre.y,
        },
    );
    (Seat::before(seat.eye, level, fit.stance(shape)), fit)
}

fn move_board(
    mut asked: MessageReader<MoveBoard>,
    shape: Res<BoardShape>,
    (mut seat, mut fit): (ResMut<PlayerSeat>, ResMut<Fit>),
) {
    for &MoveBoard { by, scale } in asked.read() {
        let (moved, mut now) = placed(&seat, *fit, &shape, by);
        let [minimum, maximum] = now.factors();
        now.size *= scale.clamp(minimum, maximum);
        fit.set_if_neq(now);
        seat.set_if_neq(PlayerSeat(moved));
    }
}

/// Saves the place for the current player.
fn save_place(fit: Res<Fit>, mut own: OwnSettings) {
    own.save([
        ("board_size", fit.size),
        ("board_distance", fit.farther),
        ("board_height", fit.higher),
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn boards_move_as_carried_within_bounds() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let eye = Vec3::new(0.3, 1.4, -0.2);
            let seat = Seat::before(eye, Vec3::new(1.0, -0.3, 0.5), shape.stance);
            for by in [Vec3::new(0.1, 0.05, -0.08), Vec3::new(-0.2, -0.1, 0.1)] {
                let (moved, fit) = placed(&seat, Fit::default(), &shape, by);
                let wanted = seat.centre + by;
                assert!(moved.centre.distance(wanted) < 1e-5, "{variant}");
                // Sitting down again with the same fit restores distance and height.
                let again = seat.with_stance(fit.stance(&shape));
                let ahead = |seat: &Seat| (seat.centre - seat.eye).with_y(0.0).length();
                assert!((ahead(&again) - ahead(&moved)).abs() < 1e-5);
                assert!((again.centre.y - moved.centre.y).abs() < 1e-5);
            }
            for by in [Vec3::Y * 5.0, Vec3::X * 9.0, -(seat.centre - seat.eye)] {
                let (moved, _) = placed(&seat, Fit::default(), &shape, by);
                assert!((moved.centre.y - seat.centre.y).abs() < 0.61);
                let ahead = (moved.centre - moved.eye).with_y(0.0).length();
                assert!((ahead - shape.stance.ahead).abs() < 0.61, "{variant}");
            }
        }
    }
}
