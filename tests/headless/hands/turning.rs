//! Turning, moving and scaling the board with hands, thumbsticks and trackpads.

use bevy::prelude::*;
use icochess::board::stage::fit::Fit;
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::board::turning::spin::home_rotation;
use icochess::game::Match;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess::xr::config::Hand;
use icochess::xr::head::{Head, HeadPosition, HeadTracking};
use icochess_boards::Variant;
use icochess_rules::{CellSet, Side};
use icochess_shape::{Hold, Seat};

use crate::headless::{FRAME, set};
use crate::table::Table;

/// Returns the angle between two rotations, in degrees.
fn off(now: Quat, wanted: Quat) -> f32 {
    now.angle_between(wanted).to_degrees()
}

/// Creates a table in the headset without inertia.
fn still() -> Table {
    still_on(Variant::Icochess)
}

fn still_on(variant: Variant) -> Table {
    Table::in_headset(set(|it| it.inertia = false), |app| {
        app.insert_resource(Match::new(variant.board().new_game()));
    })
}

#[test]
fn hand_at_the_surface_keeps_its_point_of_the_board() {
    // This point is on the far side, away from the puck, and on none of the rotation axes.
    let away = Vec3::new(0.3, 0.2, -1.0);
    for variant in Variant::ALL {
        let mut table = still_on(variant);
        let root = table.root();
        let (shape, position) = (table.get::<BoardShape>(), table.game().position());
        let pieces = position.occupied();
        let places = pieces
            .cells()
            .map(|cell| root.transform_point(shape.centre(cell)));
        let far = |one: &Vec3, other: &Vec3| one.dot(away).total_cmp(&other.dot(away));
        let place = places.max_by(far).expect("a piece");
        let out = place + Vec3::Y * 0.02 - root.translation;
        let held = root.rotation.inverse() * out;
        // A board on a table turns freely about its axis, but its tilt is limited.
        let max_tilt = match shape.hold {
            Hold::Ball => 2.7,
            Hold::Table { max_tilt } => 0.9 * max_tilt,
        };
        for (axis, most) in [(Vec3::Y, 2.7), (Vec3::X, max_tilt), (Vec3::Z, max_tilt)] {
            let start = table.root().rotation;
            let out = start * held;
            // Moves there and back; the first frames only grab the board.
            for frame in [0; 2].into_iter().chain(0..=180_u32) {
                let angle = most * frame.min(180 - frame) as f32 / 90.0;
                let turn = Quat::from_axis_angle(axis, angle);
                let at = root.translation + turn * out;
                let pose = Transform::from_translation(at).with_rotation(turn);
                table.grip_to(Hand::Left, pose);
                table.frames(1);
                table.hand(Hand::Left, |input| input.grab = true);
                let now = table.root();
                let far = at.distance(now.translation + now.rotation * held);
                let what = format!("{variant} about {axis} in frame {frame}");
                assert!(far < 0.005, "{what}: {far} m off");
                if frame % 90 == 0 {
                    assert!(off(now.rotation, turn * start) < 0.5, "{what}");
                }
            }
            table.let_go();
        }
    }
}

#[test]
fn grip_at_the_map_turns_the_board() {
    let settings = Settings {
        inertia: false,
        map: true,
        ..Settings::default()
    };
    let mut table = Table::in_headset(settings, |_| {});
    let map = table.place("map");
    let at = map.translation + map.up() * 0.03;
    // Too far away to grab the ball's surface.
    assert!(at.distance(table.root().translation) > 0.20 + 0.12);
    let before = table.root().rotation;
    for frame in 0..=30 {
        // Only the wrist turns.
        let turn = Quat::from_rotation_y(frame as f32 * 0.02);
        let wrist = Vec3::Y * 0.08;
        let pose = Transform::from_translation(at + wrist - turn * wrist);
        table.grip_to(Hand::Left, pose.with_rotation(turn));
        table.hand(Hand::Left, |input| input.grab = frame > 0);
        table.frames(1);
    }
    let turned = table.root().rotation * before.inverse();
    let wanted = Quat::from_rotation_y(29.0 * 0.02);
    assert!(off(turned, wanted) < 0.5, "{}°", off(turned, wanted));
}

