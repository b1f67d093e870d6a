//! The keys, by their purpose.

use std::ops::RangeInclusive;

use bevy::prelude::*;

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

/// The keys of the page that Star Trek 3D chess comes from, in its order: those above the arrow
/// keys, from the top row down to the last.
pub(super) const VIEW_KEYS: [KeyCode; 8] = [
    KeyCode::ScrollLock,
    KeyCode::Pause,
    KeyCode::Insert,
    KeyCode::Home,
    KeyCode::PageUp,
    KeyCode::Delete,
    KeyCode::End,
    KeyCode::PageDown,
];

/// The keys that type nothing, and so count where somebody types, too.
pub(super) const FUNCTION_KEYS: RangeInclusive<KeyCode> = KeyCode::F1..=KeyCode::F12;

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
