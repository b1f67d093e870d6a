//! The picture is drawn anew only when something on it changes.
//!
//! What counts is what Bevy draws nodes by, of whatever widget: sizes, places,
//! colours, texts, pictures. Layout and texts are worked out in the frame in which
//! they change, so one frame shows a change.

use bevy::camera::visibility::VisibilitySystems;
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextGeneration, TextLayoutInfo};
use bevy::ui::widget::{ImageNodeSize, TextScroll};
use bevy::ui::{
    CalculatedClip, ComputedStackIndex, ComputedUiTargetCamera, UiGlobalTransform, UiSystems,
};

use super::place::PanelShown;
use super::screen::PanelCamera;

/// Frames that are drawn after the first: what draws is still being made ready.
const FIRST_FRAMES: u32 = 40;

/// Frames that are still to be drawn.
#[derive(Resource, Debug)]
struct Due(u32);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Due(FIRST_FRAMES)).add_systems(
        PostUpdate,
        draw.after(UiSystems::PostLayout)
            .after(UiSystems::Stack)
            .after(TransformSystems::Propagate)
            .after(VisibilitySystems::VisibilityPropagate),
    );
}

/// Whatever Bevy draws a node by.
type Looks = Or<(
    Or<(
        Changed<Node>,
        Changed<ComputedNode>,
        Changed<ComputedStackIndex>,
        Changed<UiGlobalTransform>,
        Changed<CalculatedClip>,
        Changed<InheritedVisibility>,
    )>,
    Or<(
        Changed<BackgroundColor>,
        Changed<BackgroundGradient>,
        Changed<BorderColor>,
        Changed<BorderGradient>,
        Changed<BoxShadow>,
        Changed<Outline>,
        Changed<ImageNode>,
        Changed<ImageNodeSize>,
    )>,
    Or<(
        Changed<TextColor>,
        Changed<TextShadow>,
        Changed<TextScroll>,
        Changed<TextBackgroundColor>,
        Changed<EditableTextGeneration>,
    )>,
)>;

/// A node, as far as it matters whether its changes can be seen.
type Seen = (
    &'static ComputedUiTargetCamera,
    Option<Ref<'static, InheritedVisibility>>,
    Option<Ref<'static, ComputedNode>>,
);

/// What has changed since the last frame, on all surfaces.
#[derive(SystemParam)]
struct Changes<'w, 's> {
    looks: Query<'w, 's, Seen, Looks>,
    texts: Query<'w, 's, Seen, (Changed<TextLayoutInfo>, Without<EditableText>)>,
    fields: Query<'w, 's, (Entity, Seen, &'static TextLayoutInfo), With<EditableText>>,
    cursors: Local<'s, EntityHashMap<Cursor>>,
    images: MessageReader<'w, 's, AssetEvent<Image>>,
    image_nodes: Query<'w, 's, (&'static ComputedUiTargetCamera, &'static ImageNode)>,
    gone: Gone<'w, 's>,
    cameras: Query<'w, 's, &'static ComputedUiTargetCamera>,
}

/// What can be taken from a node that stays.
#[derive(SystemParam)]
struct Gone<'w, 's> {
    nodes: RemovedComponents<'w, 's, ComputedNode>,
    clips: RemovedComponents<'w, 's, CalculatedClip>,
    outlines: RemovedComponents<'w, 's, Outline>,
    shadows: RemovedComponents<'w, 's, BoxShadow>,
    images: RemovedComponents<'w, 's, ImageNode>,
    grounds: RemovedComponents<'w, 's, BackgroundGradient>,
    borders: RemovedComponents<'w, 's, BorderGradient>,
}

/// What is seen of the cursor of a text field. Its layout is written in every
/// frame, for the cursor to blink.
#[derive(Debug, Default, PartialEq)]
struct Cursor {
    place: Option<(bool, Rect)>,
    selection: Vec<Rect>,
}

/// Is the node on that camera's picture, and can it be seen, or could it be before?
fn is_seen(
    camera: Entity,
    (target, visibility, node): &(
        &ComputedUiTargetCamera,
        Option<Ref<InheritedVisibility>>,
        Option<Ref<ComputedNode>>,
    ),
) -> bool {
    let is_visible =
        |visibility: &Ref<InheritedVisibility>| visibility.get() || visibility.is_changed();
    let has_size = |node: &Ref<ComputedNode>| !node.is_empty() || node.is_changed();
    target.get() == Some(camera)
        && visibility.as_ref().is_none_or(is_visible)
        && node.as_ref().is_none_or(has_size)
}

impl Changes<'_, '_> {
    /// Has anything changed on the picture of that camera? Asks all, so that none
    /// tells of it again.
    fn any(&mut self, camera: Entity) -> bool {
        let looks = self.looks.iter().any(|node| is_seen(camera, &node));
        let texts = self.texts.iter().any(|node| is_seen(camera, &node));
        self.gone(camera) | self.cursors(camera) | self.images(camera) | looks | texts
    }

    /// Nobody knows any more where a node was that is gone.
    fn gone(&mut self, camera: Entity) -> bool {
        let gone = &mut self.gone;
        let nodes = gone.nodes.read().count() > 0;
        let parts = gone
            .clips
            .read()
            .chain(gone.outlines.read())
            .chain(gone.shadows.read())
            .chain(gone.images.read())
            .chain(gone.grounds.read())
            .chain(gone.borders.read());
        let on_panel = |node| {
            let target = self.cameras.get(node);
            target.is_ok_and(|target| target.get() == Some(camera))
        };
        // To the end.
        let parts = parts.filter(|node| on_panel(*node)).count() > 0;
        nodes || parts
    }

    fn cursors(&mut self, camera: Entity) -> bool {
        let mut has_changed = false;
        for (field, node, layout) in &self.fields {
            if !is_seen(camera, &node) {
                continue;
            }
            let cursor = self.cursors.entry(field).or_default();
            if cursor.place != layout.cursor || cursor.selection != layout.selection_rects {
                cursor.place = layout.cursor;
                cursor.selection.clone_from(&layout.selection_rects);
                has_changed = true;
            }
        }
        if self.cursors.len() > self.fields.iter().len() {
            self.cursors.retain(|field, _| self.fields.contains(*field));
        }
        has_changed
    }

    /// A picture that is loaded after its node has been drawn.
    fn images(&mut self, camera: Entity) -> bool {
        let mut has_changed = false;
        for event in self.images.read() {
            let (AssetEvent::Added { id }
            | AssetEvent::Modified { id }
            | AssetEvent::LoadedWithDependencies { id }) = event
            else {
                continue;
            };
            has_changed = has_changed
                || self
                    .image_nodes
                    .iter()
                    .any(|(target, node)| node.image.id() == *id && target.get() == Some(camera));
        }
        has_changed
    }
}

fn draw(
    shown: Res<PanelShown>,
    camera: Single<(Entity, &mut Camera), With<PanelCamera>>,
    mut due: ResMut<Due>,
    mut changes: Changes,
) {
    let (entity, mut camera) = camera.into_inner();
    if changes.any(entity) && due.0 == 0 {
        due.0 = 1;
    }
    // What has changed meanwhile is drawn when the panel is brought.
    let draws = shown.0 && due.0 > 0;
    if camera.is_active != draws {
        camera.is_active = draws;
    }
    if draws {
        due.0 -= 1;
    }
}
