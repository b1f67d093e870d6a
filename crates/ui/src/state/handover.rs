//! Opens and closes the page for passing the headset on.

use bevy::input_focus::InputFocus;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::screen::{PanelShown, Screen, ScreenSystems, Screens};
use crate::state::pointed::Pointed;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_core::handover::Phase;
use icochess_play::game::Match;
use icochess_play::game::facts::{MatchFact, on_fact};
use icochess_play::game::handover::{GameHandover, HandoverChanged, HandoverRequest};

/// Progress of holding the trigger to confirm that the next player is ready.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct ReadyHeld {
    /// Fraction of the required time that the trigger has been held, 0 to 1.
    pub part: f32,
    /// Whether a long hold is required, because the previous player may still wear the headset.
    pub is_long: bool,
    /// Whether the headset was taken off or moved away from the previous player, if there is one.
    pub is_given: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReadyHeld>().add_systems(
        Update,
        (
            keep_page_open.run_if(
                on_message::<HandoverChanged>
                    .or_else(on_fact(MatchFact::is_begun))
                    .or_else(resource_changed::<Screens>),
            ),
            confirm_by_key.run_if(is_passed),
        )
            .before(ScreenSystems)
            .in_set(AppSystems::Feedback),
    );
}

fn is_passed(handover: Res<GameHandover>) -> bool {
    matches!(handover.phase(), Some(Phase::Pass { .. }))
}

/// Keeps the page open while the headset is being passed on, even when another page closes.
/// `was_hidden` is the panel's state before the page opened.
fn keep_page_open(
    (handover, game): (Res<GameHandover>, Res<Match>),
    display: Res<State<Display>>,
    mut screens: ResMut<Screens>,
    mut panel: Option<ResMut<PanelShown>>,
    mut was_hidden: Local<Option<bool>>,
) {
    let is_open = screens.has(Screen::Handover);
    // At the window, the settling phase is too short to show.
    let is_needed = match handover.phase() {
        Some(Phase::Pass { .. }) => true,
        Some(Phase::Settle { .. }) => handover.passes() && *display.get() == Display::Headset,
        _ => false,
    };
    if is_needed == is_open {
        return;
    }
    screens.open(Screen::Game);
    if is_needed {
        screens.open(Screen::Handover);
    }
    let Some(panel) = &mut panel else {
        return;
    };
    let shown = if is_needed {
        was_hidden.get_or_insert(!panel.0);
        true
    } else {
        // A player with a question to answer reads the question on the panel.
        let is_asked = game.draw_offer().is_some() || game.takeback_offer().is_some();
        let was_hidden = was_hidden.take();
        is_asked || was_hidden != Some(true)
    };
    panel.set_if_neq(PanelShown(shown));
}

/// Confirms the next player on Enter, unless a control has the focus. During a headset game, the
/// window has no focus, so a click outside the controls also confirms.
fn confirm_by_key(
    (keyboard, mouse): (
        Option<Res<ButtonInput<KeyCode>>>,
        Option<Res<ButtonInput<MouseButton>>>,
    ),
    focus: Option<Res<InputFocus>>,
    (hovering, pointed): (Res<HoverMap>, Query<(), With<Pointed>>),
    display: Res<State<Display>>,
    screens: Res<Screens>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    let is_asked = matches!(screens.shown(), Screen::Confirm(_));
    let is_beside = *display.get() == Display::Headset && !is_asked;
    let has_focus = focus.is_some_and(|focus| focus.get().is_some());
    let is_shown = screens.shown() == Screen::Handover && !has_focus;
    let entered = keyboard.is_some_and(|keys| keys.just_pressed(KeyCode::Enter));
    let clicked = mouse.is_some_and(|mouse| mouse.just_pressed(MouseButton::Left));
    let over = hovering.get(&PointerId::Mouse);
    let is_on_control = over.is_some_and(|over| over.keys().any(|it| pointed.contains(*it)));
    let clicked = clicked && !is_on_control;
    if is_beside && (entered || clicked) || is_shown && entered {
        requests.write(HandoverRequest::Ready);
    }
}
