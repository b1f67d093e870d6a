//! Maps letter keys to the letters that they type, independent of the keyboard layout. `KeyZ` is Z
//! on a German keyboard as well, where an American keyboard has Y. All other keys keep their
//! physical position.

use std::collections::HashMap;

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputSystems};
use bevy::prelude::*;

use super::keys::key_of;
use icochess_ui::kit::presses::KeysOfFrame;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        replace_letter_keys
            .after(KeysOfFrame)
            .before(InputSystems)
            .run_if(on_message::<KeyboardInput>),
    );
}

/// Returns the key code of the letter that a key types, if it is one of A to Z.
fn printed(key: &Key) -> Option<KeyCode> {
    let Key::Character(text) = key else {
        return None;
    };
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    key_of(letter.to_ascii_uppercase())
}

/// Replaces the key codes of letters before other systems read the keyboard. A key is released with
/// the letter that it was pressed with, even if Shift or the layout changed in the meantime.
fn replace_letter_keys(
    mut inputs: MessageMutator<KeyboardInput>,
    mut held: Local<HashMap<KeyCode, KeyCode>>,
) {
    for input in inputs.read() {
        let place = input.key_code;
        let known = match input.state {
            ButtonState::Pressed if input.repeat => held.get(&place).copied(),
            ButtonState::Pressed => printed(&input.logical_key),
            ButtonState::Released => held.remove(&place),
        };
        let key = known.unwrap_or(place);
        if input.state == ButtonState::Pressed {
            held.insert(place, key);
        }
        input.key_code = key;
    }
}
