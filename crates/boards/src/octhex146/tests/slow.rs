//! A second, slow implementation of OctHex 146 by coordinates alone. It stores pieces in a map from
//! points to letters, makes every move, and has its own position and move texts. It shares nothing
//! with the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::testing::SlowRules;

/// Integer coordinates with an odd sum.
pub type Point = [i32; 3];

/// Promotion pieces in UCI text.
pub const BECOMES: &str = "rbunqdmgcv";

/// The kinds whose extinction loses the game, with the letters of their pieces.
const ELEMENTS: [(&str, &str); 4] = [
    ("rook", "RQDM"),
    ("bishop", "BQGC"),
    ("unicorn", "UDGV"),
    ("knight", "NMCV"),
];

pub fn is_on_board([x, y, z]: Point) -> bool {
    x.abs() + y.abs() + z.abs() <= 5 && (x + y + z) % 2 != 0
}

/// Returns all points, in the order of their names.
pub fn points() -> Vec<Point> {
    let levels = (-5..=5_i32).flat_map(|z| {
        let size = 6 - z.abs();
        (1..=size).flat_map(move |u| (1..=size).map(move |v| point(z, u, v)))
    });
    levels.collect()
}

/// Returns the point in column `u` and row `v` of a level.
fn point(z: i32, u: i32, v: i32) -> Point {
    [u + v - 7 + z.abs(), u - v, z]
}

pub fn name([x, y, z]: Point) -> String {
    let level = char::from(b'a' + (z + 5) as u8);
    let (u, v) = ((x + y + 7 - z.abs()) / 2, (x - y + 7 - z.abs()) / 2);
    format!("{level}{u}{v}")
}

pub fn named(name: &str) -> Point {
    let bytes = name.as_bytes();
    let digit = |place: usize| i32::from(bytes[place] - b'0');
    point(i32::from(bytes[0]) - i32::from(b'f'), digit(1), digit(2))
}

/// Returns the hexagonal plane: -5 is White's face, 5 Black's.
pub fn plane(at: Point) -> i32 {
    at.iter().sum()
}

pub fn plus(at: Point, by: Point, times: i32) -> Point {
    std::array::from_fn(|axis| at[axis] + times * by[axis])
}

/// Returns all vectors with these absolute coordinates, in any order and direction.
fn directions(wanted: [i32; 3]) -> Vec<Point> {
    let mut all = vec![];
    for x in -3..=3_i32 {
        for y in -3..=3_i32 {
            for z in -3..=3_i32 {
                let mut lengths = [x.abs(), y.abs(), z.abs()];
                lengths.sort_unstable();
                if lengths == wanted {
                    all.push([x, y, z]);
                }
            }
        }
    }
    all
}

/// Returns the slide and leap vectors of a letter's pieces.
fn powers(letter: char) -> (Vec<Point>, Vec<Point>) {
    let has = |element: usize| ELEMENTS[element].1.contains(letter.to_ascii_uppercase());
    let of = |element, wanted| {
        if has(element) {
            directions(wanted)
        } else {
            vec![]
        }
    };
    let slides = [of(0, [0, 1, 1]), of(1, [0, 0, 2]), of(2, [1, 1, 2])].concat();
    (slides, of(3, [0, 1, 3]))
}

const STEPS: [Point; 3] = [[1, 1, 0], [1, 0, 1], [0, 1, 1]];
const TAKES: [Point; 3] = [[2, 0, 0], [0, 2, 0], [0, 0, 2]];

