//! A second, slow and simple implementation of Star Trek 3D chess by coordinates alone.
//!
//! It doesn't call the crate. A square is column, row and level, and the existing squares follow
//! from the pins in use. A move is legal if, made on a copy, it leaves no enemy that could capture
//! the king.
//!
//! Source: <https://mjollnir.com/Chess.html>. Open points follow the documentation of
//! `icochess_boards::startrek3d`.

use std::collections::{BTreeMap, BTreeSet};

/// Column, row and level.
pub type At = [i32; 3];

/// The pins, in the order of position text.
pub const PINS: &str = "b17 e17 b15 e15 b35 e35 b33 e33 b47 e47 b45 e45 b53 e53 b51 e51 b65 e65 \
                        b63 e63 b83 e83 b81 e81";

/// For each corner row, the rows with adjacent pins in the same column.
const NEAR_ROWS: [(i32, &[i32]); 6] = [
    (1, &[1, 3, 4]),
    (3, &[3, 1, 4, 5, 6]),
    (4, &[4, 1, 3, 6]),
    (5, &[5, 3, 6, 8]),
    (6, &[6, 3, 4, 5, 8]),
    (8, &[8, 5, 6]),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Man {
    pub white: bool,
    /// The letter, upper case: `F` is a pawn of a small board.
    pub kind: char,
    /// Whether the man has the right to a double step.
    pub unmoved: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub men: BTreeMap<At, Man>,
    /// The pins in use.
    pub pins: BTreeSet<At>,
    pub white_to_move: bool,
    pub clock: u32,
    pub number: u32,
}

/// A move of a man or of a small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// A man moves.
    Man { from: At, to: At, promotes: bool },
    /// A small board moves from pin to pin.
    Board { from: At, to: At },
}

pub fn at(name: &str) -> At {
    let [column, row, level] = name.as_bytes() else {
        panic!("{name} is no square");
    };
    [column - b'a', row - b'0', level - b'0'].map(i32::from)
}

pub fn name([column, row, level]: At) -> String {
    format!("{}{row}{level}", (b'a' + column as u8) as char)
}

pub fn all_pins() -> Vec<At> {
    PINS.split_whitespace().map(at).collect()
}

impl Move {
    pub fn uci(self) -> String {
        match self {
            Self::Man { from, to, promotes } => {
                format!(
                    "{}{}{}",
                    name(from),
                    name(to),
                    if promotes { "q" } else { "" }
                )
            }
            Self::Board { from, to } => format!("A@{}{}", name(from), name(to)),
        }
    }
}

/// Returns whether the square belongs to a large board.
fn is_main([column, row, level]: At) -> bool {
    let first = 7 - level;
    [2, 4, 6].contains(&level) && (1..=4).contains(&column) && (first..first + 4).contains(&row)
}

/// Returns the squares of the small board at a pin: the square at the corner, and three farther
/// out.
pub fn small([column, row, level]: At) -> [At; 4] {
    let outwards = if column == 1 { -1 } else { 1 };
    // Finds the large board on which this row is the first or last.
    let next_rows = [level - 1, level + 1].map(|main| {
        let on_it = |row| is_main([column, row, main]);
        (on_it(row) && on_it(row + 1) != on_it(row - 1)).then(|| on_it(row + 1))
    });
    let is_first = next_rows.into_iter().flatten().next().expect("a corner");
    let onwards = if is_first { -1 } else { 1 };
    [(0, 0), (outwards, 0), (0, onwards), (outwards, onwards)]
        .map(|(c, r)| [column + c, row + r, level])
}

fn rows(pin: At) -> BTreeSet<i32> {
    small(pin).into_iter().map(|square| square[1]).collect()
}

/// Returns the direction of a side's pawns: rows and levels.
fn ahead(white: bool) -> (i32, i32) {
    if white { (1, -1) } else { (-1, 1) }
}

/// Returns the offset between two squares in columns, rows and levels.
fn between(from: At, to: At) -> At {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}

impl State {
    /// Returns an empty board with small boards at these pins and White to move.
    pub fn empty(pins: &str) -> Self {
        Self {
            men: BTreeMap::new(),
            pins: pins.split_whitespace().map(at).collect(),
            white_to_move: true,
            clock: 0,
            number: 1,
        }
    }

    /// Adds men such as `Ke07 Fa17*`; White's are upper case, and an asterisk marks the right to a
    /// double step.
    pub fn with(mut self, men: &str) -> Self {
        for text in men.split_whitespace() {
            let (letter, square) = text.split_at(1);
            let letter = letter.chars().next().unwrap();
            let man = Man {
                white: letter.is_uppercase(),
                kind: letter.to_ascii_uppercase(),
                unmoved: square.ends_with('*'),
            };
            self.men.insert(at(square.trim_end_matches('*')), man);
        }
        self
    }

