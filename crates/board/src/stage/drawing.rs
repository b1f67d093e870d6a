//! Materials, visibility and layers that much of what is drawn has in common. The light that the room has left.

use bevy::prelude::*;

/// The depth bias of panes, metres. Blended meshes are drawn from back to front, by the distance of
/// their middles and this bias. Panes are so large that the middle of one tells nothing of what is
/// near its edges: they come after all that is blended elsewhere.
pub const GLASS: f32 = 10.0;
/// The bias of what shines above the places of a board, and is seen through all panes before it.
pub const OVER_GLASS: f32 = 20.0;

/// A material that looks the same in any light: marks must read in the shade of the far side, too.
pub fn unlit(base_color: Color) -> StandardMaterial {
    StandardMaterial {
        base_color,
        unlit: true,
        ..default()
    }
}

/// The visibility of something that is seen where its parent is, or else hidden.
pub const fn seen_if(is_seen: bool) -> Visibility {
    if is_seen {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    }
}

/// The components that draw something whose look changes.
pub type Drawable = (
    &'static mut Mesh3d,
    &'static mut MeshMaterial3d<StandardMaterial>,
    &'static mut Visibility,
);

/// Shows something with a mesh and a material, where its parent is seen, or hides it.
pub fn show(
    drawn: (
        Mut<Mesh3d>,
        Mut<MeshMaterial3d<StandardMaterial>>,
        Mut<Visibility>,
    ),
    look: Option<(&Handle<Mesh>, &Handle<StandardMaterial>)>,
) {
    show_as(drawn, look, Visibility::Inherited);
}

/// The same with what its visibility is when it is shown.
pub fn show_as(
    (mut mesh, mut material, mut visibility): (
        Mut<Mesh3d>,
        Mut<MeshMaterial3d<StandardMaterial>>,
        Mut<Visibility>,
    ),
    look: Option<(&Handle<Mesh>, &Handle<StandardMaterial>)>,
    as_seen: Visibility,
) {
    visibility.set_if_neq(look.map_or(Visibility::Hidden, |_| as_seen));
    if let Some((shape, paint)) = look {
        if mesh.0 != *shape {
            mesh.0 = shape.clone();
        }
        if material.0 != *paint {
            material.0 = paint.clone();
        }
    }
}

/// The part of its light that the room has, 0 to 1: less while a moment takes some of it. All lights and
/// all that is seen of the room are as bright as this says.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct RoomLight(pub f32);

impl Default for RoomLight {
    /// All of it.
    fn default() -> Self {
        Self(1.0)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomLight>();
}
