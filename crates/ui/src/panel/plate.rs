//! A small plate at the board with turn and clock, while the panel is hidden or the game has a
//! clock. The panel is too far from the board to see both at a glance. Until the player in the
//! headset is seated, the plate is a card before the eyes, and the only thing visible.
//!
//! Like the panel, the plate is a picture of nodes. It therefore has the same sharp text and
//! bindings, and is redrawn only on changes.

use bevy::camera::RenderTarget;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;

use super::canvas::{Canvas, CanvasAssets};
use super::place::GazeRay;
use super::plane::PIXELS_A_DEGREE;
use super::screen::Panel;
use crate::state::screen::{PanelShown, Surface};
use crate::style::theme;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::drawing::seen_if;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::shape::{BoardShape, PlayerSeat, Unseated};
use icochess_board::stage::switches::{MapShown, MapStand};
use icochess_play::game::Match;
use icochess_play::game::clock::ClockFaces;
use icochess_play::game::handover::GameHandover;
use icochess_shape::{Hold, Map, Seat, Shape};

/// Logical size of the picture, in pixels: 18° by 10° for the player.
const PIXELS: Vec2 = Vec2::new(360.0, 200.0);
/// Angle between the board and the plate, in radians: 1°.
const GAP: f32 = 0.017;
/// A render layer only for the plate. Eyes limited to this layer see nothing else.
pub const CARD_LAYER: usize = 2;

/// The plate in the world. The plate faces +z; its size is for an eye at 1 m.
#[derive(Component, Debug, Clone, Copy)]
pub struct Plate;

/// The camera that draws the plate.
#[derive(Component, Debug, Clone, Copy)]
pub struct PlateCamera;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_plate).add_systems(
        Update,
        (
            place_plate.run_if(
                resource_changed::<PlayerSeat>
                    .or_else(resource_exists_and_changed::<BoardShape>)
                    .or_else(resource_changed::<Fit>)
                    .or_else(resource_changed::<MapShown>)
                    .or_else(any_match_filter::<(With<Panel>, Changed<Transform>)>)
                    .or_else(resource_changed::<UiScale>)
                    .or_else(resource_changed::<Unseated>),
            ),
            scale_plate.run_if(resource_changed::<UiScale>),
            update_visibility.run_if(
                resource_changed::<PanelShown>
                    .or_else(resource_changed::<ClockFaces>)
                    .or_else(resource_changed::<Match>)
                    .or_else(resource_changed::<GameHandover>)
                    .or_else(resource_exists_and_changed::<BoardShape>)
                    .or_else(resource_changed::<MapShown>)
                    .or_else(resource_changed::<Unseated>),
            ),
        )
            .in_set(AppSystems::Feedback),
    );
}

/// Returns the angular size of logical pixels for the player, in radians.
fn angle(pixels: Vec2) -> Vec2 {
    pixels * (1.0 / PIXELS_A_DEGREE).to_radians()
}

fn spawn_plate(mut commands: Commands, mut maker: CanvasAssets) {
    let (canvas, camera) = maker.camera("plate camera", PIXELS);
    let camera = commands.spawn((PlateCamera, camera)).id();
    commands.spawn((
        Name::new("plate at the board"),
        Plate,
        maker.sheet(&canvas, angle(PIXELS)),
        RenderLayers::from_layers(&[0, CARD_LAYER]),
        Visibility::Hidden,
    ));
    commands.spawn((
        Surface::Plate,
        theme::hairline(px(Surface::Plate.scale())),
        Name::new("plate interface"),
        UiTargetCamera(camera),
    ));
}

