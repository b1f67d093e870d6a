//! Restarts the game in the window when the headset's runtime is lost, and in the headset when one
//! is found.
//!
//! When the runtime dies, `bevy_mod_openxr` panics on the thread that notices it first, and the
//! process can't create another session. Each ply is saved, so the process waits for the last save
//! and replaces itself by a new process, which continues the game in the window. The same restart
//! leads [back](HeadsetWish) to the headset, because the renderer is chosen at process start.
//!
//! Only a fatal panic restarts the game. Unwinding a thread first would call the dead runtime
//! again, so the hook must know beforehand. Threads without a panic handler are therefore
//! [marked](mark_thread).
//!
//! The panic hook and the process itself are global, so only the hook's data is static.

use std::cell::Cell;
use std::ffi::OsString;
use std::iter;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use bevy::prelude::{Res, Resource};

use icochess_base::platform;
use icochess_cli::{panic_message, print_report};
use icochess_message::reason;
use icochess_store::queue::{SaveQueue, Saved};

/// Maximum wait for the last save.
const LAST_SAVE: Duration = Duration::from_secs(1);

/// Option of a process that continues after the headset was lost, repeated for each quick loss.
const AFTER_HEADSET: &str = "--after-headset";
/// Duration of headset use after which a loss no longer counts as quick.
const STEADY: Duration = Duration::from_secs(60);
/// Maximum number of losses in quick succession that allow an automatic return. Without a limit, a
/// headset that fails at once would restart the game forever.
const MAX_LOSSES: u8 = 3;

/// Longest frame time in a focused session before the runtime counts as hung. A runtime may block
/// for a long time, for example if the headset was just taken off or the system is busy. A dying
/// runtime usually reports an error at once.
const STALLED: Duration = Duration::from_secs(30);
/// Number of frames before the watch begins. The first frames compile shaders.
const WARM_UP: u64 = 60;

/// Use of a headset by this process.
enum Headset {
    /// No headset is in use, and panics are ordinary.
    Unused,
    /// A headset is in use, and a fatal panic restarts the game without it.
    InUse(RestartPlan),
    /// The process has given up the headset, and this thread starts the process that continues
    /// without it.
    Leaving(ThreadId),
}

/// The process that continues without the headset.
struct RestartPlan {
    /// Command-line arguments.
    args: Vec<OsString>,
    /// Number of quick losses before this process.
    losses: u8,
    /// Time at which this process began to use the headset.
    started: Instant,
    /// Save queue, flushed before the start.
    queue: SaveQueue,
}

static HEADSET: Mutex<Headset> = Mutex::new(Headset::Unused);
static HOOK: Once = Once::new();

thread_local! {
    static ENDS_PROGRAM: Cell<bool> = const { Cell::new(false) };
}

/// Marks this thread's panics as fatal.
pub fn mark_thread() {
    ENDS_PROGRAM.set(true);
}

/// Signs of life of the app that renders for the headset. A focused session without them gives up
/// the headset. The watch ends when all clones are dropped.
#[derive(Resource, Debug, Clone, Default)]
pub struct Heartbeat(Arc<HeartbeatState>);

#[derive(Debug, Default)]
struct HeartbeatState {
    /// Frames shown.
    frames: AtomicU64,
    /// Whether the session is focused.
    focused: AtomicBool,
}

impl Heartbeat {
    /// Sets whether the session is focused. Stalls are only detected in a focused session.
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

/// Arms the restart in the window, with the arguments in `kept`. A stall triggers it, and so does a
/// panic of this thread or of another marked thread. The queue is flushed first. `losses` is the
/// number of quick losses so far.
pub fn arm(mut kept: Vec<OsString>, queue: SaveQueue, losses: u8) -> Heartbeat {
    kept.push("--flat".into());
    *headset() = Headset::InUse(RestartPlan {
        args: kept,
        losses,
        started: Instant::now(),
        queue,
    });
    mark_thread();
    HOOK.call_once(|| {
        let previous_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if ENDS_PROGRAM.get() {
                // Returns only if no headset is in use.
                go_on_flat(&panic_message(panic));
            }
            previous_hook(panic);
        }));
    });
    let heartbeat = Heartbeat::default();
    let state = Arc::downgrade(&heartbeat.0);
    let watch = thread::Builder::new()
        .name("runtime watch".into())
        .spawn(move || watch(&state));
    if let Err(error) = watch {
        bevy::log::warn!("The headset's runtime is not watched for stalls: {error}");
    }
    heartbeat
}

/// Request to continue in the headset, fulfilled after the app has ended and everything has been
/// saved. Its clones share the request.
#[derive(Resource, Debug, Clone, Default)]
pub struct HeadsetWish(Arc<AtomicBool>);

