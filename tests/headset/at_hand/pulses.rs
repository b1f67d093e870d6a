//! Haptic pulses, as requested from the runtime.

use icochess::feedback::table::FeedbackKind;

use crate::driver::Driver;
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::xr_protocol::Pulse;

impl Driver {
    /// Returns the number of pulses requested since the start.
    pub fn pulses(&mut self) -> usize {
        self.proxy().records().pulses.len()
    }

    /// Waits until exactly one hand has received the pulse defined for an event; the first `after`
    /// pulses are skipped.
    pub fn wait_for_pulse(&mut self, kind: FeedbackKind, side: Side, after: usize) {
        let expected = kind.response().vibration.expect("it is felt");
        let (pulse, times) = (expected.pulse, expected.times as usize);
        let milliseconds = pulse.duration.as_nanos() as f64 / 1e6;
        let hand = match side {
            Side::Left => "/user/hand/left",
            Side::Right => "/user/hand/right",
        };
        let is_it = |felt: &&Pulse| {
            felt.amplitude == pulse.amplitude
                && felt.milliseconds == milliseconds
                && felt.frequency == pulse.frequency
        };
        self.wait(&format!("{side:?} to feel {kind:?}"), |p| {
            let pulses = p.proxy().records().pulses.split_off(after);
            let felt: Vec<&Pulse> = pulses.iter().filter(is_it).collect();
            assert!(felt.iter().all(|it| it.hand == hand), "{kind:?}: {felt:?}");
            (felt.len() >= times).then_some(())
        });
    }
}
