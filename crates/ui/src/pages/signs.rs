//! Signs of pieces, those of both sides told apart, and with numbers.

use bevy::prelude::*;

use crate::kit::build::{Ui, Unread};
use crate::style::theme::Size;
use icochess_rules::Side;

/// The outline of a solid sign of a piece: Unicode has them in the same order, 6 before.
pub(super) fn hollow(sign: char) -> Option<char> {
    let is_solid = ('♚'..='♟').contains(&sign);
    let hollow = u32::from(sign).checked_sub(6).and_then(char::from_u32);
    hollow.filter(|_| is_solid)
}

/// The sign of a piece of a side, in light ink on a dark ground: White's is light all over, Black's as
/// dark as the ground within an outline. A letter that stands in for a sign is the same for both.
pub(super) fn of_side(sign: &str, side: Side) -> String {
    let outline = sign.chars().next().and_then(hollow);
    let outline = outline.filter(|_| side == Side::Black);
    outline.map_or_else(|| sign.to_owned(), String::from)
}

/// A sign and, in letters, a number behind it. It is not read out: what it belongs to is.
pub(super) fn numbered(ui: &mut Ui, sign: &str, number: String, color: Color) {
    let node = Node {
        align_items: AlignItems::Center,
        column_gap: ui.px(2.0),
        ..default()
    };
    let letters = ui.piece_letters(color, sign);
    let digits = ui.letters(Size::Small, color);
    ui.node(node, |ui| {
        ui.spawn((Text::new(sign), letters, Unread), |_| {});
        ui.spawn((Text::new(number), digits, Unread), |_| {});
    });
}
