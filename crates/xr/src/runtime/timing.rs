//! Uses the predicted display time as the only time of a frame.
//!
//! With a separate render thread (`Pipelined`), `bevy_mod_openxr` locates hands and head for a time
//! one frame too late. The render thread locates the eyes for the frame's own time, and submits the
//! frame for that time. This plugin makes hands, head and Bevy's clock use that time too.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_mod_openxr::init::should_run_frame_loop;
use bevy_mod_openxr::render::OxrWaitFrameSystem;
use bevy_mod_openxr::resources::{OxrFrameState, Pipelined};
use bevy_mod_xr::session::{XrFirst, XrHandleEvents};

use super::load::Load;
use crate::warm_up::WarmUp;
use icochess_ui::workarounds::pipelines::PendingPipelines;

/// Maximum difference from the system clock. With a larger difference, the runtime or the machine
/// has slept, and the time is reset.
const MAX_GAP: Duration = Duration::from_secs(1);

/// Time after which the log gets a line about frames.
const LOG_EVERY: Duration = Duration::from_secs(60);

/// Frames since the last line of the log.
#[derive(Resource, Debug, Default, PartialEq, Eq)]
struct FrameCount {
    /// Display time of the last frame, in nanoseconds of the runtime's clock.
    before: Option<i64>,
    shown: u32,
    missed: u32,
    time: Duration,
}

impl FrameCount {
    /// Counts a frame displayed at `shown`, where frames are `period` apart, both in nanoseconds.
    /// Returns the time since the previous frame and the number of frames missed in it; `None`
    /// after a pause of the runtime.
    fn add(&mut self, shown: i64, period: i64) -> Option<(Duration, u32)> {
        let step = self
            .before
            .replace(shown)
            .map_or(0, |before| shown.saturating_sub(before));
        let step = Duration::from_nanos(step.try_into().unwrap_or(0));
        self.shown += 1;
        if step > MAX_GAP {
            return None;
        }
        self.time += step;
        // A step of one period, or a little more, misses none.
        let period = Duration::from_nanos(period.try_into().unwrap_or(0));
        let steps = (step + period / 2)
            .as_nanos()
            .checked_div(period.as_nanos());
        let missed = u32::try_from(steps.unwrap_or(0).saturating_sub(1)).unwrap_or(0);
        self.missed += missed;
        Some((step, missed))
    }
}

/// Counts missed frames, and logs their number every minute for bug reports.
fn count_frames(
    frame: Res<OxrFrameState>,
    (pipelines, warm_up): (Option<Res<PendingPipelines>>, Res<WarmUp>),
    mut count: ResMut<FrameCount>,
    mut load: ResMut<Load>,
) {
    let counted = count.add(
        frame.predicted_display_time.as_nanos(),
        frame.predicted_display_period.as_nanos(),
    );
    // New pipelines cost frames of their own.
    let is_preparing = pipelines.is_some_and(|it| it.count() > 0) || !warm_up.is_done();
    match counted.filter(|_| !is_preparing) {
        Some((step, missed)) => load.add(step, missed),
        None => load.begin_span(),
    }
    if count.time >= LOG_EVERY {
        let FrameCount {
            shown,
            missed,
            time,
            ..
        } = *count;
        debug!("Frames in {time:.0?}: {shown} shown, {missed} missed");
        *count = FrameCount {
            before: count.before,
            ..default()
        };
    }
}

/// Bevy's time while frames are shown in the headset.
#[derive(Resource, Debug, Default)]
struct Timeline {
    /// Display time of the last frame, in nanoseconds of the runtime's clock and by the system
    /// clock.
    before: Option<(i64, Instant)>,
}

impl Timeline {
    /// Returns the time of a frame displayed at `shown`, in nanoseconds of the runtime's clock. The
    /// times of frames are as far apart as their display times.
    fn time_of(&mut self, shown: i64, now: Instant) -> Instant {
        let time = self.before.and_then(|(before, time)| {
            let step = u64::try_from(shown.checked_sub(before)?).ok()?;
            time.checked_add(Duration::from_nanos(step))
        });
        let apart = |time: Instant| time.max(now) - time.min(now);
        let time = time.filter(|time| apart(*time) <= MAX_GAP);
        let time = time.unwrap_or(now);
        self.before = Some((shown, time));
        time
    }
}

/// Adds the frame timing. Must be added after the plugins of `bevy_mod_openxr`.
pub(super) fn plugin(app: &mut App) {
    app.world_mut().remove_resource::<Pipelined>();
    app.init_resource::<Timeline>()
        .init_resource::<FrameCount>()
        .add_systems(
            XrFirst,
            (
                (follow_frames, count_frames)
                    .run_if(should_run_frame_loop.and_then(resource_exists::<OxrFrameState>)),
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

/// Follows the system clock while no frames are shown.
fn follow_machine(
    mut timeline: ResMut<Timeline>,
    mut count: ResMut<FrameCount>,
    mut strategy: ResMut<TimeUpdateStrategy>,
) {
    if timeline.before.is_some() {
        timeline.before = None;
        count.before = None;
        *strategy = TimeUpdateStrategy::Automatic;
    }
}

#[cfg(test)]
mod tests {
    use bevy::time::TimePlugin;

    use super::*;

    /// Returns a frame displayed at this time, in nanoseconds.
    fn frame(shown: i64) -> OxrFrameState {
        OxrFrameState(openxr::FrameState {
            predicted_display_time: openxr::Time::from_nanos(shown),
            predicted_display_period: openxr::Duration::from_nanos(PERIOD),
            should_render: true,
        })
    }

    /// Frame period at 90 Hz, in nanoseconds.
    const PERIOD: i64 = 11_111_111;

    #[test]
    fn late_frames_count_as_missed_ones_in_between() {
        let mut count = FrameCount::default();
        let mut shown = 7_000_000_000;
        // In periods; display times waver.
        for step in [1.0, 1.1, 0.9, 2.0, 1.0, 4.1] {
            shown += (step * PERIOD as f64) as i64;
            count.add(shown, PERIOD);
        }
        assert_eq!((count.shown, count.missed), (6, 4));
        // A runtime without a period.
        count.add(shown + PERIOD, 0);
        assert_eq!((count.shown, count.missed), (7, 4));
    }

    #[test]
    fn motion_follows_display_times_however_late_the_update() {
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
    fn time_restarts_after_sleep_of_runtime_or_machine() {
        let now = Instant::now();
        let mut timeline = Timeline::default();
        assert_eq!(timeline.time_of(1_000, now), now);
        let next = now + Duration::from_millis(10);
        assert_eq!(
            timeline.time_of(1_000 + PERIOD, next),
            now + Duration::from_nanos(11_111_111)
        );
        // The runtime's clock stops, goes back or jumps.
        for shown in [0, i64::MIN, 1_000_000_000_000, i64::MAX] {
            assert_eq!(timeline.time_of(shown, next), next, "{shown}");
        }
        // Both clocks were suspended.
        let mut timeline = Timeline::default();
        timeline.time_of(0, now);
        let later = now + Duration::from_secs(7);
        assert_eq!(timeline.time_of(7_000_000_000, later), later);
    }
}
