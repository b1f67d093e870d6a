//! One table of what players hear and feel of each kind of event.
//!
//! Strengths (0 to 1) and durations are starting points gathered from current
//! toolkits and titles; they have not been tuned on many headsets.

use std::time::Duration;

/// The kind of a [`FeedbackEvent`](super::FeedbackEvent).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeedbackKind {
    /// A hand points at another tile, or at a button.
    Hovered,
    /// A button is pressed.
    Pressed,
    /// A tile is selected.
    Selected,
    /// A selection is given up.
    Deselected,
    /// The board is taken in the hand.
    Grabbed,
    /// A piece arrives on an empty tile.
    Moved,
    /// A piece arrives where it came from: its move is taken back.
    TakenBack,
    /// A piece arrives and takes another.
    Captured,
    /// A piece of the computer's arrives and takes one of a human's.
    Lost,
    /// A move is refused, a piece is picked that cannot be moved, or a button
    /// pressed that would do nothing.
    Refused,
    /// The computer's king is in check.
    CheckGiven,
    /// A human's king is in check.
    Checked,
    /// A human has little time left.
    TimeLow,
    /// The headset is passed on.
    Passed,
    /// The game is over, but by mate.
    GameOver,
    /// A king is mated.
    Mated,
    /// A player has done what one of the first steps asks for.
    StepDone,
    /// A player has done the last of the first steps.
    StepsDone,
}

/// A sound that answers an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cue {
    /// Very soft and short.
    Hover,
    /// A light tap, twice.
    Select,
    /// A piece is set down.
    Move,
    /// A piece is set down hard on another.
    Capture,
    /// A warning bell.
    Check,
    /// A calm chime.
    GameOver,
    /// A warning bell that comes to rest on a deep one.
    Mate,
    /// Low and dull.
    Refusal,
    /// A clock ticks.
    Clock,
    /// Two soft notes, falling.
    Pass,
}

/// A group of sounds that are made louder or softer together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mix {
    /// Sounds of pieces that move and take.
    Pieces,
    /// Sounds that players must not miss: check, clock, end of the game.
    Signals,
    /// Sounds that follow a pointer.
    Pointing,
}

impl Cue {
    /// The mix by whose volume the cue is played.
    pub const fn mix(self) -> Mix {
        match self {
            Self::Move | Self::Capture => Mix::Pieces,
            Self::Check
            | Self::GameOver
            | Self::Mate
            | Self::Refusal
            | Self::Clock
            | Self::Pass => Mix::Signals,
            Self::Hover | Self::Select => Mix::Pointing,
        }
    }
}

/// The weight of a vibration: a hand that feels one thing does not feel another of less weight
/// before the first is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// A hand points at something.
    Hover,
    /// A hand selects or grasps something.
    Touch,
    /// A piece moves.
    Move,
    /// A piece is lost.
    Capture,
    /// Something does not work.
    Refusal,
    /// A king is in danger.
    Check,
    /// The game ends: nothing is felt instead of this.
    GameOver,
}

/// The hands that feel something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hands {
    /// The hand that did it; none, if the computer did.
    Acting,
    /// Both hands, whoever did it.
    Both,
}

/// One pulse of a controller's motor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pulse {
    /// Strength, 0 to 1.
    pub amplitude: f32,
    /// The time from its beginning to its end.
    pub duration: Duration,
    /// Frequency, hertz; 0 leaves it to the runtime.
    pub frequency: f32,
}

/// A vibration of one or both controllers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vibration {
    /// The hands that feel it.
    pub hands: Hands,
    /// The pulse that is repeated.
    pub pulse: Pulse,
    /// The number of pulses, with [`PAUSE`] in between.
    pub times: u32,
}

/// The time between two pulses of one vibration.
pub const PAUSE: Duration = Duration::from_millis(40);

/// The sound and the vibration that answer a [`FeedbackKind`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Time from the event to its sound and vibration: what belongs to the same move does not come
    /// all at once.
    pub after: Duration,
    /// The sound, if there is one.
    pub sound: Option<Cue>,
    /// The vibration, if there is one.
    pub vibration: Option<Vibration>,
    /// The weight of the vibration against others that come meanwhile.
    pub priority: Priority,
}

const fn pulse(amplitude: f32, milliseconds: u64) -> Pulse {
    Pulse {
        amplitude,
        duration: Duration::from_millis(milliseconds),
        frequency: 0.0,
    }
}

const fn once(hands: Hands, pulse: Pulse) -> Option<Vibration> {
    Some(Vibration {
        hands,
        pulse,
        times: 1,
    })
}

/// One pulse for the hand that acts, if there is one.
const fn acting(amplitude: f32, milliseconds: u64) -> Option<Vibration> {
    once(Hands::Acting, pulse(amplitude, milliseconds))
}

/// One pulse for both hands.
const fn both(amplitude: f32, milliseconds: u64) -> Option<Vibration> {
    once(Hands::Both, pulse(amplitude, milliseconds))
}

/// Two short pulses, as the sound has two taps (Meta's system haptics tell a selection so).
const SELECTION: Option<Vibration> = Some(Vibration {
    hands: Hands::Acting,
    pulse: pulse(0.5, 15),
    times: 2,
});

