//! The space for the board's map in the window, and the buttons for hidden parts of the board.

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
use icochess_message::{Msg, msg};

/// Width of the map's area, in logical pixels.
const WIDTH: f32 = 280.0;
/// Height of the map's area, in logical pixels. On the map of the ball, each tile then has the area
/// of a 24 pixel square, the minimum pointer target (WCAG 2.2).
const HEIGHT: f32 = 420.0;

/// The area of the map in the window. The map is drawn there as part of the world, so that its
/// tiles are pickable like the board's.
#[derive(Component, Debug, Clone, Copy)]
pub struct MapRoom;

/// Adds the area, which is shown while the map is on. It is at the right, above the bottom of the
/// window.
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

/// Adds the buttons that reveal hidden parts: the transparent ball and the map. In the window,
/// these buttons are among the views. On the panel, which has no keys, they are in the game row.
pub(super) fn buttons(ui: &mut Ui) {
    let is_glass = CheckedIf::new(|state| state.glass.is_on());
    button(
        ui,
        Command::Glass,
        msg!("glass-text"),
        (is_glass, PeekButton),
    );
    let is_map = CheckedIf::new(|state| state.settings.map);
    button(ui, Command::Map, msg!("map-text"), is_map);
}

/// Adds the button of a command while the command is enabled, with an explanation in the window.
fn button(ui: &mut Ui, command: Command, explanation: Msg, more: impl Bundle) {
    let is_enabled = move |state: &UiState| command.is_enabled(state);
    ui.shown_if(is_enabled, |ui| {
        let button = ui.command_as(command, ControlStyle::Choice);
        ui.also(button, more);
        if ui.on == Surface::Window {
            ui.text(Size::Small, theme::FAINT, explanation);
        }
    });
}
