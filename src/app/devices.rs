//! Devices of the native game: a headset if there is one, otherwise the window. It is the
//! counterpart of `page` in a browser.

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
use icochess_cli::print_report;
use icochess_message::msg;
use icochess_store::queue::SaveQueue;
use icochess_ui as ui;
use icochess_xr::config::XrConfig;
use icochess_xr::relaunch::{self, HeadsetWish};
use icochess_xr::runtime::probe::{self, FoundHeadset, NoHeadset};
use icochess_xr::{HeadsetPlugin, runtime};

/// The detected devices.
pub(super) struct Devices {
    /// Configuration of the hands and of the headset, if there is a headset to play in.
    headset: Option<(XrConfig, FoundHeadset)>,
}

/// [`Devices`] with the graphics card open.
pub(super) struct ReadyDevices {
    headset: Option<(XrConfig, runtime::init::Ready)>,
}

/// Looks for a headset if that is all the command line asks for. Returns the exit status, and
/// prints the reason if there is none.
pub(super) fn answer(args: &GameArgs) -> Option<u8> {
    args.look_for_headset.then(|| {
        let config = XrConfig::built_in().map_err(|problem| problem.to_string());
        match config.and_then(|config| probe::find(&config, false).map_err(|why| why.to_string())) {
            Ok(_) => 0,
            Err(why) => {
                print_report(why);
                1
            }
        }
    })
}

/// Ends the process with this status, after everything is saved. Once a runtime's library has been
/// loaded, it skips the exit handlers, because SteamVR on Linux may hang in its destructors
/// (<https://github.com/ValveSoftware/SteamVR-for-Linux/issues/422>). If no such library was
/// loaded, returns `status`.
pub(super) fn end(status: u8) -> ExitCode {
    if runtime::may_be_loaded() {
        // Flushes as the standard library does on exit. Nobody could read an error.
        let _ = io::stdout().flush();
        platform::exit_at_once(status);
    }
    ExitCode::from(status)
}

impl Devices {
    /// Returns the headset to play in, unless the command line excludes it or there is none.
    ///
    /// # Errors
    ///
    /// A sentence for the player if the bindings can't be read, or if `--vr` was given and there is
    /// no headset.
    pub(super) fn find(args: &GameArgs, beginning: &mut StartState) -> Result<Self, String> {
        let headset = find_headset(args, beginning)?;
        Ok(Self { headset })
    }

    /// Opens the graphics card for the headset.
    ///
    /// # Errors
    ///
    /// A sentence for the player if that fails and `--vr` was given.
    pub(super) fn open(self, args: &GameArgs) -> Result<ReadyDevices, String> {
        let opened = self
            .headset
            .map(|(config, found)| Ok((config, found.open_graphics()?)));
        let headset = opened.map_or(Ok(None), |opened| or_window(args, opened))?;
        Ok(ReadyDevices { headset })
    }
}

impl ReadyDevices {
    /// Returns whether the game is played in a headset.
    pub(super) const fn has_headset(&self) -> bool {
        self.headset.is_some()
    }

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

/// [`Devices`] whose Bevy plugins have been added to the app.
pub(super) struct Added {
    config: Option<XrConfig>,
}

impl Added {
    /// Adds the game's device plugins, after the game itself.
    pub(super) fn add(self, app: &mut App, args: &GameArgs, queue: SaveQueue) {
        if let Some(config) = self.config {
            app.insert_resource(relaunch::arm(kept(args), queue, args.after_headset))
                .insert_state(Display::Headset)
                .add_plugins((HeadsetPlugin(config), ui::panel::plugin));
            #[cfg(windows)]
            app.add_plugins(super::mirror::plugin);
        } else {
            // Without `--flat`, the automatic return to the headset has just failed.
            let is_automatic = args.flat && relaunch::may_return(args.after_headset);
            app.add_plugins(runtime::ReturnPlugin { is_automatic });
        }
    }
}

/// Returns the renderer's settings. They exclude OpenGL, which wgpu would pick without a Vulkan
/// driver. Bevy can't show a window with OpenGL, because it doesn't pass the display that wgpu
/// requires. That leaves Vulkan and, on Windows, Direct3D 12 for cards without Vulkan.
pub(super) fn graphics() -> WgpuSettings {
    let defaults = WgpuSettings::default();
    WgpuSettings {
        backends: defaults.backends.map(|found| found & Backends::PRIMARY),
        ..defaults
    }
}

/// Continues in the window if a headset is in use and its graphics failed; otherwise returns.
pub(super) fn leave_headset(why: &str) {
    relaunch::go_on_flat(why);
}

/// How the app ended.
pub(super) struct Left {
    /// The app's exit status.
    pub(super) exit: AppExit,
    wish: HeadsetWish,
}

/// Runs the app until the players leave. `None` if the app continues after this returns, as in a
/// browser.
pub(super) fn run(mut app: App) -> Option<Left> {
    let wish = HeadsetWish::default();
    app.insert_resource(wish.clone());
    let exit = app.run();
    relaunch::disarm();
    Some(Left { exit, wish })
}

impl Left {
    /// Continues in the headset if the players asked for that. Returns `true` if they asked for it
    /// and it failed.
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

/// Returns the arguments to pass on to every process of a game.
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
    or_window(
        args,
        probe::find(&config, args.vr).map(|found| (config, found)),
    )
}

/// Returns the headset if it was found. Without one, returns `None` to play in the window.
///
/// # Errors
///
/// A sentence for the player if there is no headset and `--vr` was given.
fn or_window<T>(args: &GameArgs, found: Result<T, NoHeadset>) -> Result<Option<T>, String> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(why) if args.vr => Err(why.to_string()),
        Err(why) => {
            print_report(format_args!("{why}. Playing in the window."));
            Ok(None)
        }
    }
}
