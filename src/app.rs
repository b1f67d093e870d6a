//! Putting the program together.
//!
//! * `start`: what to say when there is no window or no graphics driver.
//! * `start_state`: the game and the settings that the program starts with.
//! * [`inspect`]: tools that look in from outside.
//! * `models`: the models of pieces that players bring.

pub mod inspect;
mod models;
mod start;
mod start_state;

use std::net::TcpListener;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{Backends, WgpuSettings};
use bevy::window::{PresentMode, WindowPlugin};

use crate::cli::GameArgs;
use crate::language::Words;
use crate::platform;
use crate::relaunch::HeadsetWish;
use crate::save::library::messages::{Import, LibraryRequest};
use crate::save::queue::SaveQueue;
use crate::save::{self, Report};
use crate::schedule::{self, Display};
use crate::xr::config::XrConfig;
use crate::xr::probe::NoHeadset;
use crate::{audio, board, computer, feedback, flat, game, interaction, relaunch, ui, xr};
use icochess_cli::tell;
use icochess_message::msg;
use start_state::StartState;

/// The game without window, device and sound: rules, selection, board and
/// files. What headless tests run.
#[derive(Debug, Default)]
pub struct CorePlugin;

impl Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            schedule::plugin,
            game::plugin,
            computer::plugin,
            interaction::plugin,
            board::plugin,
            feedback::plugin,
            save::plugin,
            ui::plugin,
        ));
    }
}

/// The window: what is written on it, its keys and its camera, beside [`CorePlugin`].
#[derive(Debug, Default)]
pub struct FlatPlugin;

impl Plugin for FlatPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((ui::WindowPlugin, flat::plugin));
    }
}

/// How long the program waits at its end for the last save.
const LAST_SAVE: Duration = Duration::from_secs(3);

