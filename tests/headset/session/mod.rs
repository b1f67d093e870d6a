//! Tests of session events, from the runtime or the player: taking the headset off and on, menus,
//! floor detection, and the end. A proxy between game and runtime triggers them.

mod alpha;
mod asked;
mod controllers;
mod ends;
mod focus;
mod frames;
mod instance;
mod kept;
mod load;
mod mask;
mod passthrough;
mod profiles;
mod returns;
mod seat;
mod simple;
mod validation;

use std::time::Duration;

use crate::driver::{Driver, Room};
use crate::support::runnable;
use crate::support::xr_protocol::{Destroy, Setup};

/// Maximum time until exit.
const END: Duration = Duration::from_secs(5);

/// Returns a setup in which neither the instance nor the library can be destroyed.
fn never_destroyed() -> Setup {
    Setup {
        destroy: Destroy::Never,
        hangs_at_exit: true,
        ..Setup::default()
    }
}

/// Starts a game with a proxy and a seated player; `None` if this machine can't run it.
fn start(name: &str, setup: Setup) -> Option<(Room, Driver)> {
    let room = Room::new(name, name)?;
    let player = Driver::start_with_proxy(&room, &format!("{name}-game"), setup);
    Some((room, player))
}

/// Returns a setup that supports passthrough by blending.
fn blending() -> Setup {
    Setup {
        blend_modes: vec!["ALPHA_BLEND".into()],
        ..Setup::default()
    }
}

/// Returns whether the game has enabled an extension.
fn enables(player: &mut Driver, extension: &str) -> bool {
    let extensions = player.proxy().records().extensions;
    extensions.iter().any(|it| it == extension)
}

/// Returns whether the runtime has an extension that a test needs.
fn has_extension(player: &mut Driver, test: &str, extension: &str) -> bool {
    let need = enables(player, extension).then_some(());
    runnable(
        test,
        need.ok_or_else(|| format!("the runtime has no {extension}")),
    )
    .is_some()
}
