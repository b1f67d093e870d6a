//! Rings of light on a tile: mesh and materials.

use bevy::prelude::*;
use icochess_rules::Cell;
use icochess_shape::Shape;

use crate::stage::drawing::{OVER_GLASS, unlit};
use crate::stage::inlaid::turned;

/// Colour for a king in check.
const CHECK: Color = Color::srgb(1.0, 0.52, 0.24);
/// Colour for a mated king.
pub(super) const MATE: Color = Color::srgb(1.0, 0.88, 0.66);
/// Colour of dust.
const DUST: Color = Color::srgb(0.80, 0.73, 0.62);
/// Radius of a ring's brightest circle, as a fraction of the outermost.
const BRIGHT: f32 = 0.74;
/// Height of a ring above its tile, in metres, above all marks.
const ABOVE: f32 = 0.0024;

/// Shared mesh and materials of the rings.
#[derive(Resource)]
pub(super) struct EffectLooks {
    /// Ring of radius 1 that faces +y.
    pub(super) ring: Handle<Mesh>,
    /// Material of the check ring, with its opacity set by [`set_opacity`].
    pub(super) check: Handle<StandardMaterial>,
    /// Material of the mate ring, with its opacity set by [`set_opacity`].
    pub(super) mate: Handle<StandardMaterial>,
    /// Material of dust, with its opacity set by [`set_opacity`].
    pub(super) dust: Handle<StandardMaterial>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, load_looks);
}

fn load_looks(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut glow = |color: Color| {
        materials.add(StandardMaterial {
            alpha_mode: AlphaMode::Blend,
            cull_mode: None,
            depth_bias: OVER_GLASS,
            ..unlit(color.with_alpha(0.0))
        })
    };
    commands.insert_resource(EffectLooks {
        ring: meshes.add(ring()),
        check: glow(CHECK),
        mate: glow(MATE),
        dust: glow(DUST),
    });
}

/// Returns the components of a ring.
pub(super) fn drawn(
    mesh: &Handle<Mesh>,
    material: &Handle<StandardMaterial>,
    place: Transform,
) -> impl Bundle + use<> {
    (
        Mesh3d(mesh.clone()),
        MeshMaterial3d(material.clone()),
        place,
        Visibility::Inherited,
    )
}

/// Sets the opacity of a material, 0 to 1.
pub(super) fn set_opacity(
    materials: &mut Assets<StandardMaterial>,
    of: &Handle<StandardMaterial>,
    opacity: f32,
) {
    if let Some(mut material) = materials.get_mut(of) {
        material.base_color.set_alpha(opacity);
    }
}

/// Returns the place of a ring on a cell's tile, with `size` as a multiple of the tile's.
pub(crate) fn on_tile(cell: Cell, shape: &Shape, size: f32) -> Transform {
    let outline = shape.kind(cell).outline.iter();
    let radius = outline.fold(0.0, |far: f32, corner| far.max(corner.length()));
    lying(cell, shape, radius * size)
}

/// Returns the place of a ring whose brightest circle has a radius of `size` feet of a piece.
pub(super) fn around_foot(cell: Cell, shape: &Shape, size: f32) -> Transform {
    lying(cell, shape, shape.foot() / BRIGHT * size)
}

fn lying(cell: Cell, shape: &Shape, radius: f32) -> Transform {
    shape.frame(cell) * Transform::from_translation(Vec3::Y * ABOVE).with_scale(Vec3::splat(radius))
}

/// Returns a flat ring that is brightest along its middle circle and fades to both sides.
fn ring() -> Mesh {
    const CIRCLES: [(f32, f32); 5] = [
        (0.45, 0.0),
        (0.62, 0.45),
        (BRIGHT, 1.0),
        (0.86, 0.45),
        (1.0, 0.0),
    ];
    let circles = CIRCLES.map(|(radius, bright)| (radius, [1.0, 1.0, 1.0, bright]));
    turned(48, &circles, false)
}
