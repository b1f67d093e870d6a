//! Flat figures in level planes: polygons and triangles.

use bevy_math::Vec3;

use super::mesh::TriangleMesh;

/// Returns a convex outline in the plane, counter-clockwise, with each edge moved inwards by
/// `distance` metres.
pub fn inset(outline: &[Vec3], distance: f32) -> Vec<Vec3> {
    let corners = outline.len();
    let inwards = |i: usize| {
        let edge = outline[(i + 1) % corners] - outline[i];
        Vec3::Y.cross(edge).normalize_or_zero()
    };
    (0..corners)
        .map(|i| {
            // The corner is the intersection of the two moved edges.
            let (a, b) = (inwards((i + corners - 1) % corners), inwards(i));
            outline[i] + (a + b) * (distance / (1.0 + a.dot(b)))
        })
        .collect()
}

impl TriangleMesh {
    /// Adds a level convex polygon that faces up, with its points in either winding order.
    pub fn polygon(&mut self, points: &[Vec3]) {
        let base = self.positions.len() as u32;
        self.positions.extend_from_slice(points);
        self.normals.resize(self.positions.len(), Vec3::Y);
        for i in 1..points.len() as u32 - 1 {
            let (b, c) = (
                points[i as usize] - points[0],
                points[i as usize + 1] - points[0],
            );
            let upwards = b.cross(c).y > 0.0;
            let (b, c) = if upwards { (i, i + 1) } else { (i + 1, i) };
            self.indices.extend([base, base + b, base + c]);
        }
    }

    /// Adds level triangles that face up, as indices of `corners`.
    pub fn triangles(&mut self, corners: impl Iterator<Item = Vec3>, triangles: &[[u8; 3]]) {
        let base = self.positions.len() as u32;
        self.positions.extend(corners);
        self.normals.resize(self.positions.len(), Vec3::Y);
        let corners = triangles.as_flattened().iter();
        self.indices.extend(corners.map(|i| base + u32::from(*i)));
    }
}
