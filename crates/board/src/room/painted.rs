//! Meshes of what is around the board: with colours that hold the light already, so that no lamp has
//! to be asked for each pixel of a picture that is mostly room.

use std::f32::consts::TAU;
use std::ops::Range;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// Vertices with linear colours and places in a picture, gathered into one mesh.
#[derive(Default)]
pub(super) struct Painted {
    positions: Vec<Vec3>,
    colors: Vec<[f32; 4]>,
    places: Vec<Vec2>,
    indices: Vec<u32>,
}

impl Painted {
    /// Adds a face of four corners with their colours, counter-clockwise from where it is seen.
    pub(super) fn quad(&mut self, corners: [Vec3; 4], colors: [Vec3; 4]) {
        let base = self.positions.len() as u32;
        self.positions.extend(corners);
        self.colors
            .extend(colors.map(|color| color.extend(1.0).to_array()));
        // A picture is on it as a whole.
        self.places
            .extend([Vec2::Y, Vec2::ONE, Vec2::X, Vec2::ZERO]);
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| base + i));
    }

    /// Adds the faces between rings of corners with their colours, each ring with the one after it. A
    /// ring has its corners at even angles from the same direction on, however many, or is one point.
    /// The place of a corner in a picture is where it lies, seen from above, metres.
    pub(super) fn rings(
        &mut self,
        rings: impl IntoIterator<Item = impl IntoIterator<Item = (Vec3, Vec3)>>,
    ) {
        let mut before: Option<Range<u32>> = None;
        for ring in rings {
            let first = self.positions.len() as u32;
            for (corner, color) in ring {
                self.positions.push(corner);
                self.colors.push(color.extend(1.0).to_array());
                self.places.push(corner.xz());
            }
            let now = first..self.positions.len() as u32;
            if let Some(before) = before.replace(now.clone()) {
                self.between(&before, &now);
            }
        }
    }

    /// Adds the faces between two rings of corners; seen from above, if they lie level and the other is
    /// round the one.
    fn between(&mut self, one: &Range<u32>, other: &Range<u32>) {
        let corner = |ring: &Range<u32>, step: u32| ring.start + step % ring.len() as u32;
        // A point has no edge.
        let edges = |ring: &Range<u32>| {
            if ring.len() == 1 {
                0
            } else {
                ring.len() as u32
            }
        };
        let (of_one, of_other) = (edges(one), edges(other));
        let (mut here, mut there) = (0, 0);
        while here < of_one || there < of_other {
            // Next comes the edge whose middle is less far round.
            let is_behind = (2 * here + 1) * of_other <= (2 * there + 1) * of_one;
            let face = if there == of_other || here < of_one && is_behind {
                here += 1;
                [
                    corner(one, here - 1),
                    corner(one, here),
                    corner(other, there),
                ]
            } else {
                there += 1;
                [
                    corner(other, there),
                    corner(other, there - 1),
                    corner(one, here),
                ]
            };
            self.indices.extend(face);
        }
    }

    /// Adds a level disc about the origin, as rings with these radii, metres, and numbers of corners;
    /// each point has the colour that `color` says, and its place in a picture is where it lies, metres.
    pub(super) fn disc(
        &mut self,
        height: f32,
        rings: &[(f32, usize)],
        color: impl Fn(Vec3) -> Vec3,
    ) {
        let color = &color;
        self.rings(rings.iter().map(|&(radius, steps)| {
            (0..steps).map(move |step| {
                let at = around(step, steps) * radius + Vec3::Y * height;
                (at, color(at))
            })
        }));
    }

    /// Adds a band of so many faces round the origin between two circles, given by their radii and
    /// heights; it is seen from the left of who goes from the first to the second, looking outwards.
    pub(super) fn band(
        &mut self,
        faces: usize,
        [from, to]: [(f32, f32); 2],
        color: impl Fn(Vec3) -> Vec3,
    ) {
        for step in 0..faces {
            let at = |(radius, height): (f32, f32), step: usize| {
                around(step, faces) * radius + Vec3::Y * height
            };
            let corners = [
                at(from, step),
                at(to, step),
                at(to, step + 1),
                at(from, step + 1),
            ];
            self.quad(corners, corners.map(&color));
        }
    }

    /// Adds an upright post with four sides, which something lies on.
    pub(super) fn post(
        &mut self,
        foot: Vec3,
        half: f32,
        height: f32,
        color: impl Fn(Vec3) -> Vec3,
    ) {
        for side in 0..4 {
            let [here, next] = [side, side + 1].map(|side| post_corner(foot, half, side));
            let up = Vec3::Y * height;
            let corners = [here, next, next + up, here + up];
            self.quad(corners, corners.map(&color));
        }
    }

    /// Adds the same with a top.
    pub(super) fn block(
        &mut self,
        foot: Vec3,
        half: f32,
        height: f32,
        color: impl Fn(Vec3) -> Vec3,
    ) {
        self.post(foot, half, height, &color);
        let top = [0, 1, 2, 3].map(|side| post_corner(foot + Vec3::Y * height, half, side));
        self.quad(top, top.map(&color));
    }

    /// Adds a square that faces a point.
    pub(super) fn facing(&mut self, middle: Vec3, half: f32, eye: Vec3, color: Vec3) {
        let towards = (eye - middle).normalize_or(Vec3::Z);
        let right = Vec3::Y.cross(towards).try_normalize().unwrap_or(Vec3::X) * half;
        let up = towards.cross(right);
        let corners = [
            middle - right - up,
            middle + right - up,
            middle + right + up,
            middle - right + up,
        ];
        self.quad(corners, [color; 4]);
    }

    /// The mesh.
    pub(super) fn mesh(self) -> Mesh {
        let normals = vec![Vec3::Y; self.positions.len()];
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::RENDER_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
        .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// Number of corners of what is round.
pub(super) const AROUND: usize = 48;

/// A corner of a post with four sides at the height of its foot, so far from its middle.
fn post_corner(foot: Vec3, half: f32, side: usize) -> Vec3 {
    let angle = (side as f32 + 0.5) / 4.0 * TAU;
    foot + Vec3::new(angle.cos(), 0.0, -angle.sin()) * half
}

/// The direction of a corner of what is round, level.
pub(super) fn around(step: usize, steps: usize) -> Vec3 {
    let angle = step as f32 / steps as f32 * TAU;
    Vec3::new(angle.cos(), 0.0, angle.sin())
}

/// The base colour of a material whose mesh has its light in its colours, where the room has a part of
/// that light, 0 to 1.
pub(super) fn in_light(part: f32) -> Color {
    Color::linear_rgb(part, part, part)
}

/// A material that has the colours of its mesh, whatever the lights, and is seen from both sides.
pub(super) fn as_painted() -> StandardMaterial {
    StandardMaterial {
        base_color: in_light(1.0),
        unlit: true,
        cull_mode: None,
        ..default()
    }
}

/// The same for what is behind all else. Bevy draws what has a mask after what is opaque, so that the
/// graphics card sees at once what of it is hidden: while sky and hills came in any order, they took
/// nearly half of a frame (`docs/testing.md`, "Of a graphics card").
pub(super) fn behind() -> StandardMaterial {
    StandardMaterial {
        alpha_mode: AlphaMode::Mask(0.5),
        ..as_painted()
    }
}

/// The same for what shines: its light is added to what is behind.
pub(super) fn shining(spot: Handle<Image>) -> StandardMaterial {
    StandardMaterial {
        base_color_texture: Some(spot),
        alpha_mode: AlphaMode::Add,
        ..as_painted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_of_any_numbers_of_corners_make_a_disc_without_gaps_that_faces_up() {
        let rings = [(0.0, 1), (0.4, 7), (0.8, 12), (1.0, 48)];
        let mut disc = Painted::default();
        disc.disc(0.5, &rings, |_| Vec3::ONE);
        assert_eq!(disc.positions.len(), 1 + 7 + 12 + 48);
        assert_eq!(disc.indices.len() / 3, 7 + (7 + 12) + (12 + 48));
        let faces = disc.indices.chunks_exact(3);
        let areas = faces.map(|face| {
            let [a, b, c] = [face[0], face[1], face[2]].map(|i| disc.positions[i as usize]);
            (b - a).cross(c - a).y / 2.0
        });
        let areas: Vec<f32> = areas.collect();
        assert!(areas.iter().all(|area| *area > 1e-4), "{areas:?}");
        let whole = 48.0 * (TAU / 48.0).sin() / 2.0;
        assert!((areas.iter().sum::<f32>() - whole).abs() < 1e-4);
    }
}
