//! Redraws a picture only when something on it changes.
//!
//! Changes are detected on the components that Bevy draws nodes from: sizes, positions, colours,
//! texts, images. Layout and text are computed in the frame of the change, so one redraw is enough.
//! Redrawing continues while any pipeline is still compiling. It waits while no eye sees the
//! picture.

use bevy::camera::visibility::VisibilitySystems;
use bevy::ecs::entity::{EntityHashMap, EntityHashSet};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextGeneration, TextLayoutInfo};
use bevy::ui::widget::{ImageNodeSize, TextScroll};
use bevy::ui::{
    CalculatedClip, ComputedStackIndex, ComputedUiTargetCamera, UiGlobalTransform, UiSystems,
};

use super::canvas::Canvas;
use crate::workarounds::pipelines::PendingPipelines;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        redraw_changed
            .after(UiSystems::PostLayout)
            .after(UiSystems::Stack)
            .after(TransformSystems::Propagate)
            .after(VisibilitySystems::VisibilityPropagate),
    );
}

/// Filter for changes to the components of the pages that Bevy draws a node from.
type Looks = Or<(
    Changed<Node>,
    Changed<ComputedNode>,
    Changed<ComputedStackIndex>,
    Changed<UiGlobalTransform>,
    Changed<CalculatedClip>,
    Changed<InheritedVisibility>,
    Changed<BackgroundColor>,
    Changed<BorderColor>,
    Changed<Outline>,
    Changed<ImageNode>,
    Changed<ImageNodeSize>,
    Changed<TextColor>,
    Changed<TextScroll>,
    Changed<EditableTextGeneration>,
)>;

/// The components of a node that decide whether its changes are visible.
type Seen = (
    &'static ComputedUiTargetCamera,
    Option<Ref<'static, InheritedVisibility>>,
    Option<Ref<'static, ComputedNode>>,
);

/// The changes since the last frame, on all pictures.
#[derive(SystemParam)]
struct Changes<'w, 's> {
    looks: Query<'w, 's, Seen, Looks>,
    texts: Query<'w, 's, Seen, (Changed<TextLayoutInfo>, Without<EditableText>)>,
    fields: Query<'w, 's, (Entity, Seen, &'static TextLayoutInfo), With<EditableText>>,
    /// The cursor of each field, because a field's layout changes in every frame.
    cursors: Local<'s, EntityHashMap<Option<(bool, Rect)>>>,
    images: MessageReader<'w, 's, AssetEvent<Image>>,
    image_nodes: Query<'w, 's, (&'static ComputedUiTargetCamera, &'static ImageNode)>,
    gone: RemovedVisuals<'w, 's>,
    cameras: Query<'w, 's, &'static ComputedUiTargetCamera>,
    /// Cameras that see a change.
    found: Local<'s, EntityHashSet>,
}

/// Removals of visual components from nodes that may remain.
#[derive(SystemParam)]
struct RemovedVisuals<'w, 's> {
    nodes: RemovedComponents<'w, 's, ComputedNode>,
    clips: RemovedComponents<'w, 's, CalculatedClip>,
    outlines: RemovedComponents<'w, 's, Outline>,
    images: RemovedComponents<'w, 's, ImageNode>,
}

/// Returns the camera that draws a node, if the node is visible or has just been hidden.
fn seen_by(
    (target, visibility, node): (
        &ComputedUiTargetCamera,
        Option<Ref<InheritedVisibility>>,
        Option<Ref<ComputedNode>>,
    ),
) -> Option<Entity> {
    let is_visible =
        |visibility: &Ref<InheritedVisibility>| visibility.get() || visibility.is_changed();
    let has_size = |node: &Ref<ComputedNode>| !node.is_empty() || node.is_changed();
    let is_seen = visibility.as_ref().is_none_or(is_visible) && node.as_ref().is_none_or(has_size);
    target.get().filter(|_| is_seen)
}

impl Changes<'_, '_> {
    /// Collects the cameras with changes; returns `true` if any camera may be affected.
    fn find(&mut self) -> bool {
        self.found.clear();
        self.found.extend(self.looks.iter().filter_map(seen_by));
        self.found.extend(self.texts.iter().filter_map(seen_by));
        self.cursors();
        self.images();
        self.gone()
    }

    /// Handles removals. The camera of a despawned node is unknown.
    fn gone(&mut self) -> bool {
        let gone = &mut self.gone;
        let nodes = gone.nodes.read().count() > 0;
        let parts = gone.clips.read().chain(gone.outlines.read());
        let parts = parts.chain(gone.images.read());
        let camera = |node| self.cameras.get(node).ok()?.get();
        self.found.extend(parts.filter_map(camera));
        nodes
    }

    fn cursors(&mut self) {
        for (field, node, layout) in &self.fields {
            let Some(camera) = seen_by(node) else {
                continue;
            };
            if self.cursors.insert(field, layout.cursor) != Some(layout.cursor) {
                self.found.insert(camera);
            }
        }
        if self.cursors.len() > self.fields.iter().len() {
            self.cursors.retain(|field, _| self.fields.contains(*field));
        }
    }

    /// Handles images that finish loading after their node was drawn.
    fn images(&mut self) {
        for event in self.images.read() {
            let (AssetEvent::Added { id }
            | AssetEvent::Modified { id }
            | AssetEvent::LoadedWithDependencies { id }) = event
            else {
                continue;
            };
            let nodes = self.image_nodes.iter();
            let shows = nodes.filter(|(_, node)| node.image.id() == *id);
            self.found
                .extend(shows.filter_map(|(target, _)| target.get()));
        }
    }
}

fn redraw_changed(
    mut canvases: Query<(Entity, &mut Canvas, &mut Camera)>,
    eyes: Query<&Camera, (With<Camera3d>, Without<Canvas>)>,
    mut changes: Changes,
    pipelines: Res<PendingPipelines>,
) {
    let any = changes.find();
    let is_incomplete = pipelines.count() > 0;
    // The runtime stops the eyes while the headset is off or its own menu covers them.
    let is_watched = eyes.is_empty() || eyes.iter().any(|eye| eye.is_active);
    for (entity, mut canvas, mut camera) in &mut canvases {
        if canvas.due == 0 && (any || is_incomplete || changes.found.contains(&entity)) {
            canvas.due = 1;
        }
        // Changes to an unseen picture are drawn once an eye sees it. A new picture doesn't wait, as
        // its pipelines have to compile.
        let is_seen = is_watched || canvas.due > 1;
        let draws = canvas.is_there && is_seen && canvas.due > 0;
        if camera.is_active != draws {
            camera.is_active = draws;
        }
        if draws {
            canvas.due -= 1;
        }
    }
}
