//! Where the program comes from, and whose work is in it.

use super::super::build::Ui;
use super::super::theme::{self, Size};
use super::page;

const CREDITS: [(&str, &str); 5] = [
    (
        "Licence",
        "Icochess is free software under the MIT licence or the Apache licence 2.0, as you like.",
    ),
    (
        "Fonts",
        "Inter, by the Inter Project Authors, and signs of Noto Sans Symbols 2, by Google: \
         SIL Open Font License 1.1.",
    ),
    (
        "Built with",
        "Bevy, OpenXR through bevy_mod_openxr, Rapier, Kira and many more libraries of the \
         Rust community. Each keeps its own licence: see Cargo.lock for the list.",
    ),
    (
        "Sounds and pieces",
        "Made for this game by the programs beside them in the folder assets.",
    ),
    (
        "Files",
        "Games are saved as PGN and settings as text: see README.md for the folder.",
    ),
];

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, "About", |ui| {
        let version = env!("CARGO_PKG_VERSION");
        let words =
            format!("Icochess {version}: chess on a ball of 80 triangles, and on other boards.");
        ui.text(Size::Body, theme::TEXT, words);
        for (what, words) in CREDITS {
            ui.text(Size::Heading, theme::TEXT, what);
            ui.text(Size::Body, theme::FAINT, words);
        }
    });
}
