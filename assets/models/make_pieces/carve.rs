//! Cutting convex solids with planes.

use crate::geometry::PieceGeometry;
use crate::vectors::{Vec3, add, cross, dot, length, mix, ratio, scale, sub, unit};

/// Tolerance for a point on a plane, and for equal points.
const NEAR: f32 = 1e-6;

/// A plane. `normal` points to the side where `dot(normal, p) > offset`.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    pub normal: Vec3,
    pub offset: f32,
}

impl Plane {
    fn side(&self, point: Vec3) -> f32 {
        dot(self.normal, point) - self.offset
    }

    fn holds(&self, corner: &Corner) -> bool {
        self.side(corner.position).abs() < NEAR
    }

    /// Splits a convex polygon into the parts behind and in front of the plane.
    fn split(&self, polygon: &[Corner]) -> [Vec<Corner>; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        for (i, &a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            let (side_a, side_b) = (self.side(a.position), self.side(b.position));
            parts[usize::from(side_a > 0.0)].push(a);
            if (side_a > 0.0) != (side_b > 0.0) {
                // Gives the same point for both directions of the edge.
                let cut = if side_a > 0.0 {
                    a.towards(&b, side_a, side_b)
                } else {
                    b.towards(&a, side_b, side_a)
                };
                parts[0].push(cut);
                parts[1].push(cut);
            }
        }
        parts
    }
}

/// Corner of a polygon during a cut.
#[derive(Clone, Copy, Debug)]
struct Corner {
    position: Vec3,
    normal: Vec3,
}

impl Corner {
    /// Returns the point between two corners at distance 0 from a plane, given the corners'
    /// distances from it.
    fn towards(&self, other: &Self, here: f32, there: f32) -> Self {
        let t = here / (here - there);
        Self {
            position: mix(self.position, other.position, t),
            normal: mix(self.normal, other.normal, t),
        }
    }
}

/// Removes the part of a convex solid that is in front of all `planes`.
pub fn carve(solid: &PieceGeometry, planes: &[Plane]) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    let mut walls = vec![Vec::new(); planes.len()];
    for triangle in solid.indices.chunks_exact(3) {
        let corners = triangle.iter().map(|&i| Corner {
            position: solid.positions[i as usize],
            normal: solid.normals[i as usize],
        });
        let mut taken: Vec<Corner> = corners.collect();
        let mut left = Vec::new();
        for plane in planes {
            let [behind, before] = plane.split(&taken);
            left.push((plane, behind));
            taken = before;
        }
        // The rim of the removed part is the rim of the walls.
        for (plane, wall) in planes.iter().zip(&mut walls) {
            let rim = taken.iter().filter(|corner| plane.holds(corner));
            wall.extend(rim.map(|corner| corner.position));
        }
        for (nth, (plane, polygon)) in left.iter().enumerate() {
            let beside = left[nth + 1..].iter().flat_map(|(_, other)| other);
            fan(&mut mesh, &meeting(plane, polygon, beside.chain(&taken)));
        }
    }
    for (plane, wall) in planes.iter().zip(walls) {
        cap(&mut mesh, wall, plane.normal);
    }
    mesh
}

/// Returns a polygon behind a plane, extended by any neighbour's corner on its edge in the plane.
/// Sharing the corner avoids a T-junction. The corner comes first, so that a fan from it has no
/// degenerate triangle.
fn meeting<'a>(
    plane: &Plane,
    polygon: &[Corner],
    mut beside: impl Iterator<Item = &'a Corner>,
) -> Vec<Corner> {
    let is_own = |corner: &Corner| {
        let away = |own: &Corner| length(sub(corner.position, own.position));
        polygon.iter().any(|own| away(own) <= NEAR)
    };
    let count = polygon.len();
    let mut shared = polygon.to_vec();
    let corner = beside.find(|corner| plane.holds(corner) && !is_own(corner));
    let edge =
        (0..count).find(|&at| plane.holds(&polygon[at]) && plane.holds(&polygon[(at + 1) % count]));
    if let (Some(corner), Some(edge)) = (corner, edge) {
        shared.rotate_left((edge + 1) % count);
        shared.insert(0, *corner);
    }
    shared
}

/// Adds a convex polygon.
fn fan(mesh: &mut PieceGeometry, polygon: &[Corner]) {
    let corners: Vec<u32> = polygon
        .iter()
        .map(|c| mesh.vertex(c.position, c.normal))
        .collect();
    for i in 2..corners.len() {
        mesh.triangle([corners[0], corners[i - 1], corners[i]]);
    }
}

/// Adds the flat convex polygon with these corners, in any order and with duplicates. `normal`
/// points to the visible side.
fn cap(mesh: &mut PieceGeometry, points: Vec<Vec3>, normal: Vec3) {
    let Some(&first) = points.first() else {
        return;
    };
    let sum = points.iter().copied().fold([0.0; 3], add);
    let middle = scale(sum, 1.0 / ratio(points.len(), 1));
    let right = unit(sub(first, middle));
    let up = cross(normal, right);
    let mut turned: Vec<(f32, Vec3)> = points
        .into_iter()
        .map(|p| (sub(p, middle), p))
        .map(|(arm, p)| (dot(arm, up).atan2(dot(arm, right)), p))
        .collect();
    turned.sort_by(|a, b| a.0.total_cmp(&b.0));
    turned.dedup_by(|a, b| length(sub(a.1, b.1)) < 1e-5);
    // Some corners are collinear, so the triangles fan out from the middle.
    let middle = mesh.vertex(middle, normal);
    let rim: Vec<u32> = turned
        .into_iter()
        .map(|(_, p)| mesh.vertex(p, normal))
        .collect();
    for (i, &corner) in rim.iter().enumerate() {
        mesh.triangle([middle, corner, rim[(i + 1) % rim.len()]]);
    }
}
