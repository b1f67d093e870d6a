//! Going on in the window when the headset's runtime is gone.
//!
//! `bevy_mod_openxr` panics, on whichever thread notices first, when the runtime
//! dies, and its session cannot be had back in the same process. Everything
//! that matters is on disk after each ply; so the process waits for the last
//! save and becomes a new one that plays the same game in the window.

use std::ffi::OsString;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use crate::cli::GameArgs;
use crate::save::store;

/// How long the last save is waited for.
const LAST_SAVE: Duration = Duration::from_secs(1);

/// How long a frame may take before the runtime counts as gone, at least; a
/// machine whose frames take long gets [`PATIENCE`] of them.
const STALLED: Duration = Duration::from_millis(2500);
/// See [`STALLED`].
const PATIENCE: u32 = 25;
/// Frames before the watch begins: the first ones compile shaders.
const WARM_UP: u64 = 60;

/// The arguments of the new process, set while a headset is in use.
static ARMED: Mutex<Option<Vec<OsString>>> = Mutex::new(None);
/// Frames shown.
static FRAMES: AtomicU64 = AtomicU64::new(0);
static HOOK: OnceLock<()> = OnceLock::new();

/// Counts a frame, as a sign of life.
pub fn frame() {
    FRAMES.fetch_add(1, Ordering::Relaxed);
}

/// From now on, a panic or a stall starts the game again in the window.
pub fn arm(args: &GameArgs) {
    let mut again: Vec<OsString> = vec!["--flat".into()];
    if let Some(dir) = &args.data_dir {
        again.extend(["--data-dir".into(), dir.into()]);
    }
    if let Some(port) = args.inspect {
        again.push(format!("--inspect={port}").into());
    }
    if args.mute {
        again.push("--mute".into());
    }
    if let Ok(mut armed) = ARMED.lock() {
        *armed = Some(again);
    }
    HOOK.get_or_init(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // Returns only when the headset is not in use.
            go_on_flat(&panic.to_string());
            usual(panic);
        }));
        let watch = std::thread::Builder::new()
            .name("runtime watch".into())
            .spawn(watch);
        if let Err(error) = watch {
            bevy::log::warn!("The headset's runtime is not watched for stalls: {error}");
        }
    });
}

/// The headset is no longer in use: panics are ordinary again.
pub fn disarm() {
    if let Ok(mut armed) = ARMED.lock() {
        *armed = None;
    }
}

/// Starts the game again in the window, if the headset is in use. Called more
/// than once, by several threads, only the first does it and none returns.
pub fn go_on_flat(reason: &str) {
    // Held to the end: a second thread waits here until the process is gone.
    let armed = match ARMED.lock() {
        Ok(armed) => armed,
        Err(poisoned) => poisoned.into_inner(),
    };
    let Some(args) = armed.as_ref() else {
        return;
    };
    eprintln!("icochess: The headset's runtime is gone, the game goes on in the window ({reason})");
    store::flush(LAST_SAVE);
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => {
            eprintln!("icochess: it cannot be started again: {error}");
            std::process::exit(101);
        }
    };
    let mut command = Command::new(program);
    command.args(args);
    if store::is_current() {
        command.arg("--resume");
    }
    let error = replace_by(command);
    eprintln!("icochess: it cannot be started again: {error}");
    std::process::exit(101);
}

/// Becomes another program; comes back only with an error.
#[cfg(unix)]
fn replace_by(mut command: Command) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

/// Starts another program and ends; comes back only with an error.
#[cfg(not(unix))]
fn replace_by(mut command: Command) -> std::io::Error {
    match command.spawn() {
        Ok(_) => std::process::exit(0),
        Err(error) => error,
    }
}

/// A runtime that dies can also leave a call hanging, with no panic anywhere.
fn watch() {
    let mut seen = 0;
    let mut since = Instant::now();
    let mut usual = Duration::ZERO;
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let frames = FRAMES.load(Ordering::Relaxed);
        if frames != seen {
            let one = since.elapsed() / u32::try_from(frames - seen).unwrap_or(u32::MAX);
            usual = (usual * 7 + one) / 8;
            seen = frames;
            since = Instant::now();
        } else if seen > WARM_UP && since.elapsed() > STALLED.max(usual * PATIENCE) {
            go_on_flat("it has not answered for seconds");
            return;
        }
    }
}
