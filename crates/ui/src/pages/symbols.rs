//! Piece symbols for each side, and with numbers.

use bevy::prelude::*;

use crate::kit::build::{Ui, Unread};
use crate::style::theme::Size;
use icochess_rules::Side;

/// Returns the outline of a solid piece symbol. Unicode has the outlines in the same order, 6 code
/// points earlier.
pub(super) fn hollow(symbol: char) -> Option<char> {
    let is_solid = ('♚'..='♟').contains(&symbol);
    let hollow = u32::from(symbol).checked_sub(6).and_then(char::from_u32);
    hollow.filter(|_| is_solid)
}

/// Returns the piece symbol of a side for a dark background: solid for White, an outline for Black.
/// A letter in place of a symbol is the same for both.
pub(super) fn of_side(symbol: &str, side: Side) -> String {
    let outline = symbol.chars().next().and_then(hollow);
    let outline = outline.filter(|_| side == Side::Black);
    outline.map_or_else(|| symbol.to_owned(), String::from)
}

/// Adds a symbol followed by a number. Screen readers skip it and read its parent.
pub(super) fn numbered(ui: &mut Ui, symbol: &str, number: String, color: Color) {
    let node = Node {
        align_items: AlignItems::Center,
        column_gap: ui.px(2.0),
        ..default()
    };
    let letters = ui.piece_letters(color, symbol);
    let digits = ui.letters(Size::Small, color);
    ui.node(node, |ui| {
        ui.spawn((Text::new(symbol), letters, Unread), |_| {});
        ui.spawn((Text::new(number), digits, Unread), |_| {});
    });
}
