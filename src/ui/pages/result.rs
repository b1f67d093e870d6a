//! How the game has ended, and what comes next.

use super::page;
use crate::ui::commands::command::Command;
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::state::screen::Screen;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use crate::ui::text::status::StatusLine;
use icochess_message::msg;

pub(super) fn build(ui: &mut Ui) {
    page::card(ui, "announcement", |ui| {
        ui.status(StatusLine::Headline, Size::Display, theme::TEXT);
        ui.status(StatusLine::Detail, Size::Heading, theme::WARNING);
        ui.status(StatusLine::LastMove, Size::Small, theme::FAINT);
        ui.shown_if(
            |state| state.pairings.next_pairing().is_some(),
            |ui| {
                ui.command_saying(Command::NextPairing, |state| {
                    let pairing = state.pairings.next_pairing();
                    pairing.map_or(Command::NextPairing.info().label, |[white, black]| {
                        msg!("next-is", white = white, black = black)
                    })
                });
            },
        );
        ui.row(10.0, |ui| {
            ui.command_as(Command::Rematch, ControlStyle::Primary);
            ui.button_for(
                msg!("review"),
                ControlStyle::Button,
                Command::Open(Screen::Moves),
            );
            ui.command(Command::Open(Screen::NewGame));
            ui.command(Command::Open(Screen::Home));
        });
    });
}
