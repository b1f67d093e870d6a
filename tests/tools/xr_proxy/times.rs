//! Times for which spaces are located and frames are shown.

use std::collections::VecDeque;

use openxr::sys::{HandJointsLocateInfoEXT, Handle as _, Posef, Space, Time, View, ViewLocateInfo};

use crate::protocol::{Ended, Located, Times};
use crate::state::with;

/// Number of remembered eye poses. Each frame locates the eyes twice.
const VIEWS: usize = 16;
/// Maximum number of calls kept if no test fetches them.
const KEPT: usize = 100_000;

/// Display times of the frames in progress.
#[derive(Default)]
pub struct Clock {
    /// Display time of the most recently awaited frame.
    waited: i64,
    /// Display times of frames that haven't begun yet.
    waiting: VecDeque<i64>,
    /// Display time of the frame begun most recently.
    begun: i64,
    /// Poses of the left eye, with their times.
    eyes: VecDeque<(i64, [u32; 7])>,
    /// Recorded calls, from the first request for them on.
    times: Option<Times>,
}

impl Clock {
    /// Returns the display time of the most recently awaited frame, in nanoseconds.
    pub const fn waited(&self) -> i64 {
        self.waited
    }

    /// Returns the calls since the previous request.
    pub fn take(&mut self) -> Times {
        self.times.replace(Times::default()).unwrap_or_default()
    }

    fn note_located(&mut self, space: String, time: Time) {
        let located = Located {
            space,
            time: time.as_nanos(),
            waited: self.waited,
            begun: self.begun,
        };
        if let Some(times) = self.times.as_mut().filter(|it| it.located.len() < KEPT) {
            times.located.push(located);
        }
    }
}

/// Returns a pose as bits for comparison, because the game passes poses on unchanged.
fn bits(pose: Posef) -> [u32; 7] {
    let (turn, at) = (pose.orientation, pose.position);
    [turn.x, turn.y, turn.z, turn.w, at.x, at.y, at.z].map(f32::to_bits)
}

pub fn note_wait(display_time: i64) {
    with(|state| {
        state.clock.waited = display_time;
        state.clock.waiting.push_back(display_time);
    });
}

pub fn note_begin() {
    with(|state| {
        if let Some(begun) = state.clock.waiting.pop_front() {
            state.clock.begun = begun;
        }
    });
}

pub fn note_end(display_time: Time, eye: Option<Posef>) {
    with(|state| {
        let clock = &mut state.clock;
        let eye = eye.map(bits);
        // A head at rest has the same pose at several times.
        let mut found = clock.eyes.iter().filter(|(_, at)| Some(*at) == eye);
        let now = display_time.as_nanos();
        let exact = found.clone().find(|(time, _)| *time == now);
        let eyes = exact.or_else(|| found.next_back()).map(|(time, _)| *time);
        let ended = Ended {
            display_time: now,
            begun: clock.begun,
            eyes,
        };
        if let Some(times) = clock.times.as_mut().filter(|it| it.ended.len() < KEPT) {
            times.ended.push(ended);
        }
    });
}

pub fn note_space(space: Space, time: Time) {
    with(|state| {
        if state.clock.times.is_none() {
            return;
        }
        let name = state.space_names.get(&space.into_raw());
        let name = name.cloned().unwrap_or_default();
        state.clock.note_located(name, time);
    });
}

pub fn note_views(info: &ViewLocateInfo, left: Option<&View>) {
    let Some(left) = left else {
        return;
    };
    with(|state| {
        let eyes = &mut state.clock.eyes;
        eyes.push_back((info.display_time.as_nanos(), bits(left.pose)));
        if eyes.len() > VIEWS {
            eyes.pop_front();
        }
        let clock = &mut state.clock;
        clock.note_located("views".to_owned(), info.display_time);
    });
}

pub fn note_joints(info: &HandJointsLocateInfoEXT, is_seen: bool) {
    with(|state| {
        let name = if is_seen { "joints" } else { "no joints" };
        state.clock.note_located(name.to_owned(), info.time);
    });
}
