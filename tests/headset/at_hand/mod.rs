//! Hands at the board and at the panel, where a runtime says where they are, and a proxy before it
//! hears what they feel: one game for all of it.
//!
//! Frames come one by one without a runtime, in `tests/headless/hands/` and `tests/headless/panel/`, and
//! with them what this leaves out: hands that move in the very frame in which one joins, half a turn in two
//! hands, a ball that goes on by itself, grips that are switched, and boards that are no balls.

mod carrying;
mod holding;
mod poking;
mod pulses;
mod rays;

use crate::driver::{Driver, Room, hold};
use crate::support::plays::Plays;
use crate::support::xr_protocol::Setup;

/// Lets both hands rest as those of a player who begins.
fn rest_hands(player: &mut Driver) {
    hold(&mut player.driver);
    player.frames(4);
}

#[test]
fn hands_poke_hold_carry_and_feel_and_a_press_means_where_its_ray_rested() {
    let Some(room) = Room::new("hands at the board", "at-hand") else {
        return;
    };
    let room =
        room.set("(render_scale: 0.5, room: \"none\", auto_turn_headset: false, inertia: false)");
    let mut player = Driver::start_with_proxy(&room, "at-hand-game", Setup::default());
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
