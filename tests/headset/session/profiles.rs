//! Tests of bare hands and trackpads, whose inputs differ from those of other controllers.

use bevy::math::Vec3;

use super::has_extension;
use crate::driver::Driver;
use crate::support::plays::Plays;
use crate::support::xr_protocol::InputValue;

const BARE: &str = "/interaction_profiles/ext/hand_interaction_ext";
const WAND: &str = "/interaction_profiles/htc/vive_controller";

impl Driver {
    /// Sets an input of the left hand through the proxy, and waits until the game has seen it.
    fn give_left(&mut self, input: &str, value: InputValue) {
        let path = format!("/user/hand/left/input/{input}");
        self.proxy().give(&path, value);
        self.frames(8);
    }

    /// Returns the board's rotation about the vertical since the orientation `before`, in degrees.
    fn turned(&mut self, before: [Vec3; 2]) -> f32 {
        let now = self.axes();
        let flat = |axis: Vec3| axis.with_y(0.0);
        // Uses the more horizontal axis.
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

/// Checks that a finger on a trackpad turns the board by its movement, not by its position.
pub fn swipe(player: &mut Driver) {
    player.proxy().profile(Some(WAND));
    player.frames(20);
    player.rest();
    let before = player.axes();
    // The finger is put down far from the centre, and held there.
    player.give_left("trackpad", InputValue::Vector([0.6, 0.1]));
    player.frames(20);
    let turned = player.turned(before);
    assert!(turned.abs() < 0.5, "{turned}° by a finger that rests");
    for step in 1_u8..=6 {
        let across = 0.6 - 0.1 * f32::from(step);
        player.give_left("trackpad", InputValue::Vector([across.max(0.001), 0.1]));
    }
    // A swipe from edge to edge gives half a turn.
    let turned = player.turned(before);
    assert!((turned + 54.0).abs() < 2.0, "{turned}° by a swipe");
    // Lifted, and put down elsewhere.
    for at in [[0.0, 0.0], [0.7, 0.1], [0.0, 0.0]] {
        player.give_left("trackpad", InputValue::Vector(at));
    }
    let after = player.turned(before);
    assert!((after - turned).abs() < 0.5, "{after}° by fingers that tap");
}

/// Checks pinch and grasp of a bare hand, which count only while the runtime reports them as ready.
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
    // The hand is turned away, so neither is ready.
    player.give_left("pinch_ext/value", closed);
    player.give_left("grasp_ext/value", closed);
    is(player, false, false);
    player.give_left("pinch_ext/value", open);
    player.give_left("grasp_ext/value", open);
    player.give_left("pinch_ext/ready_ext", on);
    player.give_left("grasp_ext/ready_ext", on);
    is(player, false, false);
    // A pinch also closes the other fingers.
    player.give_left("pinch_ext/value", closed);
    is(player, true, false);
    player.give_left("grasp_ext/value", closed);
    is(player, true, false);
    player.give_left("pinch_ext/value", open);
    is(player, false, false);
    // A new fist grabs the board, and its thumb is no pinch.
    player.give_left("grasp_ext/value", open);
    player.give_left("grasp_ext/value", closed);
    is(player, false, true);
    player.give_left("pinch_ext/value", closed);
    is(player, false, true);
    player.give_left("grasp_ext/ready_ext", InputValue::Bool(false));
    player.wait_for_hand("Left", "grab", false);
}
