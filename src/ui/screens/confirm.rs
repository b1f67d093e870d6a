//! A question that must be answered before the game is ended.

use super::super::build::Ui;
use super::super::commands::Command;
use super::super::look::Look;
use super::super::screen::Question;
use super::super::theme::{self, Size};
use super::page;

pub(super) fn build(ui: &mut Ui, question: Question) {
    let (asked, yes) = match question {
        Question::Resign(side) => (format!("{side} gives up?"), "Resign"),
        Question::Begin => (
            "Leave this game for a new one?".to_owned(),
            "Start new game",
        ),
        Question::Rematch => ("Leave this game for another?".to_owned(), "Start new game"),
        Question::Resume => (
            "Leave this game for the saved one?".to_owned(),
            "Go on with it",
        ),
    };
    page::card(ui, "question", |ui| {
        ui.text(Size::Title, theme::TEXT, asked);
        if !matches!(question, Question::Resign(_)) {
            let words = "The game so far is kept among the saved games.";
            ui.text(Size::Body, theme::FAINT, words);
        }
        ui.row(10.0, |ui| {
            ui.button_for(yes, Look::Primary, Command::Confirm);
            ui.button_for("Keep playing", Look::Button, Command::Back);
        });
    });
}
