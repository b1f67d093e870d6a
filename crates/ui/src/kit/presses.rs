//! Keys pressed since the last frame, in order, with the modifiers held at the time.
//!
//! On a slow machine several keys can go down and up within one frame. Bevy only knows the
//! modifiers at the end of a frame. It also sends all keys of a frame to the control that was
//! focused before the frame. Each frame therefore takes only keys with the same modifiers and
//! focus; the others wait for the next frame, also while the field for moves opens.

use std::time::Duration;

use bevy::ecs::message::MessageCursor;
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::input_focus::{InputFocus, InputFocusSystems};
use bevy::prelude::*;
use bevy::text::EditableText;

use super::field::is_typing;
use crate::commands::command::TYPE_MOVE_CHARACTER;
use icochess_base::frame::NextFrame;

/// The modifier keys of commands.
const CONTROL: [KeyCode; 4] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
];

const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

pub(super) const ARROWS: [KeyCode; 4] = [
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
];

/// Keys that activate the focused control.
pub(super) const ACTIVATION_KEYS: [KeyCode; 3] =
    [KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space];

/// A key press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// Key that was pressed.
    pub key: KeyCode,
    /// Whether the press is an automatic repeat of a held key.
    pub is_repeat: bool,
}

/// The keys pressed since the last frame.
#[derive(Resource, Debug, Default)]
pub struct Presses {
    pressed: Vec<Press>,
    /// Whether Ctrl or the Command (Super) key was held for all presses.
    pub control: bool,
    /// Whether Shift was held for all presses.
    pub shift: bool,
    /// Events that wait for the next frame.
    waiting: Vec<KeyboardInput>,
}

impl Presses {
    /// Returns the pressed keys without automatic repeats.
    pub fn fresh(&self) -> impl Iterator<Item = KeyCode> {
        let fresh = self.all().filter(|press| !press.is_repeat);
        fresh.map(|press| press.key)
    }

    /// Returns the pressed keys, including automatic repeats.
    pub fn all(&self) -> impl Iterator<Item = Press> {
        self.pressed.iter().copied()
    }

    /// Removes a key that isn't a shortcut this time.
    pub(super) fn take(&mut self, key: KeyCode) {
        self.pressed.retain(|press| press.key != key);
    }
}

/// The system that limits a frame to keys with one meaning. Systems that read keys run after it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeysOfFrame;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Presses>().add_systems(
        PreUpdate,
        (
            drop_ambiguous_keys.before(InputSystems).in_set(KeysOfFrame),
            record_presses
                .after(InputSystems)
                .before(InputFocusSystems::Dispatch),
        ),
    );
}

/// Returns the number of these events that the frame takes. It ends at a modifier that changes
/// after another key was pressed. Outside text fields, it also ends at a key of [`ACTIVATION_KEYS`]
/// after a navigation key. After a key of [`ACTIVATION_KEYS`], or one that opens the field for
/// moves, it ends at any key.
fn unambiguous_count(inputs: &[KeyboardInput], is_typed: bool) -> usize {
    let (mut is_any, mut has_led, mut has_used) = (false, false, false);
    let end = inputs.iter().position(|input| {
        let key = input.key_code;
        if CONTROL.contains(&key) || SHIFT.contains(&key) {
            return is_any;
        }
        is_any |= input.state.is_pressed();
        if is_typed || input.repeat || !input.state.is_pressed() {
            return false;
        }
        let uses = ACTIVATION_KEYS.contains(&key);
        let is_other = has_used || has_led && uses;
        has_used |= uses || input.text.as_deref() == Some(TYPE_MOVE_CHARACTER);
        has_led |= ARROWS.contains(&key) || [KeyCode::Tab, KeyCode::F6].contains(&key);
        is_other
    });
    end.unwrap_or(inputs.len())
}

/// Leaves only the keys with one meaning in this frame. Shift+Space becomes a plain character,
/// because Bevy's text fields ignore it.
fn drop_ambiguous_keys(
    focus: Option<Res<InputFocus>>,
    fields: Query<(), With<EditableText>>,
    mut inputs: ResMut<Messages<KeyboardInput>>,
    mut read: Local<MessageCursor<KeyboardInput>>,
    mut presses: ResMut<Presses>,
    mut next: ResMut<NextFrame>,
) {
    let waiting = &mut presses.bypass_change_detection().waiting;
    if waiting.is_empty() && read.is_empty(&inputs) {
        return;
    }
    waiting.extend(read.read(&inputs).cloned());
    let is_typed = is_typing(focus, fields);
    for input in waiting.iter_mut() {
        if is_typed && input.logical_key == Key::Space {
            input.logical_key = Key::Character(" ".into());
        }
    }
    let now = unambiguous_count(waiting, is_typed);
    inputs.clear();
    inputs.extend(waiting.drain(..now));
    read.clear(&inputs);
    if !waiting.is_empty() {
        next.within(Duration::ZERO);
    }
}

