//! The keys that went down since the frame before, in their order, and the modifiers that were held
//! at them.
//!
//! On a slow machine several keys go down and up within one frame. Bevy knows only the modifiers that are
//! held when a frame is over, and all keys of a frame go to the control that had the focus before it.
//! So a frame takes only keys for which both are right; those that follow wait for the next frame.

use std::time::Duration;

use bevy::ecs::message::MessageCursor;
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::input_focus::{InputFocus, InputFocusSystems};
use bevy::prelude::*;
use bevy::text::EditableText;

use super::field::has_keyboard;
use icochess_base::frame::NextFrame;

/// The keys that make a command of a letter.
const CONTROL: [KeyCode; 4] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
];

/// The keys of capital letters.
const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// The arrow keys.
pub(super) const ARROWS: [KeyCode; 4] = [
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
];

/// The keys that use the control that has the focus.
const USES: [KeyCode; 3] = [KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space];

/// A key that went down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// The key.
    pub key: KeyCode,
    /// Whether the system repeats it, because the key is held.
    pub is_repeat: bool,
}

/// The keys that went down since the frame before.
#[derive(Resource, Debug, Default)]
pub struct Presses {
    pressed: Vec<Press>,
    /// Whether Ctrl, or the Command (Super) key, was held at all of them.
    pub control: bool,
    /// Whether either Shift key was held at all of them.
    pub shift: bool,
    /// The events that wait for the next frame.
    waiting: Vec<KeyboardInput>,
}

impl Presses {
    /// The keys that went down, without those that the system repeats.
    pub fn fresh(&self) -> impl Iterator<Item = KeyCode> {
        let fresh = self.all().filter(|press| !press.is_repeat);
        fresh.map(|press| press.key)
    }

    /// The keys that went down, and again for as often as the system repeats them.
    pub fn all(&self) -> impl Iterator<Item = Press> {
        self.pressed.iter().copied()
    }
}

/// The system that leaves to a frame the keys that count in it. All that reads keys comes after.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeysOfFrame;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Presses>().add_systems(
        PreUpdate,
        (
            take_one_meaning.before(InputSystems).in_set(KeysOfFrame),
            note.after(InputSystems).before(InputFocusSystems::Dispatch),
        ),
    );
}

/// The number of these events that a frame takes: those up to a modifier that goes down or up after
/// another key was pressed. For a control that has the focus also those up to a key of [`USES`] after one that
/// leads on, and up to any after a key of [`USES`].
fn with_one_meaning(inputs: &[KeyboardInput], is_for_control: bool) -> usize {
    let (mut is_any, mut has_led, mut has_used) = (false, false, false);
    let end = inputs.iter().position(|input| {
        let key = input.key_code;
        if CONTROL.contains(&key) || SHIFT.contains(&key) {
            return is_any;
        }
        is_any |= input.state.is_pressed();
        if !is_for_control || input.repeat || !input.state.is_pressed() {
            return false;
        }
        let uses = USES.contains(&key);
        let is_other = has_used || has_led && uses;
        has_used |= uses;
        has_led |= ARROWS.contains(&key) || [KeyCode::Tab, KeyCode::F6].contains(&key);
        is_other
    });
    end.unwrap_or(inputs.len())
}

/// Leaves to this frame the keys that have one meaning. Bevy's fields know no space under Shift, so it
/// becomes a letter like any other.
fn take_one_meaning(
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
    let has_focus = focus.as_ref().is_some_and(|focus| focus.get().is_some());
    let is_typed = has_keyboard(focus, fields);
    for input in waiting.iter_mut() {
        if is_typed && input.logical_key == Key::Space {
            input.logical_key = Key::Character(" ".into());
        }
    }
    let now = with_one_meaning(waiting, has_focus && !is_typed);
    inputs.clear();
    inputs.extend(waiting.drain(..now));
    read.clear(&inputs);
    if !waiting.is_empty() {
        next.within(Duration::ZERO);
    }
}

fn note(
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
    // Bevy forgets them before the keys that came just before another window got the keyboard.
    if *is_lost && presses.waiting.is_empty() {
        *is_lost = false;
        down.release_all();
    }
}

/// Whether a Shift key is held while something else than a key happens; for keys see [`Presses`].
pub fn is_shift(keyboard: &ButtonInput<KeyCode>) -> bool {
    // On a slow machine it may go down and up within one frame.
    keyboard.any_pressed(SHIFT) || keyboard.any_just_pressed(SHIFT)
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
    fn a_frame_takes_keys_with_the_same_modifiers_and_the_same_control() {
        // The number of events for a control that has the focus, and else.
        let cases: [(&[(KeyCode, ButtonState)], [usize; 2]); 11] = [
            (&[], [0, 0]),
            (&[(A, Pressed), (A, Released)], [2, 2]),
            (&[(CTRL, Pressed), (A, Pressed), (A, Released)], [3, 3]),
            (&[(CTRL, Pressed), (A, Pressed), (CTRL, Released)], [2, 2]),
            (&[(A, Pressed), (A, Released), (SHIFT, Pressed)], [2, 2]),
            // Nothing is typed before the last one.
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
            let taken = [true, false].map(|control| with_one_meaning(&inputs, control));
            assert_eq!(taken, wanted, "{keys:?}");
        }
    }

    #[test]
    fn nothing_is_held_once_another_window_has_the_keyboard() {
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
        // The keys before that have what was held at them, also those that wait.
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
