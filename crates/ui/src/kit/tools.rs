//! The toolbar buttons above and below the board. They have an icon and a word in the window. On
//! the panel, where the row is full, they have only the word.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::build::Ui;
use super::control_style::ControlStyle;
use super::controls::command_bundle;
use crate::commands::command::Command;
use crate::state::screen::Surface;
use crate::style::theme::Size;

/// Padding of a button, in logical pixels of the window. It is small, because a row has many
/// buttons.
const INSET: f32 = 10.0;
/// Gap between an icon and the word, in logical pixels of the window.
const GAP: f32 = 6.0;

impl Ui<'_, '_> {
    /// Adds the button of a command, with its icon in the window.
    pub fn tool(&mut self, command: Command, style: ControlStyle) -> Entity {
        let info = command.info();
        let control = self.control("button", &info.label, style);
        let node = Node {
            padding: UiRect::axes(self.px(INSET), self.px(6.0)),
            column_gap: self.px(GAP),
            ..self.control_node()
        };
        self.spawn((control, node, Button, command_bundle(command)), |ui| {
            if ui.on == Surface::Window {
                ui.icon_of(Size::Body, &info);
            }
            ui.words_of(Size::Body, &info);
        })
    }
}
