//! The legend of the frames on the board that the learner's help shows.

use bevy::prelude::*;

use super::{page, plates};
use crate::commands::command::Command;
use crate::kit::bind::{CheckedIf, DisplayedIf};
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_board::stage::looks::FrameKind;
use icochess_board::stage::palette::Colors;
use icochess_message::{Msg, msg};
use icochess_shape::{Neighbours, RulePicture};

/// Width of a frame sample, in logical pixels of the window.
const SIDE: f32 = 44.0;

/// Returns the kinds of neighbours explained on the board, with their names.
fn kinds(state: &UiState) -> Vec<(Neighbours, Msg)> {
    let rules = state.shape.as_ref().map_or(&[][..], |shape| shape.rules);
    let kinds = rules.iter().filter_map(|rule| match rule.picture {
        RulePicture::Neighbours(kind) => Some((kind, rule.title.clone())),
        _ => None,
    });
    kinds.collect()
}

/// Adds the button that toggles explanations, on boards that have any.
pub(super) fn button(ui: &mut Ui) {
    ui.shown_if(
        |state| Command::Learn.is_enabled(state),
        |ui| {
            let is_on = CheckedIf::new(|state| state.learning.is_on());
            let button = ui.tool(Command::Learn, ControlStyle::Choice);
            ui.also(button, is_on);
        },
    );
}

/// Adds the legend of the frames, shown while learning.
pub(super) fn legend(ui: &mut Ui) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        width: percent(100),
        padding: plates::beside_line(ui),
        ..default()
    };
    let key = |state: &UiState| {
        let board = state.game.record().board().id();
        page::key((state.learning.is_on(), board, state.effective.palette))
    };
    let is_wanted = |state: &UiState| state.learning.is_on() && !kinds(state).is_empty();
    let legend = ui.filled(node, key, move |state, ui| {
        if !is_wanted(state) {
            return;
        }
        let kinds = kinds(state);
        ui.text(Size::Small, theme::FAINT, msg!("learn-text"));
        // The panel is wide and low.
        let all = Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: ui.px(14.0),
            ..default()
        };
        ui.node(all, |ui| {
            for (kind, title) in kinds {
                let frame = FrameKind::from(kind);
                let node = Node {
                    align_items: AlignItems::Center,
                    column_gap: ui.px(10.0),
                    ..default()
                };
                ui.node(node, |ui| {
                    side(ui, frame, state.effective.palette.frame(frame));
                    ui.text(Size::Small, theme::TEXT, title);
                });
            }
        });
    });
    // Also hides the gap before the legend.
    ui.also(legend, DisplayedIf::new(is_wanted));
}

/// Adds one side of a frame, with the same line pattern as on the board.
fn side(ui: &mut Ui, frame: FrameKind, color: Color) {
    let node = Node {
        width: ui.px(SIDE),
        height: ui.px(5.0),
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(node, |ui| {
        for &(start, end) in frame.style().stretches() {
            let node = Node {
                position_type: PositionType::Absolute,
                left: percent(100.0 * start),
                width: percent(100.0 * (end - start)),
                height: percent(100),
                ..default()
            };
            ui.spawn((node, BackgroundColor(color), Pickable::IGNORE), |_| {});
        }
    });
}
