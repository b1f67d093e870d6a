//! A question that must be answered before the game is ended.

use super::super::build::Ui;
use super::super::commands::Command;
use super::super::look::Look;
use super::super::screen::Question;
use super::super::theme::{self, Size};
use super::page;
use crate::msg;

pub(super) fn build(ui: &mut Ui, question: Question) {
    let (asked, yes) = match question {
        Question::Resign(side) => (msg!("ask-resign", side = side), msg!("resign")),
        Question::Begin => (msg!("ask-begin"), msg!("start-new-game")),
        Question::Rematch => (msg!("ask-rematch"), msg!("start-new-game")),
        Question::Resume => (msg!("ask-resume"), msg!("go-on-with-it")),
    };
    page::card(ui, "question", |ui| {
        ui.text(Size::Title, theme::TEXT, asked);
        if !matches!(question, Question::Resign(_)) {
            let words = msg!("game-is-kept");
            ui.text(Size::Body, theme::FAINT, words);
        }
        ui.row(10.0, |ui| {
            ui.button_for(yes, Look::Primary, Command::Confirm);
            ui.button_for(msg!("keep-playing"), Look::Button, Command::Back);
        });
    });
}
