//! Frames at the rate of a real headset, of which the runtime is told nothing: Monado without a
//! display has 20 a second.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use openxr::sys::{FrameState, Time};

use crate::state::with;

/// The frames that are the proxy's own, and those that are the runtime's.
#[derive(Default)]
pub struct Pace {
    /// The time from one frame of the proxy's to the next; `None`: they are the runtime's.
    pub period: Option<Duration>,
    /// The end of the last wait, and the display time that it gave.
    waited: Option<(Instant, Time)>,
    /// For each frame that is not begun yet, whether it is the proxy's.
    waiting: VecDeque<bool>,
    /// For each frame that is begun and not ended yet, whether it is the proxy's.
    begun: VecDeque<bool>,
}

impl Pace {
    /// The wait for a frame is over.
    pub fn note_wait(&mut self, display_time: Time, is_own: bool) {
        self.waited = Some((Instant::now(), display_time));
        self.waiting.push_back(is_own);
    }

    /// Whether the frame that begins is the proxy's.
    pub fn begin(&mut self) -> bool {
        let is_own = self.waiting.pop_front().unwrap_or(false);
        self.begun.push_back(is_own);
        is_own
    }

    /// Whether the frame that ends is the proxy's.
    pub fn end(&mut self) -> bool {
        self.begun.pop_front().unwrap_or(false)
    }
}

/// Waits for a frame of the proxy's own and describes it; `None` where frames are the runtime's, and
/// before its first one, as only that tells which time it is.
pub fn wait() -> Option<FrameState> {
    let (period, (last, shown)) = with(|state| state.pace.period.zip(state.pace.waited))?;
    let next = last + period;
    // Who is late gets the next one at once.
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
