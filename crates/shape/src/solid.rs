//! Solid bodies built from faces: frames, rods, boxes and discs.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy_math::{Vec2, Vec3};

use super::mesh::TriangleMesh;

/// Corners of a rectangle in x and z, counter-clockwise from above.
pub const CORNERS: [[f32; 2]; 4] = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];

/// Maximum deviation of a polygon's edge from its circle, in metres. It is less than a pixel at 25
/// pixels per degree, as seen from the usual seats.
const MAX_DEVIATION: f32 = 0.0006;
/// Minimum and maximum number of corners of a circle.
const CORNERS_OF_CIRCLE: [usize; 2] = [6, 48];

/// Returns the number of corners for a circle of this radius in metres, always even. With `n`
/// corners, an edge deviates by `r (1 - cos(π/n))`, which is nearly `r π² / 2n²`.
fn around(radius: f32) -> usize {
    let [minimum, maximum] = CORNERS_OF_CIRCLE;
    let half = FRAC_PI_2 * (radius / (2.0 * MAX_DEVIATION)).sqrt();
    (2 * half.ceil() as usize).clamp(minimum, maximum)
}

/// Returns the corner number `side` of an elliptic plate with these half axes, moved out and up, in
/// metres.
fn on_edge(half: Vec2, (out, up): (f32, f32), side: usize) -> Vec3 {
    let (sin, cos) = (side as f32 / around(half.max_element()) as f32 * TAU).sin_cos();
    Vec3::new(cos * (half.x + out), up, -sin * (half.y + out))
}

impl TriangleMesh {
    /// Adds a flat face, with corners counter-clockwise from outside.
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

    /// Adds a box by its centre and half its lengths.
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

    /// Adds a frame round a rectangle with these half lengths. `profile` is the frame's
    /// cross-section from the inner edge outwards and round below. Each point is metres from the
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

    /// Adds a rod along points of a plane x = const.
    pub fn rod(&mut self, path: &[Vec3], radius: f32) {
        let sides = around(radius);
        let ring = |i: usize| -> Vec<Vec3> {
            let along = path[(i + 1).min(path.len() - 1)] - path[i.saturating_sub(1)];
            let across = Vec3::X.cross(along).normalize_or(Vec3::Y);
            let out = |side: usize| {
                let (sin, cos) = (side as f32 / sides as f32 * TAU).sin_cos();
                Vec3::X * cos + across * sin
            };
            (0..sides).map(out).collect()
        };
        for i in 1..path.len() {
            let (before, now) = (ring(i - 1), ring(i));
            for side in 0..sides {
                let next = (side + 1) % sides;
                let normals = [before[next], before[side], now[side], now[next]];
                let ends = [path[i - 1], path[i - 1], path[i], path[i]];
                let corners = std::array::from_fn(|at| ends[at] + normals[at] * radius);
                self.face(corners, normals);
            }
        }
    }

    /// Closes a rod at its upper end.
    pub fn cap(&mut self, middle: Vec3, radius: f32) {
        let sides = around(radius);
        let corner = |side: usize| {
            let (sin, cos) = (side as f32 / sides as f32 * TAU).sin_cos();
            middle + Vec3::new(cos, 0.0, -sin) * radius
        };
        for side in (0..sides).step_by(2) {
            let corners = [middle, corner(side), corner(side + 1), corner(side + 2)];
            self.face(corners, [Vec3::Y; 4]);
        }
    }

    /// Adds an elliptic plate with these half axes and a smoothly shaded edge. `edge` runs from the
    /// upper face outwards and down. Each point is metres from the half axes, and metres above the
    /// middle.
    pub fn disc(&mut self, half: Vec2, edge: &[(f32, f32)]) {
        self.edge(half, edge);
        self.upper_face(half, edge[0]);
        self.lower_face(half, edge[edge.len() - 1]);
    }

