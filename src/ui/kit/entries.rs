//! The entries of a menu.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::build::Ui;
use super::control_style::ControlStyle;
use super::controls::gives;
use super::hold::HoldButton;
use crate::ui::commands::command::Command;
use crate::ui::state::screen::Surface;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::Msg;

/// Least height of an entry of a menu, logical pixels of the window.
const HEIGHT: f32 = 52.0;

/// Width of an entry, logical pixels of the window: in the window three of them fill a page.
const fn width(on: Surface) -> f32 {
    match on {
        Surface::Window => 212.0,
        Surface::Panel | Surface::Plate => 190.0,
    }
}

impl Ui<'_, '_> {
    /// An entry of a menu: a large sign beside words.
    pub fn entry(&mut self, sign: &str, label: Msg, does: impl Bundle) {
        let words = label.clone();
        self.entry_of(&label, does, |ui| {
            ui.icon_sign(Size::Title, sign);
            ui.text(Size::Body, theme::TEXT, words);
        });
    }

    /// The entry of a command.
    pub fn entry_for(&mut self, command: Command) {
        let info = command.info();
        self.entry_of(&info.label, gives(command), |ui| {
            ui.icon_of(Size::Title, &info);
            ui.words_of(Size::Body, &info);
        });
    }

    /// The entry of a command that asks back first: on the panel it is held down instead.
    pub fn entry_held(&mut self, command: Command) {
        if self.on == Surface::Window {
            return self.entry_for(command);
        }
        let info = command.info();
        let does = (gives(command), HoldButton(command));
        self.entry_of(&info.label, does, |ui| {
            ui.icon_of(Size::Title, &info);
            ui.held(command, info.label.clone(), ControlStyle::Button);
        });
    }

    fn entry_of(&mut self, label: &Msg, does: impl Bundle, fill: impl FnOnce(&mut Ui)) {
        let control = self.control("button", label, ControlStyle::Button);
        let node = Node {
            width: self.px(width(self.on)),
            min_height: self.px(HEIGHT),
            justify_content: JustifyContent::Start,
            ..self.control_node()
        };
        self.spawn((control, node, Button, does), fill);
    }
}
