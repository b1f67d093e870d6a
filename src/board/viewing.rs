//! Going to a view of the board: the board turns there, and an eye that is free to move
//! goes where turning alone does not lead.

use bevy::prelude::*;

use super::seat::Seat;
use super::shape::Shape;
use super::spin::{TurnSystems, TurnTo};
use super::view::Look;
use crate::computer::beside::is_played_beside;
use crate::game::Match;
use crate::rules::{AnyPosition, Side};
use crate::schedule::AppSystems;

/// Request: show a view of the board. One that the board does not have changes nothing.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewRequested {
    /// Its place in [`Shape::views`].
    pub view: usize,
    /// For whom.
    pub side: Side,
}

/// There is an eye that is not on anybody's shoulders and follows [`LookFrom`], such as
/// the camera of a window. Without one a board on a table tilts instead.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct FreeEye;

/// Fact: from where a free eye looks best at what is shown now.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct LookFrom {
    /// Its angle above the level of the board, radians; `None` for that of the seat.
    pub elevation: Option<f32>,
    /// Its distance, as a part of the usual one.
    pub distance: f32,
    /// Is it a view of another board, which is not glided to?
    pub at_once: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ViewRequested>()
        .add_message::<LookFrom>()
        .add_systems(
            Update,
            (
                look_anew.run_if(resource_exists_and_changed::<Shape>),
                // There the eye goes round a board that stays.
                go.run_if(on_message::<ViewRequested>.and_then(not(is_played_beside))),
            )
                .chain()
                .before(TurnSystems)
                .in_set(AppSystems::Scene),
        );
}

/// How a board lies for a look, and how high the eye is then, in radians above the level;
/// `None` for the height of the seat.
#[must_use]
pub fn lie(
    look: Look,
    side: Side,
    position: &dyn AnyPosition,
    (shape, seat): (&Shape, &Seat),
    is_free: bool,
) -> (Quat, Option<f32>) {
    let hold = shape.hold;
    let home = &shape.homes[side.index()];
    match look {
        Look::Home => (hold.home_rotation(home, seat), None),
        Look::Royal => {
            let royal = position.royal(side).map(|cell| shape.centre(cell));
            (hold.royal_rotation(home, royal, seat), None)
        }
        Look::From { towards, up } => {
            let elevation = hold.elevation(towards).filter(|_| is_free);
            (hold.view_rotation(towards, up, seat, is_free), elevation)
        }
    }
}

fn go(
    mut asked: MessageReader<ViewRequested>,
    (game, shape, seat): (Res<Match>, Res<Shape>, Res<Seat>),
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
        let (rotation, elevation) = lie(wanted, side, game.position(), (&shape, &seat), is_free);
        turn.write(TurnTo(rotation));
        look.write(LookFrom {
            elevation,
            distance: view.distance,
            at_once: false,
        });
    }
}

/// Another board is looked at as its player sits.
fn look_anew(mut look: MessageWriter<LookFrom>) {
    look.write(LookFrom {
        elevation: None,
        distance: 1.0,
        at_once: true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::hold::Hold;
    use crate::board::view::axes;
    use crate::board::{ball, table, trek};
    use crate::rules::Variant;

    fn shapes() -> [(Shape, Variant); 3] {
        [
            (ball::shape(), Variant::Icochess),
            (table::chess(), Variant::Chess),
            (trek::shape(), Variant::StarTrek3d),
        ]
    }

    /// Where an eye of that elevation is, as a direction of the board's frame.
    fn eye(rotation: Quat, elevation: Option<f32>, seat: &Seat) -> Vec3 {
        let away = seat.eye - seat.centre;
        let level = away.with_y(0.0).normalize();
        let eye = elevation.map_or(away.normalize(), |angle| {
            level * angle.cos() + Vec3::Y * angle.sin()
        });
        rotation.inverse() * eye
    }

    #[test]
    fn a_free_eye_is_where_the_view_says_on_every_board() {
        for (shape, variant) in shapes() {
            let seat = Seat::default().with_stance(shape.stance);
            let game = variant.board().new_game();
            assert_eq!(shape.views.len(), 8);
            for side in Side::ALL {
                let mut seen: Vec<(Vec3, f32)> = Vec::new();
                for view in &shape.views {
                    let look = view.looks[side.index()];
                    let at = (&shape, &seat);
                    let (rotation, elevation) = lie(look, side, game.position(), at, true);
                    let eye = eye(rotation, elevation, &seat);
                    if let Look::From { towards, up } = look {
                        assert!(eye.dot(towards.normalize()) > 0.9999, "{}", view.title);
                        // What should be up is not down.
                        let shown = rotation * up;
                        let ahead = (seat.centre - seat.eye).with_y(0.0).normalize();
                        assert!(shown.y > 0.5 || shown.dot(ahead) > 0.9, "{}", view.title);
                    }
                    // The same from elsewhere, or from another distance.
                    let is_new = |(other, far): &(Vec3, f32)| {
                        eye.distance(*other) > 0.1 || (view.distance - far).abs() > 0.05
                    };
                    // A king at home is near its middle, and on a table that view is home.
                    let is_royal = look == Look::Royal;
                    assert!(is_royal || seen.iter().all(is_new), "{}", view.title);
                    seen.push((eye, view.distance));
                }
            }
        }
    }

    #[test]
    fn without_a_free_eye_a_table_tilts_towards_the_player_as_far_as_it_may() {
        let shape = table::chess();
        let seat = Seat::default().with_stance(shape.stance);
        let Hold::Table { most_tilt } = shape.hold else {
            panic!("no table");
        };
        let game = Variant::Chess.board().new_game();
        let at = (&shape, &seat);
        let above = shape.views.iter().find(|view| view.title == "From above");
        let look = above.unwrap().looks[0];
        let (rotation, elevation) = lie(look, Side::White, game.position(), at, false);
        assert_eq!(elevation, None);
        let tilt = (rotation * Vec3::Y).angle_between(Vec3::Y);
        assert!((tilt - most_tilt).abs() < 1e-3, "{tilt}");
        let [outwards, ..] = axes(shape.hold, &shape.homes[0]);
        let away = seat.eye - seat.centre;
        assert!((rotation * Vec3::Y).dot(away) > 0.0);
        // White is still at the near side.
        assert!((rotation * outwards).dot(away.with_y(0.0)) > 0.0);
    }

    #[test]
    fn a_king_is_brought_to_the_middle_of_a_ball_and_nowhere_on_a_table() {
        for (shape, variant) in shapes() {
            let seat = Seat::default().with_stance(shape.stance);
            let game = variant.board().new_game();
            for side in Side::ALL {
                let at = (&shape, &seat);
                let (rotation, _) = lie(Look::Royal, side, game.position(), at, true);
                let king = shape.centre(game.position().royal(side).unwrap());
                let shown = (rotation * king).normalize();
                match shape.hold {
                    Hold::Ball => {
                        assert!(shown.dot((seat.eye - seat.centre).normalize()) > 0.9999);
                    }
                    Hold::Table { .. } => {
                        let home = shape.hold.home_rotation(&shape.homes[side.index()], &seat);
                        assert_eq!(rotation, home);
                    }
                }
            }
        }
    }
}
