//! The times from frame to frame.

use std::time::Instant;

use bevy::prelude::*;

/// Frames whose times are kept: ten seconds at 100 Hz.
const KEPT_FRAMES: usize = 1024;

/// The times that the last frames took.
#[derive(Resource, Debug, Clone, Reflect)]
#[reflect(Resource)]
// As docs/inspect.md tells it.
#[type_path = "icochess::app"]
pub struct FrameTimes {
    /// Frames begun so far.
    pub begun: u32,
    /// Seconds from the beginning of a frame to that of the next. The one that
    /// ended with the `n`th beginning stands at `n` modulo the length.
    pub seconds: Vec<f32>,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(FrameTimes {
        begun: 0,
        seconds: vec![0.0; KEPT_FRAMES],
    })
    .add_systems(First, note_frame_time);
}

/// Notes the time between frames, not by Bevy's time: in the headset that goes from showing to
/// showing.
fn note_frame_time(mut times: ResMut<FrameTimes>, mut begun: Local<Option<Instant>>) {
    let now = Instant::now();
    let before = begun.replace(now).unwrap_or(now);
    times.begun = times.begun.wrapping_add(1);
    let place = times.begun as usize % KEPT_FRAMES;
    times.seconds[place] = (now - before).as_secs_f32();
}