pub fn is_white(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

#[derive(Clone, PartialEq)]
pub struct State {
    pub board: BTreeMap<Point, char>,
    pub white: bool,
    /// Unmoved pieces of the array that let a bishop enter.
    pub gates: BTreeSet<Point>,
    /// Whether White and Black have a bishop in reserve.
    pub reserve: [bool; 2],
    pub clock: u32,
    pub number: u32,
}

/// A move: its cells and effects.
#[derive(Clone, Debug)]
pub struct Play {
    pub from: Point,
    pub to: Point,
    /// The promotion letter.
    pub becomes: Option<char>,
    /// Whether the bishop enters.
    pub enters: bool,
}

impl Play {
    pub fn uci(&self) -> String {
        let letter = self.becomes.or(self.enters.then_some('b'));
        let cells = format!("{}{}", name(self.from), name(self.to));
        cells + &letter.map_or(String::new(), String::from)
    }

    fn suffix(&self) -> String {
        let becomes = |letter: char| format!("={}", letter.to_ascii_uppercase());
        let enters = if self.enters { "/B" } else { "" };
        self.becomes.map_or(enters.into(), becomes)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl State {
    pub fn empty() -> Self {
        Self {
            board: BTreeMap::new(),
            white: true,
            gates: BTreeSet::new(),
            reserve: [false; 2],
            clock: 0,
            number: 1,
        }
    }

    pub fn of(&self, white: bool) -> impl Iterator<Item = (Point, char)> {
        let all = self.board.iter().map(|(at, letter)| (*at, *letter));
        all.filter(move |(_, letter)| is_white(*letter) == white)
    }

    /// Returns the targets of the piece on `from`, whichever side is to move.
    pub fn targets(&self, from: Point) -> BTreeSet<Point> {
        let Some(&letter) = self.board.get(&from) else {
            return BTreeSet::new();
        };
        let white = is_white(letter);
        let own = |at: &Point| self.board.get(at).is_some_and(|l| is_white(*l) == white);
        let mut ends = BTreeSet::new();
        if letter.eq_ignore_ascii_case(&'P') {
            let ahead = if white { 1 } else { -1 };
            let stands = |at: &Point| self.board.contains_key(at);
            ends.extend(
                STEPS
                    .map(|by| plus(from, by, ahead))
                    .iter()
                    .filter(|at| !stands(at)),
            );
            ends.extend(
                TAKES
                    .map(|by| plus(from, by, ahead))
                    .iter()
                    .filter(|at| stands(at)),
            );
        }
        let (slides, leaps) = powers(letter);
        ends.extend(leaps.iter().map(|by| plus(from, *by, 1)));
        for by in slides {
            for times in 1.. {
                let at = plus(from, by, times);
                ends.insert(at);
                if !is_on_board(at) || self.board.contains_key(&at) {
                    break;
                }
            }
        }
        ends.retain(|at| is_on_board(*at) && !own(at));
        ends
    }

    /// Returns whether the bishop enters when the piece on `from` leaves.
    pub fn lets_enter(&self, from: Point) -> bool {
        self.gates.contains(&from) && self.reserve[usize::from(!is_white(self.board[&from]))]
    }

    /// Removes reserves that can't enter, and rights without a reserve.
    pub fn tidy(&mut self) {
        for white in [true, false] {
            let own = |at: &Point| is_white(self.board[at]) == white;
            let has_gate = self.gates.iter().any(own);
            self.reserve[usize::from(!white)] &= has_gate;
        }
        let (board, reserve) = (&self.board, self.reserve);
        self.gates
            .retain(|at| reserve[usize::from(!is_white(board[at]))]);
    }

    /// Returns a side's extinct elements.
    pub fn missing(&self, white: bool) -> Vec<&'static str> {
        let mut letters: String = self.of(white).map(|(_, letter)| letter).collect();
        if self.reserve[usize::from(!white)] {
            letters.push('B');
        }
        let letters = letters.to_ascii_uppercase();
        ELEMENTS
            .iter()
            .filter(|(_, having)| !letters.contains(|letter| having.contains(letter)))
            .map(|(element, _)| *element)
            .collect()
    }
}

impl SlowRules for State {
    type Play = Play;

    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (placement, reserve) = fields[0].split_once('[').expect("brackets");
        let mut state = Self::empty();
        for (level, rows) in (-5..=5_i32).rev().zip(placement.split('|')) {
            for (v, row) in (1..=6 - level.abs()).rev().zip(rows.split('/')) {
                let mut u = 1;
                for letter in row.chars() {
                    match letter.to_digit(10) {
                        Some(run) => u += run as i32,
                        None => {
                            state.board.insert(point(level, u, v), letter);
                            u += 1;
                        }
                    }
                }
            }
        }
        state.reserve = ['B', 'b'].map(|bishop| reserve.contains(bishop));
        state.white = fields[1] == "w";
        let rights = if fields[2] == "-" { "" } else { fields[2] };
        for at in (0..rights.len()).step_by(3) {
            state.gates.insert(named(&rights[at..at + 3]));
        }
        state.clock = fields[4].parse().expect("a number");
        state.number = fields[5].parse().expect("a number");
        state
    }

    fn text(&self) -> String {
        let row = |z: i32, v: i32| {
            let mut text = String::new();
            let mut empty = 0;
            for u in 1..=6 - z.abs() {
                match self.board.get(&point(z, u, v)) {
                    Some(letter) => {
                        text += &run(empty);
                        text.push(*letter);
                        empty = 0;
                    }
                    None => empty += 1,
                }
            }
            text + &run(empty)
        };
        let levels: Vec<String> = (-5..=5_i32)
            .rev()
            .map(|z| {
                let rows = (1..=6 - z.abs()).rev().map(|v| row(z, v));
                rows.collect::<Vec<_>>().join("/")
            })
            .collect();
        let reserve: String = ['B', 'b']
            .iter()
            .zip(self.reserve)
            .filter_map(|(bishop, is_there)| is_there.then_some(*bishop))
            .collect();
        let mut rights: Vec<String> = self.gates.iter().map(|at| name(*at)).collect();
        rights.sort();
        if rights.is_empty() {
            rights.push("-".into());
        }
        let side = if self.white { 'w' } else { 'b' };
        format!(
            "{}[{reserve}] {side} {} - {} {}",
            levels.join("|"),
            rights.concat(),
            self.clock,
            self.number
        )
    }

    fn is_white_to_move(&self) -> bool {
        self.white
    }

    fn legal(&self) -> Vec<Play> {
        let mut moves = vec![];
        for (from, letter) in self.of(self.white) {
            let last = if self.white { 5 } else { -5 };
            for to in self.targets(from) {
                let play = |becomes| Play {
                    from,
                    to,
                    becomes,
                    enters: self.lets_enter(from),
                };
                if letter.eq_ignore_ascii_case(&'P') && plane(to) == last {
                    moves.extend(BECOMES.chars().map(|letter| play(Some(letter))));
                } else {
                    moves.push(play(None));
                }
            }
        }
        moves.sort_by_cached_key(Play::uci);
        moves
    }

    fn uci(play: &Play) -> String {
        play.uci()
    }

    /// Returns whether a side has lost.
    fn is_over(&self) -> bool {
        let mut sides = [true, false].iter();
        sides.any(|white| !self.missing(*white).is_empty())
    }

    fn after(&self, play: &Play) -> Self {
        let mut next = self.clone();
        let own = |letter: char| match self.white {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        };
        let letter = next.board.remove(&play.from).expect("a piece");
        let taken = next
            .board
            .insert(play.to, own(play.becomes.unwrap_or(letter)));
        next.gates.remove(&play.from);
        next.gates.remove(&play.to);
        if play.enters {
            next.board.insert(play.from, own('B'));
            next.reserve[usize::from(!self.white)] = false;
        }
        let counts_anew = taken.is_some() || letter.eq_ignore_ascii_case(&'P');
        next.clock = if counts_anew { 0 } else { self.clock + 1 };
        next.number += u32::from(!self.white);
        next.white = !self.white;
        next.tidy();
        next
    }

    /// Returns the text of a move for people. The text has an origin only where necessary, and the
    /// level before the cell.
    fn san(&self, play: &Play) -> String {
        let letter = self.board[&play.from].to_ascii_uppercase();
        let takes = self.board.contains_key(&play.to);
        let rivals: Vec<Point> = self
            .of(self.white)
            .filter(|(at, other)| {
                *at != play.from
                    && other.eq_ignore_ascii_case(&letter)
                    && self.targets(*at).contains(&play.to)
            })
            .map(|(at, _)| at)
            .collect();
        let from = name(play.from);
        let origin = match rivals.iter().any(|at| at[2] == play.from[2]) {
            true => &from[..],
            false if !rivals.is_empty() || takes && letter == 'P' => &from[..1],
            false => "",
        };
        let role = if letter == 'P' {
            String::new()
        } else {
            letter.into()
        };
        let next = self.after(play);
        let wins = if next.missing(next.white).is_empty() {
            ""
        } else {
            "#"
        };
        let takes = if takes { "x" } else { "" };
        let to = name(play.to);
        format!("{role}{origin}{takes}{to}{}{wins}", play.suffix())
    }
}

fn run(empty: u32) -> String {
    if empty > 0 {
        empty.to_string()
    } else {
        String::new()
    }
}
