//! Whether keyboard navigation, the mouse or touch is active, and the keyboard's first-use hint.

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::WindowEvent;

use super::field::is_typing;
use super::presses::{ACTIVATION_KEYS, ARROWS, Presses};
use crate::commands::orders::Orders;
use crate::state::screen::{Screen, Screens};
use crate::state::window::InputUsed;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_play::interaction::at_window::is_played_at_window;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            detect_pointer_use.run_if(on_message::<WindowEvent>),
            detect_keyboard_use.run_if(
                on_message::<KeyboardInput>
                    .and_then(is_played_at_window)
                    .and_then(not(is_typing)),
            ),
        )
            .chain()
            .in_set(AppSystems::Input),
    );
}

/// Detects mouse or touch from window events. All other systems see touch as a mouse.
fn detect_pointer_use(mut events: MessageReader<WindowEvent>, mut used: ResMut<InputUsed>) {
    for event in events.read() {
        match event {
            WindowEvent::MouseButtonInput(_) => used.set_if_neq(InputUsed::Mouse),
            WindowEvent::TouchInput(_) => used.set_if_neq(InputUsed::Fingers),
            _ => continue,
        };
    }
}

fn detect_keyboard_use(
    presses: Res<Presses>,
    screens: Res<Screens>,
    mut used: ResMut<InputUsed>,
    mut was_hinted: Local<bool>,
    mut orders: Orders,
) {
    let is_one_of = |keys: &[KeyCode], more: KeyCode| {
        let mut fresh = presses.fresh();
        fresh.any(|key| key == more || keys.contains(&key))
    };
    let is_on_board = is_one_of(&ARROWS, KeyCode::Tab);
    // Letters don't count, because mouse players also use shortcuts.
    if is_on_board || is_one_of(&ACTIVATION_KEYS, KeyCode::F6) {
        used.set_if_neq(InputUsed::Keys);
    }
    if is_on_board && screens.shown() == Screen::Game && !*was_hinted {
        *was_hinted = true;
        orders.show_notice(msg!("keyboard-ways"));
    }
}
