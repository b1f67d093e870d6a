//! The plate at the board, with turn or result, check, clocks and captions. Until the headset's
//! player is seated, it explains how to bring the board to them.

use bevy::prelude::*;

use super::plates;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::status::StatusLine;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::msg;
use icochess_rules::Side;

pub(super) fn build(ui: &mut Ui) {
    let whole = Node {
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        width: percent(100),
        height: percent(100),
        padding: UiRect::all(ui.px(6.0)),
        row_gap: ui.px(3.0),
        ..default()
    };
    let card = whole.clone();
    ui.hidden_unless(
        card,
        |state| state.unseated.0,
        |ui| ui.centred_text(Size::Body, theme::TEXT, msg!("handover-sit")),
    );
    let is_seated = |state: &UiState| !state.unseated.0;
    ui.hidden_unless(whole, is_seated, |ui| {
        ui.status(StatusLine::Headline, Size::Body);
        ui.status(StatusLine::Detail, Size::Small);
        let row = Node {
            column_gap: ui.px(6.0),
            ..default()
        };
        ui.hidden_unless(
            row,
            |state| state.faces.0.is_some(),
            |ui| {
                for side in Side::ALL {
                    clock(ui, side);
                }
            },
        );
        ui.caption(Size::Small);
    });
}

/// Adds the clock of a side, lit during its turn.
fn clock(ui: &mut Ui, side: Side) {
    let node = Node {
        align_items: AlignItems::Center,
        column_gap: ui.px(4.0),
        padding: UiRect::axes(ui.px(6.0), ui.px(2.0)),
        border_radius: BorderRadius::all(ui.px(theme::RADIUS)),
        ..default()
    };
    let plate = (
        node,
        ControlStyle::Plate,
        plates::is_to_move(side),
        BackgroundColor(Color::NONE),
        Pickable::IGNORE,
    );
    ui.spawn(plate, |ui| {
        ui.symbol_before(Size::Body, plates::king(side));
        plates::clock(ui, side, Size::Body);
    });
}
