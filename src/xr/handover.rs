//! Passing the headset on and taking it over: by taking it off and putting it on, and by hand.

use bevy::prelude::*;
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use openxr::SessionState;

use super::hands::HandInput;
use crate::game::handover::{GameHandover, HandoverRequest};
use crate::handover::Phase;
use crate::schedule::AppSystems;
use crate::ui::kit::hold::{LONGEST_FRAME, SECONDS};
use crate::ui::state::handover::ReadyHeld;
use crate::ui::state::screen::{PanelShown, Screen, Screens};

/// Whether the headset is worn, as the runtime tells by session states and by
/// `XR_EXT_user_presence`, in whatever order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wearing {
    state: SessionState,
    /// Whether the runtime says that nobody is there.
    is_alone: bool,
    /// Whether the headset was worn when that was last known.
    was_worn: Option<bool>,
}

impl Default for Wearing {
    fn default() -> Self {
        Self {
            state: SessionState::UNKNOWN,
            is_alone: false,
            was_worn: None,
        }
    }
}

impl Wearing {
    /// The request to the handover that follows from the latest news of the runtime, if any. A menu
    /// of the runtime means nothing: who opens it still wears the headset. Before the headset was
    /// worn for the first time nobody can take it off.
    fn tell(&mut self) -> Option<HandoverRequest> {
        let is_shown = [SessionState::VISIBLE, SessionState::FOCUSED].contains(&self.state);
        let is_worn = if self.is_alone || !is_shown {
            false
        } else if self.state == SessionState::FOCUSED {
            true
        } else {
            return None;
        };
        let before = self.was_worn;
        if is_worn || before.is_some() {
            self.was_worn = Some(is_worn);
        }
        match (before, is_worn) {
            (Some(true), false) => Some(HandoverRequest::TakenOff),
            (Some(false), true) => Some(HandoverRequest::PutOn),
            _ => None,
        }
    }
}

/// A hand that says "here I am": held long enough not to happen while a controller
/// changes hands.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Hold {
    /// The trigger was not yet seen at rest: what holds it now began for another purpose.
    #[default]
    Unarmed,
    /// The trigger is at rest.
    Ready,
    /// The trigger has been held for this many seconds.
    Held(f32),
}

impl Hold {
    /// Takes what the hand does after another `seconds`; tells for how much of [`SECONDS`]
    /// it has held.
    fn update(&mut self, is_held: bool, seconds: f32) -> f32 {
        *self = match (*self, is_held) {
            (Self::Unarmed, true) => Self::Unarmed,
            (_, false) => Self::Ready,
            (Self::Ready, true) => Self::Held(0.0),
            (Self::Held(before), true) => Self::Held(before + seconds.min(LONGEST_FRAME)),
        };
        match *self {
            Self::Held(seconds) => (seconds / SECONDS).min(1.0),
            _ => 0.0,
        }
    }
}

/// Hands without a runtime: how they take the headset over.
pub(super) fn hold_plugin(app: &mut App) {
    app.init_resource::<ReadyHeld>()
        .add_systems(Update, hold.in_set(AppSystems::Input));
}

/// Adds the handler of the runtime's events.
pub(super) fn plugin(app: &mut App) {
    app.add_oxr_event_handler(on_event);
}

fn on_event(
    event: OxrEventIn,
    mut wearing: Local<Wearing>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    match *event {
        openxr::Event::SessionStateChanged(change) => wearing.state = change.state(),
        openxr::Event::UserPresenceChangedEXT(change) => {
            wearing.is_alone = !change.is_user_present();
        }
        _ => return,
    }
    requests.write_batch(wearing.tell());
}

fn hold(
    time: Res<Time<Real>>,
    handover: Res<GameHandover>,
    (screens, panel): (Res<Screens>, Res<PanelShown>),
    hands: Query<&HandInput>,
    mut holds: Local<[Hold; 2]>,
    mut held: ResMut<ReadyHeld>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    // On another page a trigger is for what stands there.
    let is_elsewhere = panel.0 && screens.shown() != Screen::Handover;
    if is_elsewhere || !matches!(handover.phase(), Some(Phase::Pass { .. })) {
        *holds = default();
        held.set_if_neq(ReadyHeld(0.0));
        return;
    }
    let mut most = 0.0_f32;
    for input in &hands {
        let hold = &mut holds[input.hand as usize];
        // A hand that is not seen holds nothing, and is not at rest either.
        if input.active {
            most = most.max(hold.update(input.select, time.delta_secs()));
        } else {
            *hold = Hold::Unarmed;
        }
    }
    if most >= 1.0 {
        requests.write(HandoverRequest::Ready);
    }
    // In steps that can be seen.
    held.set_if_neq(ReadyHeld((most * 20.0).round() / 20.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The requests that follow from a row of session states and presences.
    fn told(events: &[(Option<SessionState>, Option<bool>)]) -> Vec<HandoverRequest> {
        let mut wearing = Wearing::default();
        let mut told = Vec::new();
        for (state, is_present) in events {
            if let Some(state) = state {
                wearing.state = *state;
            }
            if let Some(is_present) = is_present {
                wearing.is_alone = !is_present;
            }
            told.extend(wearing.tell());
        }
        told
    }

    const FOCUSED: (Option<SessionState>, Option<bool>) = (Some(SessionState::FOCUSED), None);
    const VISIBLE: (Option<SessionState>, Option<bool>) = (Some(SessionState::VISIBLE), None);
    const IDLE: (Option<SessionState>, Option<bool>) = (Some(SessionState::IDLE), None);
    const GONE: (Option<SessionState>, Option<bool>) = (None, Some(false));
    const THERE: (Option<SessionState>, Option<bool>) = (None, Some(true));

    #[test]
    fn a_headset_is_taken_off_and_put_on_once_in_whatever_order_that_is_told() {
        use HandoverRequest::{PutOn, TakenOff};
        let start = [IDLE, VISIBLE, FOCUSED];
        let ways: [&[_]; 5] = [
            &[GONE, THERE],
            &[GONE, VISIBLE, IDLE, VISIBLE, FOCUSED, THERE],
            &[VISIBLE, IDLE, GONE, THERE, VISIBLE, FOCUSED],
            &[VISIBLE, IDLE, VISIBLE, FOCUSED],
            &[GONE, IDLE, THERE, VISIBLE, FOCUSED],
        ];
        for way in ways {
            let events = [&start, way].concat();
            assert_eq!(told(&events), [TakenOff, PutOn], "{way:?}");
        }
    }

    #[test]
    fn neither_the_start_nor_a_menu_of_the_runtime_passes_anything_on() {
        assert_eq!(told(&[GONE, IDLE, VISIBLE, THERE, FOCUSED]), []);
        assert_eq!(told(&[FOCUSED, VISIBLE, FOCUSED]), []);
    }

    #[test]
    fn who_holds_on_from_before_has_said_nothing() {
        let mut hold = Hold::default();
        for _ in 0..20 {
            assert_eq!(hold.update(true, 0.1), 0.0);
        }
        hold.update(false, 0.1);
        let parts: Vec<f32> = (0..8).map(|_| hold.update(true, 0.1)).collect();
        assert_eq!(parts[0], 0.0);
        assert!(parts[5] < 1.0 && parts[7] == 1.0, "{parts:?}");
        assert_eq!(hold.update(false, 0.1), 0.0);
        assert_eq!(hold.update(true, 0.1), 0.0);
    }
}
