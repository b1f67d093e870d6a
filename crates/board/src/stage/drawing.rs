//! Shared materials, visibility and depth layers, and the brightness of the room.

use bevy::prelude::*;

/// Depth bias of panes, in metres. Blended meshes are drawn from back to front, sorted by the
/// distance of their middles and this bias. A large pane's middle can be much farther away than its
/// edges, so panes are drawn after all other blended meshes.
pub const GLASS: f32 = 10.0;
/// Depth bias of glowing shapes above the tiles, which are visible through all panes.
pub const OVER_GLASS: f32 = 20.0;

/// Returns an unlit material, for marks that must be readable on the shaded far side.
pub fn unlit(base_color: Color) -> StandardMaterial {
    StandardMaterial {
        base_color,
        unlit: true,
        ..default()
    }
}

/// Returns inherited visibility, or hidden.
pub const fn seen_if(is_seen: bool) -> Visibility {
    if is_seen {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    }
}

/// Components of an entity with a changing appearance.
pub type Drawable = (
    &'static mut Mesh3d,
    &'static mut MeshMaterial3d<StandardMaterial>,
    &'static mut Visibility,
);

/// Shows an entity with a mesh and material where its parent is visible, or hides it.
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

/// Shows an entity with a mesh, a material and this visibility, or hides it.
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

/// Brightness of the room, 0 to 1. It scales all lights and the baked colours of the room, and is
/// below 1 during the mate effect.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct RoomLight(pub f32);

impl Default for RoomLight {
    /// Full brightness.
    fn default() -> Self {
        Self(1.0)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomLight>();
}
