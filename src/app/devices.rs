//! Devices of the game: a headset where there is one, else the window. The counterpart of `page` in a
//! browser.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::render::settings::{Backends, WgpuSettings};

use super::start_state::StartState;
use crate::cli::GameArgs;
use icochess_base::display::Display;
use icochess_base::platform;
use icochess_cli::tell;
use icochess_message::msg;
use icochess_store::queue::SaveQueue;
use icochess_ui as ui;
use icochess_xr::config::XrConfig;
use icochess_xr::relaunch::{self, HeadsetWish};
use icochess_xr::runtime::probe::{self, FoundHeadset, NoHeadset};
use icochess_xr::{HeadsetPlugin, runtime};

/// The devices that were found.
pub(super) struct Devices {
    /// The configuration of the hands and the headset, if there is one to play in.
    headset: Option<(XrConfig, FoundHeadset)>,
}

/// [`Devices`] that are ready to be drawn for.
pub(super) struct ReadyDevices {
    headset: Option<(XrConfig, runtime::init::Ready)>,
}

/// Looks for a headset if the command line wants nothing else. Returns the exit status, and says on
/// standard error why there is none.
pub(super) fn answer(args: &GameArgs) -> Option<u8> {
    args.look_for_headset.then(|| {
        let config = XrConfig::built_in().map_err(|problem| problem.to_string());
        match config.and_then(|config| probe::find(&config).map_err(|why| why.to_string())) {
            Ok(_) => 0,
            Err(why) => {
                tell(why);
                1
            }
        }
    })
}

/// Ends the process with this status, once all is saved. With the library of a runtime in it, no exit
/// handler runs: that of SteamVR on Linux may hang in its destructors
/// (<https://github.com/ValveSoftware/SteamVR-for-Linux/issues/422>). Returns where there is none.
pub(super) fn end(status: u8) -> ExitCode {
    if runtime::may_be_loaded() {
        // As the standard library does at the end. If nobody reads it, there is nobody to tell.
        let _ = io::stdout().flush();
        platform::exit_at_once(status);
    }
    ExitCode::from(status)
}

impl Devices {
    /// The headset to play in, if that is what is wanted and there is one.
    ///
    /// # Errors
    ///
    /// A sentence for the player: the bindings cannot be read, or `--vr` was given
    /// and there is no headset.
    pub(super) fn find(args: &GameArgs, beginning: &mut StartState) -> Result<Self, String> {
        let headset = find_headset(args, beginning)?;
        Ok(Self { headset })
    }

    /// Opens the graphics card for the headset.
    ///
    /// # Errors
    ///
    /// A sentence for the player who insists on the headset (`--vr`).
    pub(super) fn open(self, args: &GameArgs) -> Result<ReadyDevices, String> {
        let opened = self
            .headset
            .map(|(config, found)| Ok((config, found.open_graphics()?)));
        let headset = opened.map_or(Ok(None), |opened| or_window(args, opened))?;
        Ok(ReadyDevices { headset })
    }
}

impl ReadyDevices {
    /// Whether the window is beside a headset.
    pub(super) const fn has_headset(&self) -> bool {
        self.headset.is_some()
    }

    /// Adds Bevy's plugins.
    pub(super) fn add_bevy(self, app: &mut App, plugins: PluginGroupBuilder) -> Added {
        let config = match self.headset {
            Some((config, ready)) => {
                runtime::add_openxr(app, plugins, ready);
                Some(config)
            }
            None => {
                app.add_plugins(plugins);
                None
            }
        };
        Added { config }
    }
}

/// [`Devices`] whose plugins of Bevy the app has.
pub(super) struct Added {
    config: Option<XrConfig>,
}

impl Added {
    /// Adds what the game does with them, after the game itself.
    pub(super) fn add(self, app: &mut App, args: &GameArgs, queue: SaveQueue) {
        if let Some(config) = self.config {
            app.insert_resource(relaunch::arm(kept(args), queue, args.after_headset))
                .insert_state(Display::Headset)
                .add_plugins((HeadsetPlugin(config), ui::panel::plugin));
        } else {
            // Without `--flat` a return has just failed.
            let is_automatic = args.flat && args.after_headset;
            app.add_plugins(runtime::ReturnPlugin { is_automatic });
        }
    }
}

/// The settings of the renderer. Not OpenGL: it would be taken where there is no Vulkan driver, and
/// Bevy cannot show a window with it (wgpu wants the display for that, which Bevy does not pass to
/// it). On Windows that leaves Vulkan, and Direct3D 12 for cards without it.
pub(super) fn graphics() -> WgpuSettings {
    let usual = WgpuSettings::default();
    WgpuSettings {
        backends: usual.backends.map(|found| found & Backends::PRIMARY),
        ..usual
    }
}

/// Goes on in the window, if a headset is in use and can't be drawn for any more; else returns.
pub(super) fn leave_headset(why: &str) {
    relaunch::go_on_flat(why);
}

/// The end of the app, as the players have left it.
pub(super) struct Left {
    /// The exit status that the app gives.
    pub(super) exit: AppExit,
    wish: HeadsetWish,
}

/// Runs the app until the players leave; `None` if it goes on when this has returned.
pub(super) fn run(mut app: App) -> Option<Left> {
    let wish = HeadsetWish::default();
    app.insert_resource(wish.clone());
    let exit = app.run();
    relaunch::disarm();
    Some(Left { exit, wish })
}

impl Left {
    /// Goes on in the headset, if that is wished. Returns whether it was, and cannot be done.
    pub(super) fn goes_nowhere(
        &self,
        args: &GameArgs,
        queue: &SaveQueue,
        is_written: bool,
    ) -> bool {
        let is_wished = self.wish.is_made();
        if is_wished {
            relaunch::go_on_in_headset(kept(args), queue, args.after_headset, is_written);
        }
        is_wished
    }
}

/// The arguments that hold for every process of a game.
fn kept(args: &GameArgs) -> Vec<OsString> {
    let mut kept = Vec::new();
    for (name, dir) in [
        ("--data-dir", &args.data_dir),
        ("--xr-config", &args.xr_config),
    ] {
        if let Some(dir) = dir {
            kept.extend([name.into(), dir.into()]);
        }
    }
    #[cfg(feature = "inspect")]
    if let Some(port) = args.inspect {
        kept.push(format!("--inspect={port}").into());
    }
    if args.mute {
        kept.push("--mute".into());
    }
    kept
}

fn find_headset(
    args: &GameArgs,
    beginning: &mut StartState,
) -> Result<Option<(XrConfig, FoundHeadset)>, String> {
    if args.flat {
        return Ok(None);
    }
    let config = match &args.xr_config {
        Some(dir) => XrConfig::from_dir(dir),
        None => XrConfig::built_in().map(|config| (config, Vec::new())),
    };
    let (config, left_out) = config.map_err(|error| error.to_string())?;
    for problem in left_out {
        beginning.report(msg!("controller-left-out", problem = problem.to_string()));
    }
    or_window(args, probe::find(&config).map(|found| (config, found)))
}

/// The headset, if it was found; without one, and unless the player insists on it, `None`: then the
/// game is played in the window.
///
/// # Errors
///
/// A sentence for the player who insists (`--vr`).
fn or_window<T>(args: &GameArgs, found: Result<T, NoHeadset>) -> Result<Option<T>, String> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(why) if args.vr => Err(why.to_string()),
        Err(why) => {
            tell(format_args!("{why}. Playing in the window."));
            Ok(None)
        }
    }
}
