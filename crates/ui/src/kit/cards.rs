//! Columns and cards, which use the panel's wide, low shape to show as much as possible at once.

use bevy::prelude::*;

use super::build::Ui;
use crate::state::screen::Surface;
use crate::style::theme;

/// Gap between columns and between the groups in them, in logical pixels of the window.
const GAP: f32 = 8.0;
/// Padding of a group, in logical pixels of the window.
const INSET: f32 = 6.0;
/// Gap between the items of a group, in logical pixels of the window.
const WITHIN: f32 = 4.0;

impl Ui<'_, '_> {
    /// Adds a full-width row for columns side by side.
    pub fn side_by_side(&mut self, fill: impl FnOnce(&mut Ui)) {
        let node = Node {
            width: percent(100),
            align_items: AlignItems::Start,
            column_gap: self.px(GAP),
            flex_shrink: 0.0,
            ..default()
        };
        self.node(node, fill);
    }

    /// Adds a column that takes the fraction `part` of its row's width.
    pub fn share(&mut self, part: f32, fill: impl FnOnce(&mut Ui)) {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(GAP),
            flex_grow: part,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        self.node(node, fill);
    }

    /// Adds items in two columns on the panel, the first half on the left. In the window they form
    /// one column.
    pub fn in_columns<T>(
        &mut self,
        things: impl IntoIterator<Item = T>,
        fill: impl Fn(&mut Ui, T),
    ) {
        let mut left: Vec<T> = things.into_iter().collect();
        if self.on == Surface::Window {
            for thing in left {
                fill(self, thing);
            }
            return;
        }
        let right = left.split_off(left.len().div_ceil(2));
        self.side_by_side(|ui| {
            for half in [left, right] {
                ui.share(1.0, |ui| {
                    ui.narrow(|ui| {
                        for thing in half {
                            fill(ui, thing);
                        }
                    });
                });
            }
        });
    }

    /// Adds a group of related items. On the panel, the group has its own card.
    pub fn group_card(&mut self, fill: impl FnOnce(&mut Ui)) {
        if self.on == Surface::Window {
            fill(self);
            return;
        }
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(WITHIN),
            padding: UiRect::all(self.px(INSET)),
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            flex_shrink: 0.0,
            ..default()
        };
        let card = (node, BackgroundColor(theme::GROUP), Pickable::IGNORE);
        self.spawn(card, fill);
    }
}
