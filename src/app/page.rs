//! What the game is played with in a browser: a page. What `devices` is elsewhere.

use std::process::ExitCode;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::render::settings::WgpuSettings;

use super::start_state::StartState;
use crate::cli::GameArgs;
use crate::save::queue::SaveQueue;
use crate::schedule::Display;
use crate::ui;
use crate::xr::config::XrConfig;
use crate::xr::{HeadsetPlugin, web};

/// The page, and what its headset is played with if it is for that.
pub(super) struct Devices {
    headset: Option<XrConfig>,
}

/// The page, drawn for.
pub(super) type ReadyDevices = Devices;

/// Nothing is asked of a page alone.
pub(super) const fn answer(_: &GameArgs) -> Option<u8> {
    None
}

/// The exit status of the program.
pub(super) fn end(status: u8) -> ExitCode {
    ExitCode::from(status)
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
    /// The headset, if the page is loaded for that: it is put on when the player has clicked.
    ///
    /// # Errors
    ///
    /// A sentence for the player: the bindings cannot be read.
    pub(super) fn find(args: &GameArgs, _: &mut StartState, (): ()) -> Result<Self, String> {
        let config = args.vr.then(XrConfig::built_in).transpose();
        Ok(Self {
            headset: config.map_err(|error| error.to_string())?,
        })
    }

    /// Nothing is to be opened.
    ///
    /// # Errors
    ///
    /// None.
    pub(super) fn open(self, _: &GameArgs) -> Result<ReadyDevices, String> {
        Ok(self)
    }

    /// Whether the page is for a headset.
    pub(super) const fn has_headset(&self) -> bool {
        self.headset.is_some()
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

    /// Adds what the game does with them, after the game itself.
    pub(super) fn add(self, app: &mut App, _: &GameArgs, _: SaveQueue) {
        if let Some(config) = self.headset {
            app.insert_state(Display::Headset)
                .add_plugins((HeadsetPlugin(config), ui::panel::plugin));
        } else {
            app.add_plugins(web::availability::plugin);
        }
    }
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
