//! The keys, by their purpose.

use bevy::prelude::*;

/// The keys that make a command of a letter.
const CONTROL: [KeyCode; 4] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
];

/// The keys of the digits, from 1.
pub(super) const DIGITS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// The key of a letter.
pub(super) fn key_of(letter: char) -> Option<KeyCode> {
    const KEYS: [KeyCode; 26] = [
        KeyCode::KeyA,
        KeyCode::KeyB,
        KeyCode::KeyC,
        KeyCode::KeyD,
        KeyCode::KeyE,
        KeyCode::KeyF,
        KeyCode::KeyG,
        KeyCode::KeyH,
        KeyCode::KeyI,
        KeyCode::KeyJ,
        KeyCode::KeyK,
        KeyCode::KeyL,
        KeyCode::KeyM,
        KeyCode::KeyN,
        KeyCode::KeyO,
        KeyCode::KeyP,
        KeyCode::KeyQ,
        KeyCode::KeyR,
        KeyCode::KeyS,
        KeyCode::KeyT,
        KeyCode::KeyU,
        KeyCode::KeyV,
        KeyCode::KeyW,
        KeyCode::KeyX,
        KeyCode::KeyY,
        KeyCode::KeyZ,
    ];
    let place = u32::from(letter).checked_sub(u32::from('A'))?;
    KEYS.get(place as usize).copied()
}

/// Whether Ctrl, or the Command (Super) key, is held.
pub(super) fn is_control(keyboard: &ButtonInput<KeyCode>) -> bool {
    // On a slow machine both keys may go down and up within one frame.
    keyboard.any_pressed(CONTROL) || keyboard.any_just_pressed(CONTROL)
}

/// Whether a Shift key is held.
pub(super) fn is_shift(keyboard: &ButtonInput<KeyCode>) -> bool {
    let keys = [KeyCode::ShiftLeft, KeyCode::ShiftRight];
    keyboard.any_pressed(keys) || keyboard.any_just_pressed(keys)
}
