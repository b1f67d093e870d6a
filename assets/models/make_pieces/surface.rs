//! The mesh of a signed distance field: a surface net, simplified by edge collapses.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use crate::vectors::{Vec3, add, area_vector, dot, length, mix, ratio, scale, sub, unit};

/// Side of the cells that sample the horse.
pub const CELL: f32 = 0.003;
/// Side of the blocks that are sampled together, in grid points.
const BLOCK: usize = 4;
/// Lowest corner of the box around the horse.
const BOX_LOW: Vec3 = [-0.0615, 0.040, -0.102];
/// Number of grid points along each axis of the box.
const BOX: [usize; 3] = [42, 89, 74];

/// Closed surface of triangles, without normals.
#[derive(Clone)]
pub struct Surface {
    pub points: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// Builds the surface where `distance` is 0, as a surface net. The net has a point in each cell
    /// on the surface, and a quad across each crossed grid edge.
    pub fn net(distance: impl Fn(Vec3) -> f32) -> Self {
        let [nx, ny, nz] = BOX;
        let at = |cell: [usize; 3]| -> Vec3 {
            std::array::from_fn(|axis| BOX_LOW[axis] + CELL * ratio(cell[axis], 1))
        };
        let index = |[i, j, k]: [usize; 3]| (i * ny + j) * nz + k;
        let cells = |low: usize, [x, y, z]: [usize; 3]| {
            (low..x).flat_map(move |i| (low..y).flat_map(move |j| (low..z).map(move |k| [i, j, k])))
        };
        // Most blocks are far from the surface and need only a single sample.
        let mut values = vec![0.0; nx * ny * nz];
        for block in cells(0, BOX.map(|count| count.div_ceil(BLOCK))) {
            let low = block.map(|i| i * BLOCK);
            let middle = distance(add(at(low), [CELL * ratio(BLOCK - 1, 2); 3]));
            let far = middle.abs() > CELL * ratio(BLOCK, 2) * 1.75 * 1.3;
            for inner in cells(0, [BLOCK; 3]) {
                let cell: [usize; 3] = std::array::from_fn(|axis| low[axis] + inner[axis]);
                if (0..3).all(|axis| cell[axis] < BOX[axis]) {
                    values[index(cell)] = if far { middle } else { distance(at(cell)) };
                }
            }
        }

        let mut points = Vec::new();
        let mut point_of = vec![0; nx * ny * nz];
        for cell in cells(0, [nx - 1, ny - 1, nz - 1]) {
            let mut sum = [0.0; 3];
            let mut crossings = 0;
            for axis in 0..3 {
                for side in 0..4 {
                    let mut a = cell;
                    a[(axis + 1) % 3] += side & 1;
                    a[(axis + 2) % 3] += side >> 1;
                    let mut b = a;
                    b[axis] += 1;
                    let (va, vb) = (values[index(a)], values[index(b)]);
                    if (va < 0.0) != (vb < 0.0) {
                        sum = add(sum, mix(at(a), at(b), va / (va - vb)));
                        crossings += 1;
                    }
                }
            }
            if crossings > 0 {
                point_of[index(cell)] = u32::try_from(points.len()).unwrap_or(u32::MAX);
                points.push(scale(sum, 1.0 / ratio(crossings, 1)));
            }
        }

        let mut triangles = Vec::new();
        for a in cells(1, [nx - 1, ny - 1, nz - 1]) {
            for axis in 0..3 {
                let mut b = a;
                b[axis] += 1;
                let (inside, next_inside) = (values[index(a)] < 0.0, values[index(b)] < 0.0);
                if inside == next_inside {
                    continue;
                }
                let mut quad = [[1, 1], [0, 1], [0, 0], [1, 0]].map(|[u, v]| {
                    let mut cell = a;
                    cell[(axis + 1) % 3] -= u;
                    cell[(axis + 2) % 3] -= v;
                    point_of[index(cell)]
                });
                if next_inside {
                    quad.reverse();
                }
                let [p, q, r, s] = quad.map(|i| points[i as usize]);
                let [a, b, c, d] = quad;
                if length(sub(p, r)) < length(sub(q, s)) {
                    triangles.extend([[a, b, c], [a, c, d]]);
                } else {
                    triangles.extend([[b, c, d], [b, d, a]]);
                }
            }
        }
        Self { points, triangles }
    }