/// Returns the position of the plate for a seat, `scale` times its default size. The plate never
/// covers a piece, in any orientation of the board.
///
/// For a ball, the plate is below it in the player's view. The space below a board on a table is
/// the player's lap, so the plate is at the left or right, like a chess clock.
pub fn standing(seat: &Seat, shape: &Shape, fit: Fit, is_left: bool, scale: f32) -> Transform {
    let to_board = seat.centre - seat.eye;
    let ahead = to_board.with_y(0.0).normalize_or(Vec3::NEG_Z);
    let radius = shape.extent * fit.scale(shape);
    let half = scale * angle(PIXELS) / 2.0;
    let place = match shape.hold {
        Hold::Ball => {
            let distance = to_board.length().max(radius * 1.05);
            let edge = (radius / distance).asin();
            let below = to_board.angle_between(ahead) + edge + half.y + GAP;
            let direction = ahead * below.cos() + Vec3::NEG_Y * below.sin();
            // As far away as the visible edge of the ball.
            seat.eye + direction * (distance * edge.cos())
        }
        Hold::Table { .. } => {
            let right = ahead.cross(Vec3::Y);
            let aside = if is_left { -right } else { right };
            let beside = radius + (half.x + GAP) * to_board.length();
            seat.centre + aside * beside
        }
    };
    let towards = place - seat.eye;
    // The picture faces +z, but `look_to` turns -z.
    Transform::from_translation(place)
        .looking_to(towards, Vec3::Y)
        .with_scale(Vec3::splat(towards.length() * scale))
}

/// Returns the position of the plate as a card before the eyes, `scale` times its default size.
pub fn before(look: GazeRay, scale: f32) -> Transform {
    Transform::from_translation(look.eye + look.forward)
        .looking_to(look.forward, Vec3::Y)
        .with_scale(Vec3::splat(scale))
}

/// Returns the side of the map, if the board has a map and it is switched on.
fn map_beside(map: MapShown, shape: &Shape) -> Option<MapStand> {
    map.0.filter(|_| Map::is_of(shape))
}

/// Returns whether a table's plate is at the left: opposite the map, or else opposite the panel.
fn is_at_left(seat: &Seat, panel: Vec3, map: Option<MapStand>) -> bool {
    match map {
        Some(MapStand::Left) => false,
        Some(MapStand::Right) => true,
        Some(MapStand::Framed) | None => {
            let right = (seat.centre - seat.eye).cross(Vec3::Y);
            (panel - seat.eye).dot(right) >= 0.0
        }
    }
}

fn place_plate(
    (seat, shape, fit): (Res<PlayerSeat>, Res<BoardShape>, Res<Fit>),
    (map, scale, unseated): (Res<MapShown>, Res<UiScale>, Res<Unseated>),
    panel: Single<&Transform, (With<Panel>, Without<Plate>)>,
    mut plate: Single<&mut Transform, With<Plate>>,
) {
    // The card follows the head instead.
    if unseated.0 {
        return;
    }
    let is_left = is_at_left(&seat, panel.translation, map_beside(*map, &shape));
    plate.set_if_neq(standing(&seat, &shape, *fit, is_left, scale.0));
}

/// Scales the plate with the text size, without changing the picture's layout.
fn scale_plate(
    scale: Res<UiScale>,
    camera: Single<(&Canvas, &mut RenderTarget, &mut Projection), With<PlateCamera>>,
) {
    let (canvas, mut target, mut projection) = camera.into_inner();
    *target = RenderTarget::Image(canvas.target(scale.0));
    // Bevy reads the target again only if the projection changes.
    projection.set_changed();
}

/// Shows the plate as a card and while the panel is hidden. In a game with a clock, also shows the
/// plate next to the panel, except during a handover or at a table with a map.
fn update_visibility(
    (panel, map, shape): (Res<PanelShown>, Res<MapShown>, Res<BoardShape>),
    (faces, game, handover): (Res<ClockFaces>, Res<Match>, Res<GameHandover>),
    unseated: Res<Unseated>,
    mut plate: Single<&mut Visibility, With<Plate>>,
    mut canvas: Single<&mut Canvas, With<PlateCamera>>,
) {
    let is_timed = faces.0.is_some() && game.end().is_none() && !handover.is_passing();
    let has_room = shape.hold == Hold::Ball || map_beside(*map, &shape).is_none();
    let is_there = !panel.0 || is_timed && has_room || unseated.0;
    plate.set_if_neq(seen_if(is_there));
    if canvas.is_there != is_there {
        canvas.is_there = is_there;
    }
}