/// A low and dull pulse.
const REFUSAL: Option<Vibration> = once(
    Hands::Acting,
    Pulse {
        frequency: 60.0,
        ..pulse(0.7, 80)
    },
);

/// Time from a move to its check: after the longest pulse of a piece that arrives, with a pause.
const CHECK_AFTER: Duration = Duration::from_millis(110);
/// Time from a move to the end of the game: after check has been told.
const END_AFTER: Duration = Duration::from_millis(450);

impl FeedbackKind {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Hovered,
        Self::Pressed,
        Self::Selected,
        Self::Deselected,
        Self::Grabbed,
        Self::Moved,
        Self::TakenBack,
        Self::Captured,
        Self::Lost,
        Self::Refused,
        Self::CheckGiven,
        Self::Checked,
        Self::TimeLow,
        Self::Passed,
        Self::GameOver,
        Self::Mated,
        Self::StepDone,
        Self::StepsDone,
    ];

    /// The row of the table.
    pub const fn response(self) -> Response {
        let (priority, sound, vibration) = match self {
            Self::Hovered => (Priority::Hover, Some(Cue::Hover), acting(0.15, 10)),
            Self::Pressed => (Priority::Touch, Some(Cue::Select), acting(0.5, 15)),
            Self::Selected => (Priority::Touch, Some(Cue::Select), SELECTION),
            Self::Deselected => (Priority::Touch, Some(Cue::Hover), acting(0.3, 15)),
            // Silent: the board is held all the time.
            Self::Grabbed => (Priority::Touch, None, acting(0.4, 25)),
            Self::Moved => (Priority::Move, Some(Cue::Move), acting(0.6, 30)),
            Self::TakenBack => (Priority::Move, Some(Cue::Move), acting(0.4, 30)),
            Self::Captured => (Priority::Capture, Some(Cue::Capture), acting(0.8, 60)),
            Self::Lost => (Priority::Capture, Some(Cue::Capture), both(0.5, 60)),
            Self::Refused => (Priority::Refusal, Some(Cue::Refusal), REFUSAL),
            Self::CheckGiven => (Priority::Check, Some(Cue::Check), acting(0.4, 120)),
            Self::Checked => (Priority::Check, Some(Cue::Check), both(0.4, 120)),
            Self::TimeLow => (Priority::Check, Some(Cue::Clock), both(0.3, 100)),
            Self::Passed => (Priority::Check, Some(Cue::Pass), both(0.25, 80)),
            Self::GameOver => (Priority::GameOver, Some(Cue::GameOver), both(0.5, 200)),
            Self::Mated => (Priority::GameOver, Some(Cue::Mate), both(0.5, 200)),
            Self::StepDone => (Priority::Move, Some(Cue::Pass), acting(0.3, 60)),
            Self::StepsDone => (Priority::GameOver, Some(Cue::GameOver), acting(0.5, 200)),
        };
        let after = match self {
            Self::CheckGiven | Self::Checked => CHECK_AFTER,
            Self::GameOver | Self::Mated => END_AFTER,
            _ => Duration::ZERO,
        };
        Response {
            after,
            sound,
            vibration,
            priority,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_felt_and_all_but_the_grip_are_heard() {
        for kind in FeedbackKind::ALL {
            let response = kind.response();
            assert_eq!(response.sound.is_none(), kind == FeedbackKind::Grabbed);
            let vibration = response.vibration.expect("nothing is felt");
            let pulse = vibration.pulse;
            assert!(pulse.amplitude > 0.0 && pulse.amplitude <= 1.0, "{kind:?}");
            assert!(pulse.duration <= Duration::from_millis(300), "{kind:?}");
            assert!(vibration.times > 0);
        }
    }

    #[test]
    fn what_a_hand_points_at_matters_least_and_danger_more_than_moves() {
        let priority = |kind: FeedbackKind| kind.response().priority;
        for kind in FeedbackKind::ALL {
            let is_least = kind == FeedbackKind::Hovered;
            assert_eq!(priority(kind) > Priority::Hover, !is_least, "{kind:?}");
        }
        for above in [
            FeedbackKind::Captured,
            FeedbackKind::Refused,
            FeedbackKind::Checked,
        ] {
            assert!(priority(above) > priority(FeedbackKind::Moved));
            assert!(priority(above) > priority(FeedbackKind::Selected));
        }
    }

    #[test]
    fn what_one_move_brings_is_felt_one_after_the_other() {
        let end = |kind: FeedbackKind| {
            let response = kind.response();
            response.after + response.vibration.unwrap().pulse.duration
        };
        for arrival in [
            FeedbackKind::Moved,
            FeedbackKind::Captured,
            FeedbackKind::Lost,
        ] {
            for check in [FeedbackKind::Checked, FeedbackKind::CheckGiven] {
                assert!(end(arrival) + PAUSE <= check.response().after);
                for over in [FeedbackKind::GameOver, FeedbackKind::Mated] {
                    assert!(end(check) + PAUSE <= over.response().after);
                }
            }
        }
    }
}
