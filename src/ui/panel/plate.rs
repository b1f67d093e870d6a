//! A small plate at the board that tells turn and clock while the panel is put away.
//!
//! It is a second picture of nodes, as the panel is one: so it has the panel's sharp
//! letters and its bindings to the game, and is written and drawn only on a change.

use bevy::camera::RenderTarget;
use bevy::prelude::*;

use super::canvas::{Canvas, CanvasAssets};
use super::plane::PIXELS_A_DEGREE;
use crate::board::stage::fit::Fit;
use crate::board::stage::shape::{BoardShape, PlayerSeat};
use crate::save::effective::EffectiveSettings;
use crate::save::settings::MainHand;
use crate::schedule::AppSystems;
use crate::ui::state::screen::{PanelShown, Surface};
use icochess_shape::{Hold, Seat, Shape};

/// Logical size of the picture, pixels: 18° by 10° for the player.
const PIXELS: Vec2 = Vec2::new(360.0, 200.0);
/// Between the board and the plate, radians: 1°.
const GAP: f32 = 0.017;

/// The plate in the world. Its face is +z, and its size that for an eye 1 m away.
#[derive(Component, Debug, Clone, Copy)]
pub struct Plate;

/// The camera that draws the plate.
#[derive(Component, Debug, Clone, Copy)]
pub struct PlateCamera;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        (
            hang.run_if(
                resource_changed::<PlayerSeat>
                    .or_else(resource_exists_and_changed::<BoardShape>)
                    .or_else(resource_changed::<Fit>)
                    .or_else(resource_changed::<EffectiveSettings>)
                    .or_else(resource_changed::<UiScale>),
            ),
            fit_letters.run_if(resource_changed::<UiScale>),
            show.run_if(resource_changed::<PanelShown>),
        )
            .in_set(AppSystems::Feedback),
    );
}

/// Angle for the player of so many logical pixels, radians.
fn angle(pixels: Vec2) -> Vec2 {
    pixels * (1.0 / PIXELS_A_DEGREE).to_radians()
}

fn spawn(mut commands: Commands, mut maker: CanvasAssets) {
    let (canvas, camera) = maker.camera("plate camera", PIXELS);
    let camera = commands.spawn((PlateCamera, camera)).id();
    commands.spawn((
        Name::new("plate at the board"),
        Plate,
        maker.sheet(&canvas, angle(PIXELS)),
        Visibility::Hidden,
    ));
    commands.spawn((
        Surface::Plate,
        Name::new("plate interface"),
        UiTargetCamera(camera),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        Pickable::IGNORE,
    ));
}

/// The place of the plate for a seat, `scale` times as large as usual: never before a
/// piece, however the board lies.
///
/// Below a ball, as the player sees it. What lies below a table is in the player's lap:
/// there it stands beside the board as a chess clock does, on the other side than the
/// panel.
pub fn standing(seat: &Seat, shape: &Shape, fit: Fit, is_left: bool, scale: f32) -> Transform {
    let to_board = seat.centre - seat.eye;
    let ahead = to_board.with_y(0.0).normalize_or(Vec3::NEG_Z);
    let reach = shape.extent * fit.size;
    let half = scale * angle(PIXELS) / 2.0;
    let place = match shape.hold {
        Hold::Ball => {
            let distance = to_board.length().max(reach * 1.05);
            let edge = (reach / distance).asin();
            let below = to_board.angle_between(ahead) + edge + half.y + GAP;
            let direction = ahead * below.cos() + Vec3::NEG_Y * below.sin();
            // As far away as what is seen of the ball's edge.
            seat.eye + direction * (distance * edge.cos())
        }
        Hold::Table { .. } => {
            let right = ahead.cross(Vec3::Y);
            let aside = if is_left { -right } else { right };
            let beside = reach + (half.x + GAP) * to_board.length();
            seat.centre + aside * beside
        }
    };
    let towards = place - seat.eye;
    // The picture's face is +z, and `look_to` turns -z.
    Transform::from_translation(place)
        .looking_to(towards, Vec3::Y)
        .with_scale(Vec3::splat(towards.length() * scale))
}

fn hang(
    (seat, shape, fit): (Res<PlayerSeat>, Res<BoardShape>, Res<Fit>),
    (settings, scale): (Res<EffectiveSettings>, Res<UiScale>),
    mut plate: Single<&mut Transform, With<Plate>>,
) {
    plate.set_if_neq(standing(
        &seat,
        &shape,
        *fit,
        settings.hand != MainHand::Left,
        scale.0,
    ));
}

/// Letters of another size are on a plate of another size: the picture stays as it is.
fn fit_letters(
    scale: Res<UiScale>,
    camera: Single<(&Canvas, &mut RenderTarget, &mut Projection), With<PlateCamera>>,
) {
    let (canvas, mut target, mut projection) = camera.into_inner();
    *target = RenderTarget::Image(canvas.target(scale.0));
    // Bevy looks at the target again when this changes, not when the target does.
    projection.set_changed();
}

fn show(
    shown: Res<PanelShown>,
    mut plate: Single<&mut Visibility, With<Plate>>,
    mut canvas: Single<&mut Canvas, With<PlateCamera>>,
) {
    plate.set_if_neq(if shown.0 {
        Visibility::Hidden
    } else {
        Visibility::Inherited
    });
    canvas.is_there = !shown.0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn the_plate_is_read_from_the_seat_and_before_no_piece() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            for (size, farther) in [(1.0, 0.0), (0.7, -0.2), (1.5, 0.3), (1.5, -0.2)] {
                let fit = Fit {
                    size,
                    farther,
                    ..Fit::default()
                };
                let eye = Vec3::new(0.3, 1.4, -0.2);
                let seat = Seat::before(eye, Vec3::new(1.0, -0.3, 0.5), fit.stance(&shape));
                for (is_left, scale) in [(true, 1.0), (false, 1.0), (true, 1.75)] {
                    let plate = standing(&seat, &shape, fit, is_left, scale);
                    let towards = plate.translation - eye;
                    assert!(plate.back().dot(-towards) > 0.99 * towards.length());
                    // Letters of 30 pixels are 1.5° high, at any distance.
                    let letter = 30.0 * angle(Vec2::ONE).x * plate.scale.x;
                    let seen = (letter / towards.length()).to_degrees();
                    assert!((seen - 1.5 * scale).abs() < 0.01, "{seen}°");
                    // The board, turned in any way, is elsewhere.
                    let to_board = seat.centre - eye;
                    let reach = shape.extent * fit.size;
                    let half = angle(PIXELS) / 2.0 * plate.scale.x;
                    for corner in [
                        (-1.0, -1.0),
                        (1.0, -1.0),
                        (-1.0, 1.0),
                        (1.0, 1.0),
                        (0.0, 1.0),
                    ] {
                        let corner = Vec3::new(corner.0 * half.x, corner.1 * half.y, 0.0);
                        let corner = plate.translation + plate.rotation * corner;
                        let from_board = corner - seat.centre;
                        let is_clear = match shape.hold {
                            Hold::Ball => {
                                let edge = (reach / to_board.length()).asin();
                                (corner - eye).angle_between(to_board) > edge
                            }
                            Hold::Table { .. } => from_board.with_y(0.0).length() > reach,
                        };
                        assert!(is_clear, "{variant}, {fit:?}: {corner} is at the board");
                    }
                    let right = to_board.cross(Vec3::Y);
                    if let Hold::Table { .. } = shape.hold {
                        assert_eq!(towards.dot(right) < 0.0, is_left);
                    }
                }
            }
        }
    }
}
