//! Where the panel stands, and whether it is there at all.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use bevy_rapier3d::prelude::ColliderDisabled;

use super::bulk::{Bulk, hides};
use super::canvas::Canvas;
use super::plane::{DISTANCE, PIXEL, PIXELS, point_of};
use super::screen::{Panel, PanelCamera, PanelScreen};
use crate::board::stage::fit::Fit;
use crate::board::stage::rooms::RoomChoice;
use crate::board::stage::shape::{BoardShape, PlayerSeat};
use crate::save::effective::EffectiveSettings;
use crate::save::settings::MainHand;
use crate::schedule::AppSystems;
use crate::ui::state::screen::PanelShown;
use icochess_shape::Seat;

/// Beside the board, radians: 38°, so that half the panel and the ball with its pieces
/// (17°) lie beside each other. Farther, where the board is larger. Nearer, one would hide the other, and
/// a narrower panel would cut its pages: so who looks at the board turns the head to read the far edge.
const BESIDE: f32 = 0.66;
/// As far beside it as it gets, radians: 110°. That is for who stands right at a board.
const FARTHEST_BESIDE: f32 = 1.92;
/// How far from where the head looks the middle of the panel may be for all of it to be
/// seen, radians: 28°. Half of it is 20°, and headsets show 48° to a side and more.
const IN_VIEW: f32 = 0.49;
/// And for its middle to be seen, radians.
const IN_SIGHT: f32 = 0.84;
/// And for it to be noticed by who does not look for it, radians: 35°.
const AT_A_GLANCE: f32 = 0.61;
/// How far away it can be read, metres.
const FARTHEST: f32 = 2.5;
/// The sine of how far up or down one looks who looks nowhere: 50°.
const STEEP: f32 = 0.77;
/// Below the eyes, radians: 15° (Meta: 10 to 20°).
const BELOW: f32 = 0.26;
/// How far its upper edge leans back, radians: 30°, as a desk. It is then seen
/// almost from before.
const LEANS_BACK: f32 = std::f32::consts::FRAC_PI_6;
/// From a table's top to the panel's lower edge above it, metres at least.
const ABOVE_TABLE: f32 = 0.02;
/// From the panel to a board behind it, metres.
const BEFORE_BOARD: f32 = 0.01;
/// The nearest at which the panel comes between eyes and a board, metres. The board is put
/// farther away.
const NEAREST: f32 = 0.2;

/// Whence and whither a player looked who brought the panel; `None` who has sat down
/// anew since, and looks at the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Gaze(pub Option<GazeRay>);

/// The ray along which a player looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GazeRay {
    /// The place of the eyes, metres.
    pub eye: Vec3,
    /// The direction that they look in.
    pub forward: Vec3,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelShown>()
        .init_resource::<Gaze>()
        .add_systems(
            Update,
            (
                hang.run_if(
                    resource_changed::<PlayerSeat>
                        .or_else(resource_exists_and_changed::<BoardShape>)
                        .or_else(resource_changed::<Fit>)
                        .or_else(resource_changed::<RoomChoice>)
                        .or_else(resource_changed::<Gaze>)
                        .or_else(resource_changed::<EffectiveSettings>)
                        .or_else(resource_changed::<PanelScreen>),
                ),
                show.run_if(resource_changed::<PanelShown>),
            )
                .in_set(AppSystems::Feedback),
        );
}

/// The place of the panel for a seat: on the side of the hand that does most. It stays there,
/// whatever the head does.
pub fn standing(seat: &Seat, bulk: Bulk, hand: MainHand) -> Transform {
    let beside = beside(seat.eye, seat.centre, bulk);
    let right = on_side_of(hand, beside);
    hung_above(seat.eye, seat.centre, bulk, right)
}

