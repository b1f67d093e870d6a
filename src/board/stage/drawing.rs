//! What much of what is drawn has in common.

use bevy::prelude::*;

/// A material that looks the same in any light: marks must read in the shade of the far side, too.
pub fn unlit(base_color: Color) -> StandardMaterial {
    StandardMaterial {
        base_color,
        unlit: true,
        ..default()
    }
}

/// Seen where its parent is, or hidden.
pub const fn seen_if(is_seen: bool) -> Visibility {
    if is_seen {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    }
}

/// What draws something whose look changes.
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
