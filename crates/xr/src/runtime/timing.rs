//! One time for a frame: the one at which it is shown.
//!
//! If drawing has a thread of its own, `bevy_mod_openxr` locates hands and head one frame too late
//! (`Pipelined`): the time of a frame goes with it to that thread, where the eyes are located for
//! that time, and it is the time for which the frame is handed in. So everything is located for it,
//! and what moves is where it will be then, too.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_mod_openxr::init::should_run_frame_loop;
use bevy_mod_openxr::render::OxrWaitFrameSystem;
use bevy_mod_openxr::resources::{OxrFrameState, Pipelined};
use bevy_mod_xr::session::{XrFirst, XrHandleEvents};

/// Time that is farther from that of this machine was not meant so: the runtime, or the machine,
/// has slept.
const MOST_APART: Duration = Duration::from_secs(1);

/// Bevy's time while frames are shown in the headset.
#[derive(Resource, Debug, Default)]
struct Timeline {
    /// The display time of the frame before, nanoseconds of the runtime's clock, and of ours.
    before: Option<(i64, Instant)>,
}

impl Timeline {
    /// The time of a frame that is shown at `shown`, nanoseconds of the runtime's clock. Between
    /// two frames as much passes as between their showings.
    fn time_of(&mut self, shown: i64, now: Instant) -> Instant {
        let time = self.before.and_then(|(before, time)| {
            let step = u64::try_from(shown.checked_sub(before)?).ok()?;
            time.checked_add(Duration::from_nanos(step))
        });
        let apart = |time: Instant| time.max(now) - time.min(now);
        let time = time.filter(|time| apart(*time) <= MOST_APART);
        let time = time.unwrap_or(now);
        self.before = Some((shown, time));
        time
    }
}

/// Adds the one time of a frame. To be added after the plugins of `bevy_mod_openxr`.
pub(super) fn plugin(app: &mut App) {
    app.world_mut().remove_resource::<Pipelined>();
    app.init_resource::<Timeline>().add_systems(
        XrFirst,
        (
            follow_frames.run_if(should_run_frame_loop.and_then(resource_exists::<OxrFrameState>)),
            follow_machine.run_if(not(should_run_frame_loop)),
        )
            .after(OxrWaitFrameSystem)
            .in_set(XrHandleEvents::FrameLoop),
    );
}

fn follow_frames(
    frame: Res<OxrFrameState>,
    mut timeline: ResMut<Timeline>,
    mut strategy: ResMut<TimeUpdateStrategy>,
) {
    let time = timeline.time_of(frame.predicted_display_time.as_nanos(), Instant::now());
    *strategy = TimeUpdateStrategy::ManualInstant(time);
}

/// Lets time be that of the machine while no frames are shown.
fn follow_machine(mut timeline: ResMut<Timeline>, mut strategy: ResMut<TimeUpdateStrategy>) {
    if timeline.before.is_some() {
        timeline.before = None;
        *strategy = TimeUpdateStrategy::Automatic;
    }
}

#[cfg(test)]
mod tests {
    use bevy::time::TimePlugin;

    use super::*;

    /// The frame that is shown at this time, nanoseconds.
    fn frame(shown: i64) -> OxrFrameState {
        OxrFrameState(openxr::FrameState {
            predicted_display_time: openxr::Time::from_nanos(shown),
            predicted_display_period: openxr::Duration::from_nanos(PERIOD),
            should_render: true,
        })
    }

    /// At 90 Hz, nanoseconds.
    const PERIOD: i64 = 11_111_111;

    #[test]
    fn what_moves_goes_on_from_showing_to_showing_however_late_a_frame_is_worked_out() {
        let mut app = App::new();
        app.add_plugins(TimePlugin).init_resource::<Timeline>();
        let mut shown = 5_000_000_000;
        let mut pass = |app: &mut App, frames: i64, late: u64| {
            shown += frames * PERIOD;
            std::thread::sleep(Duration::from_millis(late));
            app.insert_resource(frame(shown));
            app.world_mut().run_system_cached(follow_frames).unwrap();
            app.update();
            app.world().resource::<Time<Real>>().delta()
        };
        pass(&mut app, 0, 0);
        for (frames, late) in [(1, 0), (1, 9), (2, 3), (1, 0), (3, 15), (1, 1)] {
            let passed = pass(&mut app, frames, late);
            let between = Duration::from_nanos((frames * PERIOD).unsigned_abs());
            assert_eq!(passed, between, "{frames} {late}");
        }
    }

    #[test]
    fn a_runtime_or_a_machine_that_slept_has_the_time_begin_anew() {
        let now = Instant::now();
        let mut timeline = Timeline::default();
        assert_eq!(timeline.time_of(1_000, now), now);
        let next = now + Duration::from_millis(10);
        assert_eq!(
            timeline.time_of(1_000 + PERIOD, next),
            now + Duration::from_nanos(11_111_111)
        );
        // Its clock stands still, goes back, or leaps.
        for shown in [0, i64::MIN, 1_000_000_000_000, i64::MAX] {
            assert_eq!(timeline.time_of(shown, next), next, "{shown}");
        }
        // It was held up, and so were we.
        let mut timeline = Timeline::default();
        timeline.time_of(0, now);
        let later = now + Duration::from_secs(7);
        assert_eq!(timeline.time_of(7_000_000_000, later), later);
    }
}