    /// Passes the turn to the other side.
    pub fn turned(mut self) -> Self {
        self.white_to_move = !self.white_to_move;
        self
    }

    /// Exchanges the sides, rotating the board by a half-turn that keeps the columns.
    pub fn exchanged(&self) -> Self {
        let turn = |[column, row, level]: At| [column, 9 - row, 8 - level];
        let other = |man: &Man| Man {
            white: !man.white,
            ..*man
        };
        Self {
            men: self
                .men
                .iter()
                .map(|(at, man)| (turn(*at), other(man)))
                .collect(),
            pins: self.pins.iter().map(|pin| turn(*pin)).collect(),
            white_to_move: !self.white_to_move,
            ..*self
        }
    }

    /// Returns whether a square currently exists.
    pub fn is_there(&self, at: At) -> bool {
        is_main(at) || self.pins.iter().any(|pin| small(*pin).contains(&at))
    }

    fn is_free(&self, at: At) -> bool {
        self.is_there(at) && !self.men.contains_key(&at)
    }

    /// Returns all squares that currently exist.
    pub fn squares(&self) -> Vec<At> {
        let all = (0..6).flat_map(|c| (0..10).flat_map(move |r| (1..8).map(move |l| [c, r, l])));
        all.filter(|at| self.is_there(*at)).collect()
    }

    pub fn king(&self, white: bool) -> Option<At> {
        let is_king = |man: &Man| man.kind == 'K' && man.white == white;
        self.men
            .iter()
            .find(|(_, man)| is_king(man))
            .map(|(at, _)| *at)
    }

    /// Returns whether all squares between two squares on one line exist and are empty.
    fn is_open(&self, from: At, to: At) -> bool {
        let offset = between(from, to);
        let steps = offset.map(i32::abs).into_iter().max().unwrap_or(0);
        (1..steps).all(|n| {
            let step = |axis: usize| from[axis] + n * offset[axis].signum();
            self.is_free([step(0), step(1), step(2)])
        })
    }

    /// Returns whether the man attacks a square, whether or not it is occupied.
    pub fn attacks(&self, from: At, man: Man, to: At) -> bool {
        let [c, r, l] = between(from, to);
        let [columns, rows, levels] = [c, r, l].map(i32::abs);
        let most = columns.max(rows).max(levels);
        let is_line = [columns, rows, levels]
            .into_iter()
            .all(|n| n == 0 || n == most);
        let diagonal = is_line && columns > 0 && rows > 0;
        let straight = is_line && most > 0 && (columns == 0 || rows == 0);
        let (forward, down) = ahead(man.white);
        match man.kind {
            'N' => {
                let mut lengths = [columns, rows, levels];
                lengths.sort();
                lengths == [0, 1, 2]
            }
            'K' => most == 1,
            'B' => diagonal && self.is_open(from, to),
            'R' => straight && self.is_open(from, to),
            'Q' => (diagonal || straight) && self.is_open(from, to),
            _ => columns == 1 && r == forward && l * down >= 0,
        }
    }

    /// Returns the squares of a side's men that attack a square.
    pub fn attackers(&self, to: At, white: bool) -> Vec<At> {
        let men = self.men.iter().filter(|(_, man)| man.white == white);
        let attackers = men.filter(|(from, man)| self.attacks(**from, **man, to));
        attackers.map(|(from, _)| *from).collect()
    }

    /// Returns whether a side's king is in check.
    pub fn in_check(&self, white: bool) -> bool {
        self.king(white)
            .is_some_and(|king| !self.attackers(king, !white).is_empty())
    }

    /// Returns whether the man promotes on a square.
    pub fn promotes(man: Man, to: At) -> bool {
        let row = to[1];
        match (man.kind, man.white) {
            ('P', true) => row >= 8,
            ('P', false) => row <= 1,
            ('F', true) => row >= 7,
            ('F', false) => row <= 2,
            _ => false,
        }
    }

    /// Returns whether a square is on the last row of its board.
    fn is_at_end(&self, at: At, white: bool) -> bool {
        let rows = if is_main(at) {
            let first = 7 - at[2];
            (first..first + 4).collect()
        } else {
            let pin = self.pins.iter().find(|pin| small(**pin).contains(&at));
            rows(*pin.expect("a small board"))
        };
        let end = if white { rows.last() } else { rows.first() };
        end == Some(&at[1])
    }

