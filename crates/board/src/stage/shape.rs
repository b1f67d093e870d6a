//! The player's seat, and conversion of a shape's meshes and materials to Bevy's.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use icochess_shape::{Material, Seat, TriangleMesh};

use super::grain;
use super::grain::Grains;
pub use icochess_play::game::BoardShape;

/// Seat of the player, from which the board's place and rotation are computed.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Deref, DerefMut)]
pub struct PlayerSeat(pub Seat);

/// Position of the eyes in the world, in metres, at the last "my side" command, or from which a
/// board on a real table is straight; `None` if at the seat. The seat itself stays unchanged,
/// because it determines the board's place and height.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq)]
pub struct Viewpoint(pub Option<Vec3>);

impl Viewpoint {
    /// Returns the seat with the eyes at this viewpoint.
    pub fn seat(self, seat: &Seat) -> Seat {
        Seat {
            eye: self.0.unwrap_or(seat.eye),
            ..*seat
        }
    }
}

/// Whether the headset's player isn't seated yet. A card covers the view until then, because the
/// board may overlap the head.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unseated(pub bool);

/// Returns a shape's mesh as a Bevy mesh.
pub fn mesh(of: TriangleMesh) -> Mesh {
    let mut mesh = Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, of.positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, of.normals)
    .with_inserted_indices(Indices::U32(of.indices));
    if !of.uvs.is_empty() {
        mesh.insert_attribute(Mesh::ATTRIBUTE_UV_0, of.uvs);
    }
    if !of.colors.is_empty() {
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, of.colors);
    }
    mesh
}

/// Returns a shape's mesh with texture coordinates for a grain, with fibres along the faces. Every
/// four vertices must form a face.
pub fn grained_mesh(of: TriangleMesh) -> Mesh {
    let faces = of.positions.chunks(4).zip(of.normals.chunks(4));
    let uvs = faces.enumerate().flat_map(|(cut, (corners, normals))| {
        let low = corners.iter().fold(Vec3::INFINITY, |low, at| low.min(*at));
        let high = corners
            .iter()
            .fold(Vec3::NEG_INFINITY, |high, at| high.max(*at));
        let is_along_x = high.x - low.x > high.z - low.z;
        let is_level = normals.first().is_some_and(|normal| normal.y.abs() > 0.5);
        corners.iter().map(move |at| {
            let (along, aside) = if is_along_x {
                (at.x, at.z)
            } else {
                (at.z, at.x)
            };
            let across = if is_level { aside } else { at.y };
            grain::place(Vec2::new(across, along), cut)
        })
    });
    let uvs = uvs.collect();
    mesh(TriangleMesh { uvs, ..of })
}

/// Returns a shape's material as a Bevy material.
pub fn material(of: Material, grains: &mut Grains, images: &mut Assets<Image>) -> StandardMaterial {
    let plain = without_grain(of);
    match of.grain {
        Some(grain) => StandardMaterial {
            base_color: grain::under(of.base_color),
            base_color_texture: Some(grains.of(grain, images)),
            ..plain
        },
        None => plain,
    }
}

/// Returns the material without its grain, for meshes without texture coordinates.
pub fn without_grain(of: Material) -> StandardMaterial {
    StandardMaterial {
        base_color: of.base_color,
        perceptual_roughness: of.perceptual_roughness,
        metallic: of.metallic,
        reflectance: of.reflectance,
        unlit: of.unlit,
        ..default()
    }
}
