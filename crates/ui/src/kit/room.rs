//! Nodes with more space in a large window. They aren't rebuilt, so the focus and scroll positions
//! are kept.

use bevy::prelude::*;
use bevy::ui::{ComputedUiRenderTargetInfo, UiSystems};

/// Smallest large window, in logical pixels of the UI. At the default text size, a window of
/// 1280×800 is large.
const LARGE: Vec2 = Vec2::new(1160.0, 740.0);

/// Sets the sizes of a node in the window, given whether the window is large.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct ByRoom(pub(crate) fn(&mut Node, bool));

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        resize_nodes
            .after(UiSystems::Propagate)
            .before(UiSystems::Content),
    );
}

fn resize_nodes(
    mut nodes: Query<
        (&ByRoom, &ComputedUiRenderTargetInfo, &mut Node),
        Or<(Added<ByRoom>, Changed<ComputedUiRenderTargetInfo>)>,
    >,
) {
    for (by_room, target, mut node) in &mut nodes {
        let is_large = target.logical_size().cmpge(LARGE).all();
        (by_room.0)(&mut node, is_large);
    }
}