#[test]
fn board_never_jumps_when_a_hand_joins_or_leaves() {
    for variant in [Variant::Icochess, Variant::Chess, Variant::Raumschach] {
        let mut table = still_on(variant);
        for (apart, ahead) in [(0.5, 0.1), (0.3, 0.5)] {
            let centre = table.root().translation;
            let side = |hand: Hand| if hand == Hand::Left { -0.5 } else { 0.5 };
            // Both hands keep moving: apart, round, and up.
            let pose = |hand: Hand, frame: u32| {
                let turn = Quat::from_rotation_y(frame as f32 * 0.006);
                let apart = apart * (1.0 + frame as f32 * 0.001);
                let at = centre + turn * Vec3::new(side(hand) * apart, 0.02, 0.0);
                let on = Vec3::new(0.0, frame as f32 * 0.0003, ahead);
                Transform::from_translation(at + on).with_rotation(turn)
            };
            let mut before = table.root();
            for frame in 0..250 {
                for hand in Hand::BOTH {
                    table.grip_to(hand, pose(hand, frame));
                }
                for (hand, held) in Hand::BOTH.into_iter().zip([10..200, 50..150]) {
                    table.hand(hand, |input| input.grab = held.contains(&frame));
                }
                table.frames(1);
                let now = table.root();
                let moved = now.translation.distance(before.translation);
                let turned = off(now.rotation, before.rotation);
                let grown = (now.scale.x - before.scale.x).abs() * 0.2;
                // A hand that joins or leaves adds no motion beyond the hands' own.
                let context = format!("{variant}: {moved} m, {turned}° in frame {frame}");
                if [10, 50, 150, 200].contains(&frame) {
                    assert!(moved < 1e-3 && grown < 1e-3 && turned < 0.5, "{context}");
                }
                assert!(moved < 4e-3 && turned < 2.5, "{context}");
                before = now;
            }
            let now = table.root();
            assert!(now.translation.y > centre.y + 0.02, "{variant}: it went up");
            let size = table.get::<Fit>().size;
            assert!(size > 1.03, "{variant}: {size}");
            let scale = size * table.get::<BoardShape>().worn_scale;
            assert!((now.scale.x - scale).abs() < 1e-6);
            // The new place is saved.
            let settings = table.get::<Settings>();
            assert_eq!(settings.board_size, size);
            assert_eq!(settings.board_height, table.get::<Fit>().higher);
            table.frames(3);
            assert!(table.root().translation.distance(now.translation) < 1e-5);
        }
    }
}

#[test]
fn two_hands_scale_the_ball_within_its_limits() {
    let mut table = still();
    for (factor, radius) in [(1.05, 0.60), (0.95, 0.15)] {
        let centre = table.root().translation;
        let mut apart = if factor > 1.0 { 0.1 } else { 1.2 };
        for frame in 0..80 {
            let pose = |side: f32| {
                Transform::from_translation(centre + Vec3::new(side * apart, 0.0, 0.45))
            };
            table.grip_with_both(pose, frame > 0);
            table.frames(1);
            apart *= factor;
        }
        let size = table.get::<Fit>().size;
        assert!((size * 0.2 - radius).abs() < 1e-3, "{size}");
        table.let_go();
    }
}

#[test]
fn board_returns_when_two_hands_scale_it_out_and_in() {
    for variant in [Variant::Icochess, Variant::Chess, Variant::Raumschach] {
        let mut table = still_on(variant);
        let start = table.root().translation;
        // Compares the surface and a distance, in one grab and in two.
        for (ahead, ahead_back) in [(0.45, 0.45), (0.2, 0.2), (0.2, 0.45), (0.45, 0.2)] {
            for is_let_go in [false, true] {
                for frame in 0..=160 {
                    let is_out = frame <= 80;
                    let part = if is_out { frame } else { 160 - frame } as f32 / 80.0;
                    let ahead = if is_out || !is_let_go {
                        ahead
                    } else {
                        ahead_back
                    };
                    let is_held = frame > 0 && !(is_let_go && frame == 81);
                    let pose = |side: f32| {
                        let apart = Vec3::X * (side * (0.3 + 0.6 * part));
                        Transform::from_translation(start + apart + Vec3::Z * ahead)
                    };
                    table.grip_with_both(pose, is_held);
                    table.frames(1);
                }
                table.let_go();
                let lost = table.root().translation.distance(start);
                let what = format!("{variant}, {ahead} and {ahead_back} m, {is_let_go}");
                assert!(lost < 1e-3, "{what}: {lost} m lost");
            }
        }
    }
}