/// The place to which somebody brings it who looks somewhere: where that is seen at once,
/// but not before the board.
pub fn brought(seat: &Seat, bulk: Bulk, look: GazeRay, hand: MainHand) -> Transform {
    let flat = |way: Vec3| Vec2::new(way.x, way.z);
    let ahead = flat(seat.centre - look.eye);
    // Both as angles to the right of the board. (In x and z, y is down.)
    let gaze = ahead.angle_to(flat(look.forward));
    let gaze = if gaze.is_finite() { gaze } else { 0.0 };
    let beside = beside(look.eye, seat.centre, bulk);
    let usual = on_side_of(hand, beside);
    let from_gaze = wrapped(usual - gaze);
    let wanted = wrapped(gaze + from_gaze.clamp(-IN_VIEW, IN_VIEW));
    // Beside a large board one has to look for it.
    let in_sight = IN_SIGHT + (beside - BESIDE);
    let clear = if wanted.abs() >= beside {
        wanted
    } else if from_gaze.abs() <= in_sight {
        usual
    } else {
        -usual
    };
    hung_above(look.eye, seat.centre, bulk, clear)
}

/// The place straight before eyes, wherever the board is: nearer than it, where that would hide
/// any of the panel, and as large for the eyes.
pub fn before(look: GazeRay, board: Vec3, bulk: Bulk) -> Transform {
    let GazeRay { eye, forward } = look;
    let place = hung(eye, eye + forward, 0.0);
    let mut place = above(place, eye, bulk.table.map(|below| board.y - below));
    let to_board = board.distance(eye) - bulk.extent;
    let panel = GlobalTransform::from(place);
    // So close together that no board is between them.
    let points = (0..25_u8).map(|at| Vec2::new(f32::from(at % 5), f32::from(at / 5)) / 4.0);
    let points = points.map(|part| point_of(&panel, PIXELS * part));
    // Who leans into a board moves the head to see past it.
    if to_board > NEAREST
        && points
            .clone()
            .any(|point| hides(bulk.extent, board, eye, point))
    {
        let farthest = points.map(|point| point.distance(eye)).fold(0.0, f32::max);
        let times = ((to_board - BEFORE_BOARD) / farthest).min(1.0);
        place.translation = eye + (place.translation - eye) * times;
        place.scale = Vec3::splat(times);
    }
    place
}

/// Does who looks so see the panel at a glance, near enough to be read, and not behind a board
/// that reaches so far with its pieces? Who looks at the floor or the ceiling, as with the headset
/// in the hands, looks nowhere.
pub fn is_in_sight(panel: &Transform, look: GazeRay, board: Vec3, extent: f32) -> bool {
    let to_panel = panel.translation - look.eye;
    let looks_nowhere = look.forward.y.abs() > STEEP;
    let is_ahead = to_panel.angle_between(look.forward) <= AT_A_GLANCE
        && !hides(extent, board, look.eye, panel.translation);
    to_panel.length() <= FARTHEST && (is_ahead || looks_nowhere)
}

/// An angle beside the board, as one to the right of it, radians.
const fn on_side_of(hand: MainHand, beside: f32) -> f32 {
    match hand {
        MainHand::Right => beside,
        MainHand::Left => -beside,
    }
}

/// How far beside a board the panel stands, radians: so that neither is before the other.
fn beside(eye: Vec3, board: Vec3, bulk: Bulk) -> f32 {
    let is_clear = |right: f32| {
        let panel = GlobalTransform::from(hung_above(eye, board, bulk, right));
        // The left edge is the one that is nearer to the board.
        [0.0, 0.5, 1.0].into_iter().all(|down| {
            let point = point_of(&panel, PIXELS * Vec2::new(0.0, down));
            !bulk.covers(board, eye, point)
        })
    };
    let (mut hidden, mut clear) = (BESIDE, FARTHEST_BESIDE);
    if is_clear(hidden) {
        return hidden;
    }
    // To a hundredth of a degree or two.
    for _ in 0..12 {
        let middle = hidden.midpoint(clear);
        if is_clear(middle) {
            clear = middle;
        } else {
            hidden = middle;
        }
    }
    clear
}

