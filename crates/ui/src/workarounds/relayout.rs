//! Nodes are laid out when something has changed by which their sizes and places are found. Bevy lays
//! out all of them in each frame, which is much of one in which nothing happens (`benches/app.rs`).

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::{ComputedStackIndex, ComputedUiRenderTargetInfo, ContentSize, UiSystems};

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(
        PostUpdate,
        (
            UiSystems::Layout.run_if(has_layout_changed),
            UiSystems::Stack.run_if(has_stack_changed),
        ),
    );
}

/// The components that [`ui_layout_system`](bevy::ui::ui_layout_system) reads, if any of them has
/// changed. Texts and pictures tell by their [`ContentSize`] that they have.
type LaidOut = Or<(
    Changed<Node>,
    Changed<ContentSize>,
    Changed<ComputedUiRenderTargetInfo>,
    Changed<UiTransform>,
    Changed<ScrollPosition>,
    Changed<IgnoreScroll>,
    Changed<LayoutConfig>,
    Changed<Outline>,
    Changed<Children>,
    Changed<ChildOf>,
)>;

/// The same that can be taken from a node that stays, and nodes that are gone.
#[derive(SystemParam)]
struct RemovedFromLayout<'w, 's> {
    nodes: RemovedComponents<'w, 's, Node>,
    children: RemovedComponents<'w, 's, Children>,
    parents: RemovedComponents<'w, 's, ChildOf>,
    scrolled: RemovedComponents<'w, 's, ScrollPosition>,
    still: RemovedComponents<'w, 's, IgnoreScroll>,
    configs: RemovedComponents<'w, 's, LayoutConfig>,
    outlines: RemovedComponents<'w, 's, Outline>,
}

fn has_layout_changed(
    changed: Query<(), (With<Node>, LaidOut)>,
    mut removed: RemovedFromLayout,
) -> bool {
    // All are read, so that none is new in the next frame.
    let removed = removed.nodes.read().count()
        + removed.children.read().count()
        + removed.parents.read().count()
        + removed.scrolled.read().count()
        + removed.still.read().count()
        + removed.configs.read().count()
        + removed.outlines.read().count();
    removed > 0 || !changed.is_empty()
}

/// The components by which nodes lie over one another, if any of them has changed.
type Stacked = Or<(
    Added<ComputedStackIndex>,
    Changed<ZIndex>,
    Changed<GlobalZIndex>,
    Changed<Children>,
    Changed<ChildOf>,
)>;

fn has_stack_changed(
    changed: Query<(), (With<ComputedStackIndex>, Stacked)>,
    mut nodes: RemovedComponents<ComputedStackIndex>,
    mut children: RemovedComponents<Children>,
    mut parents: RemovedComponents<ChildOf>,
    (mut places, mut global): (RemovedComponents<ZIndex>, RemovedComponents<GlobalZIndex>),
) -> bool {
    let removed = nodes.read().count()
        + children.read().count()
        + parents.read().count()
        + places.read().count()
        + global.read().count();
    removed > 0 || !changed.is_empty()
}
