//! Meshes of the friend: a head with a visor, shoulders and two mitts, turned like chess pieces.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use icochess_rules::Side;

use crate::stage::palette::{Colors, Palette};

/// Height of the shoulders' origin, the base of the neck, in the frame of the head, in metres.
pub(super) const NECK: Vec3 = Vec3::new(0.0, -0.125, 0.085);

/// Outline of a turned solid: radius and place on the axis, from the bottom to the top, in metres.
type Outline<'a> = &'a [(f32, f32)];

const SKULL: Outline = &[
    (0.0, -0.135),
    (0.028, -0.128),
    (0.050, -0.106),
    (0.063, -0.065),
    (0.074, -0.010),
    (0.077, 0.030),
    (0.070, 0.068),
    (0.050, 0.097),
    (0.024, 0.111),
    (0.0, 0.115),
];
const STRAP: Outline = &[(0.0765, -0.016), (0.0815, 0.0), (0.0785, 0.016)];
const VISOR: Outline = &[
    (0.0, -0.080),
    (0.026, -0.075),
    (0.038, -0.058),
    (0.041, 0.0),
    (0.038, 0.058),
    (0.026, 0.075),
    (0.0, 0.080),
];
const NECKLINE: Outline = &[(0.055, -0.060), (0.042, -0.030), (0.040, 0.040)];
const COLLAR: Outline = &[
    (0.046, -0.062),
    (0.060, -0.056),
    (0.063, -0.048),
    (0.058, -0.040),
    (0.040, -0.036),
];
const SHOULDERS: Outline = &[
    (0.0, -0.345),
    (0.060, -0.335),
    (0.120, -0.290),
    (0.168, -0.225),
    (0.190, -0.160),
    (0.184, -0.120),
    (0.155, -0.090),
    (0.105, -0.068),
    (0.0, -0.052),
];
const MITT: Outline = &[
    (0.0, 0.0),
    (0.013, 0.004),
    (0.024, 0.018),
    (0.032, 0.042),
    (0.037, 0.072),
    (0.037, 0.098),
    (0.026, 0.130),
];
const THUMB: Outline = &[
    (0.0, 0.0),
    (0.007, 0.005),
    (0.011, 0.022),
    (0.012, 0.045),
    (0.009, 0.075),
    (0.0, 0.082),
];
const CUFF: Outline = &[
    (0.0, 0.120),
    (0.028, 0.122),
    (0.033, 0.133),
    (0.028, 0.144),
    (0.0, 0.146),
];

/// Returns the mesh of a head, which looks along -z from the origin between its eyes.
pub(super) fn head(palette: Palette, side: Side) -> Mesh {
    let [skin, trim] = colors(palette, side);
    let round = Transform::from_xyz(0.0, 0.0, 0.080).with_scale(Vec3::new(1.0, 1.0, 1.2));
    let across = Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_2))
        .with_scale(Vec3::new(1.0, 1.0, 0.8));
    joined([
        (turned(16, SKULL), round, skin),
        (turned(16, STRAP), round, trim),
        (turned(10, VISOR), across, trim),
    ])
}

/// Returns the mesh of shoulders that face -z, with the origin at the base of the neck.
pub(super) fn shoulders(palette: Palette, side: Side) -> Mesh {
    let [skin, trim] = colors(palette, side);
    let flat = Transform::from_scale(Vec3::new(1.0, 1.0, 0.55));
    let upright = Transform::IDENTITY;
    joined([
        (turned(12, NECKLINE), upright, skin),
        (turned(14, COLLAR), upright, trim),
        (turned(18, SHOULDERS), flat, skin),
    ])
}

