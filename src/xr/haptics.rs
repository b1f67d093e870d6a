//! What the hands feel.
//!
//! Strengths (0 to 1) and durations are starting points gathered from current
//! toolkits and titles; they have not been tuned on many headsets.

use std::time::Duration;

use bevy::prelude::*;

use super::config::Hand;
use super::grab::Grabbed;
use super::hands::{HandInput, hand_of};
use crate::game::messages::{MoveMade, MoveRejected};
use crate::interaction::{HoverChanged, SelectionChanged};
use crate::save::settings::Settings;
use crate::schedule::AppSystems;

/// One pulse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pulse {
    /// Strength, 0 to 1.
    pub amplitude: f32,
    /// Duration.
    pub duration: Duration,
    /// Frequency, hertz; 0 leaves it to the runtime.
    pub frequency: f32,
}

const fn pulse(amplitude: f32, milliseconds: u64) -> Pulse {
    Pulse {
        amplitude,
        duration: Duration::from_millis(milliseconds),
        frequency: 0.0,
    }
}

/// Over another tile.
pub const HOVER: Pulse = pulse(0.15, 10);
/// A tile is selected: twice.
pub const SELECT: Pulse = pulse(0.5, 15);
/// The ball is in the hand.
pub const GRAB: Pulse = pulse(0.4, 25);
/// A piece is set down.
pub const MOVE: Pulse = pulse(0.6, 30);
/// A piece is taken.
pub const CAPTURE: Pulse = pulse(0.8, 60);
/// A move is refused: low and dull.
pub const REFUSAL: Pulse = Pulse {
    frequency: 60.0,
    ..pulse(0.7, 80)
};
/// Check: both hands.
pub const CHECK: Pulse = pulse(0.4, 120);

/// Between the two pulses of a selection, seconds.
const SELECT_GAP: f32 = 0.04;
/// No more hover pulses than 12 a second.
const HOVER_GAP: f32 = 1.0 / 12.0;

/// Request: a hand feels this now.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Feel {
    /// The hand.
    pub hand: Hand,
    /// What it feels.
    pub pulse: Pulse,
}

/// What the hands have felt, for tools that look in from outside: the runtime
/// does not tell.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default)]
pub struct HapticState {
    /// Pulses sent to the left hand.
    pub left: u32,
    /// Pulses sent to the right hand.
    pub right: u32,
    /// Duration of the last pulse, milliseconds.
    pub last_milliseconds: u32,
}

/// Pulses that wait, and what limits them.
#[derive(Resource, Debug, Default)]
struct Agenda {
    due: Vec<(f32, Feel)>,
    since_hover: f32,
    /// The hand that pulled its trigger last.
    acting: Option<Hand>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Agenda>()
        .init_resource::<HapticState>()
        .add_message::<Feel>()
        .add_systems(
            Update,
            (compose, perform).chain().in_set(AppSystems::Feedback),
        );
}

fn compose(
    time: Res<Time>,
    hands: Query<&HandInput, Changed<HandInput>>,
    mut agenda: ResMut<Agenda>,
    mut hovers: MessageReader<HoverChanged>,
    mut selections: MessageReader<SelectionChanged>,
    mut moves: MessageReader<MoveMade>,
    mut rejected: MessageReader<MoveRejected>,
    mut grabbed: MessageReader<Grabbed>,
) {
    let agenda = &mut *agenda;
    agenda.since_hover += time.delta_secs();
    for input in hands.iter().filter(|input| input.active && input.select) {
        agenda.acting = Some(input.hand);
    }
    let due = &mut agenda.due;
    let mut feel = |hand, pulse, after| due.push((after, Feel { hand, pulse }));
    for hand in hovers.read().filter_map(|hover| hand_of(hover.by)) {
        if agenda.since_hover >= HOVER_GAP {
            agenda.since_hover = 0.0;
            feel(hand, HOVER, 0.0);
        }
    }
    for selection in selections.read() {
        if let Some(hand) = selection.by.and_then(hand_of) {
            feel(hand, SELECT, 0.0);
            feel(hand, SELECT, SELECT_GAP);
        }
    }
    for made in moves.read() {
        if let Some(hand) = agenda.acting {
            let pulse = if made.captured.is_some() {
                CAPTURE
            } else {
                MOVE
            };
            feel(hand, pulse, 0.0);
        }
        if made.check {
            for hand in Hand::BOTH {
                feel(hand, CHECK, 0.15);
            }
        }
    }
    for _ in rejected.read() {
        if let Some(hand) = agenda.acting {
            feel(hand, REFUSAL, 0.0);
        }
    }
    for &Grabbed(hand) in grabbed.read() {
        feel(hand, GRAB, 0.0);
    }
}

fn perform(
    time: Res<Time>,
    settings: Res<Settings>,
    mut agenda: ResMut<Agenda>,
    mut felt: ResMut<HapticState>,
    mut feel: MessageWriter<Feel>,
) {
    if agenda.due.is_empty() {
        return;
    }
    agenda.due.retain_mut(|(wait, now)| {
        if *wait > 0.0 {
            *wait -= time.delta_secs();
            return true;
        }
        let mut now = *now;
        now.pulse.amplitude *= settings.haptics;
        match now.hand {
            Hand::Left => felt.left += 1,
            Hand::Right => felt.right += 1,
        }
        felt.last_milliseconds = now.pulse.duration.as_millis() as u32;
        feel.write(now);
        false
    });
}
