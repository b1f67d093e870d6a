//! Focus and keys of the field for typed moves.
//!
//! The field appears some frames after the key that opens it. Keys typed in the meantime are
//! buffered.

use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{FocusCause, FocusedInput, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextFilter, TextEdit};
use bevy::window::PrimaryWindow;

use super::field::TypedAhead;
use super::presses::Presses;
use crate::commands::command::{Command, TYPE_MOVE_CHARACTER};
use crate::state::screen::{Screen, Screens};
use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::Hovered;
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::move_entry::{MoveEntry, MoveEntryRequest};

/// The field for typed moves.
#[derive(Component, Debug, Clone, Copy)]
#[require(EditableTextFilter = EditableTextFilter::new(|character| !TYPE_MOVE_CHARACTER.contains(character)))]
pub(crate) struct MoveField;

/// Move typed outside the window, to be played whatever page is open.
#[derive(Message, Debug, Clone)]
pub struct MoveTyped(pub String);

/// Whether Enter was pressed in the field this frame.
#[derive(Resource, Debug, Default)]
struct Entered(bool);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Entered>()
        .add_message::<MoveTyped>()
        .add_observer(on_window_key)
        .add_systems(PreUpdate, show_game.run_if(on_message::<MoveTyped>))
        .add_systems(
            Last,
            (
                play_entered_move.run_if(|entered: Res<Entered>| entered.0),
                enter_typed_moves.run_if(on_message::<MoveTyped>),
            ),
        );
    app.add_systems(
        Update,
        (
            (
                close_outside_game.run_if(resource_changed::<Screens>.and_then(is_open)),
                close_unfocused.run_if(resource_exists_and_changed::<InputFocus>),
            )
                .in_set(AppSystems::Input),
            (
                (
                    take_keyboard.run_if(resource_exists::<InputFocus>),
                    stop_waiting.run_if(|ahead: Res<TypedAhead>| ahead.is_awaited()),
                )
                    .chain(),
                update_field.run_if(resource_changed::<MoveEntry>.and_then(is_open)),
            )
                .in_set(AppSystems::Feedback),
        ),
    );
}

fn is_open(typed: Res<MoveEntry>) -> bool {
    typed.is_open()
}

/// Closes the field on every page but the game.
fn close_outside_game(screens: Res<Screens>, mut requests: MessageWriter<MoveEntryRequest>) {
    if screens.shown() != Screen::Game {
        requests.write(MoveEntryRequest::Close);
    }
}

/// Closes the field when it loses the focus, because it would still seem to receive keys.
fn close_unfocused(
    (focus, ahead): (Res<InputFocus>, Res<TypedAhead>),
    fields: Query<(), With<MoveField>>,
    mut before: Local<Option<Entity>>,
    mut requests: MessageWriter<MoveEntryRequest>,
) {
    let now = focus.get();
    let left = std::mem::replace(&mut *before, now).filter(|left| now != Some(*left));
    if left.is_some_and(|left| fields.contains(left)) && !ahead.is_awaited() {
        requests.write(MoveEntryRequest::Close);
    }
}

/// Shows the game for a move typed outside the window.
fn show_game(mut screens: ResMut<Screens>, mut next: ResMut<NextFrame>) {
    screens.open(Screen::Game);
    next.within(Duration::ZERO);
}

/// Plays a move typed outside the window. It waits for the next frame, when a clock runs again that
/// a page had paused.
fn enter_typed_moves(
    mut moves: MessageReader<MoveTyped>,
    mut requests: MessageWriter<MoveEntryRequest>,
) {
    let entered = moves.read().map(|MoveTyped(text)| text.clone());
    requests.write_batch(entered.map(MoveEntryRequest::Enter));
}

/// Opens the field by its keys while nothing else uses them, and buffers typing until it has focus.
fn on_window_key(
    key: On<FocusedInput<KeyboardInput>>,
    windows: Query<(), With<PrimaryWindow>>,
    presses: Res<Presses>,
    (screens, choice, typed): (Res<Screens>, Res<Choice>, Res<MoveEntry>),
    (display, at_window, hovered): (Res<State<Display>>, Res<AtWindow>, Res<Hovered>),
    fields: Query<(), With<EditableText>>,
    (mut focus, mut ahead): (ResMut<InputFocus>, ResMut<TypedAhead>),
    mut requests: MessageWriter<MoveEntryRequest>,
) {
    let input = &key.input;
    let is_pressed = input.state == ButtonState::Pressed && !input.repeat;
    // With Ctrl the key is a command.
    if !is_pressed || !windows.contains(key.focused_entity) || presses.control {
        return;
    }
    if ahead.is_awaited() {
        type_ahead(input, &mut ahead, &mut requests);
        return;
    }
    // Enter presses the focused button, picks at the cursor on the board, or confirms a pending
    // choice.
    let is_free = focus.get().is_none() && hovered.cursor().is_none() && choice.0.is_none();
    let is_asked = match input.key_code {
        code if Command::TypeMove.shares(code) => is_free,
        // Compares the character, wherever the keyboard layout puts it.
        _ if input.text.as_deref() == Some(TYPE_MOVE_CHARACTER) => {
            !focus.get().is_some_and(|it| fields.contains(it))
        }
        _ => false,
    };
    if !is_asked || screens.shown() != Screen::Game || !is_played_at_window(display, at_window) {
        return;
    }
    // Otherwise a focused button would take the next Enter.
    if focus.get().is_some() {
        focus.clear();
    }
    ahead.0 = Some(typed.text().to_owned());
    requests.write(MoveEntryRequest::Open);
}

