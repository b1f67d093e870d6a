//! Specimens of all meshes with a `StandardMaterial`. A headset draws them before the player is
//! seated, so that the render pipelines are ready before marks, see-through mode, the map or
//! another room need them.

use bevy::prelude::*;
use bevy::render::render_resource::Face;
use icochess_shape::TriangleMesh;

use super::drawing::{GLASS, OVER_GLASS};
use super::shape::mesh;

/// Properties of a mesh and its material that determine the render pipeline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Specimen {
    /// Whether the mesh has texture coordinates.
    pub has_places: bool,
    /// Whether the mesh has colours.
    pub has_colors: bool,
    /// Alpha mode of the material.
    pub alpha_mode: AlphaMode,
    /// Whether back faces are drawn.
    pub is_two_sided: bool,
    /// Depth bias of the material, in metres.
    pub depth_bias: f32,
}

/// All specimens.
pub const SPECIMENS: [Specimen; 17] = {
    use AlphaMode::{Add, AlphaToCoverage, Blend, Mask, Opaque};
    // Attributes of the mesh other than positions and normals.
    const PLAIN: [bool; 2] = [false, false];
    const PLACES: [bool; 2] = [true, false];
    const COLORS: [bool; 2] = [false, true];
    const BOTH: [bool; 2] = [true, true];
    [
        // Names, outlines and frames; frames on a ball.
        specimen(PLAIN, Opaque, false, 0.0),
        specimen(PLAIN, Opaque, true, 0.0),
        // Marks of moves; marks on a ball.
        specimen(COLORS, Opaque, false, 0.0),
        specimen(COLORS, Opaque, true, 0.0),
        // Tiles, pieces and hands.
        specimen(PLACES, Opaque, false, 0.0),
        // See-through tiles, faded hands and contact shadows; faded pieces; panes on the map and
        // thrown shadows.
        specimen(PLACES, Blend, false, 0.0),
        specimen(PLACES, AlphaToCoverage, false, 0.0),
        specimen(PLACES, Blend, true, 0.0),
        // Tiles with worn edges: opaque and see-through.
        specimen(BOTH, Opaque, false, 0.0),
        specimen(BOTH, Blend, false, 0.0),
        // Inner paths; inlaid marks, and rings of check and mate; panes.
        specimen(PLACES, Blend, false, OVER_GLASS),
        specimen(COLORS, Blend, true, OVER_GLASS),
        specimen(BOTH, Blend, true, GLASS),
        // The room: objects, sky, lights and the board's shadow.
        specimen(BOTH, Opaque, true, 0.0),
        specimen(BOTH, Mask(0.5), true, 0.0),
        specimen(BOTH, Add, true, 0.0),
        specimen(BOTH, Blend, true, 0.0),
    ]
};

const fn specimen(
    [has_places, has_colors]: [bool; 2],
    alpha_mode: AlphaMode,
    is_two_sided: bool,
    depth_bias: f32,
) -> Specimen {
    Specimen {
        has_places,
        has_colors,
        alpha_mode,
        is_two_sided,
        depth_bias,
    }
}

impl Specimen {
    /// Returns a mesh with these properties. It has no area, so it is invisible.
    pub fn mesh(self) -> Mesh {
        let uvs = if self.has_places { 3 } else { 0 };
        let colors = if self.has_colors { 3 } else { 0 };
        mesh(TriangleMesh {
            positions: vec![Vec3::ZERO; 3],
            normals: vec![Vec3::Y; 3],
            uvs: vec![Vec2::ZERO; uvs],
            colors: vec![[1.0; 4]; colors],
            indices: vec![0, 1, 2],
        })
    }

    /// Returns a material with these properties.
    pub fn material(self) -> StandardMaterial {
        StandardMaterial {
            alpha_mode: self.alpha_mode,
            cull_mode: (!self.is_two_sided).then_some(Face::Back),
            depth_bias: self.depth_bias,
            ..default()
        }
    }
}
