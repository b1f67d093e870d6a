//! The field in which moves are typed: its focus and its keys.

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{FocusCause, FocusedInput, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};

use crate::interaction::move_entry::{MoveEntry, MoveEntryRequest};
use crate::schedule::AppSystems;
use crate::ui::state::screen::{Screen, Screens};

/// The field in which moves are typed.
#[derive(Component, Debug, Clone, Copy)]
pub(in crate::ui) struct MoveField;

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            close
                .run_if(resource_changed::<Screens>.and_then(is_open))
                .in_set(AppSystems::Input),
            (
                take_keyboard.run_if(resource_exists::<InputFocus>),
                rewrite.run_if(resource_changed::<MoveEntry>.and_then(is_open)),
            )
                .in_set(AppSystems::Feedback),
        ),
    );
}

fn is_open(typed: Res<MoveEntry>) -> bool {
    typed.is_open()
}

/// Closes the field on every page but the game.
fn close(screens: Res<Screens>, mut requests: MessageWriter<MoveEntryRequest>) {
    if screens.shown() != Screen::Game {
        requests.write(MoveEntryRequest::Close);
    }
}

/// Gives the field the keyboard when it opens, and whenever it is asked for again.
fn take_keyboard(
    mut commands: Commands,
    mut asked: MessageReader<MoveEntryRequest>,
    fields: Query<(Entity, Ref<MoveField>)>,
    mut focus: ResMut<InputFocus>,
    visible: Option<ResMut<InputFocusVisible>>,
) {
    let is_asked = asked.read().any(|it| *it == MoveEntryRequest::Open);
    let mut fields = fields.iter();
    let Some((field, mark)) = fields.find(|(_, mark)| is_asked || mark.is_added()) else {
        return;
    };
    if mark.is_added() {
        commands.entity(field).observe(on_key);
    }
    focus.set(field, FocusCause::Navigated);
    if let Some(mut visible) = visible {
        visible.0 = true;
    }
}

/// Handles the keys that type nothing: play, close, choose another move.
fn on_key(
    mut key: On<FocusedInput<KeyboardInput>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    mut requests: MessageWriter<MoveEntryRequest>,
) {
    let is_shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let request = match key.input.key_code {
        KeyCode::Enter | KeyCode::NumpadEnter => MoveEntryRequest::Play,
        KeyCode::Escape => MoveEntryRequest::Close,
        KeyCode::ArrowDown => MoveEntryRequest::Choose { back: false },
        KeyCode::ArrowUp => MoveEntryRequest::Choose { back: true },
        // From move to move instead of from control to control.
        KeyCode::Tab => MoveEntryRequest::Choose { back: is_shift },
        _ => return,
    };
    key.propagate(false);
    if key.input.state == ButtonState::Pressed {
        requests.write(request);
    }
}

/// Writes the chosen move into the field, and clears it once a move was played.
fn rewrite(
    typed: Res<MoveEntry>,
    mut known: Local<u32>,
    mut fields: Query<&mut EditableText, With<MoveField>>,
) {
    let now = typed.rewritten();
    if std::mem::replace(&mut *known, now) == now {
        return;
    }
    for mut field in &mut fields {
        field.queue_edit(TextEdit::SelectAll);
        field.queue_edit(match typed.text() {
            "" => TextEdit::Delete,
            text => TextEdit::Insert(text.into()),
        });
    }
}
