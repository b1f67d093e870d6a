//! Tests of holding the board with one and two hands.

use std::f32::consts::PI;

use super::*;

const BALL: HeldBoard = HeldBoard {
    hold: Hold::Ball,
    centre: Vec3::new(0.1, 1.2, -0.6),
    wanted: Vec3::new(0.1, 1.2, -0.6),
    rotation: Quat::IDENTITY,
    radius: 0.2,
    factors: [0.75, 3.0],
};

/// Returns the pose of a hand that moves along with the turning ball.
fn carried(turn: Quat, out: Vec3) -> Transform {
    Transform {
        translation: BALL.centre + turn * out,
        rotation: turn * Quat::from_rotation_z(0.4),
        scale: Vec3::ONE,
    }
}

/// Returns the board after a hand has moved through these poses.
fn after(grip: Grip, poses: &[Transform], mut board: HeldBoard) -> HeldBoard {
    for pair in poses.windows(2) {
        let motion = HandMotion {
            before: pair[0],
            now: pair[1],
        };
        board.rotation = board
            .hold
            .turned(board.rotation, grip.turn(&motion, &board));
    }
    board
}

#[test]
fn hand_that_pulls_away_and_returns_keeps_its_point() {
    let out = Vec3::Z * 0.21;
    let grip = Grip::near(BALL.centre + out, &BALL);
    let motion = |frame: u32| {
        let angle = frame as f32 * 0.02;
        let far = 1.0 + 0.4 * (angle * 3.0).sin();
        let turn = Quat::from_rotation_y(angle);
        carried(turn, out * far)
    };
    let poses: Vec<Transform> = (0..100).map(motion).collect();
    let board = after(grip, &poses, BALL);
    let last = poses[99].translation - board.centre;
    assert!((board.rotation * out).angle_between(last) < 1e-3);
}

#[test]
fn distant_wrist_rotation_turns_the_ball_equally() {
    for (axis, degrees) in [(Vec3::X, 50.0_f32), (Vec3::Y, -70.0), (Vec3::Z, 90.0)] {
        // The hand rotates about the wrist, which is behind the grip.
        let wrist = BALL.centre + Vec3::Z * 0.7;
        let pose = |part: f32| {
            let rotation = Quat::from_axis_angle(axis, (degrees * part).to_radians())
                * Quat::from_rotation_x(1.2);
            Transform {
                translation: wrist - rotation * Vec3::Y * WRIST,
                rotation,
                scale: Vec3::ONE,
            }
        };
        let poses: Vec<_> = (0..=40).map(|frame| pose(frame as f32 / 40.0)).collect();
        let board = after(Grip::Far, &poses, BALL);
        let wanted = Quat::from_axis_angle(axis, degrees.to_radians());
        let off = board.rotation.angle_between(wanted).to_degrees();
        assert!(off < 1.0, "{off}° off about {axis}");
    }
}

#[test]
fn sweep_turns_the_ball_like_a_globe() {
    // A movement by 10 cm to the right, 0.6 m in front, turns a ball of 0.2 m by 0.5 rad.
    let pose =
        |right: f32, up: f32| Transform::from_translation(BALL.centre + Vec3::new(right, up, 0.6));
    for (right, up) in [(0.1, 0.0), (0.0, 0.1), (-0.1, 0.0)] {
        let part = |frame: u8| f32::from(frame) / 20.0;
        let poses: Vec<_> = (0..=20)
            .map(|frame| pose(right * part(frame), up * part(frame)))
            .collect();
        let board = after(Grip::Far, &poses, BALL);
        // The near side follows the hand.
        let near = board.rotation * Vec3::Z;
        let went = Vec2::new(near.x, near.y);
        assert!(went.dot(Vec2::new(right, up)) > 0.0);
        let angle = near.angle_between(Vec3::Z);
        assert!((0.45..0.52).contains(&angle), "{angle} rad");
    }
    // Moving towards or away from the board doesn't turn it.
    let poses = [0.6, 0.5, 0.8].map(|z| Transform::from_translation(BALL.centre + Vec3::Z * z));
    let board = after(Grip::Far, &poses, BALL);
    assert!(board.rotation.angle_between(Quat::IDENTITY) < 1e-3);
}

#[test]
fn table_turns_with_the_hand_at_its_edge_and_stays_level() {
    let table = HeldBoard {
        hold: Hold::Table { max_tilt: 0.3 },
        ..BALL
    };
    let out = Vec3::new(0.25, 0.0, 0.0);
    let grip = Grip::near(table.centre + out, &table);
    let poses: Vec<_> = (0..=60)
        .map(|frame| carried(Quat::from_rotation_y(frame as f32 * 0.02), out))
        .collect();
    let board = after(grip, &poses, table);
    let wanted = Quat::from_rotation_y(1.2);
    assert!(board.rotation.angle_between(wanted) < 0.01);
    // Above the table's middle, the hand's own rotation turns it.
    let above = Vec3::Y * 0.05;
    let grip = Grip::near(table.centre + above, &table);
    let poses: Vec<_> = (0..=60)
        .map(|frame| {
            let wanders = Vec3::new(0.02, 0.0, 0.01) * (frame as f32).sin();
            carried(Quat::from_rotation_y(frame as f32 * 0.02), above + wanders)
        })
        .collect();
    let board = after(grip, &poses, table);
    assert!((board.rotation * Vec3::Y).angle_between(Vec3::Y) < 0.1);
    assert!(board.rotation.angle_between(wanted) < 0.1);
}

