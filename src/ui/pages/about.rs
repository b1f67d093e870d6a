//! Where the program comes from, and whose work is in it.

use super::page;
use crate::ui::kit::build::Ui;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::{Msg, msg};

static CREDITS: [(Msg, Msg); 7] = [
    (msg!("games-from"), msg!("games-from-text")),
    (msg!("write-to"), msg!("write-to-text")),
    (msg!("licence"), msg!("licence-text")),
    (msg!("fonts"), msg!("fonts-text")),
    (msg!("built-with"), msg!("built-with-text")),
    (msg!("sounds-and-pieces"), msg!("sounds-and-pieces-text")),
    (msg!("files"), msg!("files-text")),
];

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, msg!("about"), |ui| {
        let version = env!("CARGO_PKG_VERSION");
        let words = msg!("about-program", version = version);
        ui.text(Size::Body, theme::TEXT, words);
        for (what, words) in &CREDITS {
            ui.text(Size::Heading, theme::TEXT, what.clone());
            ui.text(Size::Body, theme::FAINT, words.clone());
        }
    });
}
