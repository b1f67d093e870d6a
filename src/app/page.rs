//! The browser page as the game's device. It is the counterpart of `devices` on other platforms.

use std::process::ExitCode;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::render::settings::WgpuSettings;

use super::start_state::StartState;
use crate::cli::GameArgs;
use icochess_base::display::Display;
use icochess_store::queue::SaveQueue;
use icochess_ui as ui;
use icochess_xr::config::XrConfig;
use icochess_xr::{HeadsetPlugin, web};

/// The page, with the headset's configuration if it was opened for VR.
pub(super) struct Devices {
    headset: Option<XrConfig>,
}

/// The page needs no graphics card opened.
pub(super) type ReadyDevices = Devices;

/// Returns `None`, because a page has no headset query.
pub(super) const fn answer(_: &GameArgs) -> Option<u8> {
    None
}

/// Returns the program's exit status.
pub(super) fn end(status: u8) -> ExitCode {
    ExitCode::from(status)
}

impl Devices {
    /// Returns the headset's configuration if the page was opened for VR. The session starts after
    /// the player's click.
    ///
    /// # Errors
    ///
    /// A sentence for the player if the bindings can't be read.
    pub(super) fn find(args: &GameArgs, _: &mut StartState) -> Result<Self, String> {
        let config = args.vr.then(XrConfig::built_in).transpose();
        Ok(Self {
            headset: config.map_err(|error| error.to_string())?,
        })
    }

    /// Does nothing, because the browser opens the graphics card.
    ///
    /// # Errors
    ///
    /// None.
    pub(super) fn open(self, _: &GameArgs) -> Result<ReadyDevices, String> {
        Ok(self)
    }

    /// Returns whether the page was opened for a headset.
    pub(super) const fn has_headset(&self) -> bool {
        self.headset.is_some()
    }

    pub(super) fn add_bevy(self, app: &mut App, plugins: PluginGroupBuilder) -> Self {
        app.add_plugins(plugins);
        self
    }

    /// Adds the game's device plugins, after the game itself.
    pub(super) fn add(self, app: &mut App, _: &GameArgs, _: SaveQueue) {
        if let Some(config) = self.headset {
            app.insert_state(Display::Headset)
                .add_plugins((HeadsetPlugin(config), ui::panel::plugin));
        } else {
            app.add_plugins(web::availability::plugin);
        }
    }
}

/// Returns the renderer's settings, Bevy's defaults: WebGL 2.
pub(super) fn graphics() -> WgpuSettings {
    WgpuSettings::default()
}

/// Does nothing, because a page with failed graphics can only be reloaded.
pub(super) const fn leave_headset(_: &str) {}

/// How the app ended.
pub(super) struct Left {
    /// The app's exit status.
    pub(super) exit: AppExit,
}

/// Starts the app. It continues after this returns, because the browser drives its frames.
pub(super) fn run(mut app: App) -> Option<Left> {
    let exit = app.run();
    exit.is_error().then_some(Left { exit })
}

impl Left {
    /// Returns `false`, because a page never continues elsewhere.
    pub(super) const fn goes_nowhere(&self, _: &GameArgs, _: &SaveQueue, _: bool) -> bool {
        false
    }
}
