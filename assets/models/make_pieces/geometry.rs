//! Triangle meshes, and operations to build them.

use std::collections::HashMap;

use crate::vectors::{Vec3, add, area_vector, cross, length, sub, unit};

/// Twice the area below which a triangle counts as degenerate and is dropped.
pub const SLIVER: f32 = 1e-10;

/// Triangle mesh, counter-clockwise as seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceGeometry {
    /// Positions of the vertices.
    pub positions: Vec<[f32; 3]>,
    /// Unit normals of the vertices.
    pub normals: Vec<[f32; 3]>,
    /// Three vertex indices for each triangle.
    pub indices: Vec<u32>,
}

impl PieceGeometry {
    /// Adds a vertex and returns its index.
    pub fn vertex(&mut self, position: Vec3, normal: Vec3) -> u32 {
        let index = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.push(position);
        self.normals.push(unit(normal));
        index
    }

    /// Adds a triangle unless it is degenerate.
    pub fn triangle(&mut self, corners: [u32; 3]) {
        let [a, b, c] = corners.map(|i| self.positions[i as usize]);
        if length(area_vector(a, b, c)) > SLIVER {
            self.indices.extend(corners);
        }
    }

    /// Adds a quad with its corners counter-clockwise.
    pub fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Adds a flat disc from its rim, counter-clockwise.
    pub fn disc(&mut self, rim: &[u32]) {
        for i in 2..rim.len() {
            self.triangle([rim[0], rim[i - 1], rim[i]]);
        }
    }

    /// Adds a flat quad that shares no vertex with its neighbours.
    pub fn facet(&mut self, corners: [Vec3; 4]) {
        let [a, b, c, d] = corners;
        let normal = cross(sub(c, a), sub(d, b));
        let quad = corners.map(|corner| self.vertex(corner, normal));
        self.quad(quad);
    }

    /// Adds a quad between two edges with their own normals. A narrow quad looks rounded.
    pub fn rounding(
        &mut self,
        low: [Vec3; 2],
        low_normal: Vec3,
        high: [Vec3; 2],
        high_normal: Vec3,
    ) {
        let quad = [
            self.vertex(low[0], low_normal),
            self.vertex(low[1], low_normal),
            self.vertex(high[1], high_normal),
            self.vertex(high[0], high_normal),
        ];
        self.quad(quad);
    }

    /// Adds another mesh.
    pub fn append(&mut self, other: &Self) {
        let base = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.extend(&other.positions);
        self.normals.extend(&other.normals);
        self.indices.extend(other.indices.iter().map(|i| i + base));
    }

    /// Returns the mesh without duplicate and unused vertices.
    pub fn welded(&self) -> Self {
        let mut welded = Self::default();
        let mut known = HashMap::new();
        for &index in &self.indices {
            let (position, normal) = (self.positions[index as usize], self.normals[index as usize]);
            let index = *known
                .entry((position.map(f32::to_bits), normal.map(f32::to_bits)))
                .or_insert_with(|| welded.vertex(position, normal));
            welded.indices.push(index);
        }
        welded
    }

    /// Returns the mesh scaled by `by`, and turned by 180° if `is_turned`. The point at height
    /// `foot` of its axis moves to `at`.
    pub fn placed(mut self, foot: f32, by: f32, is_turned: bool, at: Vec3) -> Self {
        let side = if is_turned { -1.0 } else { 1.0 };
        for [x, y, z] in &mut self.positions {
            let moved = [*x * by * side, (*y - foot) * by, *z * by * side];
            [*x, *y, *z] = add(moved, at);
        }
        for [x, _, z] in &mut self.normals {
            (*x, *z) = (*x * side, *z * side);
        }
        self
    }

    /// Returns the mesh scaled horizontally.
    pub fn widened(mut self, by: f32) -> Self {
        for [x, _, z] in &mut self.positions {
            (*x, *z) = (*x * by, *z * by);
        }
        for normal in &mut self.normals {
            let [x, y, z] = *normal;
            *normal = unit([x / by, y, z / by]);
        }
        self
    }
}