/// Buffers keys until the field appears. Keys that choose a move are ignored: no moves are listed
/// yet.
fn type_ahead(
    input: &KeyboardInput,
    ahead: &mut TypedAhead,
    requests: &mut MessageWriter<MoveEntryRequest>,
) {
    let Some(text) = &mut ahead.0 else {
        return;
    };
    match input.key_code {
        KeyCode::Escape => {
            // The field still counts as awaited until the frame ends, so that the game ignores this
            // Escape.
            requests.write(MoveEntryRequest::Close);
            return;
        }
        KeyCode::Enter | KeyCode::NumpadEnter => {
            // Further letters belong to the next move.
            text.clear();
            requests.write(MoveEntryRequest::Play);
            return;
        }
        KeyCode::Backspace => {
            text.pop();
        }
        _ => match &input.text {
            Some(letters)
                if letters != TYPE_MOVE_CHARACTER && !letters.contains(char::is_control) =>
            {
                text.push_str(letters);
            }
            _ => return,
        },
    }
    requests.write(MoveEntryRequest::Text(text.clone()));
}

/// Stops waiting for the field once it can't appear any more.
fn stop_waiting(
    (screens, typed): (Res<Screens>, Res<MoveEntry>),
    (display, at_window): (Res<State<Display>>, Res<AtWindow>),
    mut ahead: ResMut<TypedAhead>,
) {
    let may_come = typed.is_open() && screens.shown() == Screen::Game;
    if !may_come || !is_played_at_window(display, at_window) {
        ahead.0 = None;
    }
}

/// Focuses the field when it opens, and whenever it is requested again.
fn take_keyboard(
    mut commands: Commands,
    mut asked: MessageReader<MoveEntryRequest>,
    mut fields: Query<(Entity, Ref<MoveField>, &mut EditableText)>,
    (typed, mut ahead): (Res<MoveEntry>, ResMut<TypedAhead>),
    mut focus: ResMut<InputFocus>,
    visible: Option<ResMut<InputFocusVisible>>,
) {
    let is_asked = asked.read().any(|it| *it == MoveEntryRequest::Open);
    let mut fields = fields.iter_mut();
    let found = fields.find(|(_, mark, _)| is_asked || mark.is_added());
    let Some((field, mark, mut text)) = found else {
        // A button opened the field, so this clears the button's focus, and buffers typing until
        // the field appears.
        if is_asked && typed.is_open() && !ahead.is_awaited() {
            ahead.0 = Some(typed.text().to_owned());
            focus.clear();
        }
        return;
    };
    if ahead.0.take().is_some() && text.value() != typed.text() {
        write(&mut text, typed.text());
    }
    if mark.is_added() {
        commands.entity(field).observe(on_key);
    }
    focus.set(field, FocusCause::Navigated);
    if let Some(mut visible) = visible {
        visible.0 = true;
    }
}

/// Handles the keys that don't type: play, close, choose another move.
fn on_key(
    mut key: On<FocusedInput<KeyboardInput>>,
    presses: Res<Presses>,
    mut entered: ResMut<Entered>,
    mut requests: MessageWriter<MoveEntryRequest>,
) {
    let request = match key.input.key_code {
        KeyCode::Enter | KeyCode::NumpadEnter => None,
        KeyCode::Escape => Some(MoveEntryRequest::Close),
        KeyCode::ArrowDown => Some(MoveEntryRequest::Choose { back: false }),
        KeyCode::ArrowUp => Some(MoveEntryRequest::Choose { back: true }),
        // Tab moves through the matching moves, not the controls.
        KeyCode::Tab => Some(MoveEntryRequest::Choose {
            back: presses.shift,
        }),
        _ => return,
    };
    key.propagate(false);
    if key.input.state != ButtonState::Pressed {
        return;
    }
    match request {
        Some(request) => {
            requests.write(request);
        }
        None => entered.0 = true,
    }
}

/// Plays the entered move at the end of the frame, when the field has all text typed before Enter.
fn play_entered_move(mut entered: ResMut<Entered>, mut requests: MessageWriter<MoveEntryRequest>) {
    entered.0 = false;
    requests.write(MoveEntryRequest::Play);
}

/// Writes the chosen move into the field, and clears the field after a move.
fn update_field(
    typed: Res<MoveEntry>,
    mut known: Local<u32>,
    mut fields: Query<&mut EditableText, With<MoveField>>,
) {
    let now = typed.rewritten();
    if std::mem::replace(&mut *known, now) == now {
        return;
    }
    for mut field in &mut fields {
        write(&mut field, typed.text());
    }
}

/// Replaces the text of a field.
fn write(field: &mut EditableText, text: &str) {
    field.queue_edit(TextEdit::SelectAll);
    field.queue_edit(match text {
        "" => TextEdit::Delete,
        text => TextEdit::Insert(text.into()),
    });
}