/// An angle between -π and π.
fn wrapped(angle: f32) -> f32 {
    (angle + PI).rem_euclid(TAU) - PI
}

/// How it hangs before eyes, so many radians to the right of a board.
fn hung(eye: Vec3, board: Vec3, right: f32) -> Transform {
    let ahead = (board - eye).with_y(0.0).normalize_or(Vec3::NEG_Z);
    let towards = Quat::from_rotation_y(-right) * ahead;
    let direction = towards * BELOW.cos() + Vec3::NEG_Y * BELOW.sin();
    let mut place = Transform::from_translation(eye + direction * DISTANCE);
    // The picture's face is +z, and `look_to` turns -z.
    place.look_to(towards, Vec3::Y);
    place.rotate_local_x(-LEANS_BACK);
    place
}

/// How it hangs beside a board, above the table that this may stand on.
fn hung_above(eye: Vec3, board: Vec3, bulk: Bulk, right: f32) -> Transform {
    let table = bulk.table.map(|below| board.y - below);
    above(hung(eye, board, right), eye, table)
}

/// The same panel, so high that eyes above a table at that height see all of it.
fn above(mut panel: Transform, eye: Vec3, table: Option<f32>) -> Transform {
    if let Some(table) = table.filter(|table| *table < eye.y) {
        let lowest = point_of(&panel.into(), PIXELS * Vec2::new(0.5, 1.0)).y;
        panel.translation.y += (table + ABOVE_TABLE - lowest).max(0.0);
    }
    panel
}

/// The same panel so many times as large, farther to its side and higher: its edge towards the
/// board and the lower one stay where they are.
fn magnified(mut panel: Transform, eye: Vec3, board: Vec3, times: f32) -> Transform {
    let wider = PIXELS * PIXEL / 2.0 * (times - 1.0);
    let is_left = (board - eye).cross(panel.translation - eye).y > 0.0;
    let aside = (wider.x / DISTANCE).atan();
    let aside = if is_left { aside } else { -aside };
    panel.rotate_around(eye, Quat::from_rotation_y(aside));
    panel.translation += panel.up() * wider.y;
    panel.with_scale(Vec3::splat(times))
}

