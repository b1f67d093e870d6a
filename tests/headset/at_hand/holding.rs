//! Holding the ball with one hand and with both.

use std::f32::consts::FRAC_PI_2;

use bevy::math::{Quat, Vec3};
use icochess::feedback::table::FeedbackKind;
use icochess::save::choices;

use crate::driver::{Driver, Placed, places};
use crate::support::plays::Plays;
use crate::support::remote::{Pose, Side};

/// Steps of a hand that moves a quarter of the way round the ball: 6°, or 2 cm, each.
const STEPS: u8 = 15;
/// Default radius of the ball, in metres.
const RADIUS: f32 = 0.20;

/// Returns the ball and the position of the left hand in the same frame.
fn ball_and_hand(player: &mut Driver) -> (Placed, Vec3) {
    let [ball, hand] = player.wait("ball and hand", |p| {
        places(&p.inspector, ["board", "left grip"])
    });
    (ball, hand.w_axis)
}

/// Checks that a hand that grips the surface keeps the same point of the ball through a quarter
/// turn.
pub fn hold_a_point(player: &mut Driver) {
    let (at, out) = player.tile("a4");
    player.tip_at(Side::Left, at + out * 0.02);
    let felt = player.pulses();
    player.grab(Side::Left);
    player.wait_for_pulse(FeedbackKind::Grabbed, Side::Left, felt);
    let (start, begun) = ball_and_hand(player);
    let offset = begun - start.w_axis;
    let held = start.rotation().inverse() * offset;
    let axis = Vec3::Y.reject_from(offset).normalize();
    let rest = player.pose(Side::Left).orientation;
    for step in 1..=STEPS {
        let part = f32::from(step) / f32::from(STEPS);
        let turn = Quat::from_axis_angle(axis, -FRAC_PI_2 * part);
        let position = start.w_axis + turn * offset + player.to_stage;
        player.driver.update(|state| {
            state.left.pose = Pose {
                position,
                orientation: turn * rest,
            };
        });
        for _ in 0..2 {
            let (ball, hand) = ball_and_hand(player);
            let off = (ball.w_axis + ball.rotation() * held).distance(hand);
            assert!(off < 0.005, "{off} m off in step {step}");
        }
    }
    player.rest();
    let (ball, hand) = ball_and_hand(player);
    assert!(hand.distance(begun) > RADIUS, "the hand has gone round");
    let turned = turn_between(&start, &ball);
    assert!((turned - 90.0).abs() < 1.0, "{turned}°");
    player.release(Side::Left);
}

/// Returns the rotation of the ball between two poses, in degrees.
fn turn_between(before: &Placed, now: &Placed) -> f32 {
    let turn = now.rotation().angle_between(before.rotation());
    turn.to_degrees()
}

/// Asserts that the ball doesn't move while `act` grabs or releases it.
fn assert_stays(player: &mut Driver, what: &str, act: impl FnOnce(&mut Driver)) {
    player.rest();
    let before = player.place("board");
    act(player);
    player.frames(3);
    let now = player.place("board");
    let moved = now.w_axis.distance(before.w_axis);
    let grown = RADIUS * (now.x_axis.length() - before.x_axis.length()).abs();
    let turned = turn_between(&before, &now);
    let is_still = moved < 1e-3 && grown < 1e-3 && turned < 0.5;
    assert!(is_still, "{what}: {moved} m, {turned}°, {grown} m larger");
}

/// Asserts that moving a hand turns the ball.
fn assert_turns(player: &mut Driver, side: Side) {
    let before = player.place("board");
    player.go(side, Vec3::Z * 0.04);
    let turned = turn_between(&before, &player.place("board"));
    assert!(turned > 3.0, "{turned}° with {side:?}");
}

/// Checks that the ball doesn't move when a hand joins or leaves, and turns with one hand and with
/// both.
pub fn join_and_leave(player: &mut Driver) {
    let [first, second] = Side::BOTH;
    player.put_hands_beside_ball(0.0);
    assert_stays(player, "one takes it", |p| p.grab(first));
    assert_stays(player, "the other one joins", |p| p.grab(second));
    assert_turns(player, first);
    assert_stays(player, "one leaves", |p| p.release(first));
    assert_turns(player, second);
    assert_stays(player, "the other one leaves", |p| p.release(second));
}

/// Moves both hands at once to `apart` metres from each other.
fn put_apart(player: &mut Driver, middle: Vec3, apart: f32) {
    player.driver.update(|state| {
        for (side, aside) in [(Side::Left, -0.5), (Side::Right, 0.5)] {
            let at = middle + Vec3::X * aside * apart;
            state.hand(side).pose = Pose::at(at);
        }
    });
}

/// Checks that two hands scale the ball by their distance, within its limits.
pub fn scale_within_limits(player: &mut Driver) {
    let [smallest, largest] = choices::SIZES;
    for (apart, cases) in [
        (0.1, [(0.15, 1.5), (0.6, largest)]),
        (1.2, [(0.6, largest / 2.0), (0.1, smallest)]),
    ] {
        let middle = player.place("board").w_axis + Vec3::Z * 0.45 + player.to_stage;
        put_apart(player, middle, apart);
        player.frames(6);
        for side in Side::BOTH {
            player.grab(side);
        }
        for (apart, size) in cases {
            put_apart(player, middle, apart);
            player.wait(&format!("a ball of {size} times its size"), |p| {
                let now = p.try_place("board")?.x_axis.length();
                ((now - size).abs() < 0.01).then_some(())
            });
        }
        for side in Side::BOTH {
            player.release(side);
        }
    }
}
