//! The keys that went down since the frame before, in their order, each with what was held when
//! it did: on a slow machine several go down and up again within one frame, and who looks at the
//! end of it finds neither how often nor with what.

use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::input::{ButtonState, InputSystems};
use bevy::input_focus::InputFocusSystems;
use bevy::prelude::*;

/// The keys that make a command of a letter.
pub(super) const CONTROL: [KeyCode; 4] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
];

/// The keys of capital letters.
pub(super) const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// The arrow keys.
pub(super) const ARROWS: [KeyCode; 4] = [
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
];

/// The keys that are held of those that give others another meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Ctrl, or the Command (Super) key.
    pub control: bool,
    /// Either Shift key.
    pub shift: bool,
}

/// A key that went down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// The key.
    pub key: KeyCode,
    /// The modifiers that were held when it went down.
    pub held: Modifiers,
    /// Whether the system says so once more, because the key is held.
    pub is_repeat: bool,
}

fn presses_of(events: &[(KeyboardInput, Modifiers)]) -> impl Iterator<Item = Press> {
    let pressed = |(input, _): &&(KeyboardInput, Modifiers)| input.state == ButtonState::Pressed;
    events.iter().filter(pressed).map(|(input, held)| Press {
        key: input.key_code,
        held: *held,
        is_repeat: input.repeat,
    })
}

/// The events of the keys since the frame before.
#[derive(Resource, Debug, Default)]
pub struct Presses {
    events: Vec<(KeyboardInput, Modifiers)>,
    /// The keys that are down of [`CONTROL`] and of [`SHIFT`].
    control: [bool; CONTROL.len()],
    shift: [bool; SHIFT.len()],
    /// The event that was asked about last.
    told: usize,
}

impl Presses {
    /// The keys that went down, without those that the system repeats.
    pub fn fresh(&self) -> impl Iterator<Item = Press> {
        self.all().filter(|press| !press.is_repeat)
    }

    /// The keys that went down, and again for as often as the system repeats them.
    pub fn all(&self) -> impl Iterator<Item = Press> {
        presses_of(&self.events)
    }

    /// The keys of [`Presses::all`] that came before the event that was asked about last.
    pub(super) fn earlier(&self) -> impl Iterator<Item = Press> {
        presses_of(&self.events[..self.told])
    }

    /// The modifiers that were held at this event, which the keyboard's focus is told of. To be
    /// asked about each event in its turn, as often as anyone likes: events may be alike.
    pub(super) fn held_at(&mut self, input: &KeyboardInput) -> Modifiers {
        let later = self.events.iter().enumerate().skip(self.told);
        let mut later = later.filter(|(_, (known, _))| known == input);
        match later.next() {
            Some((place, (_, held))) => {
                self.told = place;
                *held
            }
            None => self.held(),
        }
    }

    /// The modifiers that are held after all of these events.
    fn held(&self) -> Modifiers {
        Modifiers {
            control: self.control.contains(&true),
            shift: self.shift.contains(&true),
        }
    }

    fn note(&mut self, input: &KeyboardInput) {
        let is_down = input.state == ButtonState::Pressed;
        let of = |keys: &[KeyCode]| keys.iter().position(|key| *key == input.key_code);
        if let Some(place) = of(&CONTROL) {
            self.control[place] = is_down;
        }
        if let Some(place) = of(&SHIFT) {
            self.shift[place] = is_down;
        }
        self.events.push((input.clone(), self.held()));
    }

    fn clear(&mut self) {
        self.events.clear();
        self.told = 0;
    }

    /// Lets all keys go: when they really are is not told once another window has the keyboard.
    fn let_go(&mut self) {
        self.control = default();
        self.shift = default();
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Presses>().add_systems(
        PreUpdate,
        note.after(InputSystems).before(InputFocusSystems::Dispatch),
    );
}

fn note(
    mut inputs: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut presses: ResMut<Presses>,
) {
    if presses.events.is_empty() && inputs.is_empty() && lost.is_empty() {
        return;
    }
    presses.clear();
    for input in inputs.read() {
        presses.note(input);
    }
    if lost.read().count() > 0 {
        presses.let_go();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::{Key, NativeKey};

    fn input(key_code: KeyCode, state: ButtonState) -> KeyboardInput {
        KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        }
    }

    /// Keys that go down and up one after the other.
    fn presses(keys: &[(KeyCode, ButtonState)]) -> Presses {
        let mut presses = Presses::default();
        for (key, state) in keys {
            presses.note(&input(*key, *state));
        }
        presses
    }

    #[test]
    fn each_press_has_what_was_held_at_it_and_not_after_or_before() {
        use ButtonState::{Pressed, Released};
        let presses = presses(&[
            (KeyCode::KeyN, Pressed),
            (KeyCode::KeyN, Released),
            (KeyCode::ControlLeft, Pressed),
            (KeyCode::KeyN, Pressed),
            (KeyCode::KeyN, Released),
            (KeyCode::ControlLeft, Released),
            (KeyCode::ShiftRight, Pressed),
            (KeyCode::KeyN, Pressed),
        ]);
        let of_n = presses.fresh().filter(|press| press.key == KeyCode::KeyN);
        let held: Vec<_> = of_n.map(|it| (it.held.control, it.held.shift)).collect();
        assert_eq!(held, [(false, false), (true, false), (false, true)]);
    }

    #[test]
    fn who_is_told_event_by_event_gets_what_was_held_at_each() {
        use ButtonState::{Pressed, Released};
        let keys = [
            (KeyCode::ShiftLeft, Pressed),
            (KeyCode::Tab, Pressed),
            (KeyCode::Tab, Released),
            (KeyCode::ShiftLeft, Released),
            (KeyCode::Tab, Pressed),
            (KeyCode::Tab, Released),
        ];
        let mut presses = presses(&keys);
        let shift = keys.map(|(key, state)| {
            let input = input(key, state);
            let held = presses.held_at(&input);
            // Two observers ask.
            assert_eq!(presses.held_at(&input), held);
            held.shift
        });
        assert_eq!(shift, [true, true, true, false, false, false]);
    }

    #[test]
    fn nothing_is_held_once_another_window_has_the_keyboard() {
        let mut presses = presses(&[(KeyCode::ControlLeft, ButtonState::Pressed)]);
        assert!(presses.held().control);
        presses.let_go();
        presses.note(&input(KeyCode::KeyN, ButtonState::Pressed));
        let last = presses.fresh().last().unwrap();
        assert_eq!((last.key, last.held), (KeyCode::KeyN, Modifiers::default()));
    }
}
