//! The pentakis icosidodecahedron: an icosahedron with every face split in four and projected onto
//! the unit sphere.
//!
//! It has 42 vertices (12 of degree 5, 30 of degree 6) and 80 triangles, 20 of them equilateral and
//! 60 isosceles. Faces, and the four tiles of each, are in the order of the original Icochess; see
//! [`crate::icochess`].

use std::sync::LazyLock;

/// A point in space, in ball radii.
pub type Point = [f64; 3];

/// Number of tiles.
pub const TILES: usize = 80;

/// Vertex numbers of the 20 icosahedron faces A to T.
const FACES: [[usize; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];

/// The vertices and tiles of the solid.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Vertices on the unit sphere; the first 12 are the icosahedron's.
    pub vertices: Vec<Point>,
    /// The vertex numbers of each tile, counter-clockwise seen from outside.
    ///
    /// Tile `4 * face` is the equilateral middle tile of the face. Tiles `4 * face + 1`, `+ 2` and
    /// `+ 3` start at the face's first, second and third corner.
    pub tiles: Vec<[usize; 3]>,
}

/// The solid, built on first use.
pub static SOLID: LazyLock<Solid> = LazyLock::new(Solid::build);

impl Solid {
    fn build() -> Self {
        // The golden ratio.
        let p = f64::midpoint(1.0, 5.0_f64.sqrt());
        let mut vertices: Vec<Point> = [
            [-1.0, p, 0.0],
            [1.0, p, 0.0],
            [-1.0, -p, 0.0],
            [1.0, -p, 0.0],
            [0.0, -1.0, p],
            [0.0, 1.0, p],
            [0.0, -1.0, -p],
            [0.0, 1.0, -p],
            [p, 0.0, -1.0],
            [p, 0.0, 1.0],
            [-p, 0.0, -1.0],
            [-p, 0.0, 1.0],
        ]
        .map(normalised)
        .to_vec();

        let mut edges: Vec<([usize; 2], usize)> = Vec::new();
        let mut midpoint = |a: usize, b: usize| {
            let key = [a.min(b), a.max(b)];
            if let Some((_, vertex)) = edges.iter().find(|(edge, _)| *edge == key) {
                return *vertex;
            }
            vertices.push(normalised(sum(vertices[a], vertices[b])));
            edges.push((key, vertices.len() - 1));
            vertices.len() - 1
        };
        let tiles = FACES
            .iter()
            .flat_map(|&[a, b, c]| {
                let (ab, bc, ca) = (midpoint(a, b), midpoint(b, c), midpoint(c, a));
                [[ab, bc, ca], [a, ab, ca], [b, bc, ab], [c, ca, bc]]
            })
            .collect();
        Self { vertices, tiles }
    }

    /// Returns the number of vertices that the two tiles share.
    pub fn shared(&self, a: usize, b: usize) -> usize {
        self.tiles[a]
            .iter()
            .filter(|v| self.tiles[b].contains(v))
            .count()
    }

    /// Returns the corners of a tile, counter-clockwise seen from outside.
    pub fn corners(&self, tile: usize) -> [Point; 3] {
        self.tiles[tile].map(|v| self.vertices[v])
    }

    /// Returns the incentre of a tile: the point of the flat triangle farthest from its edges.
    pub fn centre(&self, tile: usize) -> Point {
        let [a, b, c] = self.corners(tile);
        // Incentre: corners weighted by the lengths of the opposite sides.
        let (wa, wb, wc) = (distance(b, c), distance(c, a), distance(a, b));
        let total = wa + wb + wc;
        std::array::from_fn(|i| (a[i] * wa + b[i] * wb + c[i] * wc) / total)
    }

    /// Returns the outward unit normal of a tile.
    pub fn normal(&self, tile: usize) -> Point {
        let [a, b, c] = self.corners(tile);
        let u: Point = std::array::from_fn(|i| b[i] - a[i]);
        let v: Point = std::array::from_fn(|i| c[i] - a[i]);
        normalised([
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ])
    }
}

fn sum(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| a[i] + b[i])
}

fn distance(a: Point, b: Point) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

fn normalised(p: Point) -> Point {
    let length = distance(p, [0.0; 3]);
    p.map(|x| x / length)
}
