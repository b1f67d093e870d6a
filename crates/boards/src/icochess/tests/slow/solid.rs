//! The solid, built from the list of faces alone, without vertex numbers or coordinates. A vertex
//! *is* a corner of the icosahedron or the midpoint of an edge.

use std::sync::LazyLock;

use super::{TILES, Tile};

/// Faces A to T as corners of the icosahedron.
const FACES: &str = "0-11-5  0-5-1   0-1-7   0-7-10  0-10-11 1-5-9   5-11-4  11-10-2 10-7-6  7-1-8 \
                     3-9-4   3-4-2   3-2-6   3-6-8   3-8-9   4-9-5   2-4-11  6-2-10  8-6-7   9-8-1";

/// A vertex of the solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vertex {
    /// A corner of the icosahedron.
    Corner(u8),
    /// The midpoint of the edge between two corners, lower number first.
    Middle(u8, u8),
}

/// The solid, with its neighbours and rays.
pub struct Solid {
    /// The corners of each face.
    faces: Vec<[u8; 3]>,
    /// The vertices of each tile.
    pub tiles: Vec<[Vertex; 3]>,
    /// All vertices, sorted.
    pub vertices: Vec<Vertex>,
    /// The neighbours of each tile across an edge, sorted.
    pub edges: Vec<Vec<Tile>>,
    /// The tiles that share one vertex and an edge neighbour, sorted.
    pub side_corners: Vec<Vec<Tile>>,
    /// The tiles opposite across a shared vertex, sorted.
    pub direct_corners: Vec<Vec<Tile>>,
    /// The rays of a rook from each tile on the empty board.
    pub rook_rays: Vec<Vec<Vec<Tile>>>,
    /// The rays of a bishop from each tile on the empty board.
    pub bishop_rays: Vec<Vec<Vec<Tile>>>,
}

/// The solid, built on first use.
pub static SOLID: LazyLock<Solid> = LazyLock::new(Solid::build);

fn middle(a: u8, b: u8) -> Vertex {
    Vertex::Middle(a.min(b), a.max(b))
}

fn shared(a: &[Vertex; 3], b: &[Vertex; 3]) -> usize {
    a.iter().filter(|v| b.contains(v)).count()
}

impl Solid {
    fn build() -> Self {
        let faces: Vec<[u8; 3]> = FACES
            .split_whitespace()
            .map(|face| {
                let corners: Vec<u8> = face.split('-').map(|c| c.parse().unwrap()).collect();
                corners.try_into().unwrap()
            })
            .collect();
        let tiles: Vec<[Vertex; 3]> = faces
            .iter()
            .flat_map(|&[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                let [a, b, c] = [a, b, c].map(Vertex::Corner);
                [[ab, bc, ca], [a, ab, ca], [b, bc, ab], [c, ca, bc]]
            })
            .collect();
        let mut vertices: Vec<Vertex> = tiles.iter().flatten().copied().collect();
        vertices.sort();
        vertices.dedup();

        let mut solid = Self {
            faces,
            tiles,
            vertices,
            edges: vec![vec![]; TILES],
            side_corners: vec![vec![]; TILES],
            direct_corners: vec![vec![]; TILES],
            rook_rays: vec![],
            bishop_rays: vec![],
        };
        for &vertex in &solid.vertices {
            let ring = solid.ring(vertex);
            for (i, &tile) in ring.iter().enumerate() {
                for steps in 1..ring.len() {
                    let list = if steps == 1 || steps == ring.len() - 1 {
                        &mut solid.edges
                    } else if 2 * steps == ring.len() {
                        &mut solid.direct_corners
                    } else {
                        &mut solid.side_corners
                    };
                    list[tile].push(ring[(i + steps) % ring.len()]);
                }
            }
        }
        for list in [
            &mut solid.edges,
            &mut solid.side_corners,
            &mut solid.direct_corners,
        ] {
            for tiles in list.iter_mut() {
                tiles.sort();
                tiles.dedup();
            }
        }
        solid.rook_rays = (0..TILES).map(|tile| solid.walk_rook(tile)).collect();
        solid.bishop_rays = (0..TILES).map(|tile| solid.walk_bishop(tile)).collect();
        solid
    }

    /// Returns the tiles around a vertex, in order.
    pub fn ring(&self, vertex: Vertex) -> Vec<Tile> {
        let around: Vec<Tile> = (0..TILES)
            .filter(|&tile| self.tiles[tile].contains(&vertex))
            .collect();
        let mut ring = vec![around[0]];
        while let Some(&next) = around
            .iter()
            .find(|&&t| !ring.contains(&t) && self.shared(t, ring[ring.len() - 1]) == 2)
        {
            ring.push(next);
        }
        assert_eq!(ring.len(), around.len(), "the ring closes");
        ring
    }

