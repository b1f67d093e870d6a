//! Changing to a view of the board. The board turns, and a free camera moves where turning isn't
//! enough.

use bevy::prelude::*;

use super::spin::{TurnSystems, TurnTo};
use crate::stage::shape::{BoardShape, PlayerSeat};
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_play::interaction::at_window::is_played_beside;
use icochess_rules::Side;

/// Request to show a view of the board. Ignored if the board doesn't have the view.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewRequested {
    /// Index of the view in [`Shape::views`](icochess_shape::Shape::views).
    pub view: usize,
    /// Side to look from.
    pub side: Side,
}

/// World position, in metres, of a free camera that follows [`LookFrom`], such as a window's. If
/// there is no such camera, a table tilts instead.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct FreeEye(pub Vec3);

/// Sent when a free camera should move to the best viewpoint.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct LookFrom {
    /// Angle of the camera above the level of the board, in radians; `None` for the default.
    pub elevation: Option<f32>,
    /// Distance of the camera, as a multiple of the default.
    pub distance: f32,
    /// Height of the camera's target above the middle of the board over White's home, in metres:
    /// see [`View::height`](icochess_shape::View::height).
    pub height: f32,
    /// Whether the camera jumps there instead of gliding, as for a new board.
    pub at_once: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ViewRequested>()
        .add_message::<LookFrom>()
        .add_systems(
            Update,
            (
                reset_view.run_if(resource_exists_and_changed::<BoardShape>),
                // With a second player at the window, that player's camera moves round the board
                // instead.
                show_view.run_if(on_message::<ViewRequested>.and_then(not(is_played_beside))),
            )
                .chain()
                .before(TurnSystems)
                .in_set(AppSystems::Scene),
        );
}

fn show_view(
    mut asked: MessageReader<ViewRequested>,
    (game, shape, seat): (Res<Match>, Res<BoardShape>, Res<PlayerSeat>),
    eye: Option<Res<FreeEye>>,
    mut turn: MessageWriter<TurnTo>,
    mut look: MessageWriter<LookFrom>,
) {
    let Some(&ViewRequested { view, side }) = asked.read().last() else {
        return;
    };
    if let Some(view) = shape.views.get(view) {
        let wanted = view.looks[side.index()];
        let is_free = eye.is_some();
        let (rotation, elevation) =
            shape.rotation_for(wanted, side, game.position(), &seat, is_free);
        turn.write(TurnTo(rotation));
        look.write(LookFrom {
            elevation,
            distance: view.distance,
            height: view.height,
            at_once: false,
        });
    }
}

/// Resets the view of a new board to the player's seat.
fn reset_view(mut look: MessageWriter<LookFrom>) {
    look.write(LookFrom {
        elevation: None,
        distance: 1.0,
        height: 0.0,
        at_once: true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::Seat;
    use icochess_shape::Shape;
    use icochess_shape::Viewpoint;
    use icochess_shape::{Hold, axes};

    fn shapes() -> [(Shape, Variant); 3] {
        [
            (Variant::Icochess.shape(), Variant::Icochess),
            (Variant::Chess.shape(), Variant::Chess),
            (Variant::StarTrek3d.shape(), Variant::StarTrek3d),
        ]
    }

    /// Returns the direction to an eye at this elevation, in the board's frame.
    fn eye(rotation: Quat, elevation: Option<f32>, seat: &Seat) -> Vec3 {
        let away = seat.eye - seat.centre;
        let level = away.with_y(0.0).normalize();
        let eye = elevation.map_or(away.normalize(), |angle| {
            level * angle.cos() + Vec3::Y * angle.sin()
        });
        rotation.inverse() * eye
    }

    #[test]
    fn free_eyes_reach_every_view_of_every_board() {
        for (shape, variant) in shapes() {
            let seat = Seat::default().with_stance(shape.stance);
            let game = variant.board().new_game();
            assert_eq!(shape.views.len(), 8);
            for side in Side::ALL {
                let mut seen: Vec<(Vec3, f32)> = Vec::new();
                for view in &shape.views {
                    let look = view.looks[side.index()];
                    let (rotation, elevation) =
                        shape.rotation_for(look, side, game.position(), &seat, true);
                    let elevation = elevation.or(shape.overview.elevation);
                    let eye = eye(rotation, elevation, &seat);
                    if let Viewpoint::From { towards, up } = look {
                        assert!(eye.dot(towards.normalize()) > 0.9999, "{}", view.title);
                        // The view's up side points up, or away from the player.
                        let shown = rotation * up;
                        let ahead = (seat.centre - seat.eye).with_y(0.0).normalize();
                        assert!(shown.y > 0.5 || shown.dot(ahead) > 0.9, "{}", view.title);
                    }
                    // Different direction or different distance.
                    let is_new = |(other, far): &(Vec3, f32)| {
                        eye.distance(*other) > 0.1 || (view.distance - far).abs() > 0.05
                    };
                    // A king at home is near the middle of the camp, and on a table its view is the
                    // home view.
                    let is_royal = look == Viewpoint::Royal;
                    assert!(is_royal || seen.iter().all(is_new), "{}", view.title);
                    seen.push((eye, view.distance));
                }
            }
        }
    }

    #[test]
    fn tables_tilt_to_their_limit_without_a_free_eye() {
        let shape = Variant::Chess.shape();
        let seat = Seat::default().with_stance(shape.stance);
        let Hold::Table { max_tilt } = shape.hold else {
            panic!("no table");
        };
        let game = Variant::Chess.board().new_game();
        let above = shape.views.iter().find(|view| view.title == "From above");
        let look = above.unwrap().looks[0];
        let (rotation, elevation) =
            shape.rotation_for(look, Side::White, game.position(), &seat, false);
        assert_eq!(elevation, None);
        let tilt = (rotation * Vec3::Y).angle_between(Vec3::Y);
        assert!((tilt - max_tilt).abs() < 1e-3, "{tilt}");
        let [outwards, ..] = axes(shape.hold, &shape.homes[0]);
        let away = seat.eye - seat.centre;
        assert!((rotation * Vec3::Y).dot(away) > 0.0);
        // White is still on the near side.
        assert!((rotation * outwards).dot(away.with_y(0.0)) > 0.0);
    }
}
