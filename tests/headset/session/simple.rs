//! Tests the simple controller that every runtime supports: a trigger and a menu button.

use std::time::Duration;

use bevy::math::Quat;

use crate::driver::Driver;
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::xr_protocol::InputValue;

const SIMPLE: &str = "/interaction_profiles/khr/simple_controller";

impl Driver {
    /// Presses or releases a button of the right hand through the proxy, and waits until the game
    /// has seen it.
    fn press_made(&mut self, input: &str, what: &str, is_down: bool) {
        let path = format!("/user/hand/right/input/{input}/click");
        self.proxy().give(&path, InputValue::Bool(is_down));
        self.wait_for_hand("Right", what, is_down);
        self.frames(3);
    }
}

/// Checks that trigger and menu button are enough to select, turn the board and toggle the panel.
pub fn play_with_a_trigger_and_a_menu_button(player: &mut Driver) {
    player.point("a4");
    player.proxy().profile(Some(SIMPLE));
    player.wait_for_hand("Right", "has_grab", false);
    player.frames(8);
    for is_down in [true, false] {
        player.press_made("select", "select", is_down);
    }
    player.wait_for_pointing("selected", Some("a4"));
    // Held over empty space, the trigger turns the board.
    player.point_past_all();
    player.frames(20);
    player.wait_for_pointing("hovered", None);
    let before = player.place("tile a4").w_axis;
    player.press_made("select", "select", true);
    let turn = Quat::from_rotation_y(0.6);
    player.twist(Side::Right, turn, Duration::from_millis(600));
    player.wait("the board to turn", |p| {
        let offset = p.try_place("tile a4")?.w_axis - before;
        (offset.length() > 0.05).then_some(())
    });
    player.press_made("select", "select", false);
    player.wait_for_pointing("selected", Some("a4"));
    // A short pull there deselects.
    player.rest();
    for is_down in [true, false] {
        player.press_made("select", "select", is_down);
    }
    player.wait_for_pointing("selected", None);
    for is_there in [false, true] {
        for is_down in [true, false] {
            player.press_made("menu", "menu", is_down);
        }
        player.wait_for_panel(is_there);
    }
}
