//! Clock of the match: elapsed time, fallen flags and pauses.
//!
//! The time is read once per frame. The referee presses the clock on a move; this module handles
//! everything else. A fallen flag sends a request to end the game.

use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;

use super::facts::{FactReader, MatchFact};
use super::messages::{ClockRequest, GameRequest};
use icochess_base::frame::NextFrame;
use icochess_base::platform;
pub use icochess_core::clock::set_clock;
use icochess_core::clock::{Clock, Face, Pause};
pub use icochess_core::game::clock::{GameClock, Surroundings};
use icochess_rules::Side;

/// Interval between saves of a running clock. After a crash, players get back at most this much
/// time.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);
/// Minimum interval between two low-time warnings of a side (as on lichess).
const WARN_INTERVAL: Duration = Duration::from_secs(20);
/// Tolerance per frame between the game's clock and a clock that includes sleep, because the system
/// time may be adjusted. A greater difference means that the machine slept. On some systems the
/// game's clock stops during sleep.
const MAX_SLEEP: Duration = Duration::from_secs(2);

/// Clock displays, White's first; `None` without a clock. Changes only when visible text or style
/// does.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct ClockFaces(pub Option<[Face; 2]>);

/// Fact: this side is low on time. Repeated only if the side had much more time in between. The
/// cause is elapsed time, not a request, so this isn't a [`MatchFact`].
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowTime(pub Side);

/// Systems that advance the clock, before the match serves its requests.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ClockSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameClock>()
        .init_resource::<ClockFaces>()
        .init_resource::<Surroundings>()
        .add_message::<ClockRequest>()
        .add_message::<LowTime>()
        .add_systems(
            Update,
            (
                tick_clock,
                serve_requests.run_if(on_message::<ClockRequest>),
                warn_of_low_time,
                save_clock,
            )
                .chain()
                .in_set(ClockSystems),
        );
}

/// Pauses the clock after the machine has slept.
pub fn sleep_plugin(app: &mut App) {
    app.add_systems(First, pause_after_sleep);
}

/// Reading of both clocks; only the second reliably includes sleep. Both are read at the same
/// moment, because in a slow frame the frame's own time would differ.
type ClockReading = (Instant, Duration);

fn pause_after_sleep(
    mut before: Local<Option<ClockReading>>,
    mut requests: MessageWriter<ClockRequest>,
) {
    let now = (Instant::now(), platform::time_with_sleep());
    let slept = before.map(|before| slept(before, now));
    *before = Some(now);
    if slept.is_some_and(|slept| slept > MAX_SLEEP) {
        requests.write(ClockRequest::Pause(Pause::Stall));
    }
}

/// Returns how long the machine slept between two readings, unnoticed by the game's clock.
fn slept((awake_before, before): ClockReading, (awake, now): ClockReading) -> Duration {
    let counted = awake.saturating_duration_since(awake_before);
    now.saturating_sub(before).saturating_sub(counted)
}

/// Advances the clock to the start of the frame.
fn tick_clock(
    time: Res<Time<Real>>,
    mut clock: ResMut<GameClock>,
    mut requests: MessageWriter<GameRequest>,
) {
    let at = time.elapsed();
    let now = clock.bypass_change_detection();
    if !now.runs() {
        return;
    }
    let fell = now.tick(at.saturating_sub(time.delta()), at);
    requests.write_batch(fell.map(GameRequest::TimeOut));
    if !now.runs() {
        clock.set_changed();
    }
}

fn serve_requests(
    time: Res<Time<Real>>,
    (mut clock, mut surroundings): (ResMut<GameClock>, ResMut<Surroundings>),
    mut asked: MessageReader<ClockRequest>,
    mut requests: MessageWriter<GameRequest>,
) {
    let asked: Vec<ClockRequest> = asked.read().copied().collect();
    for &request in &asked {
        surroundings.record(request);
    }
    let now = clock.bypass_change_detection();
    let was_running = now.runs();
    if now.obey(time.elapsed(), &asked) {
        if was_running && !now.runs() {
            requests.write(GameRequest::KeepClock);
        }
        clock.set_changed();
    }
}

/// Last low-time warning of a side, and whether the side is still low.
#[derive(Debug, Default)]
struct Warned {
    last: Option<Duration>,
    is_low: bool,
}

fn warn_of_low_time(
    time: Res<Time<Real>>,
    clock: Res<GameClock>,
    mut facts: FactReader,
    mut warned: Local<[Warned; 2]>,
    mut low: MessageWriter<LowTime>,
) {
    if facts.any(MatchFact::is_begun) {
        *warned = Default::default();
    }
    let Some(clock) = clock.get().filter(|clock| clock.runs()) else {
        return;
    };
    let (side, at) = (clock.turn(), time.elapsed());
    let (left, little) = (clock.remaining(side, at), clock.little(side));
    let warned = &mut warned[side.index()];
    if left > little * 3 / 2 {
        warned.is_low = false;
    } else if left <= little && !warned.is_low {
        warned.is_low = true;
        if warned.last.is_none_or(|last| at >= last + WARN_INTERVAL) {
            warned.last = Some(at);
            low.write(LowTime(side));
        }
    }
}

fn save_clock(
    time: Res<Time<Real>>,
    clock: Res<GameClock>,
    mut kept: Local<Duration>,
    mut requests: MessageWriter<GameRequest>,
) {
    let at = time.elapsed();
    let is_due = at.saturating_sub(*kept) >= SAVE_INTERVAL;
    if is_due && clock.get().is_some_and(Clock::runs) {
        *kept = at;
        requests.write(GameRequest::KeepClock);
    }
}

/// Updates the clock displays.
pub(super) fn update_faces(
    time: Res<Time<Real>>,
    clock: Res<GameClock>,
    mut faces: ResMut<ClockFaces>,
    mut next: ResMut<NextFrame>,
) {
    let at = time.elapsed();
    let now = clock
        .get()
        .map(|clock| Side::ALL.map(|side| clock.face(side, at)));
    faces.set_if_neq(ClockFaces(now));
    if let Some(clock) = clock.get().filter(|clock| clock.runs()) {
        next.within(clock.until_next_face(at).min(clock.until_flag(at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_frame_is_not_mistaken_for_sleep() {
        let begun = Instant::now();
        let look = |awake, all| {
            let awake = begun + Duration::from_secs(awake);
            (awake, Duration::from_secs(all))
        };
        for (awake, all, expected) in [
            // Covers a slow frame of 8 s, an hour of sleep, and a system time that was set back.
            (8, 108, 0),
            (1, 3701, 3600),
            (1, 50, 0),
        ] {
            let found = slept(look(0, 100), look(awake, all));
            assert_eq!(found, Duration::from_secs(expected), "{awake} {all}");
        }
    }
}
