//! Focus and keys of the field for typed moves.

use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextFilter, TextEdit};
use bevy::window::PrimaryWindow;

use super::focus_navigation::FocusNavigation;
use super::presses::Presses;
use crate::commands::command::{Command, TYPE_MOVE_CHARACTER};
use crate::state::screen::{Screen, Screens};
use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::Hovered;
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::move_entry::{MoveEntry, MoveEntryRequest, MoveEntrySystems};

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
        .add_observer(focus_field)
        .add_systems(PreUpdate, show_game.run_if(on_message::<MoveTyped>))
        .add_systems(
            Update,
            (
                (
                    close_outside_game.run_if(resource_changed::<Screens>.and_then(is_open)),
                    close_unfocused
                        .run_if(resource_exists_and_changed::<InputFocus>.and_then(is_open)),
                )
                    .before(MoveEntrySystems)
                    .in_set(AppSystems::Input),
                update_field
                    .run_if(resource_changed::<MoveEntry>.and_then(is_open))
                    .in_set(AppSystems::Feedback),
            ),
        )
        .add_systems(
            Last,
            (
                play_entered_move.run_if(|entered: Res<Entered>| entered.0),
                enter_typed_moves.run_if(on_message::<MoveTyped>),
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
    focus: Res<InputFocus>,
    fields: Query<(), With<MoveField>>,
    mut requests: MessageWriter<MoveEntryRequest>,
) {
    if !focus.get().is_some_and(|it| fields.contains(it)) {
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

/// Opens the field by its keys while nothing else uses them. The keys typed after them wait for the
/// next frame, when the field has the focus (see [`Presses`]).
fn on_window_key(
    key: On<FocusedInput<KeyboardInput>>,
    windows: Query<(), With<PrimaryWindow>>,
    mut presses: ResMut<Presses>,
    (screens, choice, hovered): (Res<Screens>, Res<Choice>, Res<Hovered>),
    (display, at_window): (Res<State<Display>>, Res<AtWindow>),
    (focus, fields): (Res<InputFocus>, Query<(), With<EditableText>>),
    mut requests: MessageWriter<MoveEntryRequest>,
) {
    let input = &key.input;
    let is_pressed = input.state == ButtonState::Pressed && !input.repeat;
    // With Ctrl the key is a command.
    if !is_pressed || !windows.contains(key.focused_entity) || presses.control {
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
    if is_asked && screens.shown() == Screen::Game && is_played_at_window(display, at_window) {
        presses.take(input.key_code);
        requests.write(MoveEntryRequest::Open);
    }
}

/// Focuses the field when it opens.
fn focus_field(
    opened: On<Add, MoveField>,
    mut commands: Commands,
    mut navigation: FocusNavigation,
) {
    commands.entity(opened.entity).observe(on_key);
    navigation.set(opened.entity);
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
fn update_field(entry: Res<MoveEntry>, mut fields: Query<&mut EditableText, With<MoveField>>) {
    for mut field in &mut fields {
        if field.value() != entry.text() {
            write(&mut field, entry.text());
        }
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