/// Runs the game until the players leave.
pub fn run(args: GameArgs) -> ExitCode {
    if args.look_for_headset {
        let is_there = XrConfig::built_in().is_ok_and(|config| xr::probe::find(&config).is_ok());
        return ExitCode::from(u8::from(!is_there));
    }
    let mut app = match prepare(&args) {
        Ok(app) => app,
        Err(problem) => {
            tell(&problem);
            platform::alert(&problem);
            return ExitCode::from(2);
        }
    };
    let queue = app.world().resource::<SaveQueue>().clone();
    let wish = HeadsetWish::default();
    app.insert_resource(wish.clone());
    let exit = app.run();
    relaunch::disarm();
    let is_written = queue.flush(LAST_SAVE);
    if !is_written {
        tell(Words::default().english(&msg!("moves-lost")));
    }
    if wish.is_made() {
        relaunch::go_on_in_headset(&args, &queue, is_written);
        return ExitCode::FAILURE;
    }
    match exit {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// Puts the game together.
///
/// # Errors
///
/// A sentence for the player: what was asked for cannot be had.
fn prepare(args: &GameArgs) -> Result<App, String> {
    let port = args.inspect.map(inspect::listen).transpose()?;
    let mut beginning = StartState::default();
    if args.lost {
        beginning.report(msg!("moves-lost"));
    }
    // Files come before the window, and so `lock` is made even where none opens: what is asked for
    // and cannot be had ends the program before it takes seconds for a graphics card, what is wrong
    // in a file is told there, too, and a headset is armed with the queue that writes. Nobody may
    // remove `lock` again: another program may have opened it meanwhile.
    let built = find_headset(args, &mut beginning)
        .and_then(|headset| beginning.find(args).map(|()| headset))
        .and_then(|headset| {
            let queue = beginning.queue.clone();
            start::attempt(|| build(args, headset, port, queue)).flatten()
        });
    match built {
        Ok(mut app) => {
            beginning.apply(&mut app);
            if let Some(file) = &args.import {
                let file = Import::File(file.clone());
                app.world_mut().write_message(LibraryRequest::Import(file));
            }
            Ok(app)
        }
        Err(problem) => {
            // There will be no window to say it in.
            for report in &beginning.reports {
                tell(beginning.words.english(report));
            }
            Err(problem)
        }
    }
}

/// The configuration of the hands and the headset, if there is one to play in.
type Headset = Option<(XrConfig, xr::probe::Found)>;

fn build(
    args: &GameArgs,
    headset: Headset,
    port: Option<TcpListener>,
    queue: SaveQueue,
) -> Result<App, String> {
    let headset = headset.map(|(config, found)| Ok((config, found.open_graphics()?)));
    let headset = headset.map_or(Ok(None), |opened| or_window(args, opened))?;
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(LogPlugin {
            filter: LOG_FILTER.into(),
            ..default()
        })
        .set(WindowPlugin {
            primary_window: Some(window(headset.is_some())),
            ..default()
        })
        .set(RenderPlugin {
            render_creation: graphics().into(),
            ..default()
        });
    let config = match headset {
        Some((config, ready)) => {
            xr::add_openxr(&mut app, plugins, ready);
            Some(config)
        }
        None => {
            app.add_plugins(plugins);
            None
        }
    };
    app.add_plugins((CorePlugin, board::room::plugin, FlatPlugin));
    if !args.mute {
        app.add_plugins(audio::plugin);
    }
    if let Some(config) = config {
        app.insert_resource(relaunch::arm(args, queue, xr::runtime_started()))
            .insert_state(Display::Headset)
            .add_plugins((xr::HeadsetPlugin(config), ui::panel::plugin));
    } else {
        app.add_plugins(xr::LookoutPlugin {
            goes_by_itself: !args.flat || args.after_headset,
            lost_runtime: args.lost_runtime,
        });
    }
    if let Some(port) = port {
        inspect::plugin(&mut app, port);
        app.init_resource::<FrameTimes>()
            .add_systems(First, note_frame_time);
    }
    app.add_plugins((game::clock::sleep_plugin, flat::pace::plugin))
        .add_systems(First, tell_first_frame)
        .add_systems(Last, tell_reports);
    Ok(app)
}

/// Not OpenGL: it would be taken where there is no Vulkan driver, and Bevy cannot
/// show a window with it (wgpu wants the display for that, which Bevy does not
/// hand over). On Windows that leaves Vulkan, and Direct3D 12 for cards without it.
fn graphics() -> WgpuSettings {
    let usual = WgpuSettings::default();
    WgpuSettings {
        backends: usual.backends.map(|found| found & Backends::PRIMARY),
        ..usual
    }
}

/// Reports are said on standard error, too, for who looks there.
fn tell_reports(mut reports: MessageReader<Report>, words: Res<Words>) {
    for Report(report) in reports.read() {
        tell(words.english(report));
    }
}

/// The headset to play in, if that is what is wanted and there is one.
///
/// # Errors
///
/// A sentence for the player: the bindings cannot be read, or `--vr` was given
/// and there is no headset.
fn find_headset(args: &GameArgs, beginning: &mut StartState) -> Result<Headset, String> {
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
    or_window(args, xr::probe::find(&config).map(|found| (config, found)))
}

/// What was found of the headset; without one, and unless the player insists on it, nothing: then
/// the game is played in the window.
///
/// # Errors
///
/// A sentence for the player who insists.
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

/// Logs, once, when the first frame has been shown: when the frame after the
/// next one begins, as each frame is drawn while the next is worked out.
pub fn tell_first_frame(mut frames: Local<u32>, since_start: Res<Time<Real>>) {
    *frames += 1;
    if *frames == 3 {
        debug!(
            "first frame shown, {:.3} s in the loop",
            since_start.elapsed_secs()
        );
    }
}

/// How long the last frames took, for tools that look in from outside (Bevy's
/// remote protocol).
#[derive(Resource, Debug, Clone, Reflect)]
#[reflect(Resource)]
pub struct FrameTimes {
    /// Frames begun so far.
    pub begun: u32,
    /// Seconds from the beginning of a frame to that of the next. The one that
    /// ended with the `n`th beginning stands at `n` modulo the length.
    pub seconds: Vec<f32>,
}

impl Default for FrameTimes {
    fn default() -> Self {
        Self {
            begun: 0,
            seconds: vec![0.0; KEPT_FRAMES],
        }
    }
}

/// Frames whose times are kept: ten seconds at 100 Hz.
const KEPT_FRAMES: usize = 1024;

/// Not by Bevy's time: in the headset that goes from showing to showing.
fn note_frame_time(mut times: ResMut<FrameTimes>, mut begun: Local<Option<Instant>>) {
    let now = Instant::now();
    let before = begun.replace(now).unwrap_or(now);
    times.begun = times.begun.wrapping_add(1);
    let place = times.begun as usize % KEPT_FRAMES;
    times.seconds[place] = (now - before).as_secs_f32();
}

/// What is worth a line in the log; `RUST_LOG` overrides it.
const LOG_FILTER: &str = "warn,icochess=info,wgpu=error,naga=error";

fn window(beside_headset: bool) -> Window {
    Window {
        title: "Icochess".into(),
        name: Some("icochess".into()),
        resolution: (1280, 800).into(),
        // The runtime sets the pace of a headset; the window must not wait for
        // its own screen as well.
        present_mode: if beside_headset {
            PresentMode::AutoNoVsync
        } else {
            PresentMode::AutoVsync
        },
        ..default()
    }
}
