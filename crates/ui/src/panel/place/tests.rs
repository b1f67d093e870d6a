use super::super::bulk::KEPT_CLEAR;
use super::super::plane::{is_inside, meet};
use super::super::seated::{Seated, seated};
use super::*;
use icochess_board::room::scenery::{level_table_below, table_radius};
use icochess_board::stage::fit::Fit;
use icochess_boards::Variant;
use icochess_shape::Room;
use icochess_store::table;

const HANDS: [MainHand; 2] = [MainHand::Left, MainHand::Right];
/// The ball, without the rims of its tiles.
const BALL: Bulk = Bulk {
    radius: 0.2,
    height: None,
    table: None,
};

#[test]
fn panel_is_next_to_the_board_and_faces_the_player() {
    for (turned, hand) in [0.0, 1.0, -2.5].into_iter().zip(HANDS.into_iter().cycle()) {
        let is_left = hand == MainHand::Left;
        let eye = Vec3::new(0.4, 1.5, -0.2);
        let to_ball = Quat::from_rotation_y(turned) * Vec3::new(0.0, -0.22, -0.8);
        let centre = eye + to_ball;
        let seat = Seat { eye, centre };
        let panel = GlobalTransform::from(standing(&seat, BALL, hand));
        let to_panel = panel.translation() - eye;
        assert!((to_panel.length() - AWAY).abs() < 1e-5);
        let below = to_panel.angle_between(Vec3::NEG_Y).to_degrees();
        assert!((70.0..80.0).contains(&below), "{}° below", 90.0 - below);
        let aside = panel.back().angle_between(-to_panel).to_degrees();
        assert!(aside < 0.5, "seen from {aside}° aside");
        // The panel within its margins is on its own side of the ball, whose radius is 0.2 m.
        let to_board = seat.centre - eye;
        let ball = (BALL.radius / to_board.length()).asin();
        let near = if is_left { PIXELS.x - MARGIN } else { MARGIN };
        for corner in [Vec2::new(near, 0.0), Vec2::new(near, PIXELS.y)] {
            let corner = point_of(&panel, corner) - eye;
            assert!(corner.angle_between(to_board) > ball, "the ball hides it");
            let right = to_board.cross(Vec3::Y);
            assert_eq!(corner.dot(right) > 0.0, !is_left);
        }
    }
}

#[test]
fn no_board_covers_the_panel_except_with_its_rim() {
    for board in seated(&[0.7, 1.0, 1.5, 3.0]) {
        let (bulk, places) = (board.bulk(board.shape.room), board.places());
        let Seated {
            variant,
            fit: Fit { size, .. },
            seat,
            ..
        } = board;
        let to_board = seat.centre - seat.eye;
        for hand in HANDS {
            let default_place = standing(&seat, bulk, hand);
            for degrees in (-180..=180).step_by(20) {
                let turn = Quat::from_rotation_y((degrees as f32).to_radians());
                let look = GazeRay {
                    eye: seat.eye,
                    forward: turn * to_board,
                };
                let panel = gaze_place(&seat, bulk, look, hand);
                // Players who look at the board get the default position.
                let shift = panel.translation.distance(default_place.translation);
                assert!(degrees != 0 || shift < 1e-3, "{variant} {size}");
                for place in &places {
                    let place = seat.centre + *place * KEPT_CLEAR;
                    let towards = Dir3::new(place - seat.eye).unwrap();
                    let met = meet(&panel.into(), Ray3d::new(seat.eye, towards));
                    let is_before = met.is_some_and(|met| {
                        let from_middle = (met.pixel.x - PIXELS.x / 2.0).abs();
                        is_inside(met.pixel) && from_middle < PIXELS.x / 2.0 - MARGIN
                    });
                    assert!(!is_before, "{variant} {size}: {degrees}°");
                }
            }
        }
    }
    // A flat board is below the panel.
    for board in seated(&[1.0]).filter(|board| board.variant == Variant::Chess) {
        let bulk = board.bulk(board.shape.room);
        assert_eq!(beside(board.seat.eye, board.seat.centre, bulk), BESIDE);
    }
}

