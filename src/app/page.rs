//! The device of the game in a browser: a page. The counterpart of `devices` elsewhere.

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

/// The page, with the configuration of its headset if it is loaded for that.
pub(super) struct Devices {
    headset: Option<XrConfig>,
}

/// The page, drawn for.
pub(super) type ReadyDevices = Devices;

/// Answers nothing: the command line asks nothing of a page alone.
pub(super) const fn answer(_: &GameArgs) -> Option<u8> {
    None
}

/// The exit status of the program.
pub(super) fn end(status: u8) -> ExitCode {
    ExitCode::from(status)
}

impl Devices {
    /// The headset, if the page is loaded for that: it is put on when the player has clicked.
    ///
    /// # Errors
    ///
    /// A sentence for the player: the bindings cannot be read.
    pub(super) fn find(args: &GameArgs, _: &mut StartState) -> Result<Self, String> {
        let config = args.vr.then(XrConfig::built_in).transpose();
        Ok(Self {
            headset: config.map_err(|error| error.to_string())?,
        })
    }

    /// Opens nothing: the browser has done it.
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

/// The settings of the renderer, as Bevy has them: WebGL 2.
pub(super) fn graphics() -> WgpuSettings {
    WgpuSettings::default()
}

/// Goes nowhere: a page that can't be drawn can only be loaded again.
pub(super) const fn leave_headset(_: &str) {}

/// The end of the app, as the players have left it.
pub(super) struct Left {
    /// The exit status that the app gives.
    pub(super) exit: AppExit,
}

/// Begins the app, which goes on when this has returned: the browser asks for its frames.
pub(super) fn run(mut app: App) -> Option<Left> {
    let exit = app.run();
    exit.is_error().then_some(Left { exit })
}

impl Left {
    /// Whether the players wish to go on in the headset, and it cannot be done: never, as there is
    /// nowhere to go on.
    pub(super) const fn goes_nowhere(&self, _: &GameArgs, _: &SaveQueue, _: bool) -> bool {
        false
    }
}
