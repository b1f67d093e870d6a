//! The pulses that hands feel, as the runtime is asked for them.

use icochess::feedback::table::FeedbackKind;

use crate::driver::Driver;
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::xr_protocol::Pulse;

impl Driver {
    /// The number of pulses that hands have felt so far.
    pub fn pulses(&mut self) -> usize {
        self.proxy().records().pulses.len()
    }

    /// Waits until a hand, and not the other one, has felt what the table has for an event, after so many
    /// pulses.
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
