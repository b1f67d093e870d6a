//! Letters are the keys that they are printed on, whatever the layout of the keyboard: `KeyZ` is
//! the Z of a German keyboard, which lies where the Y of an American one does. All other keys are
//! told by where they lie.

use std::collections::HashMap;

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputSystems};
use bevy::prelude::*;

use super::keys::key_of;
use icochess_ui::kit::presses::KeysOfFrame;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        by_letter
            .after(KeysOfFrame)
            .before(InputSystems)
            .run_if(on_message::<KeyboardInput>),
    );
}

/// The key of the letter that is printed on it, if it is one of A to Z.
fn printed(key: &Key) -> Option<KeyCode> {
    let Key::Character(text) = key else {
        return None;
    };
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    key_of(letter.to_ascii_uppercase())
}

/// Tells all that read the keyboard which letter a key is. One that is held is let go as what it
/// was pressed as, though Shift or the layout have changed meanwhile.
fn by_letter(
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
