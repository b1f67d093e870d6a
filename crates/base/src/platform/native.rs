//! Code shared by all native platforms: files, threads and the command line.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use atomicwrites::{AtomicFile, OverwriteBehavior};
use bevy::prelude::warn;
use bevy::tasks::block_on;
use rfd::FileDialog;

use super::GivenFile;

pub use std::fs;

/// Whether threads exist and may block.
pub const HAS_THREADS: bool = true;

/// Whether [`announce`] has an effect.
pub const ANNOUNCES: bool = false;

/// Whether sound may play before any input.
pub const SOUND_AT_START: bool = true;

/// Whether players quit by a command instead of closing a page.
pub const CAN_QUIT: bool = true;

/// Whether panics can be caught.
pub const CATCHES_PANICS: bool = true;

/// Whether [`show_keyboard`] has an effect; natively the system does this.
pub const SHOWS_KEYBOARD: bool = false;

/// Longest wait for another process to release the folder's lock, during a restart or just after
/// closing the app.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// Advice for the case that another process uses the folder; ends a sentence.
pub const IN_USE: &str = "close it, or start this one with --data-dir and another folder";

/// Advice for the case that there is no more room for files; ends a sentence.
pub const MORE_ROOM: &str = "make some";

/// Maximum number of directional lights; unlimited.
pub const DIRECTIONAL_LIGHTS: usize = usize::MAX;

/// Whether a window accompanies the headset, for spectators or a second player.
pub const HAS_WINDOW_BESIDE: bool = true;

/// Data folder for systems that define none.
pub const DATA_DIR: Option<&str> = None;

/// Returns the program's arguments, including its name.
pub fn args() -> impl Iterator<Item = OsString> {
    std::env::args_os()
}

/// Returns the address of the web version, which packagers set at build time.
pub fn page() -> Option<String> {
    let named = option_env!("ICOCHESS_PAGE").filter(|address| !address.is_empty());
    named.map(str::to_owned)
}

/// Returns a 64-bit random number, not suitable for secrets.
pub fn any_number() -> u64 {
    RandomState::new().hash_one(0)
}

/// Returns a time that includes sleep, from an arbitrary start. Only differences are meaningful. On
/// systems other than Linux it is the wall clock, which may also be set.
pub fn time_with_sleep() -> Duration {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        // Time since boot, never negative.
        Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let now = std::time::SystemTime::now();
        now.duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default()
    }
}

/// Does nothing; natively, screen readers get an accessibility tree instead.
pub const fn announce(_: &str) {}

/// Does nothing; natively, the window has a title of its own.
pub const fn set_title(_: &str) {}

/// Returns whether files are handed to the player as downloads. Native files are in folders, so
/// this does nothing and returns `false`.
pub const fn offer(_: &str, _: &str) -> bool {
    false
}

/// Like [`offer`], for a file that isn't text.
pub const fn offer_bytes(_: &str, _: &[u8]) -> bool {
    false
}

/// Receives the files that players choose.
static FILE_LISTENER: OnceLock<Box<dyn Fn(GivenFile) + Send + Sync>> = OnceLock::new();

/// Whether the file chooser is open.
static CHOOSER_IS_OPEN: AtomicBool = AtomicBool::new(false);

/// The open file chooser, which is closed when this is dropped.
struct OpenChooser;

impl Drop for OpenChooser {
    fn drop(&mut self) {
        CHOOSER_IS_OPEN.store(false, Ordering::Relaxed);
    }
}

/// Opens the system's file chooser, unless it is open. Returns at once; the files go to the
/// listener of [`on_given_file`].
pub fn ask_for_file() {
    if CHOOSER_IS_OPEN.swap(true, Ordering::Relaxed) {
        warn!("The file chooser is still open.");
        return;
    }
    let open = OpenChooser;
    let chooser = thread::Builder::new().name("file chooser".into());
    let opened = chooser.spawn(move || {
        let _open = open;
        let chooser = FileDialog::new().add_filter("PGN", &["pgn"]);
        let files = chooser.add_filter("*", &["*"]).pick_files();
        if let Some(listener) = FILE_LISTENER.get() {
            for path in files.unwrap_or_default() {
                listener(GivenFile::Path(path));
            }
        }
    });
    if let Err(error) = opened {
        warn!("The file chooser cannot be opened: {error}");
    }
}

/// Does nothing; only pages control the on-screen keyboard.
pub const fn show_keyboard(_: bool) {}

/// Does nothing; only on pages does Tab lead out of the game.
pub const fn use_tab(_: bool) {}

/// Does nothing; only pages have something else to focus.
pub const fn leave_game() {}

