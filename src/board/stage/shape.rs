//! What the app keeps of shapes: that of the board which is played on, where its player
//! sits, and how it is drawn by Bevy.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use icochess_shape::{Material, Seat, Shape, TriangleMesh};

/// The shape of the board that is played on.
#[derive(Resource, Debug, Deref)]
pub struct BoardShape(pub Shape);

/// The seat of the player: what "towards the player" means for the board.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Deref, DerefMut)]
pub struct PlayerSeat(pub Seat);

/// A mesh of a shape as Bevy draws it.
pub fn mesh(of: TriangleMesh) -> Mesh {
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, of.positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, of.normals)
    .with_inserted_indices(Indices::U32(of.indices))
}

/// A material of a shape as Bevy draws it.
pub fn material(of: Material) -> StandardMaterial {
    StandardMaterial {
        base_color: of.base_color,
        perceptual_roughness: of.perceptual_roughness,
        metallic: of.metallic,
        reflectance: of.reflectance,
        unlit: of.unlit,
        ..default()
    }
}