#[test]
fn my_side_faces_the_eyes_after_standing_up() {
    for variant in [Variant::Icochess, Variant::Chess] {
        let mut table = still_on(variant);
        let seat = table.get::<PlayerSeat>().0;
        let head = Transform::from_translation(seat.eye + Vec3::new(0.3, 0.6, 0.0));
        let tracking = HeadTracking {
            knows_rotation: true,
            position: HeadPosition::Tracked,
        };
        table.app.world_mut().spawn((Head, tracking, head));
        table.press(Command::Flip);
        table.pass(1.0);
        let seen = Seat {
            eye: head.translation,
            ..seat
        };
        let wanted = home_rotation(Side::White, table.get::<BoardShape>(), &seen);
        let off = off(table.root().rotation, wanted);
        assert!(off < 1.0, "{variant}: {off}° off");
        // The board and the panel stay in place.
        assert_eq!(table.get::<PlayerSeat>().0, seat);
    }
}

#[test]
fn released_ball_keeps_turning_only_if_set() {
    for (inertia, reduced_motion) in [(true, false), (false, false), (true, true)] {
        let mut table = Table::set(|it| {
            it.inertia = inertia;
            it.reduced_motion = reduced_motion;
        });
        let at = table.root().translation + Vec3::Z * 0.7;
        for frame in 0..20 {
            // 100°/s.
            let turn = Quat::from_rotation_y(frame as f32 * FRAME.as_secs_f32() * 1.745);
            let pose = Transform::from_translation(at).with_rotation(turn);
            table.grip_to(Hand::Right, pose);
            table.hand(Hand::Right, |input| input.grab = true);
            table.frames(1);
        }
        let held = table.root().rotation;
        table.hand(Hand::Right, |input| input.grab = false);
        table.pass(1.0);
        let went = off(table.root().rotation, held);
        let goes_on = inertia && !reduced_motion;
        let context = format!("{went}° with {inertia}, {reduced_motion}");
        assert!((went > 5.0) == goes_on && went < 30.0, "{context}");
        let rests = table.root().rotation;
        table.pass(0.5);
        assert!(off(table.root().rotation, rests) < 0.1);
    }
}

#[test]
fn thumbstick_turns_about_the_heads_axes() {
    for degrees in [0.0_f32, 90.0, -140.0] {
        let mut table = still();
        let look = Quat::from_rotation_y(degrees.to_radians()) * Quat::from_rotation_x(-0.4);
        let eye = table.get::<PlayerSeat>().eye;
        let head = Transform::from_translation(eye).with_rotation(look);
        table.app.world_mut().spawn((Head, head));
        let before = table.root().rotation;
        table.hand(Hand::Left, |input| input.turn = Vec2::Y);
        table.frames(10);
        let turn = table.root().rotation * before.inverse();
        let axis = turn.to_scaled_axis().normalize();
        let right = Quat::from_rotation_y(degrees.to_radians()) * Vec3::X;
        assert!(axis.dot(-right) > 0.999, "{axis} for {degrees}°");
    }
}

#[test]
fn swipe_turns_the_board_by_the_fingers_distance() {
    let mut table = still();
    let before = table.root().rotation;
    for _ in 0..10 {
        table.hand(Hand::Right, |input| input.swipe = Vec2::new(0.05, 0.0));
        table.frames(1);
    }
    table.hand(Hand::Right, |input| input.swipe = Vec2::ZERO);
    table.frames(10);
    let turn = (table.root().rotation * before.inverse()).to_scaled_axis();
    let wanted = Vec3::Y * std::f32::consts::FRAC_PI_4;
    assert!(turn.distance(wanted) < 1e-3, "{turn}");
}

#[test]
fn grip_can_be_toggled_instead_of_held() {
    let mut table = Table::set(|it| {
        it.toggle_grab = true;
        it.inertia = false;
    });
    let at = table.root().translation + Vec3::Z * 0.7;
    let mut angle = 0.0;
    let mut turns = |table: &mut Table| {
        let before = table.root().rotation;
        for _ in 0..5 {
            angle += 0.05;
            let turn = Quat::from_rotation_y(angle);
            let pose = Transform::from_translation(at).with_rotation(turn);
            table.grip_to(Hand::Right, pose);
            table.frames(1);
        }
        off(table.root().rotation, before) > 5.0
    };
    let press = |table: &mut Table| {
        for grab in [true, false] {
            table.hand(Hand::Right, |input| input.grab = grab);
            table.frames(1);
        }
    };
    assert!(!turns(&mut table));
    press(&mut table);
    assert!(turns(&mut table), "it is held though nothing is pressed");
    press(&mut table);
    assert!(!turns(&mut table));
}