fn hang(
    (seat, settings, screen): (Res<PlayerSeat>, Res<EffectiveSettings>, Res<PanelScreen>),
    (shape, fit, choice): (Res<BoardShape>, Res<Fit>, Res<RoomChoice>),
    mut gaze: ResMut<Gaze>,
    mut panel: Single<&mut Transform, With<Panel>>,
) {
    if seat.is_changed() && !gaze.is_changed() {
        gaze.bypass_change_detection().0 = None;
    }
    let bulk = Bulk::of(&shape, *fit, choice.room(shape.room));
    let (eye, place) = match gaze.0 {
        Some(look) => (look.eye, brought(&seat, bulk, look, settings.hand)),
        None => (seat.eye, standing(&seat, bulk, settings.hand)),
    };
    panel.set_if_neq(magnified(place, eye, seat.centre, screen.magnification));
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
    use super::super::plane::{is_inside, meet};
    use super::*;
    use crate::board::room::scenery::{level_table_below, table_radius};
    use icochess_boards::Variant;
    use icochess_shape::Room;

    const HANDS: [MainHand; 2] = [MainHand::Left, MainHand::Right];
    /// The ball, without the rims of its tiles.
    const BALL: Bulk = Bulk {
        reach: 0.2,
        height: 0.2,
        extent: 0.26,
        table: None,
    };

    #[test]
    fn the_panel_is_below_the_eyes_beside_the_board_and_faces_the_player() {
        for (turned, hand) in [0.0, 1.0, -2.5].into_iter().zip(HANDS.into_iter().cycle()) {
            let is_left = hand == MainHand::Left;
            let eye = Vec3::new(0.4, 1.5, -0.2);
            let to_ball = Quat::from_rotation_y(turned) * Vec3::new(0.0, -0.22, -0.8);
            let centre = eye + to_ball;
            let seat = Seat { eye, centre };
            let panel = GlobalTransform::from(standing(&seat, BALL, hand));
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
            // All of it on its side of the ball, which is 0.2 m large.
            let to_board = seat.centre - eye;
            let ball = (BALL.reach / to_board.length()).asin();
            let near = if is_left { PIXELS.x } else { 0.0 };
            for corner in [Vec2::new(near, 0.0), Vec2::new(near, PIXELS.y)] {
                let corner = point_of(&panel, corner) - eye;
                assert!(corner.angle_between(to_board) > ball, "the ball hides it");
                let right = to_board.cross(Vec3::Y);
                assert_eq!(corner.dot(right) > 0.0, !is_left);
            }
        }
    }

    #[test]
    fn no_place_of_any_board_is_before_the_panel_however_large_the_board_is_and_turned() {
        for variant in Variant::ALL {
            let shape = BoardShape(variant.shape());
            for size in [0.7, 1.0, 1.5, 3.0] {
                let fit = Fit {
                    size,
                    ..Fit::default()
                };
                let seat = Seat::default().with_stance(fit.stance(&shape));
                let to_board = seat.centre - seat.eye;
                let bulk = Bulk::of(&shape, fit, shape.room);
                let turns = (0..12).map(|turn| Quat::from_rotation_y(turn as f32 * PI / 6.0));
                let places: Vec<Vec3> = turns
                    .flat_map(|turn| {
                        let places = shape.places.iter();
                        places.map(move |place| turn * place.frame.translation * size)
                    })
                    .collect();
                for hand in HANDS {
                    let usual = standing(&seat, bulk, hand);
                    for degrees in (-180..=180).step_by(20) {
                        let turn = Quat::from_rotation_y((degrees as f32).to_radians());
                        let look = GazeRay {
                            eye: seat.eye,
                            forward: turn * to_board,
                        };
                        let panel = brought(&seat, bulk, look, hand);
                        // Who looks at the board has it where it always is.
                        let way = panel.translation.distance(usual.translation);
                        assert!(degrees != 0 || way < 1e-3, "{variant} {size}");
                        for place in &places {
                            let towards = Dir3::new(seat.centre + *place - seat.eye).unwrap();
                            let met = meet(&panel.into(), Ray3d::new(seat.eye, towards));
                            let is_before = met.is_some_and(|met| is_inside(met.pixel));
                            assert!(!is_before, "{variant} {size}: {degrees}°");
                        }
                    }
                }
            }
        }
        let shape = BoardShape(Variant::Icochess.shape());
        let seat = Seat::default();
        let ball = Bulk::of(&shape, Fit::default(), shape.room);
        assert_eq!(beside(seat.eye, seat.centre, ball), BESIDE);
    }

    #[test]
    fn a_larger_panel_comes_no_nearer_to_the_board_or_to_the_floor() {
        let seat = Seat::default();
        let to_board = seat.centre - seat.eye;
        for hand in HANDS {
            let usual = standing(&seat, BALL, hand);
            let is_left = hand == MainHand::Left;
            let near = if is_left { PIXELS.x } else { 0.0 };
            for times in [1.0, 1.25, 1.75] {
                let larger = magnified(usual, seat.eye, seat.centre, times);
                let corner = |panel: Transform| {
                    point_of(&panel.into(), Vec2::new(near, PIXELS.y)) - seat.eye
                };
                let angle = |panel| corner(panel).angle_between(to_board);
                assert!(angle(larger) >= angle(usual) - 0.02, "{times}");
                assert!((corner(larger).y - corner(usual).y).abs() < 1e-3, "{times}");
                let width = point_of(&larger.into(), PIXELS * Vec2::X)
                    .distance(point_of(&larger.into(), Vec2::ZERO));
                assert!((width / (PIXELS.x * PIXEL) - times).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn who_takes_the_headset_over_sees_the_panel_at_a_glance_once_it_has_come() {
        let seat = Seat::default();
        let there = standing(&seat, BALL, MainHand::Right);
        let other = Vec3::new(1.6, 0.4, -1.1);
        for degrees in (-180..180).step_by(15) {
            for pitch in [-40.0_f32, -15.0, 0.0, 15.0] {
                let turn = Quat::from_rotation_y((degrees as f32).to_radians());
                let pitch = Quat::from_rotation_x(pitch.to_radians());
                let look = |eye| GazeRay {
                    eye,
                    forward: turn * pitch * Vec3::NEG_Z,
                };
                // It lies 38° to the right; who looks away from it does not see it.
                let is_away = (0..180).contains(&degrees);
                assert!(!is_away || !is_in_sight(&there, look(seat.eye), seat.centre, BALL.extent));
                let place = before(look(other), seat.centre, BALL);
                let sees = |eye| is_in_sight(&place, look(eye), seat.centre, BALL.extent);
                assert!(sees(other));
                assert!(!sees(other + 4.0 * Vec3::X));
                let facing = place.back().dot((other - place.translation).normalize());
                assert!(facing > 0.9, "{facing}");
            }
        }
        let down = GazeRay {
            eye: seat.eye,
            forward: Vec3::NEG_Y,
        };
        assert!(is_in_sight(&there, down, seat.centre, BALL.extent));
    }

    /// The corners of a panel, and its middle.
    fn marks(panel: Transform) -> [Vec3; 5] {
        let parts = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5)];
        parts.map(|part| point_of(&panel.into(), PIXELS * Vec2::from(part)))
    }

    #[test]
    fn no_board_hides_the_panel_from_who_is_handed_the_headset_wherever_they_look() {
        for (variant, room) in Variant::ALL
            .into_iter()
            .flat_map(|variant| Room::ALL.map(|room| (variant, room)))
        {
            let shape = BoardShape(variant.shape());
            for size in [1.0, 1.5, 3.0] {
                let fit = Fit {
                    size,
                    ..Fit::default()
                };
                let seat = Seat::default().with_stance(fit.stance(&shape));
                let bulk = Bulk::of(&shape, fit, room);
                for degrees in (-180..180).step_by(10) {
                    for pitch in [-40.0_f32, -15.0, 0.0, 15.0] {
                        let turn = Quat::from_rotation_y((degrees as f32).to_radians());
                        let pitched = Quat::from_rotation_x(pitch.to_radians());
                        let look = GazeRay {
                            eye: seat.eye,
                            forward: turn * pitched * Vec3::NEG_Z,
                        };
                        let panel = before(look, seat.centre, bulk);
                        let told = format!("{variant} {size}, {room:?}: {degrees}°, {pitch}°");
                        assert!(
                            is_in_sight(&panel, look, seat.centre, bulk.extent),
                            "{told}"
                        );
                        for mark in marks(panel) {
                            // A hundred steps on the way from the eyes.
                            let is_hidden = (0..=100).any(|step| {
                                let at = seat.eye.lerp(mark, step as f32 / 100.0);
                                at.distance(seat.centre) < shape.extent * size
                            });
                            assert!(!is_hidden, "{told}: {mark}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_panel_behind_the_board_is_not_seen() {
        let seat = Seat::default();
        let forward = seat.centre - seat.eye;
        let look = GazeRay {
            eye: seat.eye,
            forward,
        };
        let behind = hung(seat.eye, seat.centre, 0.0);
        assert!(!is_in_sight(&behind, look, seat.centre, BALL.extent));
        let aside = seat.centre + Vec3::X;
        assert!(is_in_sight(&behind, look, aside, BALL.extent));
    }

    #[test]
    fn no_table_hides_the_panel_from_the_seat() {
        for variant in Variant::ALL {
            let shape = BoardShape(variant.shape());
            for size in [0.75, 1.0, 1.5, 3.0] {
                let fit = Fit {
                    size,
                    ..Fit::default()
                };
                let seat = Seat::default().with_stance(fit.stance(&shape));
                let radius = table_radius(&shape, size);
                let table = seat.centre.y - level_table_below(&shape) * size;
                for (hand, room) in HANDS
                    .into_iter()
                    .flat_map(|hand| Room::ALL.map(|room| (hand, room)))
                {
                    let bulk = Bulk::of(&shape, fit, room);
                    let usual = standing(&seat, bulk, hand);
                    for times in [1.0, 1.75] {
                        let panel = magnified(usual, seat.eye, seat.centre, times);
                        for mark in marks(panel) {
                            let part = (seat.eye.y - table) / (seat.eye.y - mark.y);
                            let met = seat.eye.lerp(mark, part) - seat.centre;
                            let is_hidden =
                                (0.0..1.0).contains(&part) && met.with_y(0.0).length() < radius;
                            let has_table = room == Room::Table;
                            assert!(!(has_table && is_hidden), "{variant} {size}: {mark}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn left_and_right_are_mirrored() {
        let seat = Seat::default();
        let [left, right] = HANDS.map(|hand| standing(&seat, BALL, hand));
        let mirrored = |place: Vec3| place * Vec3::new(-1.0, 1.0, 1.0);
        assert!(left.translation.distance(mirrored(right.translation)) < 1e-5);
        assert!(left.back().distance(mirrored(*right.back())) < 1e-5);
    }

    #[test]
    fn who_brings_the_panel_sees_it_and_the_board_beside_it() {
        let seat = Seat::default();
        let away = Vec3::new(0.3, 0.1, -0.1);
        for eye in [seat.eye, seat.eye + away] {
            for hand in HANDS {
                let is_left = hand == MainHand::Left;
                for degrees in -180..=180_i32 {
                    let turn = Quat::from_rotation_y(-(degrees as f32).to_radians());
                    let pitch = Quat::from_rotation_x(-0.4);
                    let ahead = (seat.centre - eye).with_y(0.0).normalize();
                    let level = Quat::from_rotation_arc(Vec3::NEG_Z, ahead);
                    let forward = turn * level * pitch * Vec3::NEG_Z;
                    let place = brought(&seat, BALL, GazeRay { eye, forward }, hand);
                    let to_panel = place.translation - eye;
                    assert!((to_panel.length() - DISTANCE).abs() < 1e-5);
                    let below = to_panel.angle_between(Vec3::NEG_Y).to_degrees();
                    assert!((70.0..80.0).contains(&below));
                    let flat = to_panel.with_y(0.0);
                    let from_board = flat.angle_between(ahead);
                    let right = ahead.cross(Vec3::Y);
                    assert!(from_board > BESIDE - 1e-3, "{degrees}°: before the board");
                    let from_gaze = flat.angle_between(forward.with_y(0.0));
                    // Who looks past the board sees all of it; who looks at the board,
                    // most of it at its usual side.
                    let looks_at_board = (degrees.abs() as f32) < 11.0;
                    let most = if looks_at_board { IN_SIGHT } else { IN_VIEW };
                    assert!(!looks_at_board || (flat.dot(right) < 0.0) == is_left);
                    let most = most + 1e-3;
                    assert!(from_gaze < most, "{degrees}°: {}°", from_gaze.to_degrees());
                }
            }
        }
        // Who looks at the board has it where it always is.
        let forward = seat.centre - seat.eye;
        let look = GazeRay {
            eye: seat.eye,
            forward,
        };
        for hand in HANDS {
            let (here, there) = (
                brought(&seat, BALL, look, hand),
                standing(&seat, BALL, hand),
            );
            assert!(here.translation.distance(there.translation) < 1e-4);
        }
    }
}
