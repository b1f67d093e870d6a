//! Table of sounds and vibrations for each kind of event.
//!
//! Strengths (0 to 1) and durations are initial values taken from current toolkits and games. They
//! have been tuned on few headsets.

use std::time::Duration;

/// Kind of a [`FeedbackEvent`](super::FeedbackEvent).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeedbackKind {
    /// A hand points at another tile or at a button.
    Hovered,
    /// A button is pressed.
    Pressed,
    /// A tile is selected.
    Selected,
    /// A selection is cancelled.
    Deselected,
    /// A hand grabs the board.
    Grabbed,
    /// A piece arrives on an empty tile.
    Moved,
    /// A piece returns to its start after a move is taken back.
    TakenBack,
    /// A piece arrives and captures another.
    Captured,
    /// A piece of the computer arrives and captures a human's piece.
    Lost,
    /// A move is refused, a piece that can't move is picked, or a button without effect is pressed.
    Refused,
    /// The computer's king is in check.
    CheckGiven,
    /// A human's king is in check.
    Checked,
    /// A human has little time left.
    TimeLow,
    /// The headset is passed on.
    Passed,
    /// The player's turn comes while they look elsewhere.
    YourTurn,
    /// The game ends, except by mate.
    GameOver,
    /// A king is mated.
    Mated,
    /// A player completes a step of the tutorial.
    StepDone,
    /// A player completes the last step of the tutorial.
    StepsDone,
}

/// Sound for an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cue {
    /// Very soft and short.
    Hover,
    /// Light double tap.
    Select,
    /// Piece set down.
    Move,
    /// Piece set down hard on another.
    Capture,
    /// Warning bell.
    Check,
    /// Calm chime.
    GameOver,
    /// Warning bell that resolves to a deep one.
    Mate,
    /// Low and dull.
    Refusal,
    /// Ticking clock.
    Clock,
    /// Two soft falling notes.
    Pass,
}

/// Group of sounds with a common volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mix {
    /// Moves and captures of pieces.
    Pieces,
    /// Signals that players must not miss: check, clock, end of the game.
    Signals,
    /// Pointer feedback.
    Pointing,
}

impl Cue {
    /// Returns the mix that sets the cue's volume.
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

/// Priority of a vibration. A hand ignores a vibration of lower priority until the current one
/// ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// Pointer moves over something.
    Hover,
    /// Player selects or grabs something.
    Touch,
    /// Move of a piece.
    Move,
    /// Loss of a piece.
    Capture,
    /// Action without effect.
    Refusal,
    /// King in danger.
    Check,
    /// End of the game, which overrides everything.
    GameOver,
}

/// Hands that feel a vibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hands {
    /// The acting hand, or neither if the computer acts.
    Acting,
    /// Both hands, regardless of the acting one.
    Both,
}

/// Single pulse of a controller's motor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pulse {
    /// Strength, 0 to 1.
    pub amplitude: f32,
    /// Duration of the pulse.
    pub duration: Duration,
    /// Frequency, in hertz; 0 lets the runtime choose.
    pub frequency: f32,
}

/// Vibration of one or both controllers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vibration {
    /// Hands that feel the vibration.
    pub hands: Hands,
    /// Pulse to repeat.
    pub pulse: Pulse,
    /// Number of pulses, with [`PAUSE`] in between.
    pub times: u32,
}

/// Pause between two pulses of a vibration.
pub const PAUSE: Duration = Duration::from_millis(40);

/// Shortest pulse, in milliseconds. The motors of many controllers take some 20 ms to start.
const SHORTEST: u64 = 25;

/// Sound and vibration for a [`FeedbackKind`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Delay between the event and its feedback, which spaces out the events of one move.
    pub after: Duration,
    /// Sound, if any.
    pub sound: Option<Cue>,
    /// Vibration, if any.
    pub vibration: Option<Vibration>,
    /// Priority of the vibration over simultaneous ones.
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

/// Returns one pulse for the acting hand.
const fn acting(amplitude: f32, milliseconds: u64) -> Option<Vibration> {
    once(Hands::Acting, pulse(amplitude, milliseconds))
}

/// Returns one pulse for both hands.
const fn both(amplitude: f32, milliseconds: u64) -> Option<Vibration> {
    once(Hands::Both, pulse(amplitude, milliseconds))
}

/// Two short pulses, matching the two taps of the sound (as in Meta's system haptics).
const SELECTION: Option<Vibration> = Some(Vibration {
    hands: Hands::Acting,
    pulse: pulse(0.5, SHORTEST),
    times: 2,
});

/// Low and dull pulse.
const REFUSAL: Option<Vibration> = once(
    Hands::Acting,
    Pulse {
        frequency: 60.0,
        ..pulse(0.7, 80)
    },
);

/// Delay of check feedback after a move: the longest pulse of an arriving piece, and a pause.
const CHECK_AFTER: Duration = Duration::from_millis(110);
/// Delay of end-of-game feedback after a move, so that it follows any check feedback.
const END_AFTER: Duration = Duration::from_millis(450);

impl FeedbackKind {
    /// All kinds.
    pub const ALL: [Self; 19] = [
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
        Self::YourTurn,
        Self::GameOver,
        Self::Mated,
        Self::StepDone,
        Self::StepsDone,
    ];

    /// Returns the sound and vibration for this kind.
    pub const fn response(self) -> Response {
        let (priority, sound, vibration) = match self {
            Self::Hovered => (Priority::Hover, Some(Cue::Hover), acting(0.15, SHORTEST)),
            Self::Pressed => (Priority::Touch, Some(Cue::Select), acting(0.5, SHORTEST)),
            Self::Selected => (Priority::Touch, Some(Cue::Select), SELECTION),
            Self::Deselected => (Priority::Touch, Some(Cue::Hover), acting(0.3, SHORTEST)),
            // Silent, because the board is grabbed all the time.
            Self::Grabbed => (Priority::Touch, None, acting(0.4, SHORTEST)),
            Self::Moved => (Priority::Move, Some(Cue::Move), acting(0.6, 30)),
            Self::TakenBack => (Priority::Move, Some(Cue::Move), acting(0.4, 30)),
            Self::Captured => (Priority::Capture, Some(Cue::Capture), acting(0.8, 60)),
            Self::Lost => (Priority::Capture, Some(Cue::Capture), both(0.5, 60)),
            Self::Refused => (Priority::Refusal, Some(Cue::Refusal), REFUSAL),
            Self::CheckGiven => (Priority::Check, Some(Cue::Check), acting(0.4, 120)),
            Self::Checked => (Priority::Check, Some(Cue::Check), both(0.4, 120)),
            Self::TimeLow => (Priority::Check, Some(Cue::Clock), both(0.3, 100)),
            Self::Passed | Self::YourTurn => (Priority::Check, Some(Cue::Pass), both(0.25, 80)),
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
    fn every_event_is_felt_and_all_but_grabs_are_heard() {
        for kind in FeedbackKind::ALL {
            let response = kind.response();
            assert_eq!(response.sound.is_none(), kind == FeedbackKind::Grabbed);
            let vibration = response.vibration.expect("nothing is felt");
            let pulse = vibration.pulse;
            assert!(pulse.amplitude > 0.0 && pulse.amplitude <= 1.0, "{kind:?}");
            let felt = Duration::from_millis(SHORTEST)..=Duration::from_millis(300);
            assert!(felt.contains(&pulse.duration), "{kind:?}");
            assert!(vibration.times > 0);
        }
    }

    #[test]
    fn hovering_has_least_priority_and_danger_beats_moves() {
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
    fn feedback_of_one_move_does_not_overlap() {
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
