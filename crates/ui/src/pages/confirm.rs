//! The questions before a command ends the game.

use super::page;
use crate::commands::command::Command;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Question, Screen};
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::words::person;
use icochess_message::msg;
use icochess_rules::Side;

pub(super) fn build(ui: &mut Ui, question: Question) {
    let yes = match question {
        Question::WhoResigns => return resign_choice(ui),
        Question::Resign(_) => msg!("resign"),
        Question::Begin | Question::Rematch => msg!("start-new-game"),
        Question::Resume => msg!("go-on-with-it"),
    };
    page::card(ui, "question", |ui| {
        match question {
            Question::WhoResigns => return,
            Question::Resign(side) => ui.bound_text(Size::Title, theme::TEXT, move |state| {
                person(&state.game, side).map_or(msg!("ask-resign", side = side), |name| {
                    msg!("ask-named-resign", name = name)
                })
            }),
            Question::Begin => ui.text(Size::Title, theme::TEXT, msg!("ask-begin")),
            Question::Rematch => ui.text(Size::Title, theme::TEXT, msg!("ask-rematch")),
            Question::Resume => ui.text(Size::Title, theme::TEXT, msg!("ask-resume")),
        }
        if !matches!(question, Question::Resign(_)) {
            ui.bound_text(Size::Body, theme::FAINT, |state| {
                if state.game.remote_side().is_some() {
                    msg!("game-is-at-server")
                } else {
                    msg!("game-is-kept")
                }
            });
        }
        ui.middle_row(10.0, |ui| {
            ui.button_for(yes, ControlStyle::Button, Command::Confirm);
            keep_playing(ui);
        });
    });
}

/// Adds the answer that keeps the game, which is the proposed one. It leads to the board; Escape
/// returns to the page that asked.
fn keep_playing(ui: &mut Ui) {
    let board = Command::Open(Screen::Game);
    let stays = ui.button_for(msg!("keep-playing"), ControlStyle::Primary, board);
    ui.safe_answer(stays);
}

/// Asks which of two people resigns, by name if known.
fn resign_choice(ui: &mut Ui) {
    page::card(ui, "question", |ui| {
        ui.text(Size::Title, theme::TEXT, msg!("ask-who-resigns"));
        ui.middle_row(10.0, |ui| {
            for side in Side::ALL {
                ui.command(Command::ResignAs(side));
            }
            keep_playing(ui);
        });
    });
}