    /// Adds only the edge of an elliptic plate: see [`Self::disc`].
    pub fn edge(&mut self, half: Vec2, edge: &[(f32, f32)]) {
        let sides = around(half.max_element());
        // Normal at a corner where the edge runs in the direction (out, up).
        let across = |(out, up): (f32, f32), side: usize| {
            let (sin, cos) = (side as f32 / sides as f32 * TAU).sin_cos();
            let level = Vec3::new(cos * half.y, 0.0, -sin * half.x).normalize_or_zero();
            (level * -up + Vec3::Y * out).normalize_or_zero()
        };
        for side in 0..sides {
            for pair in edge.windows(2) {
                let corners = [
                    on_edge(half, pair[0], side),
                    on_edge(half, pair[1], side),
                    on_edge(half, pair[1], side + 1),
                    on_edge(half, pair[0], side + 1),
                ];
                let direction = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
                let [here, next] = [side, side + 1].map(|side| across(direction, side));
                self.face(corners, [here, here, next, next]);
            }
        }
    }

    /// Adds the upper face of an elliptic plate, up to the point `to` of its edge.
    pub fn upper_face(&mut self, half: Vec2, to: (f32, f32)) {
        for side in (0..around(half.max_element())).step_by(2) {
            let [a, b, c] = [side, side + 1, side + 2].map(|side| on_edge(half, to, side));
            self.quad([Vec3::Y * to.1, a, b, c]);
        }
    }

    /// Adds the lower face of an elliptic plate, up to the point `to` of its edge.
    pub fn lower_face(&mut self, half: Vec2, to: (f32, f32)) {
        for side in (0..around(half.max_element())).step_by(2) {
            let [a, b, c] = [side, side + 1, side + 2].map(|side| on_edge(half, to, side));
            self.quad([Vec3::Y * to.1, c, b, a]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the volume of a closed body, in cubic metres; positive if its faces point outwards.
    fn volume(body: &TriangleMesh) -> f32 {
        let at = |i: u32| body.positions[i as usize];
        let faces = body.indices.chunks(3);
        faces
            .map(|f| at(f[0]).dot(at(f[1]).cross(at(f[2]))) / 6.0)
            .sum()
    }

    #[test]
    fn circles_have_the_fewest_corners_that_stay_within_a_pixel() {
        for radius in [0.0012, 0.0032, 0.0036, 0.017, 0.122, 0.25] {
            let sides = around(radius);
            let strays = |sides: usize| radius * (1.0 - (TAU / 2.0 / sides as f32).cos());
            assert!(
                sides.is_multiple_of(2) && strays(sides) <= MAX_DEVIATION,
                "{radius}"
            );
            let is_least = sides == CORNERS_OF_CIRCLE[0] || strays(sides - 2) > MAX_DEVIATION;
            assert!(is_least, "{radius}: {sides}");
        }
    }

    #[test]
    fn faces_point_outwards() {
        let square = [
            (0.0, -0.1),
            (0.0, 0.1),
            (0.2, 0.1),
            (0.2, -0.1),
            (0.0, -0.1),
        ];
        let mut frame = TriangleMesh::default();
        frame.frame(Vec2::splat(1.0), &square);
        // The frame consists of four mitred bars of 0.2 by 0.2, measured along their centre lines.
        assert!(
            (volume(&frame) - 0.04 * 8.8).abs() < 1e-3,
            "{}",
            volume(&frame)
        );
        let mut cuboid = TriangleMesh::default();
        cuboid.cuboid(Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.1, 0.2, 0.3));
        assert!((volume(&cuboid) - 0.048).abs() < 1e-4);
        let mut disc = TriangleMesh::default();
        disc.disc(Vec2::new(0.5, 1.0), &[(0.0, 0.1), (0.0, 0.0)]);
        assert!((volume(&disc) - 0.157).abs() < 0.002);
        // The edge is smooth, so faces share the normals at their common vertices.
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
        let mut rod = TriangleMesh::default();
        rod.rod(&[Vec3::ZERO, Vec3::Y, Vec3::new(0.0, 2.0, 0.5)], 0.1);
        let moved = rod.translated(Vec3::new(3.0, 0.0, 1.0));
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
