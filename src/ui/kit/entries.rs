//! The entries of a menu.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::build::Ui;
use super::control_style::ControlStyle;
use super::controls::{NARROW, gives};
use super::hold::HoldButton;
use crate::ui::commands::command::Command;
use crate::ui::state::screen::Surface;
use crate::ui::style::theme::Size;
use icochess_message::Msg;

/// Width and least height of an entry of a menu: in the window three of them fill a row of the page, and
/// on the panel one fills a column, where all of them have room.
fn size(ui: &Ui) -> (Val, Val) {
    match ui.on {
        Surface::Window => (ui.px(212.0), ui.px(52.0)),
        Surface::Panel | Surface::Plate => (percent(100), ui.px(NARROW)),
    }
}

/// Size of the sign of an entry.
const fn sign(on: Surface) -> Size {
    match on {
        Surface::Window => Size::Title,
        Surface::Panel | Surface::Plate => Size::Heading,
    }
}

impl Ui<'_, '_> {
    /// The entry of a command in a menu: a large sign beside words.
    pub fn entry_for(&mut self, command: Command) {
        let info = command.info();
        self.entry_of(&info.label, gives(command), |ui| {
            ui.icon_of(sign(ui.on), &info);
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
            ui.icon_of(sign(ui.on), &info);
            ui.held(command, info.label.clone(), ControlStyle::Button);
        });
    }

    fn entry_of(&mut self, label: &Msg, does: impl Bundle, fill: impl FnOnce(&mut Ui)) {
        let control = self.control("button", label, ControlStyle::Button);
        let (width, min_height) = size(self);
        let node = Node {
            width,
            min_height,
            padding: UiRect::axes(self.px(14.0), self.px(3.0)),
            justify_content: JustifyContent::Start,
            ..self.control_node()
        };
        self.spawn((control, node, Button, does), fill);
    }
}
