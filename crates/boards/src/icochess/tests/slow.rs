//! The rules a second time, slow and plain, to test the crate against.
//!
//! Nothing here calls the crate. The solid is made from the list of faces
//! alone, without numbers for its vertices and without coordinates: a vertex
//! *is* a corner of the icosahedron or the middle of one of its edges.
//! Neighbours are read off the ring of tiles round each vertex, rays are walked
//! tile by tile, and a move is legal when, made on a copy, it leaves no enemy
//! piece that could take the king.
//!
//! Source: the rules page of the project and the README of the original
//! Icochess by `ReasonMakes` (2020).

use std::fmt;
use std::sync::LazyLock;

use crate::testing::SlowRules;

/// A tile: four times its face (A is 0) plus its digit less one.
pub type Tile = usize;
/// A move: from, to.
pub type Move = (Tile, Tile);

/// Number of tiles.
pub const TILES: usize = 80;

/// Faces A to T by the corners of the icosahedron.
const FACES: &str = "0-11-5  0-5-1   0-1-7   0-7-10  0-10-11 1-5-9   5-11-4  11-10-2 10-7-6  7-1-8 \
                     3-9-4   3-4-2   3-2-6   3-6-8   3-8-9   4-9-5   2-4-11  6-2-10  8-6-7   9-8-1";

/// A vertex of the solid, by what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vertex {
    /// A corner of the icosahedron.
    Corner(u8),
    /// The middle of the edge between two corners, the lower first.
    Middle(u8, u8),
}

/// The solid with everything that the walks on it give.
pub struct Solid {
    /// The corners of each face.
    faces: Vec<[u8; 3]>,
    /// The vertices of each tile.
    pub tiles: Vec<[Vertex; 3]>,
    /// All vertices, sorted.
    pub vertices: Vec<Vertex>,
    /// The neighbours of each tile over an edge, sorted.
    pub edges: Vec<Vec<Tile>>,
    /// Those that share one vertex and an edge neighbour, sorted.
    pub side_corners: Vec<Vec<Tile>>,
    /// Those that share one vertex and lie opposite across it, sorted.
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

    /// The tiles round a vertex, in order.
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

    /// How many vertices two tiles have in common.
    pub fn shared(&self, a: Tile, b: Tile) -> usize {
        shared(&self.tiles[a], &self.tiles[b])
    }

    /// A strip of edge neighbours; the next tile shares no vertex with the one
    /// three steps before it.
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

    /// Over an edge and to a direct corner in turn; the next tile shares no
    /// vertex with the one two steps before it.
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

    /// All 120 symmetries of the solid, the identity first.
    ///
    /// Each is given by where the corners of face A go: the third corner of
    /// every face across an edge must go to the third corner across its image.
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
    /// Where each tile goes.
    pub tiles: Vec<Tile>,
    /// Can a solid ball be turned that way? Otherwise it is a reflection.
    pub rotation: bool,
}

impl Symmetry {
    /// Does it undo itself?
    pub fn is_involution(&self) -> bool {
        (0..TILES).all(|t| self.tiles[self.tiles[t]] == t)
    }
}

/// The name of a tile in moves.
pub fn name(tile: Tile) -> String {
    let face = char::from(b'a' + u8::try_from(tile / 4).unwrap());
    format!("{face}{}", tile % 4 + 1)
}

/// The tile that a name starts with, and what follows the name.
fn take_tile(text: &str) -> Option<(Tile, &str)> {
    let [face @ b'a'..=b't', digit @ b'1'..=b'4', ..] = text.as_bytes() else {
        return None;
    };
    let tile = usize::from(face - b'a') * 4 + usize::from(digit - b'1');
    Some((tile, &text[2..]))
}

/// The tile of that name.
pub fn tile(name: &str) -> Tile {
    take_tile(name)
        .filter(|(_, rest)| rest.is_empty())
        .unwrap()
        .0
}

/// A move such as `b1o3`.
pub fn mv(text: &str) -> Move {
    (tile(&text[..2]), tile(&text[2..]))
}

/// The text of a move.
pub fn uci((from, to): Move) -> String {
    name(from) + &name(to)
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub white: bool,
    /// `P`, `N`, `B`, `R`, `Q` or `K`.
    pub kind: char,
    /// A pawn that has not moved.
    pub unmoved: bool,
}

/// A position, legal or not.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces.
    pub board: [Option<Piece>; TILES],
    /// Is White to move?
    pub white_to_move: bool,
    /// Plies since the last capture or pawn move.
    pub clock: u32,
    /// Number of the move about to be made.
    pub number: u32,
}

impl Position {
    /// No pieces, White to move.
    pub fn empty() -> Self {
        Self {
            board: [None; TILES],
            white_to_move: true,
            clock: 0,
            number: 1,
        }
    }

