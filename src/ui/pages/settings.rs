//! What players may change, by subject. All of it stands in `settings.ron`.

use super::page;
use super::rows::{self, Whose, explain};
use crate::save::table;
use crate::ui::commands::command::Command;
use crate::ui::kit::build::Ui;
use crate::ui::state::screen::{Screen, Subject};
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::msg;

pub(super) fn build(ui: &mut Ui, subject: Subject) {
    let tabs = |ui: &mut Ui| {
        let tabs = Subject::ALL.map(|subject| (subject, subject.title()));
        page::tabs(ui, tabs, subject, |it| Command::Open(Screen::Settings(it)));
    };
    page::page_with_tabs(ui, msg!("settings"), tabs, |ui| {
        ui.shown_if(
            |state| **state.effective != *state.settings,
            |ui| {
                let words = msg!("own-values-first");
                ui.text(Size::Small, theme::WARNING, words);
            },
        );
        if subject == Subject::Computer {
            explain(ui, msg!("computer-elsewhere"));
        }
        for setting in table::on_page(subject) {
            rows::row(ui, setting, Whose::Everybody);
        }
    });
}
