//! Where the panel stands, and whether it is there at all.

use bevy::prelude::*;
use bevy_rapier3d::prelude::ColliderDisabled;

use super::canvas::Canvas;
use super::plane::DISTANCE;
use super::screen::{Panel, PanelCamera};
use crate::board::Seat;
use crate::save::in_force::InForce;
use crate::save::settings::MainHand;
use crate::schedule::AppSystems;

/// To the side of the board, radians: 38°, so that half the panel and the ball with
/// its pieces (17°) lie beside each other.
const TO_THE_SIDE: f32 = 0.66;
/// Below the eyes, radians: 15° (Meta: 10 to 20°).
const BELOW: f32 = 0.26;
/// How far its upper edge leans back, radians: 30°, as a desk. It is then seen
/// almost from before.
const LEANS_BACK: f32 = std::f32::consts::FRAC_PI_6;

/// Is the panel there? Who brings it or puts it away sets this.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Reflect)]
#[reflect(Resource)]
pub struct PanelShown(pub bool);

impl Default for PanelShown {
    fn default() -> Self {
        Self(true)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelShown>().add_systems(
        Update,
        (
            hang.run_if(resource_changed::<Seat>.or_else(resource_changed::<InForce>)),
            show.run_if(resource_changed::<PanelShown>),
        )
            .in_set(AppSystems::Feedback),
    );
}

/// Where the panel stands for a seat: on the side of the hand that does most. It stays
/// there, whatever the head does.
#[must_use]
pub fn standing(seat: &Seat, hand: MainHand) -> Transform {
    let ahead = (seat.centre - seat.eye)
        .with_y(0.0)
        .normalize_or(Vec3::NEG_Z);
    let turn = match hand {
        MainHand::Right => -TO_THE_SIDE,
        MainHand::Left => TO_THE_SIDE,
    };
    let towards = Quat::from_rotation_y(turn) * ahead;
    let direction = towards * BELOW.cos() + Vec3::NEG_Y * BELOW.sin();
    let mut place = Transform::from_translation(seat.eye + direction * DISTANCE);
    // The picture's face is +z, and `look_to` turns -z.
    place.look_to(towards, Vec3::Y);
    place.rotate_local_x(-LEANS_BACK);
    place
}

fn hang(
    (seat, settings): (Res<Seat>, Res<InForce>),
    mut panel: Single<&mut Transform, With<Panel>>,
) {
    panel.set_if_neq(standing(&seat, settings.hand));
}

/// What is not there is neither seen nor met by rays.
fn show(
    mut commands: Commands,
    shown: Res<PanelShown>,
    panel: Single<(Entity, &mut Visibility), With<Panel>>,
    mut canvas: Single<&mut Canvas, With<PanelCamera>>,
) {
    let (panel, mut visibility) = panel.into_inner();
    canvas.is_there = shown.0;
    if shown.0 {
        visibility.set_if_neq(Visibility::Inherited);
        commands.entity(panel).remove::<ColliderDisabled>();
    } else {
        visibility.set_if_neq(Visibility::Hidden);
        commands.entity(panel).insert(ColliderDisabled);
    }
}

#[cfg(test)]
mod tests {
    use super::super::plane::{PIXELS, point_of};
    use super::*;

    #[test]
    fn the_panel_is_below_the_eyes_beside_the_board_and_faces_the_player() {
        let hands = [MainHand::Right, MainHand::Left];
        for (turned, hand) in [0.0, 1.0, -2.5].into_iter().zip(hands.into_iter().cycle()) {
            let eye = Vec3::new(0.4, 1.5, -0.2);
            let to_ball = Quat::from_rotation_y(turned) * Vec3::new(0.0, -0.22, -0.8);
            let centre = eye + to_ball;
            let seat = Seat { eye, centre };
            let panel = GlobalTransform::from(standing(&seat, hand));
            let to_panel = panel.translation() - eye;
            assert!((to_panel.length() - DISTANCE).abs() < 1e-5);
            let below = to_panel.angle_between(Vec3::NEG_Y).to_degrees();
            assert!((70.0..80.0).contains(&below), "{}° below", 90.0 - below);
            // Its upper edge leans back by 30°, and it is seen almost from before.
            let lean = panel.up().angle_between(Vec3::Y).to_degrees();
            assert!((lean - 30.0).abs() < 0.1, "leans {lean}°");
            assert!(panel.up().dot(to_panel) > 0.0, "its upper edge is nearer");
            let aside = panel.back().angle_between(-to_panel).to_degrees();
            assert!(aside < 20.0, "seen from {aside}° aside");
            // All of it beside the ball, which is 0.2 m large.
            let to_board = seat.centre - eye;
            let ball = (0.2 / to_board.length()).asin();
            let edge = if hand == MainHand::Right {
                0.0
            } else {
                PIXELS.x
            };
            for corner in [Vec2::new(edge, 0.0), Vec2::new(edge, PIXELS.y)] {
                let corner = point_of(&panel, corner) - eye;
                assert!(corner.angle_between(to_board) > ball, "the ball hides it");
                let right = to_board.cross(Vec3::Y);
                assert_eq!(corner.dot(right) > 0.0, hand == MainHand::Right);
            }
        }
    }
}