    /// The tiles of one side's pieces.
    pub fn of(&self, white: bool) -> impl Iterator<Item = Tile> {
        (0..TILES).filter(move |&t| self.board[t].is_some_and(|piece| piece.white == white))
    }

    /// The tile of a king.
    pub fn king(&self, white: bool) -> Tile {
        self.of(white)
            .find(|&t| self.board[t].is_some_and(|piece| piece.kind == 'K'))
            .expect("each side has a king")
    }

    /// Every way that the piece on `from` has on this board, whatever becomes
    /// of its king: the tiles it passes and, last, the one where it stops.
    fn every_way(&self, from: Tile) -> Vec<Vec<Tile>> {
        let Some(piece) = self.board[from] else {
            return vec![];
        };
        let steps = |to: &[Tile]| to.iter().map(|&t| vec![t]).collect();
        let mut ways = match piece.kind {
            'K' => steps(&SOLID.edges[from]),
            'N' => steps(&SOLID.side_corners[from]),
            'R' => self.slide(&SOLID.rook_rays[from]),
            'B' => self.slide(&SOLID.bishop_rays[from]),
            'Q' => {
                let mut ways = self.slide(&SOLID.rook_rays[from]);
                ways.extend(self.slide(&SOLID.bishop_rays[from]));
                ways
            }
            'P' => {
                let mut ways: Vec<Vec<Tile>> = steps(&SOLID.edges[from]);
                for &next in &SOLID.edges[from] {
                    if piece.unmoved && self.board[next].is_none() {
                        let on = SOLID.edges[next].iter().filter(|&&t| t != from);
                        ways.extend(on.map(|&t| vec![next, t]));
                    }
                }
                ways
            }
            kind => panic!("no piece {kind}"),
        };
        ways.retain(|way| {
            self.board[way[way.len() - 1]].is_none_or(|other| other.white != piece.white)
        });
        ways
    }

    /// Along each ray up to the first piece, one way for each tile.
    fn slide(&self, rays: &[Vec<Tile>]) -> Vec<Vec<Tile>> {
        let mut ways = vec![];
        for ray in rays {
            for (i, &tile) in ray.iter().enumerate() {
                ways.push(ray[..=i].to_vec());
                if self.board[tile].is_some() {
                    break;
                }
            }
        }
        ways
    }

    /// The ways of one move.
    pub fn ways(&self, (from, to): Move) -> Vec<Vec<Tile>> {
        let mut ways = self.every_way(from);
        ways.retain(|way| way[way.len() - 1] == to);
        ways
    }

    /// Every tile that the piece on `from` can move to or take on, whatever
    /// becomes of its king, sorted.
    pub fn targets(&self, from: Tile) -> Vec<Tile> {
        let ways = self.every_way(from);
        let mut targets: Vec<Tile> = ways.iter().map(|way| way[way.len() - 1]).collect();
        targets.sort();
        targets.dedup();
        targets
    }

    /// The pieces of the other side that could take the piece on `tile`.
    pub fn attackers(&self, tile: Tile) -> Vec<Tile> {
        let piece = self.board[tile].expect("a piece to attack");
        self.of(!piece.white)
            .filter(|&from| self.targets(from).contains(&tile))
            .collect()
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Tile> {
        self.attackers(self.king(self.white_to_move))
    }

    /// Can the side to move take the other king? Such a position is illegal.
    pub fn king_hangs(&self) -> bool {
        let king = self.king(!self.white_to_move);
        self.of(self.white_to_move)
            .any(|from| self.targets(from).contains(&king))
    }

    /// Moves that may leave the own king to be taken, sorted.
    pub fn pseudo_legal(&self) -> Vec<Move> {
        self.of(self.white_to_move)
            .flat_map(|from| self.targets(from).into_iter().map(move |to| (from, to)))
            .collect()
    }

    /// Is so little left that no legal move ever mates? The list is the one
    /// that the tests in `dead` prove; `U` is a pawn that has not moved.
    pub fn is_dead(&self) -> bool {
        let mut left: Vec<char> = self
            .board
            .iter()
            .flatten()
            .filter(|piece| piece.kind != 'K')
            .map(|piece| {
                let letter = if piece.unmoved { 'U' } else { piece.kind };
                if piece.white {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                }
            })
            .collect();
        left.sort();
        let left: String = left.into_iter().collect();
        ["", "N", "n", "P", "p", "U", "u", "PP", "pp"]
            .into_iter()
            .chain(["Pp", "Pu", "Up", "Uu"])
            .any(|dead| dead == left)
    }

    /// Turned or mirrored.
    pub fn moved_by(&self, symmetry: &Symmetry) -> Self {
        let mut moved = self.clone();
        for tile in 0..TILES {
            moved.board[symmetry.tiles[tile]] = self.board[tile];
        }
        moved
    }

    /// With colours exchanged.
    pub fn exchanged(&self) -> Self {
        let mut exchanged = self.clone();
        for piece in exchanged.board.iter_mut().flatten() {
            piece.white = !piece.white;
        }
        exchanged.white_to_move = !self.white_to_move;
        exchanged
    }
}

impl SlowRules for Position {
    type Play = Move;

    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let [places, side, unmoved, "-", clock, number] = fields[..] else {
            panic!("six fields in {text:?}");
        };
        let mut position = Self::empty();
        for (face, group) in places.split('/').enumerate() {
            let mut at = 4 * face;
            for letter in group.chars() {
                if let Some(run) = letter.to_digit(10) {
                    at += run as usize;
                } else {
                    position.board[at] = Some(Piece {
                        white: letter.is_ascii_uppercase(),
                        kind: letter.to_ascii_uppercase(),
                        unmoved: false,
                    });
                    at += 1;
                }
            }
            assert_eq!(at, 4 * face + 4, "four tiles in {group:?}");
        }
        let mut rest = if unmoved == "-" { "" } else { unmoved };
        while let Some((tile, more)) = take_tile(rest) {
            let pawn = position.board[tile].as_mut().unwrap();
            assert_eq!(pawn.kind, 'P');
            pawn.unmoved = true;
            rest = more;
        }
        assert_eq!(rest, "");
        position.white_to_move = side == "w";
        position.clock = clock.parse().unwrap();
        position.number = number.parse().unwrap();
        position
    }

