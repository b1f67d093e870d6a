//! Meshes of the surroundings, with light baked into vertex colours. The room fills most of a
//! picture, and its pixels need no lighting calculation.

use std::f32::consts::TAU;
use std::ops::Range;

use bevy::prelude::*;
use icochess_shape::TriangleMesh;

use crate::stage::drawing::unlit;
use crate::stage::shape::mesh;

/// Builder of one mesh from vertices with linear colours and texture coordinates.
#[derive(Default, Deref, DerefMut)]
pub(super) struct Painted(TriangleMesh);

impl Painted {
    /// Adds a vertex with its texture coordinates and linear colour.
    pub(super) fn vertex(&mut self, at: Vec3, uv: Vec2, color: Vec4) {
        self.positions.push(at);
        self.normals.push(Vec3::Y);
        self.uvs.push(uv);
        self.colors.push(color.to_array());
    }

    /// Adds a quad with a colour for each corner, counter-clockwise as seen from its front.
    pub(super) fn quad(&mut self, corners: [Vec3; 4], colors: [Vec3; 4]) {
        let base = self.positions.len() as u32;
        // The quad shows a whole texture.
        let uvs = [Vec2::Y, Vec2::ONE, Vec2::X, Vec2::ZERO];
        for ((at, color), uv) in corners.into_iter().zip(colors).zip(uvs) {
            self.vertex(at, uv, color.extend(1.0));
        }
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| base + i));
    }

    /// Adds the faces between successive rings of coloured corners. The corners of a ring are at
    /// even angles; all rings start in the same direction. Rings may differ in the number of
    /// corners, and one ring may be a single point. Texture coordinates are horizontal positions,
    /// in metres.
    pub(super) fn rings(
        &mut self,
        rings: impl IntoIterator<Item = impl IntoIterator<Item = (Vec3, Vec3)>>,
    ) {
        let mut before: Option<Range<u32>> = None;
        for ring in rings {
            let first = self.positions.len() as u32;
            for (corner, color) in ring {
                self.vertex(corner, corner.xz(), color.extend(1.0));
            }
            let now = first..self.positions.len() as u32;
            if let Some(before) = before.replace(now.clone()) {
                self.between(&before, &now);
            }
        }
    }

    /// Adds the faces between two rings. Level rings face up if `other` is the outer one.
    fn between(&mut self, one: &Range<u32>, other: &Range<u32>) {
        let corner = |ring: &Range<u32>, step: u32| ring.start + step % ring.len() as u32;
        // A single point has no edges.
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
            // Advances on the ring whose next edge has the smaller angle at its middle.
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

    /// Adds a level disc about the origin, from rings given as radius in metres and number of
    /// corners. `color` gives each vertex's colour. Texture coordinates are horizontal positions,
    /// in metres.
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

    /// Adds a band of `faces` quads about the origin between two circles, given as radius and
    /// height. Its front is on the left of a path from the first circle to the second, looking
    /// outwards.
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

    /// Adds an upright four-sided post without a top.
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

    /// Adds an upright four-sided post with a top.
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

    /// Adds a square billboard that faces a point.
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

    pub(super) fn mesh(self) -> Mesh {
        mesh(self.0)
    }
}

/// Number of corners of round shapes.
pub(super) const AROUND: usize = 48;

/// Returns a corner of a four-sided post at the height of its foot, at distance `half` from its
/// axis.
fn post_corner(foot: Vec3, half: f32, side: usize) -> Vec3 {
    let angle = (side as f32 + 0.5) / 4.0 * TAU;
    foot + Vec3::new(angle.cos(), 0.0, -angle.sin()) * half
}

/// Returns the horizontal direction of a corner of a round shape.
pub(super) fn around(step: usize, steps: usize) -> Vec3 {
    let angle = step as f32 / steps as f32 * TAU;
    Vec3::new(angle.cos(), 0.0, angle.sin())
}

/// Returns the base colour for a mesh with baked light, in a room dimmed to this fraction of full
/// light.
pub(super) fn in_light(part: f32) -> Color {
    Color::linear_rgb(part, part, part)
}

/// Returns an unlit, double-sided material that shows the mesh's own colours.
pub(super) fn as_painted() -> StandardMaterial {
    StandardMaterial {
        cull_mode: None,
        ..unlit(in_light(1.0))
    }
}

/// Returns an `as_painted` material for the background. Bevy draws masked meshes after opaque ones,
/// so the depth test rejects hidden pixels early. Without that order, sky and hills would take
/// nearly half of a frame's time (`docs/notes/frames.md`, "Graphics card").
pub(super) fn behind() -> StandardMaterial {
    StandardMaterial {
        alpha_mode: AlphaMode::Mask(0.5),
        ..as_painted()
    }
}

/// Returns an additive `as_painted` material for glowing objects.
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
    fn rings_of_any_corner_counts_make_a_gapless_disc_facing_up() {
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
