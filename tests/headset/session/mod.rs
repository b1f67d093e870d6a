//! What the runtime does with the session, and the player with the headset: on and off, menus, a
//! floor or none, the end. A proxy between game and runtime makes it happen.

mod asked;
mod ends;
mod focus;
mod seat;

use crate::driver::{Driver, Room};
use crate::support::xr_protocol::Setup;

/// A room, and a player there who is seated, with the proxy; `None` where there can be none.
fn begin(name: &str, setup: Setup) -> Option<(Room, Driver)> {
    let room = Room::new(name, name)?;
    let player = Driver::start_with_proxy(&room, &format!("{name}-game"), setup);
    Some((room, player))
}
