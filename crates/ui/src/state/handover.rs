//! Opens and closes the page that says who gets the headset.

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

/// The time for which a trigger is held to say that the next player is there.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct ReadyHeld {
    /// The time for which it was held, as a fraction of that for which it must be, 0 to 1.
    pub part: f32,
    /// Whether it must be held for long, as the headset may still be on the head of who gives it.
    pub is_long: bool,
}

/// Whether the panel was put away before this page needed it; `None` while it does not.
#[derive(Resource, Debug, Default)]
struct WasAway(Option<bool>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReadyHeld>()
        .init_resource::<WasAway>()
        .add_systems(
            Update,
            (
                say_who.run_if(
                    on_message::<HandoverChanged>
                        .or_else(on_fact(MatchFact::is_begun))
                        .or_else(resource_changed::<Screens>),
                ),
                press_key.run_if(is_passed),
            )
                .before(ScreenSystems)
                .in_set(AppSystems::Feedback),
        );
}

fn is_passed(handover: Res<GameHandover>) -> bool {
    matches!(handover.phase(), Some(Phase::Pass { .. }))
}

/// Shows the page as long as the headset is being passed on, also when another page closes.
fn say_who(
    (handover, game): (Res<GameHandover>, Res<Match>),
    display: Res<State<Display>>,
    mut screens: ResMut<Screens>,
    mut panel: Option<ResMut<PanelShown>>,
    mut was_away: ResMut<WasAway>,
) {
    let is_said = screens.has(Screen::Handover);
    // Before a window nothing is said of what is over in a moment.
    let is_worth_it = match handover.phase() {
        Some(Phase::Pass { .. }) => true,
        Some(Phase::Settle { .. }) => handover.passes() && *display.get() == Display::Headset,
        _ => false,
    };
    if is_worth_it == is_said {
        return;
    }
    screens.open(Screen::Game);
    if is_worth_it {
        screens.open(Screen::Handover);
    }
    let Some(panel) = &mut panel else {
        return;
    };
    let shown = if is_worth_it {
        was_away.0.get_or_insert(!panel.0);
        true
    } else {
        // Players who are asked something read it there.
        let is_asked = game.draw_offer().is_some() || game.takeback_offer().is_some();
        let was_away = was_away.0.take();
        is_asked || was_away != Some(true)
    };
    panel.set_if_neq(PanelShown(shown));
}

/// Says that the next player is there on Enter, while no control has the focus, which Enter
/// would press; in the window beside a headset, where none can have it, also on a click beside what
/// can be pressed.
fn press_key(
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
