//! A second, slow implementation of Raumschach by coordinates alone. It stores men in a map, makes
//! and checks every move, and has its own position and move texts. It shares nothing with the
//! crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::testing::SlowRules;

/// Level, file and rank of a cell, each from 1.
pub type At = [i32; 3];

/// Promotion pieces in UCI text.
pub const BECOMES: &str = "qrbun";

pub fn is_on_board(at: At) -> bool {
    at.iter().all(|place| (1..=5).contains(place))
}

/// Returns all cells, in the order of their names.
pub fn cells() -> Vec<At> {
    let mut all = vec![];
    for level in 1..=5 {
        for file in 1..=5 {
            all.extend((1..=5).map(|rank| [level, file, rank]));
        }
    }
    all
}

pub fn name([level, file, rank]: At) -> String {
    let letter = |place: i32| char::from(b'`' + place as u8);
    format!("{}{}{rank}", letter(level), letter(file))
}

pub fn named(name: &str) -> At {
    let bytes = name.as_bytes();
    let place = |at: usize, before: u8| i32::from(bytes[at]) - i32::from(before);
    [place(0, b'`'), place(1, b'`'), place(2, b'0')]
}

fn plus(at: At, by: At, times: i32) -> At {
    std::array::from_fn(|axis| at[axis] + times * by[axis])
}

/// Returns vectors to the 26 neighbours, filtered by the number of changed coordinates.
fn directions(changed: &[usize]) -> Vec<At> {
    let mut all = vec![];
    for level in -1..=1 {
        for file in -1..=1 {
            all.extend((-1..=1).map(|rank| [level, file, rank]));
        }
    }
    all.retain(|direction: &At| changed.contains(&direction.iter().filter(|by| **by != 0).count()));
    all
}

fn jumps() -> Vec<At> {
    let mut all = vec![];
    for long in 0..3 {
        for short in (0..3).filter(|axis| *axis != long) {
            for (two, one) in [(2, 1), (2, -1), (-2, 1), (-2, -1)] {
                let mut jump = [0; 3];
                (jump[long], jump[short]) = (two, one);
                all.push(jump);
            }
        }
    }
    all
}

/// Returns the vectors of a man other than a pawn, and its maximum number of steps.
fn directions_of(letter: char) -> (Vec<At>, i32) {
    match letter.to_ascii_uppercase() {
        'R' => (directions(&[1]), 4),
        'B' => (directions(&[2]), 4),
        'U' => (directions(&[3]), 4),
        'Q' => (directions(&[1, 2, 3]), 4),
        'K' => (directions(&[1, 2, 3]), 1),
        'N' => (jumps(), 1),
        other => panic!("{other} is no man"),
    }
}

pub fn is_white(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

#[derive(Clone, PartialEq)]
pub struct State {
    pub men: BTreeMap<At, char>,
    pub white: bool,
    pub clock: u32,
    pub number: u32,
}

/// A move, with its promotion.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    pub from: At,
    pub to: At,
    pub becomes: Option<char>,
}

impl Play {
    pub fn uci(&self) -> String {
        let becomes = self.becomes.map_or(String::new(), String::from);
        format!("{}{}{becomes}", name(self.from), name(self.to))
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
            men: BTreeMap::new(),
            white: true,
            clock: 0,
            number: 1,
        }
    }

    /// Returns the start position. From each player's seat, each bishop is to the left of each
    /// unicorn.
    pub fn start() -> Self {
        let mut state = Self::empty();
        let mut rank = |level: i32, rank: i32, letters: &str| {
            for (file, letter) in (1..).zip(letters.chars()) {
                state.men.insert([level, file, rank], letter);
            }
        };
        rank(1, 1, "RNKNR");
        rank(2, 1, "BUQBU");
        // From file a, at Black's right.
        rank(5, 5, "rnknr");
        rank(4, 5, "ubqub");
        for level in [1, 2] {
            rank(level, 2, "PPPPP");
            rank(6 - level, 4, "ppppp");
        }
        state
    }

    /// Returns a position with men such as `Rbc3`; White's are upper case.
    pub fn with(men: &str) -> Self {
        let mut state = Self::empty();
        for man in men.split_ascii_whitespace() {
            let letter = man.chars().next().expect("a letter");
            state.men.insert(named(&man[1..]), letter);
        }
        state
    }

    pub fn turned(mut self) -> Self {
        self.white = !self.white;
        self
    }

    fn level(&self, level: i32) -> String {
        let mut ranks = vec![];
        for rank in (1..=5).rev() {
            let mut text = String::new();
            for file in 1..=5 {
                match self.men.get(&[level, file, rank]) {
                    Some(letter) => text.push(*letter),
                    None => text.push('.'),
                }
            }
            // Replace the longest runs first.
            for run in (1..=5).rev() {
                text = text.replace(&".".repeat(run), &run.to_string());
            }
            ranks.push(text);
        }
        ranks.join("/")
    }

    pub fn of(&self, white: bool) -> impl Iterator<Item = (At, char)> {
        let all = self.men.iter().map(|(at, letter)| (*at, *letter));
        all.filter(move |(_, letter)| is_white(*letter) == white)
    }

    /// Returns the targets of the man on `from`, whichever side is to move, ignoring checks.
    pub fn reaches(&self, from: At) -> BTreeSet<At> {
        let mut ends = BTreeSet::new();
        let Some(&letter) = self.men.get(&from) else {
            return ends;
        };
        let white = is_white(letter);
        let ahead = if white { 1 } else { -1 };
        let other = |at: &At| self.men.get(at).is_some_and(|it| is_white(*it) != white);
        if letter.eq_ignore_ascii_case(&'P') {
            let steps = [[0, 0, 1], [1, 0, 0]].map(|by| plus(from, by, ahead));
            ends.extend(steps.iter().filter(|at| !self.men.contains_key(*at)));
            let takes = [[0, -1, 1], [0, 1, 1], [1, -1, 0], [1, 1, 0], [1, 0, 1]];
            let takes = takes.map(|by| plus(from, by, ahead));
            ends.extend(takes.iter().filter(|at| other(at)));
        } else {
            let (directions, most) = directions_of(letter);
            for by in directions {
                for times in 1..=most {
                    let at = plus(from, by, times);
                    if other(&at) || !self.men.contains_key(&at) {
                        ends.insert(at);
                    }
                    if self.men.contains_key(&at) {
                        break;
                    }
                }
            }
        }
        ends.retain(|at| is_on_board(*at));
        ends
    }

    fn king(&self, white: bool) -> At {
        let mut of_side = self.of(white);
        let king = of_side.find(|(_, letter)| letter.eq_ignore_ascii_case(&'K'));
        king.expect("a king").0
    }

    /// Returns the men that attack a side's king.
    pub fn checkers(&self, white: bool) -> BTreeSet<At> {
        let king = self.king(white);
        let men = self.of(!white).map(|(at, _)| at);
        men.filter(|at| self.reaches(*at).contains(&king)).collect()
    }

    pub fn is_check(&self) -> bool {
        !self.checkers(self.white).is_empty()
    }

    /// Returns whether the pawn with this letter promotes on the cell.
    pub fn is_last(letter: char, [level, _, rank]: At) -> bool {
        match letter {
            'P' => level == 5 && rank == 5,
            'p' => level == 1 && rank == 1,
            _ => false,
        }
    }

    /// Returns the legal targets of the man on `from`.
    pub fn targets(&self, from: At) -> BTreeSet<At> {
        let own = self.men.get(&from).copied();
        if own.is_none_or(|letter| is_white(letter) != self.white) {
            return BTreeSet::new();
        }
        let mut ends = self.reaches(from);
        ends.retain(|&to| {
            let becomes = None;
            let next = self.after(&Play { from, to, becomes });
            next.checkers(self.white).is_empty()
        });
        ends
    }
}