    /// Returns the number of common vertices of two tiles.
    pub fn shared(&self, a: Tile, b: Tile) -> usize {
        shared(&self.tiles[a], &self.tiles[b])
    }

    /// Walks strips of edge neighbours. The next tile shares no vertex with the tile three steps
    /// before it.
    fn walk_rook(&self, start: Tile) -> Vec<Vec<Tile>> {
        let mut rays = vec![];
        for &first in &self.edges[start] {
            for &second in self.edges[first].iter().filter(|&&t| t != start) {
                let mut strip = vec![start, first, second];
                loop {
                    let end = strip.len();
                    let next: Vec<Tile> = self.edges[strip[end - 1]]
                        .iter()
                        .copied()
                        .filter(|&t| t != strip[end - 2] && self.shared(t, strip[end - 3]) == 0)
                        .collect();
                    assert_eq!(next.len(), 1, "one way on");
                    if next[0] == start {
                        break;
                    }
                    strip.push(next[0]);
                }
                rays.push(strip.split_off(1));
            }
        }
        rays
    }

    /// Walks alternately across an edge and to a direct corner. The next tile shares no vertex with
    /// the tile two steps before it.
    fn walk_bishop(&self, start: Tile) -> Vec<Vec<Tile>> {
        let mut rays = vec![];
        for edge_first in [true, false] {
            let steps = |by_edge: bool, tile: Tile| {
                if by_edge {
                    &self.edges[tile]
                } else {
                    &self.direct_corners[tile]
                }
            };
            for &first in steps(edge_first, start) {
                let mut path = vec![start, first];
                let mut by_edge = !edge_first;
                while let Some(&next) = steps(by_edge, path[path.len() - 1])
                    .iter()
                    .find(|&&t| self.shared(t, path[path.len() - 2]) == 0)
                {
                    if next == start {
                        break;
                    }
                    path.push(next);
                    by_edge = !by_edge;
                }
                rays.push(path.split_off(1));
            }
        }
        rays
    }

    /// Returns all 120 symmetries of the solid, the identity first.
    ///
    /// Each follows from the images of face A's corners: the third corner of every face across an
    /// edge must map to the third corner across the edge's image.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let third = |a: u8, b: u8, not: u8| {
            self.faces
                .iter()
                .filter(|face| face.contains(&a) && face.contains(&b))
                .flatten()
                .copied()
                .find(|&c| c != a && c != b && c != not)
                .expect("two faces meet at every edge")
        };
        let orders = [
            ([0, 1, 2], true),
            ([1, 2, 0], true),
            ([2, 0, 1], true),
            ([0, 2, 1], false),
            ([2, 1, 0], false),
            ([1, 0, 2], false),
        ];
        let mut all = vec![];
        for face in &self.faces {
            for (order, rotation) in orders {
                let mut image = [None; 12];
                let mut seen = vec![];
                let mut todo = vec![(self.faces[0], order.map(|i| face[i]))];
                while let Some((from, to)) = todo.pop() {
                    let mut corners = from;
                    corners.sort();
                    if seen.contains(&corners) {
                        continue;
                    }
                    seen.push(corners);
                    for i in 0..3 {
                        let old = image[usize::from(from[i])].replace(to[i]);
                        assert!(old.is_none_or(|old| old == to[i]), "consistent");
                        let [a, b, c] = [i, (i + 1) % 3, (i + 2) % 3];
                        todo.push((
                            [from[a], from[b], third(from[a], from[b], from[c])],
                            [to[a], to[b], third(to[a], to[b], to[c])],
                        ));
                    }
                }
                let corner = |c: u8| image[usize::from(c)].expect("every corner is reached");
                let tiles = self
                    .tiles
                    .iter()
                    .map(|tile| {
                        let moved = tile.map(|vertex| match vertex {
                            Vertex::Corner(a) => Vertex::Corner(corner(a)),
                            Vertex::Middle(a, b) => middle(corner(a), corner(b)),
                        });
                        (0..TILES)
                            .find(|&t| shared(&self.tiles[t], &moved) == 3)
                            .expect("a tile goes to a tile")
                    })
                    .collect();
                all.push(Symmetry { tiles, rotation });
            }
        }
        all
    }
}

/// A symmetry of the solid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each tile.
    pub tiles: Vec<Tile>,
    /// Whether the symmetry is a rotation; otherwise it is a reflection.
    pub rotation: bool,
}

impl Symmetry {
    /// Returns whether the symmetry is its own inverse.
    pub fn is_involution(&self) -> bool {
        (0..TILES).all(|t| self.tiles[self.tiles[t]] == t)
    }
}
