//! Scrolling columns, with a scrollbar while the content doesn't fit.

use accesskit::{Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy::ui::{IgnoreScroll, UiSystems};
use bevy::ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb};

use super::build::Ui;
use super::control_style::RING;
use crate::style::theme;
use icochess_board::stage::drawing::seen_if;

/// Width of a scrollbar, in logical pixels of the window.
const WIDTH: f32 = 10.0;
/// Minimum height of the thumb, in logical pixels of the window.
const MIN_THUMB: f32 = 30.0;
/// Gap between a scrollbar and its content, in logical pixels of the window.
const GAP: f32 = 4.0;
/// Height that rounding to whole pixels may add to the content, in physical pixels.
const SLACK: f32 = 1.5;

/// The background of a page. Scrolling over it, for example over the title, scrolls the page's
/// longest area.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct ScrollGround;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(forward_background_scroll).add_systems(
        PostUpdate,
        show_scrollbars
            .after(UiSystems::Layout)
            .before(VisibilitySystems::VisibilityPropagate),
    );
}

/// Forwards scroll events over the background to the longest area.
fn forward_background_scroll(
    mut scroll: On<Pointer<Scroll>>,
    mut commands: Commands,
    grounds: Query<(), With<ScrollGround>>,
    children: Query<&Children>,
    areas: Query<&ComputedNode, With<ScrollArea>>,
) {
    if !grounds.contains(scroll.entity) {
        return;
    }
    let beyond = |area: Entity| {
        let node = areas.get(area).ok()?;
        Some((area, node.content_size().y - node.size().y))
    };
    let all = children.iter_descendants(scroll.entity).filter_map(beyond);
    if let Some((area, _)) = all.max_by(|(_, one), (_, other)| one.total_cmp(other)) {
        scroll.propagate(false);
        let mut there = scroll.event().clone();
        there.entity = area;
        commands.trigger(there);
    }
}

/// Shows scrollbars while their content is longer than the area.
fn show_scrollbars(mut bars: Query<(&Scrollbar, &mut Visibility)>, areas: Query<&ComputedNode>) {
    for (bar, mut visibility) in &mut bars {
        let Ok(area) = areas.get(bar.target) else {
            continue;
        };
        let is_longer = area.content_size().y > area.size().y + SLACK;
        visibility.set_if_neq(seen_if(is_longer));
    }
}

impl Ui<'_, '_> {
    /// Adds a scrolling column.
    pub fn scroll(&mut self, name: &str, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.scroll_as(Role::ScrollView, name, gap, fill)
    }

    /// Adds a scrolling column that assistive programs announce as a list.
    pub fn list(&mut self, name: &str, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.scroll_as(Role::List, name, gap, fill)
    }

    fn scroll_as(
        &mut self,
        role: Role,
        name: &str,
        gap: f32,
        fill: impl FnOnce(&mut Ui),
    ) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            flex_grow: 1.0,
            flex_shrink: 1.0,
            min_height: px(0),
            // Space for the focus ring and the scrollbar.
            padding: UiRect {
                right: self.px(RING + WIDTH + GAP),
                ..UiRect::all(self.px(RING))
            },
            overflow: Overflow::scroll_y(),
            ..default()
        };
        let read = (
            AccessibilityNode(Accessible::new(role)),
            AccessibleLabel(name.to_owned()),
        );
        let name = Name::new(format!("{}{}", self.on.prefix(), name.to_lowercase()));
        // The content keeps its full height instead of shrinking to the area.
        let content = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(gap),
            flex_shrink: 0.0,
            min_height: percent(100),
            ..default()
        };
        self.spawn((name, node, ScrollArea, read), |ui| {
            ui.node(content, fill);
            ui.scrollbar();
        })
    }

    /// Adds a scrollbar at the right edge of the area. The scrollbar is a child of the area, so
    /// that the wheel also scrolls over it.
    fn scrollbar(&mut self) {
        let node = Node {
            position_type: PositionType::Absolute,
            top: px(0),
            bottom: px(0),
            right: px(0),
            width: self.px(WIDTH),
            border_radius: BorderRadius::MAX,
            ..default()
        };
        let min = MIN_THUMB * self.on.scale();
        let bar = (
            Name::new(format!("{}scrollbar", self.on.prefix())),
            node,
            Scrollbar::new(self.parent(), ControlOrientation::Vertical, min),
            IgnoreScroll(BVec2::TRUE),
            BackgroundColor(theme::BUTTON),
            Visibility::Hidden,
        );
        self.spawn(bar, |ui| {
            let thumb = ScrollbarThumb {
                border_radius: BorderRadius::MAX,
                ..default()
            };
            ui.spawn((thumb, BackgroundColor(theme::FAINT)), |_| {});
        });
    }
}
