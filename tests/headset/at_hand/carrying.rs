//! Carrying a piece with one hand while the other turns the ball.

use bevy::math::Quat;
use icochess::feedback::table::FeedbackKind;

use crate::driver::{Driver, TURN, places};
use crate::support::plays::Plays;
use crate::support::remote::Side;

const HAND: Side = Side::Right;

/// Carries a piece to an illegal tile, where it is refused, and then to a legal tile while the
/// other hand turns the ball. Checks the haptic pulse of each event.
pub fn refuse_and_drop(player: &mut Driver) {
    let felt = player.pulses();
    player.touch(HAND, "a4");
    player.wait_for_pulse(FeedbackKind::Hovered, HAND, felt);
    let felt = player.pulses();
    player.take(HAND, "a4");
    player.wait_for_pulse(FeedbackKind::Selected, HAND, felt);
    player.carry_to(HAND, "k3");
    let felt = player.pulses();
    player.let_go(HAND);
    player.wait_for_pulse(FeedbackKind::Refused, HAND, felt);
    assert!(player.moves().is_empty());

    player.touch(HAND, "a4");
    player.take(HAND, "a4");
    turn_meanwhile(player);
    player.carry_to(HAND, "g1");
    let felt = player.pulses();
    player.let_go(HAND);
    player.wait_for_moves(&["a4g1"]);
    player.wait_for_pulse(FeedbackKind::Moved, HAND, felt);
}

/// Turns the ball with the other hand, from a distance. The piece must stay in the first hand.
fn turn_meanwhile(player: &mut Driver) {
    let before = player.place("board").rotation();
    player.grab(Side::Left);
    for _ in 0..2 {
        player.twist(Side::Left, Quat::from_rotation_y(0.3), TURN);
        let [piece, hand] = player.wait("piece and hand", |p| {
            places(&p.inspector, ["white pawn a4", "right aim"])
        });
        // The piece's origin is its foot, but it is held by its middle.
        let off = piece.w_axis.distance(hand.w_axis);
        assert!(off < 0.06, "{off} m from its hand");
    }
    player.rest();
    let now = player.place("board").rotation();
    let turned = now.angle_between(before).to_degrees();
    assert!(turned > 20.0, "{turned}°");
    player.release(Side::Left);
}