impl HeadsetWish {
    /// Requests to continue in the headset.
    pub fn make(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the request was made.
    pub fn is_made(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Replaces this process by one that continues in the headset, or in the window if there is none,
/// with the arguments in `kept`. `losses` is the number of quick losses so far, and `is_written`
/// means that everything was saved. Returns only if the process can't be started.
pub fn go_on_in_headset(mut kept: Vec<OsString>, queue: &SaveQueue, losses: u8, is_written: bool) {
    // After more losses, a player must have pressed the button, which resets the count.
    kept.extend(after_losses(if may_return(losses) { losses } else { 0 }));
    let is_lost = !is_written || queue.last_saved() == Saved::Failed;
    become_again(kept, queue, is_lost);
}

/// Returns whether the window may return to the headset automatically after this number of quick
/// losses.
pub fn may_return(losses: u8) -> bool {
    (1..=MAX_LOSSES).contains(&losses)
}

fn after_losses(losses: u8) -> impl Iterator<Item = OsString> {
    iter::repeat_n(AFTER_HEADSET.into(), losses.into())
}

/// Disarms the restart, so that panics are ordinary again.
pub fn disarm() {
    let mut headset = headset();
    if let Headset::InUse(_) = *headset {
        *headset = Headset::Unused;
    }
}

/// Restarts the game in the window if the headset is in use; otherwise it returns. The first thread
/// that calls it restarts the game, and others block until the process ends.
pub fn go_on_flat(reason: &str) {
    // The lock must be released here, because a failure below may call this function again.
    let RestartPlan {
        mut args,
        losses,
        started,
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
                // The process ends in a moment.
                loop {
                    thread::park();
                }
            }
        }
    };
    let is_quick = started.elapsed() < STEADY;
    args.extend(after_losses(if is_quick {
        losses.min(MAX_LOSSES) + 1
    } else {
        1
    }));
    let is_lost = !queue.flush(LAST_SAVE) || queue.last_saved() == Saved::Failed;
    let lost = if is_lost {
        "; the last moves could not be saved"
    } else {
        ""
    };
    print_report(format_args!(
        "The headset stopped, the game goes on in the window ({reason}){lost}"
    ));
    become_again(args, &queue, is_lost);
    // The exit handlers would call the dead runtime.
    platform::exit_at_once(101);
}

/// Replaces this process by a new process with these arguments and the saved game. Returns only if
/// that fails, after reporting the reason.
fn become_again(args: Vec<OsString>, queue: &SaveQueue, is_lost: bool) {
    let error = match std::env::current_exe() {
        Ok(program) => {
            let mut command = Command::new(program);
            command.args(args);
            command.args(going_on(queue.is_current(), is_lost));
            // The new process needs the folder's lock, and this process may still exist when it
            // starts.
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
    let message = format!("It cannot be started again: {error}. {game}.");
    print_report(&message);
    platform::alert(&message);
}

/// Returns the arguments that continue the saved game if it is the current game, and that report
/// lost moves.
fn going_on(is_current: bool, is_lost: bool) -> impl Iterator<Item = &'static str> {
    let resume = is_current.then_some("--resume");
    resume.into_iter().chain(is_lost.then_some("--lost"))
}

/// Watches for a stall, because a dying runtime can also hang a call without a panic.
fn watch(state: &Weak<HeartbeatState>) {
    let started = Instant::now();
    let mut watch = Watch::default();
    while let Some(state) = state.upgrade() {
        thread::sleep(LOOK_EVERY);
        let frames = state.frames.load(Ordering::Relaxed);
        if watch.is_stalled(
            frames,
            state.focused.load(Ordering::Relaxed),
            started.elapsed(),
        ) {
            go_on_flat("it has not answered for half a minute");
            return;
        }
    }
}

/// Polling interval of the watch.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Last observation of the watch.
#[derive(Debug, Default)]
struct Watch {
    /// The number of frames shown.
    frames: u64,
    /// Time of the last new frame, or of the last poll that expected none.
    since: Duration,
}

impl Watch {
    /// Returns whether no frame has come for too long, given the current number of `frames`.
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

    /// Returns the time at which the watch gives up a headset with this frame rate and one pause,
    /// in seconds; `None` if it doesn't give up within a minute after the pause.
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
        fn watch_tolerates_pauses_and_detects_the_end_at_any_rate(
            rate in prop_oneof![Just(5.0), Just(72.0), Just(90.0), Just(120.0), 5.0..144.0],
            // The first frames aren't watched; at the lowest rate, they take 12 s.
            start in 13.0..100.0,
            pause in 0.0..29.0,
            end in 31.0..600.0,
        ) {
            prop_assert_eq!(given_up(rate, start..start + pause, true), None);
            // For example, a process that is stopped for ten seconds.
            prop_assert_eq!(given_up(rate, start..start + 10.0, true), None);
            let gave_up = given_up(rate, start..start + end, true);
            // Counted from the last frame, polled four times a second.
            let after = gave_up.map(|gave_up| gave_up - start);
            prop_assert!(after.is_some_and(|it| (29.5..30.6).contains(&it)), "{after:?}");
            prop_assert_eq!(given_up(rate, start..start + end, false), None);
        }
    }

    #[test]
    fn first_frames_may_take_any_time() {
        let mut watch = Watch::default();
        let hour = Duration::from_secs(3600);
        assert!(!watch.is_stalled(WARM_UP - 1, true, Duration::from_secs(1)));
        assert!(!watch.is_stalled(WARM_UP - 1, true, hour));
        assert!(!watch.is_stalled(WARM_UP, true, 2 * hour));
        assert!(watch.is_stalled(WARM_UP, true, 3 * hour));
    }

    #[test]
    fn restarted_process_reports_lost_moves() {
        let arguments = |is_current, is_lost| going_on(is_current, is_lost).collect::<Vec<_>>();
        assert_eq!(arguments(true, false), ["--resume"]);
        assert_eq!(arguments(true, true), ["--resume", "--lost"]);
        assert_eq!(arguments(false, true), ["--lost"]);
        assert!(arguments(false, false).is_empty());
    }

    #[test]
    fn caught_panic_does_not_restart_the_game() {
        let _heartbeat = arm(Vec::new(), SaveQueue::default(), 0);
        // For example, a failed search. A restart would replace the test by the game.
        let caught = thread::spawn(|| std::panic::catch_unwind(|| panic!("on purpose")).is_err());
        let caught = caught.join();
        disarm();
        assert!(matches!(caught, Ok(true)));
    }
}
