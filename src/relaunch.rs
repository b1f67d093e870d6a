//! Going on in the window when the headset's runtime is gone.
//!
//! `bevy_mod_openxr` panics, on whichever thread notices first, when the runtime
//! dies, and its session cannot be had back in the same process. Everything
//! that matters is on disk after each ply; so the process waits for the last
//! save and becomes a new one that plays the same game in the window.
//!
//! Only a panic that ends the program does so. Which one that is shows only
//! once it has unwound its thread, and then the dead runtime would be talked to
//! again; so the threads whose panics nobody catches are [marked](mark_thread).

use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::cli::{GameArgs, tell};
use crate::save::store::{self, Saved};

/// How long the last save is waited for.
const LAST_SAVE: Duration = Duration::from_secs(1);

/// How long a frame may take, while the runtime listens to us, before the
/// runtime counts as gone. It may lawfully block for long, as when the headset
/// has just come off or the system is busy; one that dies says so at once.
const STALLED: Duration = Duration::from_secs(30);
/// Frames before the watch begins: the first ones compile shaders.
const WARM_UP: u64 = 60;

/// Is a headset in use?
enum Headset {
    /// No: a panic is an ordinary one.
    Unused,
    /// Yes; the arguments of the process that goes on without it.
    InUse(Vec<OsString>),
    /// No longer: this thread starts that process.
    Leaving(ThreadId),
}

static HEADSET: Mutex<Headset> = Mutex::new(Headset::Unused);
/// Frames shown.
static FRAMES: AtomicU64 = AtomicU64::new(0);
/// Does the runtime listen to us?
static FOCUSED: AtomicBool = AtomicBool::new(false);
static HOOK: OnceLock<()> = OnceLock::new();

thread_local! {
    static ENDS_PROGRAM: Cell<bool> = const { Cell::new(false) };
}

/// From now on, a panic of this thread counts as one that nobody catches.
pub fn mark_thread() {
    ENDS_PROGRAM.set(true);
}

/// Counts a frame, as a sign of life.
pub fn frame() {
    FRAMES.fetch_add(1, Ordering::Relaxed);
}

/// Tells whether the runtime listens to us: only then is it watched for stalls.
pub fn set_focused(is_focused: bool) {
    FOCUSED.store(is_focused, Ordering::Relaxed);
}

fn headset() -> MutexGuard<'static, Headset> {
    HEADSET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, a panic of this thread or of another marked one, or a stall,
/// starts the game again in the window.
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
    *headset() = Headset::InUse(again);
    mark_thread();
    HOOK.get_or_init(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if ENDS_PROGRAM.get() {
                // Returns only when the headset is not in use.
                go_on_flat(&panic.to_string());
            }
            usual(panic);
        }));
        let watch = thread::Builder::new()
            .name("runtime watch".into())
            .spawn(watch);
        if let Err(error) = watch {
            bevy::log::warn!("The headset's runtime is not watched for stalls: {error}");
        }
    });
}

/// The headset is no longer in use: panics are ordinary again.
pub fn disarm() {
    let mut headset = headset();
    if let Headset::InUse(_) = *headset {
        *headset = Headset::Unused;
    }
}

/// Starts the game again in the window, if the headset is in use; if not, it
/// returns. Of several threads only the first does it, and the others wait for the
/// end of the process.
pub fn go_on_flat(reason: &str) {
    // Not held while anything else happens: that may fail and come back here.
    let args = {
        let mut headset = headset();
        match std::mem::replace(&mut *headset, Headset::Leaving(thread::current().id())) {
            Headset::InUse(args) => args,
            before => {
                *headset = before;
                let Headset::Leaving(leaver) = *headset else {
                    return;
                };
                drop(headset);
                if leaver == thread::current().id() {
                    return;
                }
                // The process is gone in a moment.
                loop {
                    thread::park();
                }
            }
        }
    };
    store::flush(LAST_SAVE);
    let is_lost = store::last_saved() == Saved::Failed;
    let lost = if is_lost {
        "; the last moves could not be saved"
    } else {
        ""
    };
    tell(format_args!(
        "The headset's runtime is gone, the game goes on in the window ({reason}){lost}"
    ));
    let error = match std::env::current_exe() {
        Ok(program) => {
            let mut command = Command::new(program);
            command.args(args);
            if store::is_current() {
                command.arg("--resume");
            }
            replace_by(command)
        }
        Err(error) => error,
    };
    let game = match store::is_current() {
        _ if is_lost => "The last moves could not be saved",
        true => "The game is saved: start icochess again to go on with it",
        false => "No move of this game was played",
    };
    tell(format_args!("It cannot be started again: {error}. {game}."));
    process::exit(101);
}

/// Becomes another program; comes back only with an error.
#[cfg(unix)]
fn replace_by(mut command: Command) -> io::Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

/// Starts another program and ends; comes back only with an error.
#[cfg(not(unix))]
fn replace_by(mut command: Command) -> io::Error {
    match command.spawn() {
        Ok(_) => process::exit(0),
        Err(error) => error,
    }
}

/// A runtime that dies can also leave a call hanging, with no panic anywhere.
fn watch() {
    let mut seen = 0;
    let mut since = Instant::now();
    loop {
        thread::sleep(Duration::from_millis(250));
        let frames = FRAMES.load(Ordering::Relaxed);
        if frames != seen || frames < WARM_UP || !FOCUSED.load(Ordering::Relaxed) {
            seen = frames;
            since = Instant::now();
        } else if since.elapsed() > STALLED {
            go_on_flat("it has not answered for half a minute");
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_that_somebody_catches_does_not_end_the_headset() {
        arm(&GameArgs::default());
        // As a search that fails. Were it taken for the end, the test would become the game.
        let caught = thread::spawn(|| std::panic::catch_unwind(|| panic!("on purpose")).is_err());
        let caught = caught.join();
        disarm();
        assert!(matches!(caught, Ok(true)));
    }
}
