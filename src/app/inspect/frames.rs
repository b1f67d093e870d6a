//! Times between frames.

use std::time::Instant;

use bevy::prelude::*;

/// Number of frame times kept: ten seconds at 100 Hz.
const KEPT_FRAMES: usize = 1024;

/// The times of the last frames.
#[derive(Resource, Debug, Clone, Reflect)]
#[reflect(Resource)]
// Documented in docs/programs/inspect.md.
#[type_path = "icochess::app"]
pub struct FrameTimes {
    /// Number of frames begun so far.
    pub begun: u32,
    /// Seconds between the starts of successive frames. The time that ended with the `n`th start is
    /// at index `n` modulo the length.
    pub seconds: Vec<f32>,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(FrameTimes {
        begun: 0,
        seconds: vec![0.0; KEPT_FRAMES],
    })
    .add_systems(First, record_frame_time);
}

/// Records the time between frames by the system clock. Bevy's time in the headset is the predicted
/// display time.
fn record_frame_time(mut times: ResMut<FrameTimes>, mut begun: Local<Option<Instant>>) {
    let now = Instant::now();
    let before = begun.replace(now).unwrap_or(now);
    times.begun = times.begun.wrapping_add(1);
    let place = times.begun as usize % KEPT_FRAMES;
    times.seconds[place] = (now - before).as_secs_f32();
}
