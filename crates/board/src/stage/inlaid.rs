//! Marks that look inlaid in a tile. A soft dark seam around the filled area separates them from
//! light and dark tiles alike. Borders along the edges have bands of any colour.
//!
//! All marks are in the tile's frame (the plane y = 0), counter-clockwise from above.

use std::f32::consts::TAU;

use bevy::prelude::*;
use icochess_shape::{TriangleMesh, inset};

use super::decals::BEVEL;
use super::shape::mesh;

/// Colours of a mark and of a seam's outer edge, as factors of the material's.
const LIT: [f32; 4] = [1.0; 4];
const DARK: [f32; 4] = [0.06, 0.06, 0.06, 1.0];
/// Number of corners of a round shape.
const SIDES: usize = 32;

/// Returns a disc with a seam of this width, in metres.
pub fn disc(radius: f32, seam: f32) -> Mesh {
    turned(SIDES, &[(radius - seam, LIT), (radius, DARK)], true)
}

/// Returns a ring with a seam on either side.
pub fn ring(outer: f32, inner: f32, seam: f32) -> Mesh {
    let profile = [
        (inner, DARK),
        (inner + seam, LIT),
        (outer - seam, LIT),
        (outer, DARK),
    ];
    turned(SIDES, &profile, false)
}

/// Returns a dot in a ring, on a dark ground.
pub fn target(radius: f32, seam: f32) -> Mesh {
    let (dot, gap) = (radius * 0.3, radius * 0.6);
    let profile = [
        (dot, LIT),
        (dot + seam, DARK),
        (gap, DARK),
        (gap + seam, LIT),
        (radius - seam, LIT),
        (radius, DARK),
    ];
    // A path may have many.
    turned(SIDES / 2, &profile, true)
}

/// Returns concentric polygons, given from the inside out by corner distance and linear colour. The
/// first one may be filled.
pub fn turned(sides: usize, profile: &[(f32, [f32; 4])], is_filled: bool) -> Mesh {
    let mut shape = TriangleMesh::default();
    for &(radius, color) in profile {
        for side in 0..sides {
            let (sin, cos) = (side as f32 / sides as f32 * TAU).sin_cos();
            shape.positions.push(Vec3::new(cos, 0.0, sin) * radius);
            shape.colors.push(color);
        }
    }
    shape.normals = vec![Vec3::Y; shape.positions.len()];
    let sides = sides as u32;
    if is_filled {
        shape
            .indices
            .extend((1..sides - 1).flat_map(|side| [0, side + 1, side]));
    }
    for within in (0..profile.len() as u32 - 1).map(|row| row * sides) {
        let beyond = within + sides;
        for (side, next) in (0..sides).map(|side| (side, (side + 1) % sides)) {
            let corners = [within + side, within + next, beyond + next, beyond + side];
            let two = [0, 1, 2, 0, 2, 3].map(|corner: usize| corners[corner]);
            shape.indices.extend(two);
        }
    }
    mesh(shape)
}

/// Distance of a border from the bevel, in metres.
const ASIDE: f32 = 0.0003;

/// Returns a border along the edges of a tile, clear of the foot of a piece, with `foot` in metres.
/// `lines` are depths from the tile's edge in metres on the ball, with the colours between which
/// the bands fade. `along` are places on a side, as fractions of its length, with the fraction of
/// depth and opacity there. A `scale` of 1 is the ball's.
pub fn border(
    outline: &[Vec3],
    (scale, foot): (f32, f32),
    lines: &[(f32, Color)],
    along: &[(f32, f32)],
) -> TriangleMesh {
    let rows = lines.iter().map(|(depth, color)| {
        let line = inset(outline, BEVEL + ASIDE + depth * scale);
        (line, color.to_linear().to_f32_array())
    });
    let rows: Vec<(Vec<Vec3>, [f32; 4])> = rows.collect();
    let mut shape = TriangleMesh::default();
    for i in 0..outline.len() {
        let j = (i + 1) % outline.len();
        let at = |row: usize, (place, reach): (f32, f32)| {
            let on = |line: &[Vec3]| line[i].lerp(line[j], place);
            let (line, [red, green, blue, alpha]) = &rows[row];
            let point = on(&rows[0].0).lerp(on(line), reach);
            // A hair outside, against rounding.
            let point = point.clamp_length_min(foot * 1.001);
            (point, [*red, *green, *blue, alpha * reach])
        };
        let stretches = along.windows(2);
        for ends in stretches.filter(|ends| ends[0].1 + ends[1].1 > 0.0) {
            for row in 1..rows.len() {
                let corners = [
                    at(row - 1, ends[0]),
                    at(row - 1, ends[1]),
                    at(row, ends[1]),
                    at(row, ends[0]),
                ];
                shape.polygon(&corners.map(|(point, _)| point));
                shape.colors.extend(corners.map(|(_, color)| color));
            }
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::mesh::VertexAttributeValues;

    #[test]
    fn marks_face_up_and_are_dark_only_at_their_edges() {
        for (mesh, edges) in [
            (disc(0.01, 0.002), vec![0.01]),
            (ring(0.02, 0.01, 0.002), vec![0.01, 0.02]),
            (target(0.01, 0.001), vec![0.004, 0.006, 0.01]),
        ] {
            let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION).unwrap();
            let places = places.as_float3().unwrap();
            let at = |index: usize| Vec3::from(places[index]);
            let corners: Vec<usize> = mesh.indices().unwrap().iter().collect();
            for three in corners.chunks_exact(3) {
                let [a, b, c] = [at(three[0]), at(three[1]), at(three[2])];
                assert!((b - a).cross(c - a).y > 0.0);
            }
            let Some(VertexAttributeValues::Float32x4(colors)) =
                mesh.attribute(Mesh::ATTRIBUTE_COLOR)
            else {
                panic!("no colours");
            };
            for (index, color) in colors.iter().enumerate() {
                let radius = at(index).length();
                let is_edge = edges.iter().any(|edge| (radius - edge).abs() < 1e-6);
                assert_eq!(color[0] < 0.1, is_edge, "{radius}");
            }
        }
    }
}
