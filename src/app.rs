//! Assembles and runs the program.
//!
//! * `start`: a sentence for the player if there is no window or no graphics driver.
//! * `start_state`: the game and the settings at the start.
//! * `devices`: the headset or the window; `page`: a browser's page.
//! * `graphics`: limits and failures of the graphics card.
//! * `inspect`: remote access for tools.
//! * `mirror`: the mirror window of a headset, on Windows.
//! * `models`: custom piece models of players.

#[cfg(not(target_arch = "wasm32"))]
mod devices;
mod graphics;
#[cfg(feature = "inspect")]
pub mod inspect;
#[cfg(any(windows, test))]
mod mirror;
mod models;
#[cfg(target_arch = "wasm32")]
mod page;
mod start;
mod start_state;

use std::process::ExitCode;
use std::time::Duration;

use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::window::{PresentMode, WindowPlugin};

use crate::cli::GameArgs;
use crate::{
    audio, board, computer, display, feedback, flat, frame, game, interaction, schedule, ui,
};
use devices::Devices;
use graphics::GraphicsFailure;
use icochess_base::language::Words;
use icochess_base::link::WebPage;
use icochess_base::platform;
use icochess_cli::print_report;
use icochess_message::msg;
use icochess_store::library::messages::{Import, LibraryRequest};
use icochess_store::queue::SaveQueue;
use icochess_store::{self as save, Report};
#[cfg(target_arch = "wasm32")]
use page as devices;
use start_state::StartState;

/// The game without window, device and sound: rules, selection, board and files. Headless tests run
/// this.
#[derive(Debug, Default)]
pub struct CorePlugin;

impl Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            // Added first, because it fails without Bevy's states plugin, whose schedule the frame
            // order edits.
            display::plugin,
            schedule::plugin,
            frame::plugin,
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

/// The window's UI, keys and camera, on top of [`CorePlugin`].
#[derive(Debug, Default)]
pub struct FlatPlugin;

impl Plugin for FlatPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((ui::WindowPlugin, flat::plugin));
    }
}

/// Maximum wait for the last save when the program ends.
const LAST_SAVE: Duration = Duration::from_secs(3);

/// Exit status of a game that ended normally.
const SUCCESS: u8 = 0;
/// Exit status of a game that couldn't continue on the device that the players chose.
const FAILURE: u8 = 1;
/// Exit status for a command line that can't be satisfied.
const REFUSED: u8 = 2;

/// Runs the game until the players leave. If an OpenXR runtime was loaded, this exits the process.
pub fn run(args: GameArgs) -> ExitCode {
    devices::end(play(&args))
}

/// Plays until the players leave and everything has been saved. Returns the exit status.
fn play(args: &GameArgs) -> u8 {
    if let Some(answer) = devices::answer(args) {
        return answer;
    }
    let app = match prepare(args) {
        Ok(app) => app,
        Err(problem) => {
            print_report(&problem);
            platform::alert(&problem);
            return REFUSED;
        }
    };
    let queue = app.world().resource::<SaveQueue>().clone();
    let failure = app.world().resource::<GraphicsFailure>().clone();
    let Some(left) = devices::run(app) else {
        return SUCCESS;
    };
    let is_written = queue.flush(LAST_SAVE);
    if !is_written {
        print_report(Words::default().english(&msg!("moves-lost")));
    }
    if let Some(sentence) = failure.sentence() {
        platform::alert(sentence);
    }
    if left.goes_nowhere(args, &queue, is_written) {
        return FAILURE;
    }
    match left.exit {
        AppExit::Success => SUCCESS,
        AppExit::Error(code) => code.get(),
    }
}

/// Builds the app.
///
/// # Errors
///
/// A sentence for the player if the command line can't be satisfied.
fn prepare(args: &GameArgs) -> Result<App, String> {
    #[cfg(feature = "inspect")]
    let port = args.inspect.map(inspect::listen).transpose()?;
    let mut beginning = StartState::default();
    if args.lost {
        beginning.report(msg!("moves-lost"));
    }
    // Reads files before a window opens. `StartState::find` therefore creates `lock` even if none
    // opens. A bad argument then ends the program before the graphics card takes seconds. Damaged
    // files are reported even without a window, and a headset gets the save queue. `lock` must
    // never be deleted, because another program may have opened it in the meantime.
    let built = Devices::find(args, &mut beginning)
        .and_then(|devices| beginning.find(args).map(|()| devices))
        .and_then(|devices| {
            let queue = beginning.queue.clone();
            start::attempt(|| build(args, devices, queue)).flatten()
        });
    match built {
        Ok(mut app) => {
            #[cfg(feature = "inspect")]
            if let Some(port) = port {
                inspect::plugin(&mut app, port);
            }
            if beginning.shows_title(args) {
                app.init_resource::<flat::title::Title>();
            }
            beginning.apply(&mut app);
            if let Some(link) = &args.play {
                ui::state::friend::join_link(app.world_mut(), link);
            }
            if let Some(file) = &args.import {
                let file = Import::File(file.clone());
                app.world_mut().write_message(LibraryRequest::Import(file));
            }
            Ok(app)
        }
        Err(problem) => {
            // No window will show these reports.
            for report in &beginning.reports {
                print_report(beginning.words.english(report));
            }
            Err(problem)
        }
    }
}

fn build(args: &GameArgs, devices: Devices, queue: SaveQueue) -> Result<App, String> {
    let devices = devices.open(args)?;
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(LogPlugin {
            filter: LOG_FILTER.into(),
            ..default()
        })
        .set(WindowPlugin {
            primary_window: Some(window(devices.has_headset())),
            ..default()
        })
        .set(RenderPlugin {
            render_creation: devices::graphics().into(),
            ..default()
        });
    let devices = devices.add_bevy(&mut app, plugins);
    app.add_plugins((
        graphics::plugin,
        CorePlugin,
        board::room::plugin,
        FlatPlugin,
    ));
    if !args.mute {
        app.add_plugins(audio::plugin);
    }
    #[cfg(feature = "host")]
    app.add_plugins(crate::host::plugin);
    devices.add(&mut app, args, queue);
    if let Some(page) = platform::page() {
        app.insert_resource(WebPage(page));
    }
    app.add_plugins((game::clock::sleep_plugin, flat::pace::plugin))
        .add_systems(First, log_first_frame)
        .add_systems(Last, print_reports);
    Ok(app)
}

/// Prints reports to standard error as well as showing them in the UI.
fn print_reports(mut reports: MessageReader<Report>, words: Res<Words>) {
    for Report(report) in reports.read() {
        print_report(words.english(report));
    }
}

/// Logs once when the first frame is on screen. That is when frame 3 begins, because rendering runs
/// one frame behind.
pub fn log_first_frame(mut frames: Local<u32>, since_start: Res<Time<Real>>) {
    *frames += 1;
    if *frames == 3 {
        debug!(
            "first frame shown, {:.3} s in the loop",
            since_start.elapsed_secs()
        );
    }
}

/// Log filter; `RUST_LOG` overrides it.
const LOG_FILTER: &str = "warn,icochess=info,wgpu=error,naga=error";

fn window(beside_headset: bool) -> Window {
    Window {
        title: flat::your_turn::TITLE.into(),
        name: Some("icochess".into()),
        resolution: (1280, 800).into(),
        // The canvas of the web page.
        canvas: Some("#game".into()),
        fit_canvas_to_parent: true,
        // The runtime paces a headset, so the window must not wait for its own screen as well.
        present_mode: if beside_headset {
            PresentMode::AutoNoVsync
        } else {
            PresentMode::AutoVsync
        },
        ..default()
    }
}