#[test]
fn board_and_panel_fit_in_one_view() {
    // The minimum field of view of headsets to each side, in radians: 48°.
    const TO_A_SIDE: f32 = 0.84;
    for board in seated(&[1.0]) {
        let (bulk, places) = (board.bulk(board.shape.room), board.places());
        let Seated { variant, seat, .. } = board;
        for hand in HANDS {
            let panel = standing(&seat, bulk, hand);
            let to_board = (seat.centre - seat.eye).with_y(0.0);
            let to_panel = (panel.translation - seat.eye).with_y(0.0);
            let aside = to_board.angle_between(to_panel).to_degrees();
            assert!(
                aside < 46.0,
                "{variant} {hand:?}: the middle is at {aside}°"
            );
            let directions = || {
                let places = places.iter().map(|place| seat.centre + *place);
                let points = places.chain(marks(panel));
                points.map(|point| point - seat.eye)
            };
            // To the right of -z, the player's direction of view.
            let right = |direction: Vec3| direction.x.atan2(-direction.z);
            let (min, max) = directions()
                .map(right)
                .fold((f32::MAX, f32::MIN), |(min, max), right| {
                    (min.min(right), max.max(right))
                });
            // The head turns to the middle of board and panel, and down to the panel.
            let turned = Quat::from_rotation_y(-min.midpoint(max));
            let head = turned * Quat::from_rotation_x(-BELOW);
            for direction in directions() {
                let aside = right(head.inverse() * direction).abs();
                let degrees = aside.to_degrees();
                assert!(aside < TO_A_SIDE, "{variant} {hand:?}: {degrees}°");
            }
        }
    }
}

#[test]
fn larger_panel_keeps_its_distance_to_board_and_floor() {
    let seat = Seat::default();
    let to_board = seat.centre - seat.eye;
    for hand in HANDS {
        let default_place = standing(&seat, BALL, hand);
        let is_left = hand == MainHand::Left;
        let near = if is_left { PIXELS.x } else { 0.0 };
        for times in [1.0, 1.25, 1.75] {
            let larger = magnified(default_place, seat.eye, seat.centre, times);
            let corner =
                |panel: Transform| point_of(&panel.into(), Vec2::new(near, PIXELS.y)) - seat.eye;
            let angle = |panel| corner(panel).angle_between(to_board);
            assert!(angle(larger) >= angle(default_place) - 0.03, "{times}");
            assert!(
                (corner(larger).y - corner(default_place).y).abs() < 1e-3,
                "{times}"
            );
            let width = point_of(&larger.into(), PIXELS * Vec2::X)
                .distance(point_of(&larger.into(), Vec2::ZERO));
            assert!((width / (PIXELS.x * PIXEL) - times).abs() < 1e-3);
        }
    }
}

#[test]
fn next_player_sees_the_panel() {
    for board in seated(&[1.0, 1.5, 3.0]) {
        let bulk = board.bulk(board.shape.room);
        let Seated { variant, seat, .. } = board;
        let other = seat.eye + Vec3::new(0.4, 0.2, -0.1);
        for degrees in (-180..180).step_by(15) {
            for pitch in [-40.0_f32, -15.0, 0.0, 15.0] {
                let turn = Quat::from_rotation_y((degrees as f32).to_radians());
                let pitch = Quat::from_rotation_x(pitch.to_radians());
                let look = |eye| GazeRay {
                    eye,
                    forward: turn * pitch * Vec3::NEG_Z,
                };
                for (eye, times) in [(seat.eye, 1.0), (other, 1.0), (seat.eye, 1.75)] {
                    let place = gaze_place(&seat, bulk, look(eye), MainHand::Right);
                    let place = magnified(place, eye, seat.centre, times);
                    let hand = MainHand::Right;
                    let sees = |eye| is_in_sight(&place, &seat, bulk, look(eye), hand);
                    assert!(sees(eye), "{variant}: {degrees}° from {eye}, {times}");
                    assert!(!sees(eye + 4.0 * Vec3::X));
                }
            }
        }
    }
    // The panel is 28° to the right, out of view for players who look left.
    let seat = Seat::default();
    let there = standing(&seat, BALL, MainHand::Right);
    for (forward, is_seen) in [
        (Vec3::NEG_Z, true),
        (Vec3::NEG_X, false),
        (Vec3::new(-0.3, -0.2, -1.0), false),
        (Vec3::NEG_Y, true),
    ] {
        let look = GazeRay {
            eye: seat.eye,
            forward,
        };
        let hand = MainHand::Right;
        assert_eq!(is_in_sight(&there, &seat, BALL, look, hand), is_seen);
    }
    // A player opposite would see its back.
    let opposite = GazeRay {
        eye: Vec3::new(0.0, 1.35, -1.2),
        forward: Vec3::Z,
    };
    assert!(!is_in_sight(&there, &seat, BALL, opposite, MainHand::Right));
}

/// Returns the corners of a panel, and its centre.
fn marks(panel: Transform) -> [Vec3; 5] {
    let parts = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5)];
    parts.map(|part| point_of(&panel.into(), PIXELS * Vec2::from(part)))
}

