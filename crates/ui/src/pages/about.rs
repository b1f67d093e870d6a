//! The page about the program, its sources and its authors.

use super::page;
use crate::kit::build::Ui;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};
use icochess_play::game::Boards;

/// The sections after the games, as heading and text.
static CREDITS: [(Msg, Msg); 6] = [
    (msg!("write-to"), msg!("write-to-text")),
    (msg!("licence"), msg!("licence-text")),
    (msg!("fonts"), msg!("fonts-text")),
    (msg!("built-with"), msg!("built-with-text")),
    (msg!("sounds-and-pieces"), msg!("sounds-and-pieces-text")),
    (msg!("files"), msg!("files-text")),
];

/// Returns the authors of the games, in the order of the boards. Rule sets of one board share a
/// text, which appears only once.
fn authors(boards: &Boards) -> Vec<&'static Msg> {
    let shapes = boards.all().filter_map(|board| boards.shape(board));
    let authors = shapes.filter_map(|shape| Some(&shape.rules.last()?.text));
    let mut authors: Vec<&Msg> = authors.collect();
    authors.dedup();
    authors
}

pub(super) fn build(ui: &mut Ui, state: &UiState) {
    page::page(ui, msg!("about"), |ui| {
        let version = env!("CARGO_PKG_VERSION");
        let words = msg!("about-program", version = version);
        ui.text(Size::Body, theme::TEXT, words);
        ui.text(Size::Heading, theme::TEXT, msg!("games-from"));
        for author in authors(&state.boards) {
            ui.text(Size::Body, theme::FAINT, author.clone());
        }
        for (title, words) in &CREDITS {
            ui.text(Size::Heading, theme::TEXT, title.clone());
            ui.text(Size::Body, theme::FAINT, words.clone());
        }
    });
}
