//! What the game is played with in a browser: a page. What `devices` is elsewhere.

use std::process::ExitCode;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::render::settings::WgpuSettings;

use super::start_state::StartState;
use crate::cli::GameArgs;
use crate::save::queue::SaveQueue;

/// The page.
pub(super) struct Devices;

/// The page, drawn for.
pub(super) type ReadyDevices = Devices;

/// Nothing is asked of a page alone.
pub(super) const fn answer(_: &GameArgs) -> Option<ExitCode> {
    None
}

/// No tools look in.
///
/// # Errors
///
/// None.
pub(super) const fn listen(_: &GameArgs) -> Result<(), String> {
    Ok(())
}

impl Devices {
    /// There is no headset.
    ///
    /// # Errors
    ///
    /// A sentence for the player who insists on one.
    pub(super) fn find(args: &GameArgs, _: &mut StartState, (): ()) -> Result<Self, String> {
        if args.vr {
            return Err("a page knows no headset".to_owned());
        }
        Ok(Self)
    }

    /// Nothing is to be opened.
    ///
    /// # Errors
    ///
    /// None.
    pub(super) const fn open(self, _: &GameArgs) -> Result<ReadyDevices, String> {
        Ok(self)
    }

    /// There is none.
    pub(super) const fn has_headset(&self) -> bool {
        false
    }

    /// No tools look in.
    pub(super) const fn is_inspected(&self) -> bool {
        false
    }

    /// Adds Bevy's plugins.
    pub(super) fn add_bevy(self, app: &mut App, plugins: PluginGroupBuilder) -> Self {
        app.add_plugins(plugins);
        self
    }

    /// The game does nothing with it alone.
    pub(super) fn add(self, _: &mut App, _: &GameArgs, _: SaveQueue) {}
}

/// As Bevy has it: WebGL 2.
pub(super) fn graphics() -> WgpuSettings {
    WgpuSettings::default()
}

/// How the players have left the game.
pub(super) struct Left {
    /// What the app says.
    pub(super) exit: AppExit,
}

/// Begins the app, which goes on when this has returned: the browser asks for its frames.
pub(super) fn run(mut app: App) -> Option<Left> {
    let exit = app.run();
    exit.is_error().then_some(Left { exit })
}

impl Left {
    /// There is nowhere to go on.
    pub(super) const fn goes_nowhere(&self, _: &GameArgs, _: &SaveQueue, _: bool) -> bool {
        false
    }
}