/// Returns the mesh of a mitt, which points along -z, with its thumb above: left (0) or right (1).
/// Thumb and fingers meet at the origin.
pub(super) fn hand(palette: Palette, side: Side, hand: usize) -> Mesh {
    let [skin, trim] = colors(palette, side);
    let outwards = if hand == 0 { -1.0 } else { 1.0 };
    // The outlines' axis becomes the mitt's, from the fingertips to the wrist.
    let along = Quat::from_rotation_x(FRAC_PI_2);
    let mitt = Transform {
        translation: Vec3::new(outwards * 0.010, -0.010, 0.0),
        rotation: along,
        scale: Vec3::new(0.45, 1.0, 1.0),
    };
    let thumb = Transform {
        translation: Vec3::new(outwards * -0.010, 0.006, 0.004),
        rotation: Quat::from_rotation_y(outwards * 0.16) * Quat::from_rotation_x(-0.16) * along,
        scale: Vec3::ONE,
    };
    joined([
        (turned(12, MITT), mitt, skin),
        (turned(8, THUMB), thumb, skin),
        (
            turned(12, CUFF),
            mitt.with_scale(Vec3::new(0.7, 1.0, 1.0)),
            trim,
        ),
    ])
}

/// Returns the colours of a side: of the body, and of its ornaments.
fn colors(palette: Palette, side: Side) -> [Color; 2] {
    [palette.piece_in_air(side), palette.inlay(side)]
}

/// Returns the solid that an outline describes when turned about +y, with this many sides.
fn turned(sides: u32, outline: Outline) -> Mesh {
    let ring = |&(radius, height): &(f32, f32)| {
        (0..sides).map(move |side| {
            let (sin, cos) = (side as f32 / sides as f32 * TAU).sin_cos();
            Vec3::new(radius * cos, height, radius * sin)
        })
    };
    let places: Vec<Vec3> = outline.iter().flat_map(ring).collect();
    let rows = 0..outline.len() as u32 - 1;
    let faces = rows.flat_map(|row| (0..sides).map(move |side| (row * sides, side)));
    let corners = faces.flat_map(|(row, side)| {
        let next = (side + 1) % sides;
        let [a, b] = [row + side, row + next];
        [a, a + sides, b + sides, a, b + sides, b]
    });
    // A triangle at a pole has no area.
    let corners: Vec<u32> = corners.collect();
    let is_face = |three: &&[u32]| {
        let [a, b, c] = [0, 1, 2].map(|corner: usize| places[three[corner] as usize]);
        (b - a).cross(c - a) != Vec3::ZERO
    };
    let faces = corners.chunks_exact(3).filter(is_face);
    let indices = Indices::U32(faces.flatten().copied().collect());
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
    .with_inserted_indices(indices)
    .with_computed_area_weighted_normals()
}

/// Joins solids into one mesh, each with its place and colour.
fn joined<const N: usize>(solids: [(Mesh, Transform, Color); N]) -> Mesh {
    let mut all: Option<Mesh> = None;
    for (solid, place, color) in solids {
        let color = color.to_linear().to_f32_array();
        let colors = vec![color; solid.count_vertices()];
        let solid = solid
            .transformed_by(place)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors);
        match &mut all {
            None => all = Some(solid),
            Some(all) => all.merge(&solid).expect("the same attributes"),
        }
    }
    all.expect("a solid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friend_has_few_triangles_that_face_outwards() {
        let (palette, side) = (Palette::Standard, Side::White);
        let solids = [SKULL, STRAP, VISOR, COLLAR, SHOULDERS, MITT, THUMB, CUFF];
        for mesh in solids.map(|outline| turned(12, outline)) {
            let [places, normals] = [Mesh::ATTRIBUTE_POSITION, Mesh::ATTRIBUTE_NORMAL]
                .map(|of| mesh.attribute(of).unwrap().as_float3().unwrap());
            // Only the poles of flat ends have no outward part.
            let outwards = |(place, normal): (&[f32; 3], &[f32; 3])| {
                let place = Vec3::from_array(*place).with_y(0.0);
                place.dot(Vec3::from_array(*normal)) >= -1e-6
            };
            assert!(places.iter().zip(normals).all(outwards));
        }
        let meshes = [
            head(palette, side),
            shoulders(palette, side),
            hand(palette, side, 0),
            hand(palette, side, 1),
        ];
        let triangles = meshes.map(|mesh| mesh.indices().unwrap().len() / 3);
        assert!(triangles.iter().sum::<usize>() <= 1_700, "{triangles:?}");
    }
}