/// Returns the board after two hands have moved through these poses, and its scale.
fn by_two(
    two: &mut TwoHands,
    frames: u32,
    poses: impl Fn(f32) -> [Transform; 2],
    mut board: HeldBoard,
) -> (HeldBoard, f32) {
    let mut size = 1.0;
    for frame in 0..frames {
        let at = |frame: u32| poses(frame as f32 / frames as f32);
        let (before, now) = (at(frame), at(frame + 1));
        let motions = [0, 1].map(|hand| HandMotion {
            before: before[hand],
            now: now[hand],
        });
        board.factors = [0.75, 3.0].map(|to: f32| to / size);
        let change = two.step(motions, &board);
        let step = change.turn.angle_between(Quat::IDENTITY).to_degrees();
        assert!(step < 4.0, "a leap of {step}° in frame {frame}");
        board.rotation = board.hold.turned(board.rotation, change.turn);
        board.centre += change.by;
        size *= change.scale;
    }
    (board, size)
}

/// Returns two hands at the ball's sides, turned about the ball.
fn beside(turn: Quat, apart: f32) -> [Transform; 2] {
    [-0.5, 0.5].map(|side| Transform {
        translation: BALL.centre + turn * Vec3::X * (side * apart),
        rotation: turn,
        scale: Vec3::ONE,
    })
}

#[test]
fn two_hands_turn_by_more_than_half_a_turn_about_any_axis() {
    for axis in [
        Vec3::Y,
        Vec3::Z,
        Vec3::X,
        Vec3::new(1.0, 1.0, -1.0).normalize(),
    ] {
        for is_near in [false, true] {
            let at = |part: f32| beside(Quat::from_axis_angle(axis, part * 2.2 * PI), 0.44);
            let start = at(0.0).map(|pose| pose.translation);
            let mut two = TwoHands::new(start, is_near, &BALL);
            let (board, size) = by_two(&mut two, 200, at, BALL);
            let wanted = Quat::from_axis_angle(axis, 2.2 * PI);
            let off = board.rotation.angle_between(wanted).to_degrees();
            assert!(off < 1.0, "{off}° off about {axis}");
            assert!(board.centre.distance(BALL.centre) < 1e-3);
            assert_eq!(size, 1.0);
        }
    }
}

#[test]
fn two_hands_move_it_and_scale_it_after_five_percent() {
    let motion = Vec3::new(0.1, -0.05, 0.08);
    let moved = |part: f32| {
        beside(Quat::IDENTITY, 0.44).map(|mut pose| {
            pose.translation += motion * part;
            pose
        })
    };
    for is_near in [false, true] {
        let start = moved(0.0).map(|pose| pose.translation);
        let mut two = TwoHands::new(start, is_near, &BALL);
        let (board, size) = by_two(&mut two, 50, moved, BALL);
        assert!(board.centre.distance(BALL.centre + motion) < 1e-4);
        assert!(size == 1.0 && board.rotation.angle_between(Quat::IDENTITY) < 1e-3);
        // Within 5%, nothing scales. Beyond that, the board follows without a jump.
        for (to, min, max) in [
            (1.04, 1.0, 1.0),
            (1.5, 1.39, 1.46),
            (9.0, 2.99, 3.01),
            (0.3, 0.74, 0.76),
        ] {
            let at = |part: f32| beside(Quat::IDENTITY, 0.44 * (1.0 + (to - 1.0) * part));
            let mut two = TwoHands::new(start, is_near, &BALL);
            let (_, size) = by_two(&mut two, 400, at, BALL);
            assert!((min..=max).contains(&size), "{size} at {to}");
        }
    }
}

#[test]
fn points_held_by_two_hands_stay_in_both() {
    // One hand rests; the other moves around it and away.
    let rests = BALL.centre - Vec3::X * 0.21;
    let at = |part: f32| {
        let turn = Quat::from_rotation_y(part * 0.9);
        let apart = 0.42 * (1.0 + 0.3 * part);
        [0.0, apart].map(|out| Transform {
            translation: rests + turn * Vec3::X * out,
            rotation: turn,
            scale: Vec3::ONE,
        })
    };
    let mut two = TwoHands::new(at(0.0).map(|pose| pose.translation), true, &BALL);
    let (board, size) = by_two(&mut two, 300, at, BALL);
    for (hand, side) in at(1.0).into_iter().zip([-0.21, 0.21]) {
        let held = board.centre + board.rotation * (Vec3::X * side * size);
        let off = held.distance(hand.translation);
        // The first 5% don't scale.
        assert!(off < 0.03, "{off} m");
    }
}
