//! Bare hands and trackpads, whose inputs mean what those of other controllers do not.

use bevy::math::Vec3;

use super::has_extension;
use crate::driver::Driver;
use crate::support::plays::Plays;
use crate::support::xr_protocol::InputValue;

const BARE: &str = "/interaction_profiles/ext/hand_interaction_ext";
const WAND: &str = "/interaction_profiles/htc/vive_controller";

impl Driver {
    /// The proxy makes an input of the left hand, and the game has seen it.
    fn give_left(&mut self, input: &str, value: InputValue) {
        let path = format!("/user/hand/left/input/{input}");
        self.proxy().give(&path, value);
        self.frames(8);
    }

    /// The angle by which the board has turned about the vertical since its axes were these, degrees.
    fn turned(&mut self, before: [Vec3; 2]) -> f32 {
        let now = self.axes();
        let flat = |axis: Vec3| axis.with_y(0.0);
        // That which lies flatter.
        let axis = usize::from(flat(before[1]).length() > flat(before[0]).length());
        let (before, now) = (flat(before[axis]), flat(now[axis]));
        let angle = f32::atan2(before.cross(now).y, before.dot(now));
        angle.to_degrees()
    }

    fn axes(&mut self) -> [Vec3; 2] {
        let board = self.place("board");
        [board.x_axis, board.y_axis]
    }
}

/// A finger on a trackpad turns the board by its way, and not by its place.
pub fn swipe(player: &mut Driver) {
    player.proxy().profile(Some(WAND));
    player.frames(20);
    player.rest();
    let before = player.axes();
    // It is put down far from the middle, and stays there.
    player.give_left("trackpad", InputValue::Vector([0.6, 0.1]));
    player.frames(20);
    let turned = player.turned(before);
    assert!(turned.abs() < 0.5, "{turned}° by a finger that rests");
    for step in 1_u8..=6 {
        let across = 0.6 - 0.1 * f32::from(step);
        player.give_left("trackpad", InputValue::Vector([across.max(0.001), 0.1]));
    }
    // A swipe from end to end is half a turn.
    let turned = player.turned(before);
    assert!((turned + 54.0).abs() < 2.0, "{turned}° by a swipe");
    // Lifted, and put down elsewhere.
    for at in [[0.0, 0.0], [0.7, 0.1], [0.0, 0.0]] {
        player.give_left("trackpad", InputValue::Vector(at));
    }
    let after = player.turned(before);
    assert!((after - turned).abs() < 0.5, "{after}° by fingers that tap");
}

/// A bare hand pinches or grasps, and means neither before it is ready.
pub fn pinch_and_grasp(player: &mut Driver) {
    if !has_extension(player, "pinch and grasp", "XR_EXT_hand_interaction") {
        return;
    }
    player.proxy().profile(Some(BARE));
    player.wait_for_hand("Left", "is_bare", true);
    player.frames(8);
    let on = InputValue::Bool(true);
    let [open, closed] = [0.0, 1.0].map(InputValue::Float);
    let is = |player: &mut Driver, select: bool, grab: bool| {
        player.wait_for_hand("Left", "select", select);
        player.wait_for_hand("Left", "grab", grab);
    };
    // Turned away.
    player.give_left("pinch_ext/value", closed);
    player.give_left("grasp_ext/value", closed);
    is(player, false, false);
    player.give_left("pinch_ext/value", open);
    player.give_left("grasp_ext/value", open);
    player.give_left("pinch_ext/ready_ext", on);
    player.give_left("grasp_ext/ready_ext", on);
    is(player, false, false);
    // A hand that pinches closes the other fingers, too.
    player.give_left("pinch_ext/value", closed);
    is(player, true, false);
    player.give_left("grasp_ext/value", closed);
    is(player, true, false);
    player.give_left("pinch_ext/value", open);
    is(player, false, false);
    // A fist that begins anew holds the board, and its thumb is no pinch.
    player.give_left("grasp_ext/value", open);
    player.give_left("grasp_ext/value", closed);
    is(player, false, true);
    player.give_left("pinch_ext/value", closed);
    is(player, false, true);
    player.give_left("grasp_ext/ready_ext", InputValue::Bool(false));
    player.wait_for_hand("Left", "grab", false);
}
