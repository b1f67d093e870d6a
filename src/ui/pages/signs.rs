//! Signs with numbers.

use bevy::prelude::*;

use crate::ui::kit::build::{Ui, Unread};
use crate::ui::style::theme::Size;

/// A sign and, in letters, a number behind it. It is not read out: what it belongs to is.
pub(super) fn numbered(ui: &mut Ui, sign: &str, number: String, color: Color) {
    let node = Node {
        align_items: AlignItems::Center,
        column_gap: ui.px(2.0),
        ..default()
    };
    let letters = ui.sign_letters(Size::Body, color, sign);
    let digits = ui.letters(Size::Small, color);
    ui.node(node, |ui| {
        ui.spawn((Text::new(sign), letters, Unread), |_| {});
        ui.spawn((Text::new(number), digits, Unread), |_| {});
    });
}
