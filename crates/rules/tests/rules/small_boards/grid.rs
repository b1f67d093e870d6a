//! Tables of grid boards with at most 64 squares.

use icochess_rules::{Cell, LineSpec, set_of};

/// A file and rank, from 0.
pub type Square = (i8, i8);

/// Kinds of line: rook and bishop lines.
pub const STRAIGHT: u8 = 1;
pub const DIAGONAL: u8 = 2;

pub struct Grid {
    pub files: i8,
    pub ranks: i8,
}

impl Grid {
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    pub fn cell(&self, (file, rank): Square) -> Option<Cell> {
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then(|| Cell::new((rank * self.files + file) as u8))
    }

    pub fn set(&self, squares: impl IntoIterator<Item = Square>) -> u64 {
        set_of(squares.into_iter().filter_map(|square| self.cell(square)))
    }

    pub fn rank(&self, rank: i8) -> u64 {
        self.set((0..self.files).map(|file| (file, rank)))
    }

    pub fn names(&self) -> Vec<String> {
        self.squares().map(name).collect()
    }

    /// Returns the cells by rank, highest rank first.
    pub fn groups(&self) -> Vec<Vec<Cell>> {
        let rank = |rank| (0..self.files).filter_map(move |file| self.cell((file, rank)));
        (0..self.ranks)
            .rev()
            .map(|number| rank(number).collect())
            .collect()
    }

    pub fn lines(&self, kind: u8, directions: &[Square]) -> Vec<LineSpec> {
        let mut lines = vec![];
        for &(x, y) in directions {
            for (file, rank) in self.squares() {
                if self.cell((file - x, rank - y)).is_none() {
                    let cells: Vec<Cell> = (0..)
                        .map_while(|n| self.cell((file + n * x, rank + n * y)))
                        .collect();
                    let closed = false;
                    lines.push(LineSpec {
                        kind,
                        closed,
                        cells,
                    });
                }
            }
        }
        lines.retain(|line| line.cells.len() > 1);
        lines
    }

    pub fn straight_and_diagonal(&self) -> Vec<LineSpec> {
        let straight = self.lines(STRAIGHT, &[(1, 0), (0, 1)]);
        [straight, self.lines(DIAGONAL, &[(1, 1), (1, -1)])].concat()
    }

    pub fn leaps(&self, steps: &[Square]) -> Vec<u64> {
        let to = |(file, rank)| steps.iter().map(move |(x, y)| (file + x, rank + y));
        self.squares().map(|square| self.set(to(square))).collect()
    }

    /// Returns the pawns' capturing leaps, White's and Black's, then their steps.
    pub fn pawns(&self) -> [Vec<u64>; 4] {
        [
            self.leaps(&[(-1, 1), (1, 1)]),
            self.leaps(&[(-1, -1), (1, -1)]),
            self.leaps(&[(0, 1)]),
            self.leaps(&[(0, -1)]),
        ]
    }
}

pub fn name((file, rank): Square) -> String {
    let letter = char::from(b'a' + file as u8);
    format!("{letter}{}", rank + 1)
}

pub const KING: &[Square] = &[
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
pub const KNIGHT: &[Square] = &[
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
];
