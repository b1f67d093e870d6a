//! Panel buttons pressed by touch.

use bevy::math::Vec3;
use icochess::feedback::table::FeedbackKind;

use super::rest_hands;
use crate::driver::Driver;
use crate::support::plays::Plays;
use crate::support::remote::Side;

/// Holds the tip of a hand at each of `depths` in front of a button, in metres.
fn hold_before(player: &mut Driver, side: Side, (at, out): (Vec3, Vec3), depths: &[f32]) {
    for depth in depths {
        player.tip_at(side, at + out * *depth);
    }
}

/// Opens the menu with one hand, and closes it with the other. A button that is pushed in by 8 mm
/// counts as pressed, and acts when the hand draws back.
pub fn poke_buttons(player: &mut Driver) {
    let (side, button) = (Side::Right, "button menu");
    let face = player.face(button);
    let felt = player.pulses();
    hold_before(player, side, face, &[0.10, 0.03]);
    player.wait_for_pulse(FeedbackKind::Hovered, side, felt);
    player.wait_for_shown("right ray", false);
    // A shallower push only touches the button.
    hold_before(player, side, face, &[-0.006]);
    assert!(!player.is_pressed(button));
    hold_before(player, side, face, &[0.03]);
    player.wait_for_control("button back", false);
    // Pressed but not yet released.
    let felt = player.pulses();
    hold_before(player, side, face, &[-0.010]);
    player.wait("the button to be pressed", |p| {
        p.is_pressed(button).then_some(())
    });
    player.wait_for_control("button back", false);
    hold_before(player, side, face, &[0.03]);
    player.wait_for_control("button back", true);
    player.wait_for_pulse(FeedbackKind::Pressed, side, felt);

    rest_hands(player);
    let (side, button) = (Side::Left, "button back");
    let face = player.face(button);
    hold_before(player, side, face, &[0.03, -0.010]);
    player.wait_for_control(button, true);
    hold_before(player, side, face, &[0.03]);
    player.wait_for_control("button undo", true);
}