    fn text(&self) -> String {
        let groups: Vec<String> = (0..TILES / 4)
            .map(|face| {
                let letters: String = (4 * face..4 * face + 4)
                    .map(|tile| match self.board[tile] {
                        None => '1',
                        Some(piece) if piece.white => piece.kind,
                        Some(piece) => piece.kind.to_ascii_lowercase(),
                    })
                    .collect();
                letters
                    .replace("1111", "4")
                    .replace("111", "3")
                    .replace("11", "2")
            })
            .collect();
        let mut unmoved: String = (0..TILES)
            .filter(|&tile| self.board[tile].is_some_and(|piece| piece.unmoved))
            .map(name)
            .collect();
        if unmoved.is_empty() {
            unmoved.push('-');
        }
        let side = if self.white_to_move { 'w' } else { 'b' };
        let (clock, number) = (self.clock, self.number);
        format!("{} {side} {unmoved} - {clock} {number}", groups.join("/"))
    }

    fn is_white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal();
        moves.retain(|mv| !self.after(mv).king_hangs());
        moves
    }

    fn uci(mv: &Move) -> String {
        uci(*mv)
    }

    /// The position after a move, legal or not.
    fn after(&self, &(from, to): &Move) -> Self {
        let mut next = self.clone();
        let mut piece = next.board[from].take().expect("a piece to move");
        piece.unmoved = false;
        let captured = next.board[to].replace(piece);
        next.clock = if captured.is_some() || piece.kind == 'P' {
            0
        } else {
            self.clock + 1
        };
        next.number += u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self
                .legal()
                .iter()
                .map(|mv| self.after(mv).perft(depth - 1))
                .sum(),
        }
    }

    /// The text of a legal move in short algebraic notation: the shortest of
    /// no origin, face, digit and whole tile that leaves one legal move of that
    /// kind of piece to that tile; pawns name at least the face when they take
    /// and never the digit alone.
    fn san(&self, &(from, to): &Move) -> String {
        let piece = self.board[from].expect("a piece to move");
        let (pawn, takes) = (piece.kind == 'P', self.board[to].is_some());
        let tile = name(from);
        let rivals: Vec<String> = self
            .legal()
            .into_iter()
            .filter(|&(other, end)| {
                end == to && self.board[other].is_some_and(|p| p.kind == piece.kind)
            })
            .map(|(other, _)| name(other))
            .collect();
        let mut origins = vec!["", &tile[..1], &tile[1..], &tile];
        if pawn {
            origins.remove(2);
            if takes {
                origins.remove(0);
            }
        }
        let origin = origins
            .into_iter()
            .find(|&origin| rivals.iter().filter(|r| r.contains(origin)).count() == 1)
            .expect("the whole tile is enough");
        let letter = if pawn {
            String::new()
        } else {
            piece.kind.to_string()
        };
        let next = self.after(&(from, to));
        let check = match (next.checkers().is_empty(), next.legal().is_empty()) {
            (true, _) => "",
            (false, false) => "+",
            (false, true) => "#",
        };
        let takes = if takes { "x" } else { "" };
        format!("{letter}{origin}{takes}{}{check}", name(to))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}
