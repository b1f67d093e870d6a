//! The keys that give others another meaning while they are held.

use bevy::input::InputSystems;
use bevy::input::keyboard::Key;
use bevy::input_focus::InputFocusSystems;
use bevy::prelude::*;

/// The keys that make a command of a letter.
const CONTROL: [KeyCode; 4] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
];

/// What makes a command of a letter that is typed in a field.
const FOR_FIELDS: [Key; 2] = [Key::Control, Key::Super];

/// The keys of [`FOR_FIELDS`] that went down and up again before this frame.
#[derive(Resource, Debug, Default)]
struct Brief(Vec<Key>);

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<Brief>().add_systems(
        PreUpdate,
        (
            hold.after(InputSystems).before(InputFocusSystems::Dispatch),
            let_go
                .run_if(|brief: Res<Brief>| !brief.0.is_empty())
                .after(InputFocusSystems::Dispatch),
        ),
    );
}

/// Holds a key that went down and up within one frame for the letters between, which fields read
/// only now: on a slow machine Ctrl+A would type an `a`.
fn hold(mut keys: ResMut<ButtonInput<Key>>, mut brief: ResMut<Brief>) {
    let is_brief = |key: &Key| keys.just_pressed(key.clone()) && !keys.pressed(key.clone());
    let found: Vec<Key> = FOR_FIELDS.into_iter().filter(is_brief).collect();
    if !found.is_empty() {
        for key in &found {
            keys.press(key.clone());
        }
        brief.0 = found;
    }
}

fn let_go(mut keys: ResMut<ButtonInput<Key>>, mut brief: ResMut<Brief>) {
    for key in brief.0.drain(..) {
        keys.release(key);
    }
}

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