#[test]
fn panel_behind_the_board_is_not_in_sight() {
    let seat = Seat::default();
    let forward = seat.centre - seat.eye;
    let look = GazeRay {
        eye: seat.eye,
        forward,
    };
    let behind = hung(seat.eye, seat.centre, 0.0);
    let hand = MainHand::Right;
    assert!(!is_in_sight(&behind, &seat, BALL, look, hand));
    assert!(!is_clear(&behind, &seat, BALL));
    assert!(is_clear(&standing(&seat, BALL, hand), &seat, BALL));
    let aside = Seat {
        centre: seat.centre + Vec3::X,
        ..seat
    };
    assert!(is_in_sight(&behind, &aside, BALL, look, hand));
}

#[test]
fn table_never_hides_the_panel() {
    for board in seated(&[0.75, 1.0, 1.5, 3.0]) {
        let Seated {
            variant,
            ref shape,
            fit,
            seat,
        } = board;
        let size = fit.scale(shape);
        let radius = table_radius(shape, size);
        let table = seat.centre.y - level_table_below(shape) * size;
        for (hand, room) in HANDS
            .into_iter()
            .flat_map(|hand| Room::ALL.map(|room| (hand, room)))
        {
            let bulk = board.bulk(room);
            let default_place = standing(&seat, bulk, hand);
            for times in [1.0, 1.75] {
                let panel = magnified(default_place, seat.eye, seat.centre, times);
                for mark in marks(panel) {
                    let part = (seat.eye.y - table) / (seat.eye.y - mark.y);
                    let met = seat.eye.lerp(mark, part) - seat.centre;
                    let is_hidden = (0.0..1.0).contains(&part) && met.with_y(0.0).length() < radius;
                    let has_table = room == Room::Table;
                    assert!(!(has_table && is_hidden), "{variant} {size}: {mark}");
                }
            }
        }
    }
}

#[test]
fn opened_panel_and_board_are_both_in_view() {
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
                let place = gaze_place(&seat, BALL, GazeRay { eye, forward }, hand);
                let to_panel = place.translation - eye;
                assert!((to_panel.length() - AWAY).abs() < 1e-5);
                let below = to_panel.angle_between(Vec3::NEG_Y).to_degrees();
                assert!((70.0..80.0).contains(&below));
                let flat = to_panel.with_y(0.0);
                let from_board = flat.angle_between(ahead);
                let right = ahead.cross(Vec3::Y);
                assert!(from_board > BESIDE - 1e-3, "{degrees}°: before the board");
                let from_gaze = flat.angle_between(forward.with_y(0.0));
                // Players who look past the board see the whole panel; others see most of the
                // panel, on its default side.
                let looks_at_board = (degrees.abs() as f32) < 11.0;
                let max = if looks_at_board {
                    beside(eye, seat.centre, BALL) + LOOKS_AWAY
                } else {
                    IN_VIEW
                };
                assert!(!looks_at_board || (flat.dot(right) < 0.0) == is_left);
                let max = max + 1e-3;
                assert!(from_gaze < max, "{degrees}°: {}°", from_gaze.to_degrees());
            }
        }
    }
    // Players who look at the board get the default position.
    let forward = seat.centre - seat.eye;
    let look = GazeRay {
        eye: seat.eye,
        forward,
    };
    for hand in HANDS {
        let (here, there) = (
            gaze_place(&seat, BALL, look, hand),
            standing(&seat, BALL, hand),
        );
        assert!(here.translation.distance(there.translation) < 1e-4);
    }
}

#[test]
fn chosen_place_keeps_the_held_point_at_the_hand() {
    let seat = Seat {
        eye: Vec3::new(0.4, 1.5, -0.2),
        centre: Vec3::new(-0.1, 1.3, -0.9),
    };
    for held in [Vec3::NEG_Y * 0.4, Vec3::new(0.12, -0.39, 0.01)] {
        for degrees in (-180..180).step_by(30) {
            for (height, away) in [(-0.3, 0.9), (-0.6, 1.4), (0.2, 2.0)] {
                let turn = Quat::from_rotation_y((degrees as f32).to_radians());
                let point = seat.eye + turn * Vec3::new(0.0, height, -away);
                let place = ChosenPlace::holding(held, point, &seat);
                let panel = place.transform(&seat);
                let off = panel.transform_point(held).distance(point);
                assert!(off < 1e-3, "{degrees}° {height} {away}: {off} m");
                let tilt = panel.back().angle_between(seat.eye - panel.translation);
                assert!(tilt < 5e-3, "{tilt}");
                let mut settings = Settings::default();
                for (name, value) in place.settings() {
                    let setting = table::setting(name).unwrap();
                    setting.set(&mut settings, value.into());
                }
                assert_eq!(ChosenPlace::of(&settings), Some(place));
            }
        }
    }
    assert_eq!(ChosenPlace::of(&Settings::default()), None);
    let far = ChosenPlace::holding(Vec3::ZERO, seat.eye + Vec3::new(0.0, 9.0, -1.0), &seat);
    assert_eq!((far.distance, far.up), (PANEL_DISTANCES[1], PANEL_PITCH));
}
