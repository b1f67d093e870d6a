//! A headset that comes while the game is played in the window.
//!
//! A thread looks whether the runtime runs, and if so has another process ask it for a headset: a
//! runtime that hangs or crashes must not take the game with it. Nobody is asked who does not run,
//! nor who shows from outside that there is a headset, as SteamVR does.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::leaving;
use super::running::{self, Run};
use icochess_base::display::{HeadsetAvailable, HeadsetRequested};
use icochess_base::frame::Waker;
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_store::settings::Settings;

/// Time between two looks whether the runtime runs.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Time between two questions to one that runs, while it has no headset, …
const ASK_EVERY: Duration = Duration::from_secs(6);
/// … and while it has one.
const ASK_AGAIN: Duration = Duration::from_secs(30);
/// The longest that an answer may take.
const ANSWER: Duration = Duration::from_secs(10);

/// The findings of the thread, which it shares with the app.
#[derive(Resource, Debug, Clone, Default)]
struct Detected(Arc<DetectedState>);

#[derive(Debug, Default)]
struct DetectedState {
    /// Whether there is a headset.
    is_there: AtomicBool,
    /// Whether it has come since the app was told last: there was none at first or for a time, or
    /// its runtime was started anew.
    has_come: AtomicBool,
}

/// Whether the game may go on in the headset by itself.
#[derive(Resource, Debug, Clone, Copy)]
struct AutoReturn(bool);

/// The time at which the runtime was started that the game was played with before, in the system's
/// ticks; `None` if none was, or if it is not known.
#[derive(Resource, Debug, Clone, Copy)]
struct LostRuntime(Option<u64>);

pub(super) fn plugin(app: &mut App, auto_return: bool, lost: Option<u64>) {
    app.init_resource::<Detected>()
        .insert_resource(AutoReturn(auto_return))
        .insert_resource(LostRuntime(lost))
        .add_plugins(leaving::plugin)
        .add_systems(Startup, begin)
        .add_systems(Update, take.in_set(AppSystems::Input));
}

/// Begins to look. Where it is not known how to see that a runtime runs, the players know best.
fn begin(detected: Res<Detected>, lost: Res<LostRuntime>, waker: Res<Waker>) {
    if !platform::SEES_RUNTIMES {
        detected.0.is_there.store(true, Ordering::Relaxed);
        return;
    }
    let (detected, waker) = (Arc::downgrade(&detected.0), waker.clone());
    let watch = RuntimeWatch::after(lost.0);
    let looks = thread::Builder::new()
        .name("headset watch".into())
        .spawn(move || look(watch, &detected, &waker));
    if let Err(error) = looks {
        warn!("Nobody looks for a headset: {error}");
    }
}

/// Tells the app what was detected.
fn take(
    (detected, may): (Res<Detected>, Res<AutoReturn>),
    settings: Res<Settings>,
    mut there: ResMut<HeadsetAvailable>,
    mut requests: MessageWriter<HeadsetRequested>,
) {
    let is_there = detected.0.is_there.load(Ordering::Relaxed);
    there.set_if_neq(HeadsetAvailable(is_there));
    let has_come = is_there && detected.0.has_come.swap(false, Ordering::Relaxed);
    if has_come && may.0 && settings.return_to_headset {
        requests.write(HeadsetRequested);
    }
}

fn look(mut watch: RuntimeWatch, detected: &Weak<DetectedState>, waker: &Waker) {
    // The loop ends with the app.
    while let Some(detected) = detected.upgrade() {
        let (is_there, has_come) = watch.look(running::now(), Instant::now(), ask);
        if has_come {
            detected.has_come.store(true, Ordering::Relaxed);
        }
        let was_there = detected.is_there.swap(is_there, Ordering::Relaxed);
        if was_there != is_there || is_there && has_come {
            waker.wake();
        }
        drop(detected);
        thread::sleep(LOOK_EVERY);
    }
}

/// The runtime, as it was seen last.
#[derive(Debug, Default)]
struct RuntimeWatch {
    /// The runtime when it ran last.
    run: Option<Run>,
    last_probe: LastProbe,
}

impl RuntimeWatch {
    /// The state of a process that had to do without a runtime that was started then.
    fn after(lost: Option<u64>) -> Self {
        let run = lost.map(|started| Run {
            started: Some(started),
            has_headset: false,
        });
        Self {
            run,
            ..Self::default()
        }
    }

    /// Takes the run of the runtime now, if it runs. Returns whether there is a headset, and whether
    /// the next one that is there has come: there is none now, or the runtime is another one than
    /// before. That may have gone and come back between two looks.
    fn look(&mut self, run: Option<Run>, now: Instant, ask: impl FnOnce() -> bool) -> (bool, bool) {
        let is_another = run
            .zip(self.run)
            .is_some_and(|(run, before)| run.is_after(before));
        if is_another {
            self.last_probe = LastProbe::default();
        }
        self.run = run.or(self.run);
        let is_there = run.is_some_and(|run| run.has_headset || self.last_probe.is_there(now, ask));
        if !is_there {
            self.last_probe.forget_headset();
        }
        (is_there, is_another || !is_there)
    }
}

/// The last time that the runtime was asked, and its answer.
#[derive(Debug, Default)]
struct LastProbe {
    at: Option<Instant>,
    is_there: bool,
}

