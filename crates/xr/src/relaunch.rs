//! Going on in the window when the headset's runtime is gone, and in the headset once there is one.
//!
//! `bevy_mod_openxr` panics, on whichever thread notices first, when the runtime
//! dies, and its session cannot be had back in the same process. Everything
//! that matters is on disk after each ply; so the process waits for the last
//! save and becomes a new one that plays the same game in the window. The same way leads
//! [back](HeadsetWish): what draws for a headset is chosen when a process starts.
//!
//! Only a panic that ends the program does so. Which one that is shows only
//! once it has unwound its thread, and then the dead runtime would be talked to
//! again; so the threads whose panics nobody catches are [marked](mark_thread).
//!
//! A process has one hook for panics and becomes another one as a whole. So what the hook
//! needs to know is static, and nothing else is.

use std::cell::Cell;
use std::ffi::OsString;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use bevy::prelude::{Res, Resource};

use icochess_base::platform;
use icochess_cli::{panic_message, tell};
use icochess_message::reason;
use icochess_store::queue::{SaveQueue, Saved};

/// The longest wait for the last save.
const LAST_SAVE: Duration = Duration::from_secs(1);

/// The option of a process that continues after the headset was lost. In the window it may return to
/// the headset by itself.
const AFTER_HEADSET: &str = "--after-headset";
/// Least time from a return to the next loss of the headset after which the game may return by
/// itself again. Without it, a headset that fails at once would restart the game for ever.
const STEADY: Duration = Duration::from_secs(60);

/// The longest that a frame may take, while the runtime listens to us, before the
/// runtime counts as gone. It may lawfully block for long, as when the headset
/// has just come off or the system is busy; one that dies says so at once.
const STALLED: Duration = Duration::from_secs(30);
/// Frames before the watch begins: the first ones compile shaders.
const WARM_UP: u64 = 60;

/// The use of a headset by this process.
enum Headset {
    /// None is in use: a panic is an ordinary one.
    Unused,
    /// One is in use: a panic starts the game again without it.
    InUse(RestartPlan),
    /// It is given up: this thread starts the process that goes on without it.
    Leaving(ThreadId),
}

/// The process that goes on without the headset.
struct RestartPlan {
    /// The arguments of its command line.
    args: Vec<OsString>,
    /// The time of the return to the headset, if it was lost before.
    returned: Option<Instant>,
    /// The queue of saves, which are on disk before it starts.
    queue: SaveQueue,
}

static HEADSET: Mutex<Headset> = Mutex::new(Headset::Unused);
static HOOK: Once = Once::new();

thread_local! {
    static ENDS_PROGRAM: Cell<bool> = const { Cell::new(false) };
}

/// From now on, a panic of this thread counts as one that nobody catches.
pub fn mark_thread() {
    ENDS_PROGRAM.set(true);
}

/// The signs of life of the app that draws for the headset. Without them, while the
/// runtime listens, the headset is given up; no longer when all of them are dropped.
#[derive(Resource, Debug, Clone, Default)]
pub struct Heartbeat(Arc<HeartbeatState>);

#[derive(Debug, Default)]
struct HeartbeatState {
    /// Frames shown.
    frames: AtomicU64,
    /// Whether the runtime listens to us.
    focused: AtomicBool,
}

impl Heartbeat {
    /// Tells whether the runtime listens to us: only then is it watched for stalls.
    pub fn set_focused(&self, is_focused: bool) {
        self.0.focused.store(is_focused, Ordering::Relaxed);
    }
}

/// Counts a frame as a sign of life.
pub fn frame(heartbeat: Res<Heartbeat>) {
    heartbeat.0.frames.fetch_add(1, Ordering::Relaxed);
}

fn headset() -> MutexGuard<'static, Headset> {
    HEADSET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, a panic of this thread or of another marked one, or a stall,
