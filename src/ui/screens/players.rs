//! Who has won how often against whom.

use std::sync::Arc;

use bevy::prelude::*;

use super::super::bind::Facts;
use super::super::build::Ui;
use super::super::theme::{self, Size};
use super::page;
use crate::library::{Tally, tallies};

/// Most pairs that are shown.
const PAIRS: usize = 50;

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, "Players", |ui| {
        let words = "Names are given on the page New game, or to a saved game. Finished games \
                     among the saved ones count.";
        ui.text(Size::Small, theme::FAINT, words);
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: ui.px(8.0),
            ..default()
        };
        ui.filled(node, key, list);
    });
}

/// Another list is another allocation: it is made before the one before is let go.
fn key(facts: &Facts) -> u64 {
    let library = &facts.library;
    page::key((library.is_listed, Arc::as_ptr(&library.games).addr()))
}

fn list(facts: &Facts, ui: &mut Ui) {
    let tallies = tallies(&facts.library.games);
    if tallies.is_empty() {
        let words = if facts.library.is_listed {
            "No finished game of two named players yet."
        } else {
            "Looking …"
        };
        ui.text(Size::Body, theme::FAINT, words);
    }
    for tally in tallies.iter().take(PAIRS) {
        ui.ends(|ui| {
            let [first, second] = &tally.players;
            ui.text(Size::Body, theme::TEXT, format!("{first} – {second}"));
            ui.text(Size::Body, theme::FAINT, words(facts, tally));
        });
    }
}

/// "3 – 1, 2 draws, 8x8 chess".
fn words(facts: &Facts, tally: &Tally) -> String {
    let board = facts.boards.get(&tally.board);
    let board = board.map_or(tally.board.as_str(), |board| board.title());
    let [first, second] = tally.wins;
    let draws = match tally.draws {
        0 => String::new(),
        1 => ", 1 draw".to_owned(),
        draws => format!(", {draws} draws"),
    };
    format!("{first} – {second}{draws}, {board}")
}