fn record_presses(
    mut inputs: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut presses: ResMut<Presses>,
    (mut down, mut is_lost): (Local<ButtonInput<KeyCode>>, Local<bool>),
) {
    *is_lost |= lost.read().count() > 0;
    if presses.pressed.is_empty() && inputs.is_empty() && !*is_lost {
        return;
    }
    presses.pressed.clear();
    for input in inputs.read() {
        let key = input.key_code;
        if input.state.is_pressed() {
            down.press(key);
            let is_repeat = input.repeat;
            presses.pressed.push(Press { key, is_repeat });
        } else {
            down.release(key);
        }
    }
    presses.control = down.any_pressed(CONTROL);
    presses.shift = down.any_pressed(SHIFT);
    // Bevy would release the keys before handling the keys pressed just before the focus was lost.
    if *is_lost && presses.waiting.is_empty() {
        *is_lost = false;
        down.release_all();
    }
}

/// Returns whether Shift is held during an event that isn't a key. For keys see [`Presses`].
pub fn is_shift(keyboard: &ButtonInput<KeyCode>) -> bool {
    // On a slow machine, Shift may go down and up within one frame.
    keyboard.any_pressed(SHIFT) || keyboard.any_just_pressed(SHIFT)
}

/// Returns whether Ctrl or the Command (Super) key is held during an event that isn't a key.
pub fn is_control(keyboard: &ButtonInput<KeyCode>) -> bool {
    keyboard.any_pressed(CONTROL) || keyboard.any_just_pressed(CONTROL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::ButtonState::{self, Pressed, Released};
    use bevy::input::keyboard::NativeKey;

    const CTRL: KeyCode = KeyCode::ControlLeft;
    const SHIFT: KeyCode = KeyCode::ShiftRight;
    const A: KeyCode = KeyCode::KeyA;
    const DOWN: KeyCode = KeyCode::ArrowDown;
    const ENTER: KeyCode = KeyCode::Enter;

    fn input((key_code, state): (KeyCode, ButtonState)) -> KeyboardInput {
        KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        }
    }

    #[test]
    fn frame_takes_keys_that_share_modifiers_and_focus() {
        // Expected counts outside and inside a text field.
        let cases: [(&[(KeyCode, ButtonState)], [usize; 2]); 11] = [
            (&[], [0, 0]),
            (&[(A, Pressed), (A, Released)], [2, 2]),
            (&[(CTRL, Pressed), (A, Pressed), (A, Released)], [3, 3]),
            (&[(CTRL, Pressed), (A, Pressed), (CTRL, Released)], [2, 2]),
            (&[(A, Pressed), (A, Released), (SHIFT, Pressed)], [2, 2]),
            // Nothing is typed before the last event.
            (&[(A, Released), (CTRL, Pressed), (CTRL, Released)], [3, 3]),
            (
                &[(DOWN, Pressed), (DOWN, Released), (DOWN, Pressed)],
                [3, 3],
            ),
            (
                &[(DOWN, Pressed), (DOWN, Released), (ENTER, Pressed)],
                [2, 3],
            ),
            (&[(ENTER, Pressed), (ENTER, Released)], [2, 2]),
            (&[(ENTER, Pressed), (A, Pressed)], [1, 2]),
            (&[(ENTER, Pressed), (SHIFT, Pressed)], [1, 1]),
        ];
        for (keys, wanted) in cases {
            let inputs: Vec<_> = keys.iter().copied().map(input).collect();
            let counts = [false, true].map(|is_typed| unambiguous_count(&inputs, is_typed));
            assert_eq!(counts, wanted, "{keys:?}");
        }
    }

    #[test]
    fn modifiers_are_released_when_window_loses_focus() {
        let mut app = App::new();
        app.init_resource::<NextFrame>()
            .add_message::<KeyboardInput>()
            .add_message::<KeyboardFocusLost>()
            .add_plugins(plugin);
        let mut frame = |keys: &[(KeyCode, ButtonState)], is_lost: bool| {
            app.world_mut()
                .write_message_batch(keys.iter().copied().map(input));
            if is_lost {
                app.world_mut().write_message(KeyboardFocusLost);
            }
            app.update();
            let presses = app.world().resource::<Presses>();
            (presses.fresh().collect::<Vec<_>>(), presses.control)
        };
        // Earlier keys keep their modifiers, even if they wait.
        assert_eq!(
            frame(&[(CTRL, Pressed), (A, Pressed)], true),
            (vec![CTRL, A], true)
        );
        assert_eq!(frame(&[(A, Pressed)], false), (vec![A], false));
        assert_eq!(
            frame(&[(A, Pressed), (CTRL, Pressed)], true),
            (vec![A], false)
        );
        assert_eq!(frame(&[], false), (vec![CTRL], true));
        assert_eq!(frame(&[(A, Pressed)], false), (vec![A], false));
    }
}
