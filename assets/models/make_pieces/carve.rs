//! Convex solids, cut by planes.

use crate::geometry::PieceGeometry;
use crate::vectors::{Vec3, add, cross, dot, length, mix, ratio, scale, sub, unit};

/// A plane; `normal` points to the side where `dot(normal, p) > offset`.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    pub normal: Vec3,
    pub offset: f32,
}

impl Plane {
    fn side(&self, point: Vec3) -> f32 {
        dot(self.normal, point) - self.offset
    }

    /// Parts a convex polygon in what lies behind the plane and what lies before it.
    fn split(&self, polygon: &[Corner]) -> [Vec<Corner>; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        for (i, &a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            let (side_a, side_b) = (self.side(a.position), self.side(b.position));
            parts[usize::from(side_a > 0.0)].push(a);
            if (side_a > 0.0) != (side_b > 0.0) {
                // The same point whichever way round the edge is met.
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

/// A corner of a polygon that is being cut.
#[derive(Clone, Copy, Debug)]
struct Corner {
    position: Vec3,
    normal: Vec3,
}

impl Corner {
    /// The point between two corners where the distance to a plane is nought.
    fn towards(&self, other: &Self, here: f32, there: f32) -> Self {
        let t = here / (here - there);
        Self {
            position: mix(self.position, other.position, t),
            normal: mix(self.normal, other.normal, t),
        }
    }
}

/// Takes what lies before all of the `planes` out of a convex solid.
pub fn carve(solid: &PieceGeometry, planes: &[Plane]) -> PieceGeometry {
    let mut mesh = PieceGeometry::default();
    let mut walls = vec![Vec::new(); planes.len()];
    for triangle in solid.indices.chunks_exact(3) {
        let corners = triangle.iter().map(|&i| Corner {
            position: solid.positions[i as usize],
            normal: solid.normals[i as usize],
        });
        // All planes part all of the triangle, so that the parts share their corners.
        let mut parts = vec![(corners.collect::<Vec<_>>(), true)];
        for plane in planes {
            parts = parts
                .into_iter()
                .flat_map(|(polygon, taken)| {
                    let [behind, before] = plane.split(&polygon);
                    [(behind, false), (before, taken)]
                })
                .filter(|(polygon, _)| !polygon.is_empty())
                .collect();
        }
        for (polygon, taken) in parts {
            if !taken {
                fan(&mut mesh, &polygon);
                continue;
            }
            // The rim of what is taken out is the rim of the walls.
            for (plane, wall) in planes.iter().zip(&mut walls) {
                let points = polygon.iter().map(|c| c.position);
                wall.extend(points.filter(|&p| plane.side(p).abs() < 1e-6));
            }
        }
    }
    for (plane, wall) in planes.iter().zip(walls) {
        cap(&mut mesh, wall, plane.normal);
    }
    mesh
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

/// Adds the flat convex polygon with these corners, which come in any order and
/// more than once. `normal` points to where it is seen from.
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
    // Some corners lie in a straight line, so the triangles go round the middle.
    let middle = mesh.vertex(middle, normal);
    let rim: Vec<u32> = turned
        .into_iter()
        .map(|(_, p)| mesh.vertex(p, normal))
        .collect();
    for (i, &corner) in rim.iter().enumerate() {
        mesh.triangle([middle, corner, rim[(i + 1) % rim.len()]]);
    }
}