    /// Returns a pawn's targets without captures.
    fn pawn_steps(&self, from: At, man: Man) -> Vec<At> {
        let (forward, down) = ahead(man.white);
        let steps = |[c, r, l]: At| {
            let all = [[c, r + forward, l], [c, r + forward, l + down]];
            all.into_iter().filter(|to| self.is_free(*to))
        };
        let mut to: Vec<At> = steps(from).collect();
        if man.unmoved {
            let first = to.clone();
            to.extend(first.into_iter().flat_map(steps));
        }
        let [c, r, l] = from;
        if self.is_at_end(from, man.white) {
            let beside = [[c - 1, r, l], [c + 1, r, l]];
            to.extend(beside.into_iter().filter(|to| self.is_free(*to)));
        }
        to
    }

    /// Returns the moves, including ones that leave the king in check, in order.
    pub fn pseudo_legal(&self, adjacent_only: bool) -> Vec<Move> {
        let mut moves = BTreeSet::new();
        let squares = self.squares();
        let own = |man: &Man| man.white == self.white_to_move;
        for (&from, &man) in self.men.iter().filter(|(_, man)| own(man)) {
            let is_pawn = matches!(man.kind, 'P' | 'F');
            let mut targets: Vec<At> = squares.clone();
            targets.retain(|to| {
                self.attacks(from, man, *to)
                    && self.men.get(to).map_or(!is_pawn, |other| !own(other))
            });
            if is_pawn {
                targets.extend(self.pawn_steps(from, man));
            }
            moves.extend(targets.into_iter().map(|to| Move::Man {
                from,
                to,
                promotes: Self::promotes(man, to),
            }));
        }
        for &from in &self.pins {
            let men: Vec<&Man> = small(from)
                .iter()
                .filter_map(|at| self.men.get(at))
                .collect();
            let has_pawn = men.iter().any(|man| matches!(man.kind, 'P' | 'F'));
            if men.is_empty() || !men.iter().all(|man| own(man) && man.kind != 'K') {
                continue;
            }
            let near = |to: At| {
                let near = NEAR_ROWS.iter().find(|(row, _)| *row == from[1]).unwrap().1;
                if to[0] == from[0] {
                    near.contains(&to[1])
                } else {
                    to[1] == from[1]
                }
            };
            let to = all_pins().into_iter().filter(|to| {
                !self.pins.contains(to)
                    && (!has_pawn || rows(from) == rows(*to))
                    && (!adjacent_only || near(*to))
            });
            moves.extend(to.map(|to| Move::Board { from, to }));
        }
        moves.into_iter().collect()
    }

    /// Returns the legal moves, in order.
    pub fn legal(&self, adjacent_only: bool) -> Vec<Move> {
        let mut moves = self.pseudo_legal(adjacent_only);
        moves.retain(|mv| !self.after(*mv).in_check(self.white_to_move));
        moves
    }

    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.white_to_move = !self.white_to_move;
        next.clock += 1;
        next.number += u32::from(!self.white_to_move);
        match mv {
            Move::Man { from, to, promotes } => {
                let mut man = next.men.remove(&from).expect("a man");
                let taken = next.men.remove(&to);
                if taken.is_some() || matches!(man.kind, 'P' | 'F') {
                    next.clock = 0;
                }
                man.unmoved = false;
                if promotes {
                    man.kind = 'Q';
                }
                next.men.insert(to, man);
            }
            Move::Board { from, to } => {
                next.pins.remove(&from);
                next.pins.insert(to);
                // Keeps the order of rows and columns, whichever way the board sticks out.
                let [mut left, mut there] = [small(from), small(to)];
                left.sort();
                there.sort();
                for (from, to) in left.into_iter().zip(there) {
                    if let Some(man) = next.men.remove(&from) {
                        let unmoved = false;
                        next.men.insert(to, Man { unmoved, ..man });
                    }
                }
            }
        }
        next
    }

    /// Returns whether White has won by the bare king rule, or `None` if neither side has.
    pub fn bare_king(&self) -> Option<bool> {
        let bare = [true, false]
            .map(|white| self.men.values().filter(|man| man.white == white).count() == 1);
        match bare {
            [true, false] => Some(false),
            [false, true] => Some(true),
            _ => None,
        }
    }

    /// Returns the number of leaves. Positions with a bare king have no leaves.
    pub fn perft(&self, adjacent_only: bool, depth: u32) -> u64 {
        if self.bare_king().is_some() {
            return 0;
        }
        let moves = self.legal(adjacent_only);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = moves.into_iter().map(|mv| self.after(mv));
        after.map(|next| next.perft(adjacent_only, depth - 1)).sum()
    }
}
