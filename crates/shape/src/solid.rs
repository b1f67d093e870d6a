//! Bodies made of faces: frames round squares, and rods.

use std::f32::consts::TAU;

use bevy_math::{Vec2, Vec3};

use super::mesh::TriangleMesh;

/// The corners of a rectangle in x and z, counter-clockwise from above.
pub const CORNERS: [[f32; 2]; 4] = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];

/// Number of corners of a shape that looks round.
const SIDES: usize = 12;

/// Faces gathered into one mesh.
#[derive(Debug, Default)]
pub struct Solid {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    indices: Vec<u32>,
}

impl Solid {
    /// Adds a face, its corners counter-clockwise from outside.
    pub fn quad(&mut self, corners: [Vec3; 4]) {
        let [a, b, c, d] = corners;
        let normal = (c - a).cross(d - b).normalize_or_zero();
        self.face(corners, [normal; 4]);
    }

    fn face(&mut self, corners: [Vec3; 4], normals: [Vec3; 4]) {
        let base = self.positions.len() as u32;
        self.positions.extend(corners);
        self.normals.extend(normals);
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| base + i));
    }

    /// Adds a box by its middle and half its lengths.
    pub fn cuboid(&mut self, middle: Vec3, half: Vec3) {
        let corner = |[x, z]: [f32; 2], y: f32| middle + half * Vec3::new(x, y, z);
        for side in 0..4 {
            let (a, b) = (CORNERS[side], CORNERS[(side + 1) % 4]);
            self.quad([
                corner(a, -1.0),
                corner(b, -1.0),
                corner(b, 1.0),
                corner(a, 1.0),
            ]);
        }
        self.quad(CORNERS.map(|at| corner(at, 1.0)));
        let [a, b, c, d] = CORNERS.map(|at| corner(at, -1.0));
        self.quad([d, c, b, a]);
    }

    /// Adds a frame round a rectangle that reaches so far from the middle. Its
    /// cross-section is given from the inner edge outwards and round below: metres from the
    /// rectangle, and metres above it.
    pub fn frame(&mut self, half: Vec2, profile: &[(f32, f32)]) {
        let corner = |(out, y): (f32, f32), [x, z]: [f32; 2]| {
            Vec3::new((half.x + out) * x, y, (half.y + out) * z)
        };
        for side in 0..4 {
            let (a, b) = (CORNERS[side], CORNERS[(side + 1) % 4]);
            for pair in profile.windows(2) {
                self.quad([
                    corner(pair[0], a),
                    corner(pair[1], a),
                    corner(pair[1], b),
                    corner(pair[0], b),
                ]);
            }
        }
    }

    /// Adds a rod of a radius along points of a plane x = const.
    pub fn rod(&mut self, way: &[Vec3], radius: f32) {
        let ring = |i: usize| -> Vec<Vec3> {
            let along = way[(i + 1).min(way.len() - 1)] - way[i.saturating_sub(1)];
            let across = Vec3::X.cross(along).normalize_or(Vec3::Y);
            let around = |side: usize| {
                let (sin, cos) = (side as f32 / SIDES as f32 * TAU).sin_cos();
                Vec3::X * cos + across * sin
            };
            (0..SIDES).map(around).collect()
        };
        for i in 1..way.len() {
            let (before, now) = (ring(i - 1), ring(i));
            for side in 0..SIDES {
                let next = (side + 1) % SIDES;
                let normals = [before[next], before[side], now[side], now[next]];
                let ends = [way[i - 1], way[i - 1], way[i], way[i]];
                let corners = std::array::from_fn(|at| ends[at] + normals[at] * radius);
                self.face(corners, normals);
            }
        }
    }

    /// Closes a rod at its upper end.
    pub fn cap(&mut self, middle: Vec3, radius: f32) {
        let corner = |side: usize| {
            let (sin, cos) = (side as f32 / SIDES as f32 * TAU).sin_cos();
            middle + Vec3::new(cos, 0.0, -sin) * radius
        };
        for side in (0..SIDES).step_by(2) {
            let corners = [middle, corner(side), corner(side + 1), corner(side + 2)];
            self.face(corners, [Vec3::Y; 4]);
        }
    }

    /// Adds a round plate with these half axes, whose edge looks round. It is given from the upper
    /// face outwards and down: metres from the half axes, and metres above the middle.
    pub fn disc(&mut self, half: Vec2, edge: &[(f32, f32)]) {
        const AROUND: usize = 48;
        let corner = |(out, y): (f32, f32), side: usize| {
            let (sin, cos) = (side as f32 / AROUND as f32 * TAU).sin_cos();
            Vec3::new(cos * (half.x + out), y, -sin * (half.y + out))
        };
        // Across the edge at a corner, where it leads so far out and up.
        let across = |(out, up): (f32, f32), side: usize| {
            let (sin, cos) = (side as f32 / AROUND as f32 * TAU).sin_cos();
            let level = Vec3::new(cos * half.y, 0.0, -sin * half.x).normalize_or_zero();
            (level * -up + Vec3::Y * out).normalize_or_zero()
        };
        for side in 0..AROUND {
            for pair in edge.windows(2) {
                let corners = [
                    corner(pair[0], side),
                    corner(pair[1], side),
                    corner(pair[1], side + 1),
                    corner(pair[0], side + 1),
                ];
                let way = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
                let [here, next] = [side, side + 1].map(|side| across(way, side));
                self.face(corners, [here, here, next, next]);
            }
        }
        let up = |at: (f32, f32)| Vec3::Y * at.1;
        let (first, last) = (edge[0], edge[edge.len() - 1]);
        for side in (0..AROUND).step_by(2) {
            let [a, b, c] = [side, side + 1, side + 2].map(|side| corner(first, side));
            self.quad([up(first), a, b, c]);
            let [a, b, c] = [side, side + 1, side + 2].map(|side| corner(last, side));
            self.quad([up(last), c, b, a]);
        }
    }

    /// Moves all that the body has so far.
    pub fn moved(mut self, by: Vec3) -> Self {
        for position in &mut self.positions {
            *position += by;
        }
        self
    }

    /// Adds another body.
    pub fn add(&mut self, other: Self) {
        let base = self.positions.len() as u32;
        self.positions.extend(other.positions);
        self.normals.extend(other.normals);
        self.indices
            .extend(other.indices.into_iter().map(|i| base + i));
    }

    /// The faces as a mesh.
    pub fn mesh(self) -> TriangleMesh {
        TriangleMesh {
            positions: self.positions,
            normals: self.normals,
            indices: self.indices,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Volume of a closed body, cubic metres: positive if its faces look outwards.
    fn volume(body: &Solid) -> f32 {
        let at = |i: u32| body.positions[i as usize];
        let faces = body.indices.chunks(3);
        faces
            .map(|f| at(f[0]).dot(at(f[1]).cross(at(f[2]))) / 6.0)
            .sum()
    }

    #[test]
    fn faces_look_outwards() {
        let square = [
            (0.0, -0.1),
            (0.0, 0.1),
            (0.2, 0.1),
            (0.2, -0.1),
            (0.0, -0.1),
        ];
        let mut frame = Solid::default();
        frame.frame(Vec2::splat(1.0), &square);
        // Four bars of 0.2 by 0.2, mitred: as long as their middles.
        assert!(
            (volume(&frame) - 0.04 * 8.8).abs() < 1e-3,
            "{}",
            volume(&frame)
        );
        let mut cuboid = Solid::default();
        cuboid.cuboid(Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.1, 0.2, 0.3));
        assert!((volume(&cuboid) - 0.048).abs() < 1e-4);
        let mut disc = Solid::default();
        disc.disc(Vec2::new(0.5, 1.0), &[(0.0, 0.1), (0.0, 0.0)]);
        assert!((volume(&disc) - 0.157).abs() < 0.002);
        // Its edge has no corners: what two faces share is lit alike.
        let edge = || disc.positions.iter().zip(&disc.normals);
        let edge = || edge().filter(|(_, normal)| normal.y.abs() < 0.5);
        assert_eq!(edge().count(), 4 * 48);
        for (at, normal) in edge() {
            assert!(normal.is_normalized() && normal.dot(at.with_y(0.0)) > 0.0);
            let same = edge().filter(|(other, _)| other.distance(*at) < 1e-5);
            assert!(same.clone().count() >= 2);
            assert!(
                same.map(|(_, other)| other.dot(*normal))
                    .all(|it| it > 0.999)
            );
        }
        let mut rod = Solid::default();
        rod.rod(&[Vec3::ZERO, Vec3::Y, Vec3::new(0.0, 2.0, 0.5)], 0.1);
        let moved = rod.moved(Vec3::new(3.0, 0.0, 1.0));
        for (place, normal) in moved.positions.iter().zip(&moved.normals) {
            assert!(normal.is_normalized() && place.x > 2.8);
        }
        for face in moved.indices.chunks(3) {
            let [a, b, c] = [face[0], face[1], face[2]].map(|i| moved.positions[i as usize]);
            let out = moved.normals[face[0] as usize];
            assert!((b - a).cross(c - a).dot(out) > 0.0);
        }
    }
}
