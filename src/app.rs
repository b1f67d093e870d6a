//! The program, put together.
//!
//! * `start`: a sentence for the player where there is no window or no graphics driver.
//! * `start_state`: the game and the settings that the program starts with.
//! * `devices`: the headset or the window; `page`: that of a browser.
//! * `graphics`: limits and failures of the graphics card.
//! * `inspect`: tools that look in from outside.
//! * `models`: the models of pieces that players bring.

#[cfg(not(target_arch = "wasm32"))]
mod devices;
mod graphics;
#[cfg(feature = "inspect")]
pub mod inspect;
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
use icochess_cli::tell;
use icochess_message::msg;
use icochess_store::library::messages::{Import, LibraryRequest};
use icochess_store::queue::SaveQueue;
use icochess_store::{self as save, Report};
#[cfg(target_arch = "wasm32")]
use page as devices;
use start_state::StartState;

/// The game without window, device and sound: rules, selection, board and
/// files. What headless tests run.
#[derive(Debug, Default)]
pub struct CorePlugin;

impl Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            // First: it fails where Bevy's plugin of states is missing, whose schedule the order of
            // the frame edits.
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

/// The window: what is written on it, its keys and its camera, beside [`CorePlugin`].
#[derive(Debug, Default)]
pub struct FlatPlugin;

impl Plugin for FlatPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((ui::WindowPlugin, flat::plugin));
    }
}

/// The longest wait at the end of the program for the last save.
const LAST_SAVE: Duration = Duration::from_secs(3);

/// The exit status of a game that has ended as its players wanted, …
const SUCCESS: u8 = 0;
/// … of one that cannot go on where they wanted, …
const FAILURE: u8 = 1;
/// … and where what was asked for cannot be had.
const REFUSED: u8 = 2;

/// Runs the game until the players leave. Where a headset was looked for, the process ends here.
pub fn run(args: GameArgs) -> ExitCode {
    devices::end(play(&args))
}

/// Plays until the players leave and all is saved. Gives the exit status.
fn play(args: &GameArgs) -> u8 {
    if let Some(answer) = devices::answer(args) {
        return answer;
    }
    let app = match prepare(args) {
        Ok(app) => app,
        Err(problem) => {
            tell(&problem);
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
        tell(Words::default().english(&msg!("moves-lost")));
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

/// Puts the game together.
///
/// # Errors
///
/// A sentence for the player: what was asked for cannot be had.
fn prepare(args: &GameArgs) -> Result<App, String> {
    #[cfg(feature = "inspect")]
    let port = args.inspect.map(inspect::listen).transpose()?;
    let mut beginning = StartState::default();
    if args.lost {
        beginning.report(msg!("moves-lost"));
    }
    // Files come before the window, and so `lock` is made even where none opens: what is asked for
    // and cannot be had ends the program before it takes seconds for a graphics card, what is wrong
    // in a file is told there, too, and a headset is armed with the queue that writes. Nobody may
    // remove `lock` again: another program may have opened it meanwhile.
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
    devices.add(&mut app, args, queue);
    if let Some(page) = platform::page() {
        app.insert_resource(WebPage(page));
    }
    app.add_plugins((game::clock::sleep_plugin, flat::pace::plugin))
        .add_systems(First, tell_first_frame)
        .add_systems(Last, tell_reports);
    Ok(app)
}

/// Reports are said on standard error, too, for who looks there.
fn tell_reports(mut reports: MessageReader<Report>, words: Res<Words>) {
    for Report(report) in reports.read() {
        tell(words.english(report));
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

/// The lines that the log has; `RUST_LOG` overrides it.
const LOG_FILTER: &str = "warn,icochess=info,wgpu=error,naga=error";

fn window(beside_headset: bool) -> Window {
    Window {
        title: "Icochess".into(),
        name: Some("icochess".into()),
        resolution: (1280, 800).into(),
        // Of a page.
        canvas: Some("#game".into()),
        fit_canvas_to_parent: true,
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
