//! Controller vibration, from the table in [`icochess_board::feedback`].

use std::time::Duration;

use bevy::prelude::*;

use super::config::Hand;
use super::hands::{Grabbed, hand_of, pointer_of};
use icochess_base::schedule::AppSystems;
use icochess_board::feedback::table::{FeedbackKind, Hands, PAUSE, Priority, Pulse, Vibration};
use icochess_board::feedback::{
    Feedback, FeedbackEvent, FeedbackLocation, FeedbackRequested, FeedbackSystems,
};
use icochess_store::settings::Settings;

/// Request: play a pulse on a hand's controller now.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Feel {
    /// Hand that feels the pulse.
    pub hand: Hand,
    /// Pulse to play.
    pub pulse: Pulse,
}

/// Pulses sent so far, for tools, because the runtime doesn't report them.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[type_path = "icochess::xr::haptics"]
#[reflect(Resource, Default)]
pub struct HapticState {
    /// Pulses sent to the left hand.
    pub left: u32,
    /// Pulses sent to the right hand.
    pub right: u32,
    /// Duration of the last pulse, in milliseconds.
    pub last_milliseconds: u32,
}

/// A series of pulses on one hand.
#[derive(Debug, Clone, Copy)]
struct Running {
    pulse: Pulse,
    priority: Priority,
    /// Number of pulses not started yet.
    left: u32,
    /// Start of the next pulse, or end of the last one.
    next: Duration,
}

/// Pulses of one hand. A new pulse would cut off the current one (OpenXR, `xrApplyHapticFeedback`),
/// so less important ones are dropped rather than queued.
#[derive(Debug, Default)]
struct Touch {
    running: Option<Running>,
}

impl Touch {
    /// Starts a vibration unless a more important one is running.
    fn ask(&mut self, now: Duration, vibration: Vibration, priority: Priority) {
        let is_free = self.running.is_none_or(|running| {
            running.priority <= priority || running.left == 0 && running.next <= now
        });
        if is_free {
            self.running = Some(Running {
                pulse: vibration.pulse,
                priority,
                left: vibration.times,
                next: now,
            });
        }
    }

    /// Starts and returns the pulse that is due, if any.
    fn start(&mut self, now: Duration) -> Option<Pulse> {
        let running = self
            .running
            .as_mut()
            .filter(|running| running.next <= now)?;
        if running.left == 0 {
            self.running = None;
            return None;
        }
        running.left -= 1;
        running.next = now + running.pulse.duration;
        if running.left > 0 {
            running.next += PAUSE;
        }
        Some(running.pulse)
    }
}

/// Pulses of both hands, left and right.
#[derive(Resource, Debug, Default)]
struct Touches([Touch; 2]);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Touches>()
        .init_resource::<HapticState>()
        .add_message::<Feel>()
        .add_systems(
            Update,
            (
                request_grab_feedback
                    .run_if(on_message::<Grabbed>)
                    .before(FeedbackSystems),
                play_haptics.after(FeedbackSystems),
            )
                .in_set(AppSystems::Feedback),
        );
}

fn request_grab_feedback(
    mut grabbed: MessageReader<Grabbed>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    requested.write_batch(grabbed.read().map(|&Grabbed(hand)| {
        FeedbackRequested(FeedbackEvent {
            kind: FeedbackKind::Grabbed,
            by: Some(pointer_of(hand)),
            at: FeedbackLocation::Nowhere,
        })
    }));
}

fn play_haptics(
    time: Res<Time>,
    settings: Res<Settings>,
    mut feedback: MessageReader<Feedback>,
    mut touches: ResMut<Touches>,
    mut felt: ResMut<HapticState>,
    mut feel: MessageWriter<Feel>,
) {
    let now = time.elapsed();
    // Strength 0 sends no pulse at all, because some motors have a minimum strength.
    if settings.haptics <= 0.0 {
        feedback.clear();
    }
    for Feedback(happening) in feedback.read() {
        let response = happening.kind.response();
        let Some(vibration) = response.vibration else {
            continue;
        };
        let acting = happening.by.and_then(hand_of);
        for (hand, touch) in Hand::BOTH.into_iter().zip(&mut touches.0) {
            if vibration.hands == Hands::Both || acting == Some(hand) {
                touch.ask(now, vibration, response.priority);
            }
        }
    }
    for (hand, touch) in Hand::BOTH.into_iter().zip(&mut touches.0) {
        let Some(mut pulse) = touch.start(now) else {
            continue;
        };
        pulse.amplitude *= settings.haptics;
        match hand {
            Hand::Left => felt.left += 1,
            Hand::Right => felt.right += 1,
        }
        felt.last_milliseconds = pulse.duration.as_millis() as u32;
        feel.write(Feel { hand, pulse });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn pulse_of(kind: FeedbackKind) -> Pulse {
        kind.response().vibration.unwrap().pulse
    }

    /// Returns the pulses started by these events, with their times in milliseconds. A frame takes
    /// 1 ms.
    fn felt(asked: &[(u64, FeedbackKind)]) -> Vec<(u64, Pulse)> {
        let mut touch = Touch::default();
        let mut felt = Vec::new();
        for now in 0..500 {
            for &(_, kind) in asked.iter().filter(|(when, _)| *when == now) {
                let response = kind.response();
                touch.ask(at(now), response.vibration.unwrap(), response.priority);
            }
            felt.extend(touch.start(at(now)).map(|pulse| (now, pulse)));
        }
        felt
    }

    #[test]
    fn hover_never_interrupts_a_more_important_pulse() {
        let hover = pulse_of(FeedbackKind::Hovered);
        for kind in FeedbackKind::ALL
            .into_iter()
            .filter(|kind| *kind != FeedbackKind::Hovered)
        {
            let vibration = kind.response().vibration.unwrap();
            let once = vibration.pulse.duration.as_millis() as u64;
            let pause = PAUSE.as_millis() as u64;
            let times = u64::from(vibration.times);
            let end = 10 + times * once + (times - 1) * pause;
            let begun = (0..times).map(|time| (10 + time * (once + pause), vibration.pulse));
            let mut begun: Vec<_> = begun.collect();
            let mut asked = vec![(10, kind)];
            asked.extend((11..end).map(|now| (now, FeedbackKind::Hovered)));
            assert_eq!(felt(&asked), begun, "{kind:?}");
            // The next hover is felt after the end.
            asked.push((end, FeedbackKind::Hovered));
            begun.push((end, hover));
            assert_eq!(felt(&asked), begun, "{kind:?}");
        }
    }

    #[test]
    fn more_important_pulses_start_at_once() {
        for kind in FeedbackKind::ALL {
            let begun = felt(&[(10, FeedbackKind::Hovered), (12, kind)]);
            let expected = [(10, pulse_of(FeedbackKind::Hovered)), (12, pulse_of(kind))];
            assert_eq!(begun[..2], expected, "{kind:?}");
        }
        // The pending second tap of a selection is dropped.
        let begun = felt(&[(0, FeedbackKind::Selected), (20, FeedbackKind::Checked)]);
        let expected = [
            (0, pulse_of(FeedbackKind::Selected)),
            (20, pulse_of(FeedbackKind::Checked)),
        ];
        assert_eq!(begun, expected);
    }

    #[test]
    fn slow_frames_delay_the_second_tap_without_losing_it() {
        let mut touch = Touch::default();
        let response = FeedbackKind::Selected.response();
        touch.ask(at(0), response.vibration.unwrap(), response.priority);
        let begun = (0..5).filter(|frame| touch.start(at(frame * 300)).is_some());
        assert_eq!(begun.count(), 2);
    }
}
