//! The control for cutting a board with an inside: the kind of plane, and a stepper.

use bevy::prelude::*;

use super::page;
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_board::turning::opening::OpenRequested;
use icochess_message::{Msg, msg};
use icochess_shape::Inside;

fn is_cuttable(state: &UiState) -> bool {
    Command::Cut.is_enabled(state)
}

/// Adds the kinds of planes, `gap` after their label. While a plane is shown, its number and the
/// total follow the kinds.
pub(super) fn build(ui: &mut Ui, gap: f32) {
    ui.shown_if(is_cuttable, |ui| {
        ui.row(gap, |ui| {
            ui.text(Size::Body, theme::FAINT, msg!("cut"));
            let node = Node {
                column_gap: ui.px(4.0),
                ..default()
            };
            let key = |state: &UiState| page::key(state.game.record().board().id());
            ui.filled(node, key, |state, ui| {
                let inside = state.shape.as_ref().and_then(|it| it.inside.as_ref());
                let kinds = inside.map_or_else(Vec::new, Inside::kinds);
                for (number, label) in kinds.into_iter().enumerate() {
                    kind(ui, number, label);
                }
            });
            ui.shown_if(
                |state| state.opened.cut.is_some(),
                |ui| {
                    ui.row(8.0, |ui| {
                        ui.icon(Command::PreviousPlane);
                        ui.bound_text(Size::Body, theme::TEXT, shown);
                        ui.icon(Command::NextPlane);
                        ui.command(Command::Whole);
                    });
                },
            );
        });
    });
}

/// Adds a kind of plane. Another press shows the kind's next direction.
fn kind(ui: &mut Ui, number: usize, label: Msg) {
    let show = Act::new(move |world| {
        world.write_message(OpenRequested::Kind(number));
    });
    let is_shown = CheckedIf::new(move |state| {
        let shape = state.shape.as_ref();
        shape.is_some_and(|shape| state.opened.kind(shape) == Some(number))
    });
    ui.button(label, ControlStyle::Choice, (show, is_shown));
}

/// Returns the name of the current plane.
fn shown(state: &UiState) -> Msg {
    let shape = state.shape.as_ref();
    let shown = shape.and_then(|shape| state.opened.cut(shape));
    shown.map_or(Msg::nothing(), |(cut, plane)| {
        msg!(
            "cut-shown",
            cut = cut.title.clone(),
            number = plane + 1,
            count = cut.planes.len()
        )
    })
}