/// Returns whether full screen is available.
pub const fn fills_screen() -> bool {
    true
}

/// Returns whether full screen applies to a page. Natively it applies to the window, so this does
/// nothing and returns `false`.
pub const fn turn_full_screen() -> bool {
    false
}

/// Listens to files chosen by [`ask_for_file`]. Only the first listener of the process is kept.
pub fn on_given_file(handle: impl Fn(GivenFile) + Send + Sync + 'static) {
    let _ = FILE_LISTENER.set(Box::new(handle));
}

/// Returns whether files are written, but not stored yet; never natively.
pub const fn is_storing() -> bool {
    false
}

/// Returns the reason that written files couldn't be stored; natively, writing itself fails.
pub const fn storage_problem() -> Option<io::Error> {
    None
}

/// Does nothing; only pages have a field of their own for moves.
pub fn on_typed_move(_: impl Fn(String)) {}

/// Writes a file atomically: readers see the old or the new content, never a part.
///
/// # Errors
///
/// Any I/O error.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    AtomicFile::new(path, OverwriteBehavior::AllowOverwrite)
        .write(|file| file.write_all(text.as_bytes()))
        .map_err(io::Error::from)
}

/// Writes a new file atomically.
///
/// # Errors
///
/// Any I/O error, including an existing file with this name.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    AtomicFile::new(path, OverwriteBehavior::DisallowOverwrite)
        .write(|file| file.write_all(bytes))
        .map_err(io::Error::from)
}

/// Copies a file atomically to a new name.
///
/// # Errors
///
/// Any I/O error, including an existing file with the new name.
pub fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    AtomicFile::new(to, OverwriteBehavior::DisallowOverwrite)
        .write(|file| io::copy(&mut fs::File::open(from)?, file))
        .map(|_| ())
        .map_err(io::Error::from)
}

/// Runs a closure once on a named thread.
///
/// # Errors
///
/// An error if the system can't create a thread.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(work)?;
    Ok(())
}

/// Sequential background work on a thread.
#[derive(Debug)]
pub struct BackgroundTask;

impl BackgroundTask {
    /// Starts a named thread for `work`, which takes its tasks from [`next`] until there are no
    /// more.
    ///
    /// # Errors
    ///
    /// An error if the system can't create a thread.
    pub fn start<W: Future<Output = ()> + 'static>(
        name: &str,
        work: impl FnOnce() -> W + Send + 'static,
    ) -> io::Result<Self> {
        spawn(name, move || block_on(work()))?;
        Ok(Self)
    }

    /// Does nothing; only needed without threads.
    pub const fn run_pending(&self) {}
}

/// Waits for the next task. Returns `None` once all senders are gone.
pub async fn next<T>(asked: &Receiver<T>) -> Option<T> {
    asked.recv().ok()
}

/// Thread that calls a function at the time set last.
#[derive(Debug)]
pub struct Alarm(Sender<Instant>);

impl Alarm {
    /// Starts the thread, which ends on drop.
    ///
    /// # Errors
    ///
    /// An error if the system can't create a thread.
    pub fn start(ring: impl Fn() + Send + 'static) -> io::Result<Self> {
        let (set, times) = channel();
        spawn("alarm", move || ring_in_time(&times, ring))?;
        Ok(Self(set))
    }

    /// Sets the alarm, replacing any earlier time.
    pub fn set(&self, at: Instant) {
        // The thread lives until this is dropped.
        let _ = self.0.send(at);
    }
}

fn ring_in_time(times: &Receiver<Instant>, ring: impl Fn()) {
    let mut at: Option<Instant> = None;
    loop {
        let received = match at {
            Some(at) => times.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => times.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        at = match received {
            Ok(at) => Some(at),
            Err(RecvTimeoutError::Timeout) => {
                ring();
                None
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alarm_rings_once_at_the_time_set_last() {
        let (sender, receiver) = channel();
        let ring = move || {
            let _ = sender.send(Instant::now());
        };
        let alarm = Alarm::start(ring).unwrap();
        let begun = Instant::now();
        alarm.set(begun + Duration::from_secs(60));
        let at = begun + Duration::from_millis(50);
        alarm.set(at);
        let rung = receiver.recv_timeout(Duration::from_secs(30)).unwrap();
        assert!(rung >= at);
        let again = receiver.recv_timeout(Duration::from_millis(100));
        assert_eq!(again, Err(RecvTimeoutError::Timeout));
        drop(alarm);
        // The thread has ended and dropped its closure.
        let ended = receiver.recv_timeout(Duration::from_secs(30));
        assert_eq!(ended, Err(RecvTimeoutError::Disconnected));
    }
}
