//! Key codes grouped by purpose.

use std::ops::RangeInclusive;

use bevy::prelude::*;

/// Digit keys, from 1.
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

/// Navigation keys above the arrows, row by row, in the order of the web page that defines Star
/// Trek 3D chess.
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

/// Keys that type no text. Their shortcuts therefore work in text fields too.
pub(super) const FUNCTION_KEYS: RangeInclusive<KeyCode> = KeyCode::F1..=KeyCode::F12;

/// Returns the key of a letter from A to Z.
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
