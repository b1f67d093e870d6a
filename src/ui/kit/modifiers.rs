//! The keys that give others another meaning while they are held.

use bevy::prelude::*;

/// The keys that make a command of a letter.
const CONTROL: [KeyCode; 4] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
];

/// Whether Ctrl, or the Command (Super) key, is held.
pub fn is_control(keyboard: &ButtonInput<KeyCode>) -> bool {
    // On a slow machine both keys may go down and up within one frame.
    keyboard.any_pressed(CONTROL) || keyboard.any_just_pressed(CONTROL)
}

/// Whether a Shift key is held.
pub fn is_shift(keyboard: &ButtonInput<KeyCode>) -> bool {
    let keys = [KeyCode::ShiftLeft, KeyCode::ShiftRight];
    keyboard.any_pressed(keys) || keyboard.any_just_pressed(keys)
}
