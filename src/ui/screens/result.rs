//! How the game has ended, and what comes next.

use super::super::build::Ui;
use super::super::commands::Command;
use super::super::look::Look;
use super::super::screen::Screen;
use super::super::status::StatusLine;
use super::super::theme::{self, Size};
use super::page;
use crate::msg;

pub(super) fn build(ui: &mut Ui) {
    page::card(ui, "announcement", |ui| {
        ui.status(StatusLine::Headline, Size::Display, theme::TEXT);
        ui.status(StatusLine::Detail, Size::Heading, theme::WARNING);
        ui.status(StatusLine::LastMove, Size::Small, theme::FAINT);
        ui.shown_if(
            |facts| facts.evening.pairing().is_some(),
            |ui| {
                ui.command_saying(Command::NextPairing, |facts| {
                    let pairing = facts.evening.pairing();
                    pairing.map_or(Command::NextPairing.label(), |[white, black]| {
                        msg!("next-is", white = white, black = black)
                    })
                });
            },
        );
        ui.row(10.0, |ui| {
            ui.command_as(Command::Rematch, Look::Primary);
            ui.button_for(msg!("review"), Look::Button, Command::Open(Screen::Moves));
            ui.command(Command::Open(Screen::NewGame));
            ui.command(Command::Open(Screen::Home));
        });
    });
}
