//! Keyboard shortcuts of commands, as declared in their entries.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::carry::MouseCarry;
use super::cursor;
use super::keys::{FUNCTION_KEYS, VIEW_KEYS};
use icochess_base::display::Display;
use icochess_board::stage::shape::BoardShape;
use icochess_board::turning::opening::Opened;
use icochess_play::game::Match;
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::selection::Picked;
use icochess_play::interaction::{CURSOR, Drawings, Hovered, Premove, Selection, SelectionChanged};
use icochess_ui::commands::command::Command;
use icochess_ui::commands::info::{AvailableTo, Shortcut};
use icochess_ui::commands::orders::Orders;
use icochess_ui::kit::field::is_typing;
use icochess_ui::kit::presses::Presses;
use icochess_ui::state::screen::{Screen, Screens, Surface};

/// Selection, premove and drawings on the board.
#[derive(SystemParam)]
pub(super) struct Begun<'w> {
    game: Res<'w, Match>,
    at_window: Res<'w, AtWindow>,
    selection: ResMut<'w, Selection>,
    premove: ResMut<'w, Premove>,
    drawings: ResMut<'w, Drawings>,
    changed: MessageWriter<'w, SelectionChanged>,
}

impl Begun<'_> {
    /// Undoes one thing: the selection, else the premove, else the drawings. Returns whether there
    /// was any.
    fn undo_one(&mut self) -> bool {
        let turn = self.game.position().turn();
        // Keeps the selection of the player at the other display.
        let is_own = self.at_window.may_play(Display::Flat, turn);
        let mut selected = self.selection.0;
        if is_own && selected.clear() == Picked::Changed {
            self.selection.0 = selected;
            self.changed.write(SelectionChanged {
                by: Some(CURSOR),
                cell: None,
            });
        } else if self.premove.0.is_some() {
            self.premove.0 = None;
        } else if !self.drawings.is_empty() {
            *self.drawings = Drawings::default();
        } else {
            return false;
        }
        true
    }
}

/// Issues the commands of pressed keys. Without a player at the window, only commands for
/// spectators count.
pub(super) fn give(
    presses: Res<Presses>,
    (screens, choice, hovered): (Res<Screens>, Res<Choice>, Res<Hovered>),
    carry: Res<MouseCarry>,
    mut begun: Begun,
    (shape, opened): (Option<Res<BoardShape>>, Res<Opened>),
    (display, at_window): (Res<State<Display>>, Res<AtWindow>),
    (focus, fields): (Option<Res<InputFocus>>, Query<(), With<EditableText>>),
    mut orders: Orders,
) {
    let is_played = is_played_at_window(display, at_window);
    let is_typing = is_typing(focus, fields);
    // An open choice takes Escape as an answer, the board's cursor takes it to deselect, and a
    // carried piece goes back.
    let is_for_board =
        choice.0.is_some() || cursor::is_shown(&screens, &hovered) || *carry != MouseCarry::Nothing;
    let leads_out = is_played && !is_typing && !is_for_board;
    let screen = screens.shown();
    let shows_match = cursor::is_in_use(screen) && !screen.hides_game();
    // On some boards the navigation keys show views.
    let has_view_keys = shape.is_some_and(|shape| shape.view_keys.is_some());
    for key in presses.fresh() {
        let mut give = |command| orders.give(Surface::Window, command, false);
        if leads_out && Command::Menu.shares(key) {
            // Each press leaves one thing, always in this order.
            if shows_match && begun.undo_one() {
                continue;
            }
            give(match screen {
                _ if shows_match && opened.cut.is_some() => Command::Whole,
                Screen::Game => Command::Menu,
                _ => Command::Back,
            });
        }
        // During promotion, letters choose pieces. Function keys also work in text fields.
        let is_free = !is_typing && (presses.control || choice.0.is_none());
        let is_view_key = has_view_keys && VIEW_KEYS.contains(&key);
        if is_view_key || !is_free && !FUNCTION_KEYS.contains(&key) {
            continue;
        }
        let pressed = Shortcut::pressed(key, presses.control);
        for command in Command::all() {
            let info = command.info();
            let is_heard = is_played || info.available_to == AvailableTo::Anyone;
            if is_heard && info.shortcuts.contains(&pressed) {
                give(command);
            }
        }
    }
}
