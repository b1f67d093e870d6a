//! What the runtime does with the session, and the player with the headset: on and off, menus, a
//! floor or none, the end. A proxy between game and runtime makes it happen.

mod asked;
mod ends;
mod focus;
mod seat;

use crate::player::{Player, Room};
use crate::support::xr_protocol::Setup;

/// A room, and a player there who is seated, with the proxy; `None` where there can be none.
fn begin(name: &str, setup: Setup) -> Option<(Room, Player)> {
    let room = Room::new(name, name)?;
    let player = Player::start_with_proxy(&room, &format!("{name}-game"), setup);
    Some((room, player))
}