    /// Returns the mean normal of the triangles at each point.
    pub fn normals(&self) -> Vec<Vec3> {
        let mut normals = vec![[0.0; 3]; self.points.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|i| self.points[i as usize]);
            let area = area_vector(a, b, c);
            for &corner in triangle {
                normals[corner as usize] = add(normals[corner as usize], area);
            }
        }
        normals.into_iter().map(unit).collect()
    }

    /// Moves every point.
    pub fn settle(&mut self, to: impl Fn(Vec3) -> Vec3) {
        for point in &mut self.points {
            *point = to(*point);
        }
    }

    /// Collapses edges, the least noticeable first, down to at most `limit` triangles. `care` is
    /// the weight of a place.
    pub fn thin_out(&mut self, limit: usize, care: impl Fn(Vec3) -> f64) {
        let mut left = self.triangles.len();
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); self.points.len()];
        let mut quadrics = vec![Quadric::default(); self.points.len()];
        for (t, triangle) in self.triangles.iter().enumerate() {
            let [a, b, c] = triangle.map(|i| self.points[i as usize]);
            let quadric = Quadric::of_triangle(a, b, c, care(a));
            for &corner in triangle {
                around[corner as usize].push(u32::try_from(t).unwrap_or(u32::MAX));
                quadrics[corner as usize].add(&quadric);
            }
        }
        let mut version = vec![0_u32; self.points.len()];
        let mut queue = BinaryHeap::new();
        for triangle in &self.triangles {
            for (i, &a) in triangle.iter().enumerate() {
                let b = triangle[(i + 1) % 3];
                if a < b {
                    queue.push(self.collapse(&quadrics, [a, b], 0));
                }
            }
        }
        while left > limit
            && let Some(Collapse {
                edge: [a, b],
                to,
                stamp,
                ..
            }) = queue.pop()
        {
            let (keep, drop) = (a as usize, b as usize);
            if stamp != version[keep] + version[drop]
                || around[drop].is_empty()
                || around[keep].is_empty()
            {
                continue;
            }
            if !self.may_collapse(&around, [a, b], to) {
                continue;
            }
            self.points[keep] = to;
            let quadric = quadrics[drop].clone();
            quadrics[keep].add(&quadric);
            for t in std::mem::take(&mut around[drop]) {
                let triangle = &mut self.triangles[t as usize];
                if triangle.contains(&a) {
                    // The triangle between the two vanishes.
                    left -= 1;
                    for &corner in &*triangle {
                        around[corner as usize].retain(|&other| other != t);
                    }
                    *triangle = [0; 3];
                } else {
                    *triangle = triangle.map(|corner| if corner == b { a } else { corner });
                    around[keep].push(t);
                }
            }
            // Stamps must never repeat, so versions only increase.
            version[keep] += version[drop] + 1;
            for corner in self.neighbours(&around[keep], a) {
                let edge = [a.min(corner), a.max(corner)];
                let stamp = version[keep] + version[corner as usize];
                queue.push(self.collapse(&quadrics, edge, stamp));
            }
        }
        self.triangles.retain(|triangle| triangle[0] != triangle[1]);
        self.drop_unused();
    }

    /// Returns the collapse of an edge, with its cost and its target.
    fn collapse(&self, quadrics: &[Quadric], edge: [u32; 2], stamp: u32) -> Collapse {
        let [a, b] = edge.map(|i| self.points[i as usize]);
        let mut quadric = quadrics[edge[0] as usize].clone();
        quadric.add(&quadrics[edge[1] as usize]);
        let middle = mix(a, b, 0.5);
        let best = quadric
            .lowest()
            .filter(|&p| length(sub(p, middle)) < length(sub(a, b)));
        let (cost, to) = [Some(a), Some(b), Some(middle), best]
            .into_iter()
            .flatten()
            .map(|p| (quadric.error(p), p))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or((f64::MAX, middle));
        // Prefers short edges in flat areas, to avoid slivers.
        let spread = f64::from(length(sub(a, b)));
        Collapse {
            cost: cost + 1e-10 * spread * spread,
            edge,
            to,
            stamp,
        }
    }

    /// Returns the corners that share one of `triangles` with `centre`.
    fn neighbours(&self, triangles: &[u32], centre: u32) -> HashSet<u32> {
        triangles
            .iter()
            .flat_map(|&t| self.triangles[t as usize])
            .filter(|&corner| corner != centre)
            .collect()
    }

    /// Returns whether the surface stays a manifold, without flipped triangles.
    fn may_collapse(&self, around: &[Vec<u32>], [a, b]: [u32; 2], to: Vec3) -> bool {
        let [near_a, near_b] = [a, b].map(|end| self.neighbours(&around[end as usize], end));
        if near_a.intersection(&near_b).count() != 2 {
            return false;
        }
        [a, b].into_iter().all(|end| {
            around[end as usize].iter().all(|&t| {
                let triangle = self.triangles[t as usize];
                if triangle.contains(&a) && triangle.contains(&b) {
                    return true;
                }
                let old = triangle.map(|i| self.points[i as usize]);
                let new = triangle.map(|i| {
                    if i == end {
                        to
                    } else {
                        self.points[i as usize]
                    }
                });
                let [before, after] = [old, new].map(|[a, b, c]| area_vector(a, b, c));
                // Neither flipped nor stretched into a needle.
                let longest = (0..3)
                    .map(|i| length(sub(new[i], new[(i + 1) % 3])))
                    .fold(0.0, f32::max);
                dot(unit(before), unit(after)) > 0.3 && length(after) > 0.1 * longest * longest
            })
        })
    }

    /// Removes unused points.
    fn drop_unused(&mut self) {
        let mut moved = HashMap::new();
        let mut points = Vec::new();
        for corner in self.triangles.iter_mut().flatten() {
            *corner = *moved.entry(*corner).or_insert_with(|| {
                points.push(self.points[*corner as usize]);
                u32::try_from(points.len() - 1).unwrap_or(u32::MAX)
            });
        }
        self.points = points;
    }
}

