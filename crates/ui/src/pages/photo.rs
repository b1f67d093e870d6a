//! The photo mode: a card with its buttons, and otherwise only the board.

use super::page;
use crate::commands::command::Command;
use crate::kit::build::Ui;
use crate::state::photo::PhotoWork;
use crate::state::screen::Surface;
use crate::state::status::StatusLine;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};

pub(super) fn build(ui: &mut Ui) {
    match ui.on {
        Surface::Window => {
            page::card_beside(ui, "photo", |ui| {
                ui.middle_row(8.0, |ui| {
                    ui.command(Command::TakePicture);
                    ui.command(Command::Film);
                    ui.command(Command::Back);
                });
                ui.bound_text(Size::Small, theme::FAINT, progress);
                ui.status(StatusLine::Answer, Size::Body);
            });
        }
        // Pictures are taken in the window only.
        Surface::Panel | Surface::Plate => page::page(ui, msg!("photo"), |_| {}),
    }
}

fn progress(state: &UiState) -> Msg {
    let record = state.game.record();
    match *state.photo {
        PhotoWork::Idle => msg!("photo-keys"),
        PhotoWork::Saving => msg!("photo-saving"),
        PhotoWork::Filming => {
            let (done, total) = (record.ply(), record.line().len());
            msg!("photo-filming", done = done, total = total)
        }
    }
}
