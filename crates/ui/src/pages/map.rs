//! Room for the map of the board in the window, and the buttons that show what a board hides.

use bevy::prelude::*;

use super::game::AtEdge;
use crate::commands::command::Command;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::kit::peek::PeekButton;
use crate::state::screen::Surface;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;

/// Width of the room, logical pixels.
const WIDTH: f32 = 280.0;
/// Height of the room, logical pixels: on the map of the ball each tile then has as many pixels as
/// a square of 24, the least for a pointer (WCAG 2.2).
const HEIGHT: f32 = 420.0;

/// The room of the map in the window. The map itself is drawn there as a part of the world, so that
/// its places are picked as those of the board.
#[derive(Component, Debug, Clone, Copy)]
pub struct MapRoom;

/// The room, while the map is wanted. It lies at the right, above the foot of the window.
pub(super) fn build(ui: &mut Ui) {
    let place = Node {
        width: ui.px(WIDTH),
        height: ui.px(HEIGHT),
        min_height: px(0),
        max_height: percent(60),
        ..default()
    };
    let is_wanted = |state: &UiState| state.settings.map && Command::Map.is_enabled(state);
    let room = ui.hidden_unless(place, is_wanted, |ui| {
        let whole = Node {
            width: percent(100),
            height: percent(100),
            ..default()
        };
        ui.spawn((MapRoom, whole, Pickable::IGNORE), |_| {});
    });
    ui.also(room, AtEdge::Right);
}

/// The buttons that show what the board hides, a ball of glass and its map: among the views of the
/// window with what they do, and on the panel, where no key does it, in the row of the game.
pub(super) fn buttons(ui: &mut Ui) {
    ui.shown_if(
        |state| Command::Glass.is_enabled(state),
        |ui| {
            let is_on = CheckedIf::new(|state| state.glass.is_on());
            let button = button(ui, Command::Glass);
            ui.also(button, (is_on, PeekButton));
        },
    );
    ui.shown_if(
        |state| Command::Map.is_enabled(state),
        |ui| {
            let is_on = CheckedIf::new(|state| state.settings.map);
            let button = button(ui, Command::Map);
            ui.also(button, is_on);
        },
    );
}

fn button(ui: &mut Ui, command: Command) -> Entity {
    let button = ui.command_as(command, ControlStyle::Choice);
    if ui.on == Surface::Window
        && let Some(explanation) = command.info().explanation
    {
        ui.text(Size::Small, theme::FAINT, explanation);
    }
    button
}
