//! Skips layout in frames that change no size or position. Bevy lays out all nodes every frame,
//! which takes a large share of an idle frame (`benches/app.rs`).

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

/// Filter for changes to the inputs of [`ui_layout_system`](bevy::ui::ui_layout_system). Texts and
/// images report their changes through [`ContentSize`].
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

/// Removals that affect layout: components removed from a node, and despawned nodes.
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
    // Reads all messages, so that none counts again in the next frame.
    let removed = removed.nodes.read().count()
        + removed.children.read().count()
        + removed.parents.read().count()
        + removed.scrolled.read().count()
        + removed.still.read().count()
        + removed.configs.read().count()
        + removed.outlines.read().count();
    removed > 0 || !changed.is_empty()
}

/// Filter for changes to the stacking order of nodes.
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
