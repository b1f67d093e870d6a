//! Where everything is found.

use super::page;
use crate::ui::commands::command::Command;
use crate::ui::kit::act::Act;
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::state::screen::{PanelShown, Screen, Subject, Surface, Topic};
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::msg;
use icochess_rules::DrawReason;

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, msg!("icochess"), |ui| {
        ui.text(Size::Heading, theme::TEXT, msg!("this-game"));
        ui.row(8.0, |ui| {
            ui.command_as(Command::Open(Screen::Game), ControlStyle::Primary);
            ui.command(Command::Open(Screen::Moves));
            ui.command(Command::Open(Screen::Views));
            ui.command(Command::Open(Screen::Sides));
            ui.command_saying(Command::Draw, |state| match state.game.draw_on_request() {
                Some(DrawReason::Agreement) if state.game.has_offered_draw() => msg!("offer-draw"),
                Some(DrawReason::Agreement) => msg!("agree-to-draw"),
                Some(_) => msg!("claim-draw"),
                None => msg!("offer-draw"),
            });
            ui.command_held(Command::Resign, ControlStyle::Button);
            ui.command(Command::Rematch);
        });
        ui.text(Size::Heading, theme::TEXT, msg!("play"));
        ui.row(8.0, |ui| {
            ui.command(Command::Open(Screen::NewGame));
            ui.command(Command::TwoPlayers);
            ui.shown_if(
                |state| state.offer.is_some(),
                |ui| {
                    ui.command(Command::Resume);
                },
            );
            ui.command(Command::Open(Screen::Saved));
            ui.command(Command::Open(Screen::Players));
        });
        ui.text(Size::Heading, theme::TEXT, msg!("icochess"));
        ui.row(8.0, |ui| {
            ui.command(Command::Open(Screen::Help(Topic::Pieces)));
            ui.command(Command::Open(Screen::Settings(Subject::Board)));
            ui.command(Command::Open(Screen::About));
            ui.command(Command::Quit);
        });
        if ui.on == Surface::Panel {
            let away = Act::new(|world| world.insert_resource(PanelShown(false)));
            ui.button(msg!("put-away"), ControlStyle::Button, away);
        }
    });
}
