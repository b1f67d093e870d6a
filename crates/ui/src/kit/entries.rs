//! The entries of a menu.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::act::CommandButton;
use super::bind::EnabledIf;
use super::build::Ui;
use super::control_style::ControlStyle;
use super::controls::{NARROW, command_bundle};
use super::hold::HoldButton;
use crate::commands::command::Command;
use crate::state::screen::Surface;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::Msg;

/// Returns the width and minimum height of a menu entry. Three entries fill a row in the window. On
/// the panel, one entry fills a column, and all entries fit.
fn size(ui: &Ui) -> (Val, Val) {
    match ui.on {
        Surface::Window => (ui.px(214.0), ui.px(52.0)),
        Surface::Panel | Surface::Plate => (percent(100), ui.px(NARROW)),
    }
}

/// Returns the font size of an entry's icon.
const fn icon_size(on: Surface) -> Size {
    match on {
        Surface::Window => Size::Title,
        Surface::Panel | Surface::Plate => Size::Heading,
    }
}

impl Ui<'_, '_> {
    /// Adds the menu entry of a command, with a large icon before the words.
    pub fn entry_for(&mut self, command: Command) {
        let info = command.info();
        self.entry_of(&info.label, command_bundle(command), |ui| {
            ui.icon_of(icon_size(ui.on), &info);
            ui.words_of(Size::Body, &info);
        });
    }

    /// Adds a menu entry that stays in place and is dimmed while `why_not` gives a reason. On the
    /// panel, an entry that asks for confirmation must be held down.
    pub fn lasting_entry(
        &mut self,
        command: Command,
        why_not: impl Fn(&UiState) -> Option<Msg> + Copy + Send + Sync + 'static,
    ) {
        let info = command.info();
        let is_held = command == Command::Resign && self.on != Surface::Window;
        let entry = |ui: &mut Ui| {
            ui.icon_of(icon_size(ui.on), &info);
            let column = Node {
                flex_direction: FlexDirection::Column,
                flex_shrink: 1.0,
                ..default()
            };
            ui.node(column, |ui| {
                if is_held {
                    ui.held_words(command, info.label.clone());
                } else {
                    ui.words_of(Size::Body, &info);
                }
                let is_idle = move |state: &UiState| why_not(state).is_some();
                ui.shown_if(is_idle, |ui| {
                    let reason = move |state: &UiState| why_not(state).unwrap_or_else(Msg::nothing);
                    ui.bound_text(Size::Small, theme::FAINT, reason);
                });
            });
        };
        let may = EnabledIf::new(move |state| why_not(state).is_none());
        let does = (CommandButton(command), may);
        if is_held {
            self.entry_of(&info.label, (does, HoldButton(command)), |ui| {
                ui.hold_bar(ControlStyle::Button);
                entry(ui);
            });
        } else {
            self.entry_of(&info.label, does, entry);
        }
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