/// starts the game again in the window, once what is in the queue is on disk, with the arguments in
/// `kept`. `is_return` tells whether the headset was lost before.
pub fn arm(mut kept: Vec<OsString>, queue: SaveQueue, is_return: bool) -> Heartbeat {
    kept.push("--flat".into());
    *headset() = Headset::InUse(RestartPlan {
        args: kept,
        returned: is_return.then(Instant::now),
        queue,
    });
    mark_thread();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if ENDS_PROGRAM.get() {
                // Returns only when the headset is not in use.
                go_on_flat(&panic_message(panic));
            }
            usual(panic);
        }));
    });
    let heartbeat = Heartbeat::default();
    let signs = Arc::downgrade(&heartbeat.0);
    let watch = thread::Builder::new()
        .name("runtime watch".into())
        .spawn(move || watch(&signs));
    if let Err(error) = watch {
        bevy::log::warn!("The headset's runtime is not watched for stalls: {error}");
    }
    heartbeat
}

/// The wish to go on in the headset, which is done when the app has ended and all is saved. Clones
/// are the same wish.
#[derive(Resource, Debug, Clone, Default)]
pub struct HeadsetWish(Arc<AtomicBool>);

impl HeadsetWish {
    /// Makes the wish.
    pub fn make(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was made.
    pub fn is_made(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Becomes the process that goes on in the headset, or, should there be none any more, in the
/// window, with the arguments in `kept`. `is_return` tells whether the headset was lost before, and
/// `is_written` whether all could be written. Comes back only if it cannot be started.
pub fn go_on_in_headset(
    mut kept: Vec<OsString>,
    queue: &SaveQueue,
    is_return: bool,
    is_written: bool,
) {
    kept.extend(is_return.then(|| AFTER_HEADSET.into()));
    let is_lost = !is_written || queue.last_saved() == Saved::Failed;
    become_again(kept, queue, is_lost);
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
    let RestartPlan {
        mut args,
        returned,
        queue,
    } = {
        let mut headset = headset();
        match std::mem::replace(&mut *headset, Headset::Leaving(thread::current().id())) {
            Headset::InUse(again) => again,
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
    if returned.is_none_or(|at| at.elapsed() >= STEADY) {
        args.push(AFTER_HEADSET.into());
    }
    let is_lost = !queue.flush(LAST_SAVE) || queue.last_saved() == Saved::Failed;
    let lost = if is_lost {
        "; the last moves could not be saved"
    } else {
        ""
    };
    tell(format_args!(
        "The headset stopped, the game goes on in the window ({reason}){lost}"
    ));
    become_again(args, &queue, is_lost);
    // Its exit handlers would talk to a runtime that is gone.
    platform::exit_at_once(101);
}

/// Becomes a new process of the program with these arguments, and the game on disk. Comes back,
/// and has said why, only if that cannot be started.
fn become_again(args: Vec<OsString>, queue: &SaveQueue, is_lost: bool) {
    let error = match std::env::current_exe() {
        Ok(program) => {
            let mut command = Command::new(program);
            command.args(args);
            command.args(going_on(queue.is_current(), is_lost));
            // The new process wants the folder, and this one may still be there by then.
            queue.release(LAST_SAVE);
            platform::go_on_as(command)
        }
        Err(error) => error,
    };
    let game = match queue.is_current() {
        _ if is_lost => "The last moves could not be saved",
        true => "The game is saved: start icochess again to go on with it",
        false => "No move of this game was played",
    };
    let error = reason(&error);
    let told = format!("It cannot be started again: {error}. {game}.");
    tell(&told);
    platform::alert(&told);
}

/// The arguments of a process that goes on: with the game on disk if that is the one that was
/// played, and telling of moves that are not there.
fn going_on(is_current: bool, is_lost: bool) -> impl Iterator<Item = &'static str> {
    let resume = is_current.then_some("--resume");
    resume.into_iter().chain(is_lost.then_some("--lost"))
}

/// A runtime that dies can also leave a call hanging, with no panic anywhere.
fn watch(signs: &Weak<HeartbeatState>) {
    let begun = Instant::now();
    let mut watch = Watch::default();
    while let Some(signs) = signs.upgrade() {
        thread::sleep(LOOK_EVERY);
        let frames = signs.frames.load(Ordering::Relaxed);
        if watch.is_stalled(
            frames,
            signs.focused.load(Ordering::Relaxed),
            begun.elapsed(),
        ) {
            go_on_flat("it has not answered for half a minute");
            return;
        }
    }
}

/// Between two looks at the frames.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The frames as the watch has last seen them.
#[derive(Debug, Default)]
struct Watch {
    /// The number of frames shown by then.
    frames: u64,
    /// The time at which a frame was last seen, or none was to be expected.
    since: Duration,
}

impl Watch {
    /// Whether there was no frame for too long, now that there are `frames`.
    fn is_stalled(&mut self, frames: u64, is_focused: bool, now: Duration) -> bool {
        if frames != self.frames || frames < WARM_UP || !is_focused {
            self.frames = frames;
            self.since = now;
        }
        now - self.since > STALLED
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// When the headset is given up that draws so many frames a second but for a pause,
    /// seconds; `None` if it is not, for a minute after the pause.
    fn given_up(rate: f64, pause: std::ops::Range<f64>, is_focused: bool) -> Option<f64> {
        let mut watch = Watch::default();
        let end = pause.end + 60.0;
        let looks = (1..).map(|look| f64::from(look) * LOOK_EVERY.as_secs_f64());
        looks.take_while(|now| *now < end).find(|now| {
            let drawn = now.min(pause.start) + (now - pause.end).max(0.0);
            let frames = (drawn * rate) as u64;
            watch.is_stalled(frames, is_focused, Duration::from_secs_f64(*now))
        })
    }

    proptest! {
        #[test]
        fn a_pause_is_waited_for_and_an_end_is_seen_at_any_rate(
            rate in prop_oneof![Just(5.0), Just(72.0), Just(90.0), Just(120.0), 5.0..144.0],
            // The first frames are not watched: at the lowest rate these take 12 s.
            start in 13.0..100.0,
            pause in 0.0..29.0,
            end in 31.0..600.0,
        ) {
            prop_assert_eq!(given_up(rate, start..start + pause, true), None);
            // As when it is stopped for ten seconds.
            prop_assert_eq!(given_up(rate, start..start + 10.0, true), None);
            let told = given_up(rate, start..start + end, true);
            // Counted from the last frame, and looked at four times a second.
            let after = told.map(|told| told - start);
            prop_assert!(after.is_some_and(|it| (29.5..30.6).contains(&it)), "{after:?}");
            prop_assert_eq!(given_up(rate, start..start + end, false), None);
        }
    }

    #[test]
    fn the_first_frames_may_take_any_time() {
        let mut watch = Watch::default();
        let hour = Duration::from_secs(3600);
        assert!(!watch.is_stalled(WARM_UP - 1, true, Duration::from_secs(1)));
        assert!(!watch.is_stalled(WARM_UP - 1, true, hour));
        assert!(!watch.is_stalled(WARM_UP, true, 2 * hour));
        assert!(watch.is_stalled(WARM_UP, true, 3 * hour));
    }

    #[test]
    fn who_goes_on_tells_of_moves_that_are_lost() {
        let said = |is_current, is_lost| going_on(is_current, is_lost).collect::<Vec<_>>();
        assert_eq!(said(true, false), ["--resume"]);
        assert_eq!(said(true, true), ["--resume", "--lost"]);
        assert_eq!(said(false, true), ["--lost"]);
        assert!(said(false, false).is_empty());
    }

    #[test]
    fn a_panic_that_somebody_catches_does_not_end_the_headset() {
        let _heartbeat = arm(Vec::new(), SaveQueue::default(), false);
        // As a search that fails. Were it taken for the end, the test would become the game.
        let caught = thread::spawn(|| std::panic::catch_unwind(|| panic!("on purpose")).is_err());
        let caught = caught.join();
        disarm();
        assert!(matches!(caught, Ok(true)));
    }
}
