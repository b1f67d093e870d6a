//! Events of the session, of the runtime's making and the player's: on and off, menus, a floor or
//! none, the end. A proxy between game and runtime makes it happen.

mod alpha;
mod asked;
mod controllers;
mod ends;
mod focus;
mod frames;
mod instance;
mod kept;
mod mask;
mod passthrough;
mod profiles;
mod returns;
mod seat;
mod simple;

use std::time::Duration;

use crate::driver::{Driver, Room};
use crate::support::runnable;
use crate::support::xr_protocol::{Destroy, Setup};

/// The longest that the end may take.
const END: Duration = Duration::from_secs(5);

/// A runtime whose instance cannot be destroyed, nor its library.
fn never_destroyed() -> Setup {
    Setup {
        destroy: Destroy::Never,
        hangs_at_exit: true,
        ..Setup::default()
    }
}

/// A room, and a player there who is seated, with the proxy; `None` where there can be none.
fn begin(name: &str, setup: Setup) -> Option<(Room, Driver)> {
    let room = Room::new(name, name)?;
    let player = Driver::start_with_proxy(&room, &format!("{name}-game"), setup);
    Some((room, player))
}

/// A runtime that can let the real room through.
fn blending() -> Setup {
    Setup {
        blend_modes: vec!["ALPHA_BLEND".into()],
        ..Setup::default()
    }
}

/// Whether the game uses an extension of the runtime.
fn enables(player: &mut Driver, extension: &str) -> bool {
    let extensions = player.proxy().records().extensions;
    extensions.iter().any(|it| it == extension)
}

/// Whether the runtime has an extension that a test needs.
fn has_extension(player: &mut Driver, test: &str, extension: &str) -> bool {
    let need = enables(player, extension).then_some(());
    runnable(
        test,
        need.ok_or_else(|| format!("the runtime has no {extension}")),
    )
    .is_some()
}
