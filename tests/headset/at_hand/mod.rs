//! Hands at the board and at the panel, with poses from a runtime and haptics recorded by a proxy.
//! One game covers everything.
//!
//! `tests/headless/hands/` and `tests/headless/panel/` step frames without a runtime. Those tests
//! cover the rest: hands that move in the frame in which one joins, half a turn with two hands,
//! inertia, toggled grips, and other boards.

mod carrying;
mod holding;
mod poking;
mod pulses;
mod rays;

use crate::driver::{Driver, Room, hold};
use crate::support::plays::Plays;
use crate::support::xr_protocol::Setup;

/// Moves both hands to their initial poses.
fn rest_hands(player: &mut Driver) {
    hold(&mut player.driver);
    player.frames(4);
}

#[test]
fn hands_poke_hold_carry_and_press_where_their_ray_rested() {
    let Some(room) = Room::new("hands at the board", "at-hand") else {
        return;
    };
    let room =
        room.set("(render_scale: 0.5, room: \"none\", auto_turn_headset: false, inertia: false)");
    let mut player = Driver::start_with_proxy(&room, "at-hand-game", Setup::default());
    player.draw_nothing();
    poking::poke_buttons(&mut player);
    rest_hands(&mut player);
    rays::leave_from_afar(&mut player);
    rays::press_where_they_rested(&mut player);
    rest_hands(&mut player);
    holding::hold_a_point(&mut player);
    rest_hands(&mut player);
    carrying::refuse_and_drop(&mut player);
    holding::join_and_leave(&mut player);
    holding::scale_within_limits(&mut player);
}
