//! Where everything is found.

use super::super::act::Act;
use super::super::build::Ui;
use super::super::commands::Command;
use super::super::look::Look;
use super::super::panel::place::PanelShown;
use super::super::screen::{Screen, Subject, Surface, Topic};
use super::super::theme::{self, Size};
use super::page;
use crate::rules::DrawReason;

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, "Icochess", |ui| {
        ui.text(Size::Heading, theme::TEXT, "This game");
        ui.row(8.0, |ui| {
            ui.command_as(Command::Open(Screen::Game), Look::Primary);
            ui.command(Command::Open(Screen::Moves));
            ui.command_saying(Command::Draw, |facts| {
                match facts.game.draw_on_request() {
                    Some(DrawReason::Agreement) => "Agree to draw",
                    Some(_) => "Claim draw",
                    None => "Offer draw",
                }
                .to_owned()
            });
            ui.command_held(Command::Resign, Look::Button);
            ui.command(Command::Rematch);
        });
        ui.text(Size::Heading, theme::TEXT, "Play");
        ui.row(8.0, |ui| {
            ui.command(Command::Open(Screen::NewGame));
            ui.command(Command::TwoPlayers);
            ui.command(Command::Resume);
            ui.command(Command::Open(Screen::Saved));
            ui.command(Command::Open(Screen::Players));
        });
        ui.text(Size::Heading, theme::TEXT, "Icochess");
        ui.row(8.0, |ui| {
            ui.command(Command::Open(Screen::Help(Topic::Pieces)));
            ui.command(Command::Open(Screen::Settings(Subject::Board)));
            ui.command(Command::Open(Screen::About));
            ui.command(Command::Quit);
        });
        if ui.on == Surface::Panel {
            let away = Act::new(|world| world.insert_resource(PanelShown(false)));
            ui.button("Put away", Look::Button, away);
        }
    });
}
