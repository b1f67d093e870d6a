//! Frames at the rate of a real headset, hidden from the runtime: Monado without a display runs at
//! 20 Hz.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use openxr::sys::{FrameState, Time};

use crate::state::with;

/// Frames of the proxy's own, mixed with the runtime's.
#[derive(Default)]
pub struct Pace {
    /// Time between two frames of the proxy. `None` if all frames are the runtime's.
    pub period: Option<Duration>,
    /// End of the last wait, and the display time that it returned.
    waited: Option<(Instant, Time)>,
    /// For each frame that was waited for but hasn't begun, whether it is the proxy's.
    waiting: VecDeque<bool>,
    /// For each frame that has begun but hasn't ended, whether it is the proxy's.
    begun: VecDeque<bool>,
}

impl Pace {
    /// Records the end of a frame wait.
    pub fn note_wait(&mut self, display_time: Time, is_own: bool) {
        self.waited = Some((Instant::now(), display_time));
        self.waiting.push_back(is_own);
    }

    /// Begins the next frame and returns whether it is the proxy's.
    pub fn start(&mut self) -> bool {
        let is_own = self.waiting.pop_front().unwrap_or(false);
        self.begun.push_back(is_own);
        is_own
    }

    /// Ends the oldest frame and returns whether it is the proxy's.
    pub fn end(&mut self) -> bool {
        self.begun.pop_front().unwrap_or(false)
    }
}

/// Waits for a frame of the proxy and describes it. Returns `None` if frames are the runtime's, and
/// before the runtime's first frame, whose display time is the starting point.
pub fn wait() -> Option<FrameState> {
    let (period, (last, shown)) = with(|state| state.pace.period.zip(state.pace.waited))?;
    let next = last + period;
    // A late game gets the next frame at once.
    std::thread::sleep(next.saturating_duration_since(Instant::now()));
    let nanos = |it: Duration| i64::try_from(it.as_nanos()).unwrap_or(i64::MAX);
    let display_time = Time::from_nanos(shown.as_nanos() + nanos(last.elapsed()));
    with(|state| state.pace.note_wait(display_time, true));
    Some(FrameState {
        ty: FrameState::TYPE,
        next: std::ptr::null_mut(),
        predicted_display_time: display_time,
        predicted_display_period: openxr::sys::Duration::from_nanos(nanos(period)),
        should_render: false.into(),
    })
}