impl SlowRules for State {
    type Play = Play;

    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut state = Self::empty();
        for (level, ranks) in (1..=5).rev().zip(fields[0].split('|')) {
            for (rank, letters) in (1..=5).rev().zip(ranks.split('/')) {
                let mut file = 1;
                for letter in letters.chars() {
                    match letter.to_digit(10) {
                        Some(run) => file += run as i32,
                        None => {
                            state.men.insert([level, file, rank], letter);
                            file += 1;
                        }
                    }
                }
            }
        }
        state.white = fields[1] == "w";
        state.clock = fields[4].parse().expect("a number");
        state.number = fields[5].parse().expect("a number");
        state
    }

    fn text(&self) -> String {
        let levels: Vec<String> = (1..=5).rev().map(|level| self.level(level)).collect();
        let side = if self.white { 'w' } else { 'b' };
        let (clock, number) = (self.clock, self.number);
        format!("{} {side} - - {clock} {number}", levels.join("|"))
    }

    fn is_white_to_move(&self) -> bool {
        self.white
    }

    fn legal(&self) -> Vec<Play> {
        let mut moves = vec![];
        for (from, letter) in self.of(self.white) {
            for to in self.targets(from) {
                let play = |becomes| Play { from, to, becomes };
                if Self::is_last(letter, to) {
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

    fn after(&self, play: &Play) -> Self {
        let mut next = self.clone();
        let letter = next.men.remove(&play.from).expect("a man");
        let becomes = play.becomes.map_or(letter, |becomes| match self.white {
            true => becomes.to_ascii_uppercase(),
            false => becomes,
        });
        let taken = next.men.insert(play.to, becomes);
        let counts_anew = taken.is_some() || letter.eq_ignore_ascii_case(&'P');
        next.clock = if counts_anew { 0 } else { self.clock + 1 };
        next.number += u32::from(!self.white);
        next.white = !self.white;
        next
    }

    /// Returns the text of a move for people. The origin is the level where necessary, or the whole
    /// cell if the level isn't enough. Pawn captures always include the level.
    fn san(&self, play: &Play) -> String {
        let letter = self.men[&play.from].to_ascii_uppercase();
        let takes = self.men.contains_key(&play.to);
        let rivals: Vec<At> = self
            .of(self.white)
            .filter(|(at, other)| {
                *at != play.from
                    && other.eq_ignore_ascii_case(&letter)
                    && self.targets(*at).contains(&play.to)
            })
            .map(|(at, _)| at)
            .collect();
        let from = name(play.from);
        let origin = match rivals.iter().any(|at| at[0] == play.from[0]) {
            true => &from[..],
            false if !rivals.is_empty() || takes && letter == 'P' => &from[..1],
            false => "",
        };
        let role = Some(letter).filter(|letter| *letter != 'P');
        let role = role.map_or(String::new(), String::from);
        let becomes = play.becomes.map(|letter| letter.to_ascii_uppercase());
        let becomes = becomes.map_or(String::new(), |letter| format!("={letter}"));
        let next = self.after(play);
        let check = match (next.is_check(), next.legal().is_empty()) {
            (false, _) => "",
            (true, false) => "+",
            (true, true) => "#",
        };
        let takes = if takes { "x" } else { "" };
        format!("{role}{origin}{takes}{}{becomes}{check}", name(play.to))
    }
}
