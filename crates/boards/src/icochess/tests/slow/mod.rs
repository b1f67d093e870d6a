//! A second, slow and simple implementation of the rules, to test the crate against.
//!
//! It doesn't call the crate. The solid, in `solid`, is built from the list of faces alone.
//! Neighbours come from the ring of tiles around each vertex, and rays are walked tile by tile. A
//! move is legal if, made on a copy, it leaves no enemy piece that could capture the king.
//!
//! Source: the rules page of the project and the README of the original Icochess by `ReasonMakes`
//! (2020).

mod solid;

use std::fmt;

use crate::testing::SlowRules;
pub use solid::{SOLID, Symmetry};

/// A tile: four times its face (A is 0) plus its digit minus one.
pub type Tile = usize;
/// A move, as origin and target.
pub type Move = (Tile, Tile);

/// Number of tiles.
pub const TILES: usize = 80;

/// Returns the name of a tile in moves.
pub fn name(tile: Tile) -> String {
    let face = char::from(b'a' + u8::try_from(tile / 4).unwrap());
    format!("{face}{}", tile % 4 + 1)
}

/// Splits the leading tile name off a text.
fn take_tile(text: &str) -> Option<(Tile, &str)> {
    let [face @ b'a'..=b't', digit @ b'1'..=b'4', ..] = text.as_bytes() else {
        return None;
    };
    let tile = usize::from(face - b'a') * 4 + usize::from(digit - b'1');
    Some((tile, &text[2..]))
}

/// Returns the tile of a name.
pub fn tile(name: &str) -> Tile {
    take_tile(name)
        .filter(|(_, rest)| rest.is_empty())
        .unwrap()
        .0
}

/// Parses a move such as `b1o3`.
pub fn mv(text: &str) -> Move {
    (tile(&text[..2]), tile(&text[2..]))
}

/// Returns the text of a move.
pub fn uci((from, to): Move) -> String {
    name(from) + &name(to)
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whether the piece is White's.
    pub white: bool,
    /// `P`, `N`, `B`, `R`, `Q` or `K`.
    pub kind: char,
    /// Whether the piece is a pawn that hasn't moved.
    pub unmoved: bool,
}

/// A position, legal or not.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces, by tile.
    pub board: [Option<Piece>; TILES],
    /// Whether White is to move.
    pub white_to_move: bool,
    /// Plies since the last capture or pawn move.
    pub clock: u32,
    /// Full move number.
    pub number: u32,
}

impl Position {
    /// Returns an empty board with White to move.
    pub fn empty() -> Self {
        Self {
            board: [None; TILES],
            white_to_move: true,
            clock: 0,
            number: 1,
        }
    }

    /// Returns the tiles of one side's pieces.
    pub fn of(&self, white: bool) -> impl Iterator<Item = Tile> {
        (0..TILES).filter(move |&t| self.board[t].is_some_and(|piece| piece.white == white))
    }

    /// Returns the tile of a king.
    pub fn king(&self, white: bool) -> Tile {
        self.of(white)
            .find(|&t| self.board[t].is_some_and(|piece| piece.kind == 'K'))
            .expect("each side has a king")
    }

    /// Returns every path of the piece on `from`, even if its king stays in check. A path is the
    /// tiles passed, ending with the target.
    fn every_path(&self, from: Tile) -> Vec<Vec<Tile>> {
        let Some(piece) = self.board[from] else {
            return vec![];
        };
        let steps = |to: &[Tile]| to.iter().map(|&t| vec![t]).collect();
        let mut paths = match piece.kind {
            'K' => steps(&SOLID.edges[from]),
            'N' => steps(&SOLID.side_corners[from]),
            'R' => self.slide(&SOLID.rook_rays[from]),
            'B' => self.slide(&SOLID.bishop_rays[from]),
            'Q' => {
                let mut paths = self.slide(&SOLID.rook_rays[from]);
                paths.extend(self.slide(&SOLID.bishop_rays[from]));
                paths
            }
            'P' => {
                let mut paths: Vec<Vec<Tile>> = steps(&SOLID.edges[from]);
                for &next in &SOLID.edges[from] {
                    if piece.unmoved && self.board[next].is_none() {
                        let on = SOLID.edges[next].iter().filter(|&&t| t != from);
                        paths.extend(on.map(|&t| vec![next, t]));
                    }
                }
                paths
            }
            kind => panic!("no piece {kind}"),
        };
        paths.retain(|path| {
            self.board[path[path.len() - 1]].is_none_or(|other| other.white != piece.white)
        });
        paths
    }

    /// Returns one path for each tile along each ray, up to the first piece.
    fn slide(&self, rays: &[Vec<Tile>]) -> Vec<Vec<Tile>> {
        let mut paths = vec![];
        for ray in rays {
            for (i, &tile) in ray.iter().enumerate() {
                paths.push(ray[..=i].to_vec());
                if self.board[tile].is_some() {
                    break;
                }
            }
        }
        paths
    }

    /// Returns the paths of one move.
    pub fn paths(&self, (from, to): Move) -> Vec<Vec<Tile>> {
        let mut paths = self.every_path(from);
        paths.retain(|path| path[path.len() - 1] == to);
        paths
    }

    /// Returns the sorted targets of the piece on `from`, even if its king stays in check.
    pub fn targets(&self, from: Tile) -> Vec<Tile> {
        let paths = self.every_path(from);
        let mut targets: Vec<Tile> = paths.iter().map(|path| path[path.len() - 1]).collect();
        targets.sort();
        targets.dedup();
        targets
    }

    /// Returns the enemy pieces that could capture the piece on `tile`.
    pub fn attackers(&self, tile: Tile) -> Vec<Tile> {
        let piece = self.board[tile].expect("a piece to attack");
        self.of(!piece.white)
            .filter(|&from| self.targets(from).contains(&tile))
            .collect()
    }

    /// Returns the pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Tile> {
        self.attackers(self.king(self.white_to_move))
    }

    /// Returns whether the side to move can capture the other king, which is illegal.
    pub fn king_hangs(&self) -> bool {
        let king = self.king(!self.white_to_move);
        self.of(self.white_to_move)
            .any(|from| self.targets(from).contains(&king))
    }

    /// Returns the sorted moves, including ones that leave the king in check.
    pub fn pseudo_legal(&self) -> Vec<Move> {
        self.of(self.white_to_move)
            .flat_map(|from| self.targets(from).into_iter().map(move |to| (from, to)))
            .collect()
    }

    /// Returns whether no legal move can mate with the remaining material. Tests in `dead` prove
    /// the list; `U` is an unmoved pawn.
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

    /// Returns the position rotated or mirrored.
    pub fn moved_by(&self, symmetry: &Symmetry) -> Self {
        let mut moved = self.clone();
        for tile in 0..TILES {
            moved.board[symmetry.tiles[tile]] = self.board[tile];
        }
        moved
    }

    /// Returns the position with colours exchanged.
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

    /// Returns the position after a move, legal or not.
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

    /// Returns a legal move in short algebraic notation. The origin is the first of nothing, face,
    /// digit and whole tile that makes the move unambiguous. Only legal moves of that kind of piece
    /// to that tile compete. Pawns include at least the face when they capture, and never the digit
    /// alone.
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