/// Candidate for an edge collapse.
struct Collapse {
    cost: f64,
    edge: [u32; 2],
    to: Vec3,
    /// Version of the edge's ends, to detect outdated candidates.
    stamp: u32,
}

impl Ord for Collapse {
    fn cmp(&self, other: &Self) -> Ordering {
        // The cheapest collapse is the greatest, for the heap; the edge breaks ties.
        other
            .cost
            .total_cmp(&self.cost)
            .then_with(|| other.edge.cmp(&self.edge))
    }
}

impl PartialOrd for Collapse {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Collapse {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Collapse {}

/// Sum of weighted squared distances from planes: `p·Ap + 2b·p + c`.
#[derive(Clone, Debug, Default)]
struct Quadric {
    /// Upper triangle of `A`, by rows.
    a: [f64; 6],
    b: [f64; 3],
    c: f64,
}

impl Quadric {
    fn of_triangle(p: Vec3, q: Vec3, r: Vec3, care: f64) -> Self {
        let area = area_vector(p, q, r);
        let weight = care * f64::from(length(area));
        let [x, y, z] = unit(area).map(f64::from);
        let [px, py, pz] = p.map(f64::from);
        let offset = -(x * px + y * py + z * pz);
        Self {
            a: [x * x, x * y, x * z, y * y, y * z, z * z].map(|v| v * weight),
            b: [x, y, z].map(|v| v * offset * weight),
            c: offset * offset * weight,
        }
    }

    fn add(&mut self, other: &Self) {
        for (a, b) in self
            .a
            .iter_mut()
            .chain(&mut self.b)
            .zip(other.a.iter().chain(&other.b))
        {
            *a += b;
        }
        self.c += other.c;
    }

    fn error(&self, p: Vec3) -> f64 {
        let [x, y, z] = p.map(f64::from);
        let [xx, xy, xz, yy, yz, zz] = self.a;
        let [bx, by, bz] = self.b;
        let square =
            x * (xx * x + 2.0 * (xy * y + xz * z)) + y * (yy * y + 2.0 * yz * z) + zz * z * z;
        (square + 2.0 * (bx * x + by * y + bz * z) + self.c).max(0.0)
    }

    /// Returns the point of the least error, if it is well defined.
    #[expect(clippy::cast_possible_truncation, reason = "positions are f32")]
    fn lowest(&self) -> Option<Vec3> {
        let [xx, xy, xz, yy, yz, zz] = self.a;
        let [bx, by, bz] = self.b;
        let (m0, m1, m2) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy);
        let det = xx * m0 + xy * m1 + xz * m2;
        let size = xx + yy + zz;
        if det < 1e-4 * size * size * size {
            return None;
        }
        let (m3, m4, m5) = (xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy);
        Some(
            [
                -(m0 * bx + m1 * by + m2 * bz) / det,
                -(m1 * bx + m3 * by + m4 * bz) / det,
                -(m2 * bx + m4 * by + m5 * bz) / det,
            ]
            .map(|v| v as f32),
        )
    }
}