#[cfg(test)]
mod tests {
    use super::super::place::{self, GazeRay, gaze_place, magnified};
    use super::super::plane::{is_inside, meet};
    use super::super::seated::{Seated, seated};
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::Place;
    use icochess_store::settings::MainHand;

    /// Returns a grid of points on the plate, edges included.
    fn points(plate: Transform) -> impl Iterator<Item = Vec3> {
        let half = angle(PIXELS) / 2.0;
        (0..25_u8).map(move |at| {
            let part = Vec2::new(f32::from(at % 5), f32::from(at / 5)) / 2.0 - 1.0;
            plate.transform_point((half * part).extend(0.0))
        })
    }

    #[test]
    fn opened_panel_and_plate_never_overlap() {
        for board in seated(&[0.75, 1.0, 1.5, 3.0]) {
            let bulk = board.bulk(board.shape.room);
            let Seated {
                variant,
                shape,
                fit,
                seat,
            } = board;
            let size = fit.size;
            let to_board = seat.centre - seat.eye;
            for (hand, scale) in [
                (MainHand::Left, 1.0),
                (MainHand::Right, 1.0),
                (MainHand::Right, 1.75),
            ] {
                let default_place = place::standing(&seat, bulk, hand);
                let looks = (0..18).map(|turn| GazeRay {
                    eye: seat.eye,
                    forward: Quat::from_rotation_y(turn as f32 * 0.35) * to_board,
                });
                let places = looks.map(|look| gaze_place(&seat, bulk, look, hand));
                for panel in places.chain([default_place]) {
                    let panel = magnified(panel, seat.eye, seat.centre, scale);
                    let is_left = is_at_left(&seat, panel.translation, None);
                    let plate = standing(&seat, &shape, fit, is_left, scale);
                    for point in points(plate) {
                        let towards = Dir3::new(point - seat.eye).unwrap();
                        let met = meet(&panel.into(), Ray3d::new(seat.eye, towards));
                        let is_on_panel = met.is_some_and(|met| is_inside(met.pixel));
                        assert!(!is_on_panel, "{variant} {size} {hand:?} {scale}: {point}");
                    }
                }
            }
        }
    }

    #[test]
    fn plate_at_a_table_avoids_map_and_panel() {
        let seat = Seat::default();
        let [left, right] = [Vec3::NEG_X, Vec3::X].map(|aside| seat.eye + aside + Vec3::NEG_Z);
        assert!(is_at_left(&seat, right, None));
        assert!(!is_at_left(&seat, left, None));
        assert!(!is_at_left(&seat, right, Some(MapStand::Left)));
        assert!(is_at_left(&seat, left, Some(MapStand::Right)));
        // A flat board is visible as a whole and has no map, even if the map is switched on.
        let wanted = MapShown(Some(MapStand::Left));
        for variant in Variant::ALL {
            let shape = variant.shape();
            let height = |place: &Place| place.frame.translation.y;
            let lowest = shape.places.iter().map(height).fold(f32::MAX, f32::min);
            let rises = |place| height(place) > lowest + 0.01;
            let has_map = shape.places.iter().any(rises);
            let actual = map_beside(wanted, &shape);
            assert_eq!(actual, wanted.0.filter(|_| has_map), "{variant}");
        }
    }

    #[test]
    fn plate_is_legible_and_covers_no_piece() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            for (size, farther) in [(1.0, 0.0), (0.7, -0.2), (1.5, 0.3), (1.5, -0.2)] {
                let fit = Fit {
                    is_worn: true,
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
                    // Text of 30 pixels is 1.5° high, at any distance.
                    let letter = 30.0 * angle(Vec2::ONE).x * plate.scale.x;
                    let seen = (letter / towards.length()).to_degrees();
                    assert!((seen - 1.5 * scale).abs() < 0.01, "{seen}°");
                    // The board avoids the plate in every orientation.
                    let to_board = seat.centre - eye;
                    let radius = shape.extent * fit.scale(&shape);
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
                                let edge = (radius / to_board.length()).asin();
                                (corner - eye).angle_between(to_board) > edge
                            }
                            Hold::Table { .. } => from_board.with_y(0.0).length() > radius,
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
