//! The part that all systems have in common but a browser: files, threads, the command line.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use atomicwrites::{AtomicFile, OverwriteBehavior};

use super::no_page::NoPage;

pub use std::fs;

/// Whether there are threads, which may wait for one another.
pub const HAS_THREADS: bool = true;

/// Whether [`announce`] tells anything.
pub const ANNOUNCES: bool = false;

/// Whether sound may be heard before a key or a button is pressed.
pub const SOUND_AT_START: bool = true;

/// Whether players leave the game by a command, and not by closing a page.
pub const CAN_QUIT: bool = true;

/// Whether a panic can be caught.
pub const CATCHES_PANICS: bool = true;

/// Whether players may be asked for a file, by [`ask_for_file`].
pub const ASKS_FOR_FILES: bool = false;

/// Whether [`show_keyboard`] shows one: here it is for the system to do.
pub const SHOWS_KEYBOARD: bool = false;

/// The longest wait for a program that is about to give up the lock of a folder: one that starts
/// itself again, or was closed a moment ago.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// The player's way out where another program writes in the folder, as the end of a sentence.
pub const IN_USE: &str = "close it, or start this one with --data-dir and another folder";

/// The most directional lights that are drawn: as many as a room has.
pub const DIRECTIONAL_LIGHTS: usize = usize::MAX;

/// Whether there is a window beside a headset, in which others watch or play.
pub const HAS_WINDOW_BESIDE: bool = true;

/// The folder of the data where the system names none.
pub const DATA_DIR: Option<&str> = None;

/// The arguments of the program, itself first.
pub fn args() -> impl Iterator<Item = OsString> {
    std::env::args_os()
}

/// The address of the page that has the game for a browser: whoever publishes packages names it when
/// they are built.
pub fn page() -> Option<String> {
    let named = option_env!("ICOCHESS_PAGE").filter(|address| !address.is_empty());
    named.map(str::to_owned)
}

/// A random number, of all 64 bits; not for secrets.
pub fn any_number() -> u64 {
    RandomState::new().hash_one(0)
}

/// The time on a clock that goes on while the machine sleeps; it began whenever, so only differences
/// say something. Where no such clock is asked, it is the time of day, which can also be set.
pub fn time_with_sleep() -> Duration {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        // It counts from the start of the machine, and is not negative.
        Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let now = std::time::SystemTime::now();
        now.duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default()
    }
}

/// Tells those who do not see the picture: nothing, as here screen readers are told what is on it.
pub const fn announce(_: &str) {}

/// Lets the player put a file where they like. Returns whether that is how they get one: here there are
/// folders that they can look into.
pub const fn offer(_: &str, _: &str) -> bool {
    false
}

/// Asks for a file: nothing, as only pages need it. A file that is dropped on a window comes with
/// its path.
pub const fn ask_for_file() {}

/// Shows or hides the keyboard of a touch screen: nothing, as only pages need it.
pub const fn show_keyboard(_: bool) {}

/// Whether the screen can be filled.
pub const fn fills_screen() -> bool {
    true
}

/// Turns full screen of the page on or off. Returns whether that is how it is done: here it is for
/// the window.
pub const fn turn_full_screen() -> bool {
    false
}

/// Hears the texts of files that are given in other ways than by a path: there are none.
///
/// # Errors
///
/// None: there is nothing to listen to.
pub fn hear_files(_: impl Fn(String)) -> Result<(), NoPage> {
    Ok(())
}

/// Writes a file. At every moment there is the old file or the new one, never half of one.
///
/// # Errors
///
/// The error of the system.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    AtomicFile::new(path, OverwriteBehavior::AllowOverwrite)
        .write(|file| file.write_all(text.as_bytes()))
        .map_err(io::Error::from)
}

/// Copies a file to a name that is free, whole or not at all.
///
/// # Errors
///
/// The error of the system, also where there is a file of that name.
pub fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    AtomicFile::new(to, OverwriteBehavior::DisallowOverwrite)
        .write(|file| io::copy(&mut fs::File::open(from)?, file))
        .map(|_| ())
        .map_err(io::Error::from)
}

/// Does something once, in a thread of that name.
///
/// # Errors
///
/// An error if the system has no more threads.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(work)?;
    Ok(())
}

/// Work that goes on beside the frames, one thing after the other: a thread.
#[derive(Debug)]
pub struct BackgroundTask;

impl BackgroundTask {
    /// Begins the thread of that name, which does `work` and ends with it. That takes what is to be
    /// done by [`next`], until there will be no more.
    ///
    /// # Errors
    ///
    /// An error if the system has no more threads.
    pub fn begin(name: &str, work: impl FnMut() + Send + 'static) -> io::Result<Self> {
        spawn(name, work)?;
        Ok(Self)
    }

    /// Does what there is to do by now, where no thread does: nothing.
    pub const fn run_pending(&self) {}
}

/// The next thing to do, which is waited for; `None` once nobody can ask for more.
pub fn next<T>(asked: &Receiver<T>) -> Option<T> {
    asked.recv().ok()
}

/// A thread that does something at the time that it was last told.
#[derive(Debug)]
pub struct Alarm(Sender<Instant>);

impl Alarm {
    /// Begins the thread, which ends when this is dropped.
    ///
    /// # Errors
    ///
    /// An error if the system has no more threads.
    pub fn begin(ring: impl Fn() + Send + 'static) -> io::Result<Self> {
        let (set, times) = channel();
        spawn("alarm", move || ring_in_time(&times, ring))?;
        Ok(Self(set))
    }

    /// Sets the alarm; only the last time counts.
    pub fn set(&self, at: Instant) {
        // The thread ends with this only.
        let _ = self.0.send(at);
    }
}

fn ring_in_time(times: &Receiver<Instant>, ring: impl Fn()) {
    let mut at: Option<Instant> = None;
    loop {
        let told = match at {
            Some(at) => times.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => times.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        at = match told {
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
    fn the_alarm_rings_once_at_the_last_time_that_it_was_told() {
        let (tell, told) = channel();
        let ring = move || {
            let _ = tell.send(Instant::now());
        };
        let alarm = Alarm::begin(ring).unwrap();
        let begun = Instant::now();
        alarm.set(begun + Duration::from_secs(60));
        let at = begun + Duration::from_millis(50);
        alarm.set(at);
        let rung = told.recv_timeout(Duration::from_secs(30)).unwrap();
        assert!(rung >= at);
        let again = told.recv_timeout(Duration::from_millis(100));
        assert_eq!(again, Err(RecvTimeoutError::Timeout));
        drop(alarm);
        // The thread has ended, and with it what rings.
        let ended = told.recv_timeout(Duration::from_secs(30));
        assert_eq!(ended, Err(RecvTimeoutError::Disconnected));
    }
}
