//! Explanations that appear below an element while it is hovered.

use bevy::prelude::*;

use super::bind::{BoundText, set_displayed};
use super::build::{Ui, Unread};
use crate::state::pointed::{Pointable, Pointed};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::Msg;

/// An explanation of its parent.
#[derive(Component, Debug, Clone, Copy)]
pub struct Explanation;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(show_explanation)
        .add_observer(hide_explanation);
}

fn show_explanation(
    pointed: On<Add, Pointed>,
    children: Query<&Children>,
    mut explanations: Query<&mut Node, With<Explanation>>,
) {
    set(pointed.entity, &children, &mut explanations, true);
}

fn hide_explanation(
    pointed: On<Remove, Pointed>,
    children: Query<&Children>,
    mut explanations: Query<&mut Node, With<Explanation>>,
) {
    set(pointed.entity, &children, &mut explanations, false);
}

fn set(
    of: Entity,
    children: &Query<&Children>,
    explanations: &mut Query<&mut Node, With<Explanation>>,
    is_shown: bool,
) {
    for child in children.get(of).into_iter().flatten() {
        if let Ok(node) = explanations.get_mut(*child) {
            set_displayed(node, is_shown);
        }
    }
}

impl Ui<'_, '_> {
    /// Adds a column with an explanation that appears while the column is hovered. Pointers pass
    /// through to the board. Screen readers skip the explanation, because the column has its own
    /// words.
    pub fn explained(
        &mut self,
        says: impl Fn(&UiState) -> Msg + Send + Sync + 'static,
        fill: impl FnOnce(&mut Ui),
    ) {
        let node = Node {
            flex_direction: FlexDirection::Column,
            ..default()
        };
        let through = Pickable {
            should_block_lower: false,
            is_hoverable: true,
        };
        self.spawn((node, Pointable, through), |ui| {
            fill(ui);
            let hidden = Node {
                display: Display::None,
                ..default()
            };
            ui.spawn((hidden, Explanation, Pickable::IGNORE), |ui| {
                let says = BoundText::new(says);
                let letters = ui.letters(Size::Small, theme::TEXT);
                ui.spawn((Text::default(), letters, says, Unread), |_| {});
            });
        });
    }
}