impl LastProbe {
    /// Whether there is a headset, asked for anew when that is due.
    fn is_there(&mut self, now: Instant, ask: impl FnOnce() -> bool) -> bool {
        let wait = if self.is_there { ASK_AGAIN } else { ASK_EVERY };
        if self.at.is_none_or(|at| now - at >= wait) {
            self.at = Some(now);
            self.is_there = ask();
        }
        self.is_there
    }

    /// Forgets a headset that went with its runtime: the next one that runs is asked at once.
    fn forget_headset(&mut self) {
        if self.is_there {
            *self = Self::default();
        }
    }
}

/// Has another process ask the runtime whether there is a headset.
fn ask() -> bool {
    let Ok(program) = std::env::current_exe() else {
        return false;
    };
    let child = Command::new(program)
        .arg("--look-for-headset")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return false;
    };
    let asked = Instant::now();
    while asked.elapsed() < ANSWER {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(_) => break,
        }
    }
    // It may be gone already.
    let _ = child.kill();
    let _ = child.wait();
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_is_asked_now_and_then_and_a_new_one_at_once() {
        let begin = Instant::now();
        let mut last_probe = LastProbe::default();
        let mut questions = 0;
        let mut at = |last_probe: &mut LastProbe, seconds: u64, has: bool| {
            let now = begin + Duration::from_secs(seconds);
            let is_there = last_probe.is_there(now, || {
                questions += 1;
                has
            });
            (is_there, questions)
        };
        assert_eq!(at(&mut last_probe, 0, false), (false, 1));
        assert_eq!(at(&mut last_probe, 4, true), (false, 1));
        assert_eq!(at(&mut last_probe, 6, true), (true, 2));
        assert_eq!(at(&mut last_probe, 34, false), (true, 2));
        assert_eq!(at(&mut last_probe, 36, true), (true, 3));
        last_probe.forget_headset();
        assert_eq!(at(&mut last_probe, 37, true), (true, 4));
    }

    fn run(started: u64, has_headset: bool) -> Option<Run> {
        Some(Run {
            started: Some(started),
            has_headset,
        })
    }

    #[test]
    fn a_runtime_that_goes_and_comes_back_between_two_looks_has_come() {
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let yes = || true;
        // The one that the game was lost with is still there, or there again.
        let mut watch = RuntimeWatch::after(Some(100));
        assert_eq!(watch.look(run(100, false), at(0), yes), (true, false));
        let mut watch = RuntimeWatch::after(Some(100));
        assert_eq!(watch.look(run(101, false), at(0), yes), (true, true));
        assert_eq!(watch.look(run(101, false), at(2), yes), (true, false));
        // Started anew it is asked at once, and may have no headset yet.
        assert_eq!(watch.look(run(250, false), at(4), || false), (false, true));
        assert_eq!(watch.look(run(250, false), at(10), yes), (true, false));
        // So does one that is seen to have a headset.
        assert_eq!(watch.look(run(400, true), at(12), || false), (true, true));
        // Of another one nothing is known.
        let unknown = Some(Run {
            started: None,
            has_headset: true,
        });
        let mut watch = RuntimeWatch::after(Some(100));
        assert_eq!(watch.look(unknown, at(0), || false), (true, false));
        // A player who comes to a runtime that runs has it there from the first.
        let mut watch = RuntimeWatch::after(None);
        assert_eq!(watch.look(run(7, false), at(0), yes), (true, false));
        assert_eq!(watch.look(None, at(2), yes), (false, true));
    }

    #[test]
    fn who_shows_that_there_is_a_headset_is_never_asked() {
        let begin = Instant::now();
        let mut watch = RuntimeWatch::after(None);
        for seconds in 0..300 {
            let now = begin + Duration::from_secs(seconds);
            let is_there = seconds % 100 > 50;
            let now_runs = run(seconds / 100, true).filter(|_| is_there);
            let seen = watch.look(now_runs, now, || panic!("asked after {seconds} s"));
            assert_eq!(seen.0, is_there);
        }
    }

    #[test]
    fn the_game_goes_on_by_itself_only_if_the_players_chose_so_and_the_headset_has_come() {
        for (may, wanted, has_come, expected) in [
            (true, true, true, true),
            (false, true, true, false),
            (true, false, true, false),
            (true, true, false, false),
        ] {
            let mut app = App::new();
            let settings = Settings {
                return_to_headset: wanted,
                ..Settings::default()
            };
            app.add_message::<HeadsetRequested>()
                .init_resource::<HeadsetAvailable>()
                .insert_resource(settings)
                .init_resource::<Detected>()
                .insert_resource(AutoReturn(may))
                .add_systems(Update, take);
            let requests = |app: &mut App| {
                app.update();
                let mut requests = app.world_mut().resource_mut::<Messages<HeadsetRequested>>();
                requests.drain().count()
            };
            assert_eq!(requests(&mut app), 0);
            assert!(!app.world().resource::<HeadsetAvailable>().0);
            let detected = app.world().resource::<Detected>().0.clone();
            detected.has_come.store(has_come, Ordering::Relaxed);
            detected.is_there.store(true, Ordering::Relaxed);
            assert_eq!(requests(&mut app), usize::from(expected));
            assert!(app.world().resource::<HeadsetAvailable>().0);
            assert_eq!(requests(&mut app), 0, "once for each time");
            // Its runtime was started anew, and nobody saw it gone.
            detected.has_come.store(has_come, Ordering::Relaxed);
            assert_eq!(requests(&mut app), usize::from(expected));
        }
    }
}
