//! Keys that turn the board: digits show its views, as do navigation keys on some boards, and
//! arrows turn it in small steps.

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;

use super::keys::{DIGITS, VIEW_KEYS};
use super::round::Turner;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::shape::BoardShape;
use icochess_board::turning::spin::side_in_front;
use icochess_board::turning::viewing::ViewRequested;
use icochess_play::computer::Computer;
use icochess_play::game::Match;
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};
use icochess_play::interaction::choice::Choice;
use icochess_store::effective::EffectiveSettings;
use icochess_store::settings::Arrows;
use icochess_ui::kit::field::is_typing;
use icochess_ui::kit::presses::Presses;
use icochess_ui::state::screen::{Screen, Screens};

/// Rotation of the board per arrow key press, 1° in radians.
const STEP: f32 = std::f32::consts::PI / 180.0;
/// Rotation per arrow key press with Shift, 10° in radians.
const BIG_STEP: f32 = STEP * 10.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        // Also runs on key repeat.
        turn_by_keys
            .run_if(
                on_message::<KeyboardInput>
                    .and_then(is_played_at_window)
                    .and_then(not(is_typing))
                    .and_then(|screens: Res<Screens>| screens.shown().turns_by_arrows()),
            )
            .in_set(AppSystems::Input),
    );
}

/// Shows a view for a digit or a navigation key, as seen by the side in front, or with Shift by the
/// other side. Must run before `choose`, which takes digits while a choice is open, and then closes
/// that choice.
pub(super) fn go_to_view(
    presses: Res<Presses>,
    (choice, screens): (Res<Choice>, Res<Screens>),
    (game, computer, at_window): (Res<Match>, Res<Computer>, Res<AtWindow>),
    shape: Option<Res<BoardShape>>,
    mut views: MessageWriter<ViewRequested>,
) {
    // The views page lists the keys.
    let is_there = matches!(screens.shown(), Screen::Game | Screen::Views);
    if choice.0.is_some() || !is_there || presses.control {
        return;
    }
    let view_keys = shape.and_then(|shape| shape.view_keys);
    for key in presses.fresh() {
        let place = |keys: &[KeyCode]| keys.iter().position(|it| *it == key);
        let own_key = || Some(view_keys?[place(&VIEW_KEYS)?]);
        if let Some(view) = place(&DIGITS).or_else(own_key) {
            let own = at_window
                .0
                .unwrap_or_else(|| side_in_front(*at_window, &computer, &game));
            let side = if presses.shift { !own } else { own };
            views.write(ViewRequested { view, side });
        }
    }
}

fn turn_by_keys(presses: Res<Presses>, settings: Res<EffectiveSettings>, mut turner: Turner) {
    // Ctrl with an arrow moves the cursor.
    if presses.control {
        return;
    }
    let [across, down, _] = turner.axes();
    let step = if presses.shift { BIG_STEP } else { STEP };
    let angle = match settings.arrows {
        Arrows::Board | Arrows::ByBoard => step,
        // An orbit to the right shows the board turning to the left.
        Arrows::Around => -step,
    };
    for press in presses.all() {
        // Turns the board like a drag in that direction.
        let axis = match press.key {
            KeyCode::ArrowRight => across,
            KeyCode::ArrowLeft => -across,
            KeyCode::ArrowDown => down,
            KeyCode::ArrowUp => -down,
            _ => continue,
        };
        turner.turn(Quat::from_axis_angle(axis, angle));
    }
}
