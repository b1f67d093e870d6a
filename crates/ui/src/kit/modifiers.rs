//! The keys that give others another meaning: modifiers while they are held, and in pages those that
//! lead from control to control.

use std::time::Duration;

use bevy::ecs::message::MessageCursor;
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::field::has_keyboard;
use super::presses::{ARROWS, CONTROL, SHIFT};
use icochess_base::frame::NextFrame;

/// The system that leaves to a frame the keys that count in it; whoever is told of keys comes
/// after.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeysOfFrame;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        one_meaning_a_frame.before(InputSystems).in_set(KeysOfFrame),
    );
}

/// The number of these events that go together: those up to a key of [`CONTROL`] that goes down or
/// up after another key was pressed.
fn with_one_meaning(inputs: &[KeyboardInput]) -> usize {
    let mut is_typed = false;
    let end = inputs.iter().position(|input| {
        let is_control = CONTROL.contains(&input.key_code);
        is_typed |= !is_control && input.state.is_pressed();
        is_control && is_typed
    });
    end.unwrap_or(inputs.len())
}

/// The keys that use the control that has the focus.
const USES: [KeyCode; 3] = [KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space];

/// The number of these events that go together: those up to a key of [`USES`] that goes down after
/// one that leads on, or up to any after a key of [`USES`].
fn with_one_focus(inputs: &[KeyboardInput]) -> usize {
    let (mut has_led, mut has_used) = (false, false);
    let end = inputs.iter().position(|input| {
        if input.repeat || !input.state.is_pressed() {
            return false;
        }
        let key = input.key_code;
        let uses = USES.contains(&key);
        let is_other = has_used || has_led && uses;
        has_used |= uses;
        has_led |= ARROWS.contains(&key) || [KeyCode::Tab, KeyCode::F6].contains(&key);
        is_other
    });
    end.unwrap_or(inputs.len())
}

/// Bevy's fields know only what is held when a frame is over: on a slow machine Ctrl+A and the
/// letters before and after it come within one, and all of them would be commands, or none. So
/// what follows waits for the next frame while a field has the keyboard. And they know no space under
/// Shift, which is held when a capital follows fast: it is handed on as any other letter. All keys of
/// a frame go to the control that had the focus before it: while one has it, what is for the next
/// one waits as well.
fn one_meaning_a_frame(
    focus: Option<Res<InputFocus>>,
    fields: Query<(), With<EditableText>>,
    mut inputs: ResMut<Messages<KeyboardInput>>,
    mut read: Local<MessageCursor<KeyboardInput>>,
    mut waiting: Local<Vec<KeyboardInput>>,
    mut next: ResMut<NextFrame>,
) {
    let have_waited = !waiting.is_empty();
    if !have_waited && read.is_empty(&inputs) {
        return;
    }
    waiting.extend(read.read(&inputs).cloned());
    let has_focus = focus.as_ref().is_some_and(|focus| focus.get().is_some());
    let is_typed = has_keyboard(focus, fields);
    let spaces = waiting
        .iter_mut()
        .filter(|input| is_typed && input.logical_key == Key::Space);
    let mut has_space = false;
    for input in spaces {
        input.logical_key = Key::Character(" ".into());
        has_space = true;
    }
    let now = match (is_typed, has_focus) {
        (true, _) => with_one_meaning(&waiting),
        (false, true) => with_one_focus(&waiting),
        (false, false) => waiting.len(),
    };
    if !have_waited && !has_space && now == waiting.len() {
        waiting.clear();
        return;
    }
    inputs.clear();
    inputs.extend(waiting.drain(..now));
    read.clear(&inputs);
    if !waiting.is_empty() {
        next.within(Duration::ZERO);
    }
}

/// Whether a Shift key is held while something else than a key happens: keys themselves come with
/// what was held at them, see [`Presses`](super::presses::Presses).
pub fn is_shift(keyboard: &ButtonInput<KeyCode>) -> bool {
    // On a slow machine it may go down and up within one frame.
    keyboard.any_pressed(SHIFT) || keyboard.any_just_pressed(SHIFT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::ButtonState::{self, Pressed, Released};
    use bevy::input::keyboard::NativeKey;

    fn inputs(keys: &[(KeyCode, ButtonState)]) -> Vec<KeyboardInput> {
        let input = |(key_code, state): &(KeyCode, ButtonState)| KeyboardInput {
            key_code: *key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state: *state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        };
        keys.iter().map(input).collect()
    }

    #[test]
    fn what_is_pressed_under_ctrl_is_parted_from_what_is_not() {
        const CTRL: KeyCode = KeyCode::ControlLeft;
        const A: KeyCode = KeyCode::KeyA;
        let cases: [(&[(KeyCode, ButtonState)], usize); 6] = [
            (&[], 0),
            (&[(A, Pressed), (A, Released)], 2),
            (&[(CTRL, Pressed), (A, Pressed), (A, Released)], 3),
            (&[(CTRL, Pressed), (A, Pressed), (CTRL, Released)], 2),
            (&[(A, Pressed), (A, Released), (CTRL, Pressed)], 2),
            // Nothing is typed before the last one.
            (&[(A, Released), (CTRL, Pressed), (CTRL, Released)], 3),
        ];
        for (keys, wanted) in cases {
            assert_eq!(with_one_meaning(&inputs(keys)), wanted, "{keys:?}");
        }
    }

    #[test]
    fn what_is_for_the_next_control_is_parted_from_what_leads_to_it() {
        const DOWN: KeyCode = KeyCode::ArrowDown;
        const ENTER: KeyCode = KeyCode::Enter;
        let cases: [(&[(KeyCode, ButtonState)], usize); 5] = [
            (&[], 0),
            (&[(DOWN, Pressed), (DOWN, Released), (DOWN, Pressed)], 3),
            (&[(DOWN, Pressed), (DOWN, Released), (ENTER, Pressed)], 2),
            (&[(ENTER, Pressed), (ENTER, Released)], 2),
            (&[(ENTER, Pressed), (KeyCode::KeyA, Pressed)], 1),
        ];
        for (keys, wanted) in cases {
            assert_eq!(with_one_focus(&inputs(keys)), wanted, "{keys:?}");
        }
    }
}
