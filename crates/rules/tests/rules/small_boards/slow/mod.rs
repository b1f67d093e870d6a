//! A slow model of small boards. The model maps squares to letters, plays every move to test it,
//! and has its own notation. It shares no code with the crate.

mod text;

use std::collections::{BTreeMap, BTreeSet};

/// A file and rank, from 0.
pub type Square = (i8, i8);

/// The rules of a board, independent of the crate. White moves up the ranks.
#[derive(Default)]
pub struct Rules {
    pub files: i8,
    pub ranks: i8,
    pub kinds: Vec<Kind>,
    /// Letters and names of kinds that must not be lost, counting the reserve.
    pub extinct: &'static [(&'static str, &'static str)],
    pub bare_king_loses: bool,
}

/// The moves of a kind of piece.
#[derive(Default)]
pub struct Kind {
    pub letter: char,
    pub slides: Vec<Square>,
    pub jumps: Vec<Square>,
    pub pawn: Option<Pawn>,
    pub royal: bool,
    /// Whether a piece may enter with the first move of this piece; `true` if it must.
    pub gates: Option<bool>,
}

/// A pawn, which steps forward and captures diagonally forward.
#[derive(Default)]
pub struct Pawn {
    /// Whether the pawn may step twice until it has moved.
    pub double_unmoved: bool,
    /// White's rank for double steps; Black's is its mirror image.
    pub double_from: Option<i8>,
    /// Whether double steps may capture.
    pub double_takes: bool,
    /// Whether the pawn may capture, and be captured, en passant.
    pub en_passant: bool,
    /// White's promotion rank and the letters.
    pub promotes: Option<(i8, &'static str)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    board: BTreeMap<Square, char>,
    white: bool,
    unmoved: BTreeSet<(i8, i8)>,
    en_passant: Option<Square>,
    reserve: String,
    clock: u32,
    number: u32,
}

/// The end of a game.
pub struct Ends {
    pub white_wins: bool,
    pub by: &'static str,
}

fn is_white(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Swaps file and rank, to sort in the order of cells.
fn turned((file, rank): Square) -> (i8, i8) {
    (rank, file)
}

impl Rules {
    fn kind(&self, letter: char) -> &Kind {
        let upper = letter.to_ascii_uppercase();
        self.kinds.iter().find(|kind| kind.letter == upper).unwrap()
    }

    fn mirrored(&self, white: bool, rank: i8) -> i8 {
        if white { rank } else { self.ranks - 1 - rank }
    }
}

/// A move, ignoring checks.
struct Step {
    from: Square,
    to: Square,
    /// Square passed by a double step.
    passed: Option<Square>,
}

impl State {
    fn is_free(&self, rules: &Rules, at: Square) -> bool {
        let (file, rank) = at;
        let is_there = (0..rules.files).contains(&file) && (0..rules.ranks).contains(&rank);
        is_there && !self.board.contains_key(&at)
    }

    fn is_hostile(&self, at: Square, white: bool) -> bool {
        self.board
            .get(&at)
            .is_some_and(|letter| is_white(*letter) != white)
    }

    /// Returns the steps of a side's pieces, ignoring checks.
    fn steps(&self, rules: &Rules, white: bool) -> Vec<Step> {
        let mut steps = vec![];
        for (&from, &letter) in &self.board {
            if is_white(letter) != white {
                continue;
            }
            let kind = rules.kind(letter);
            let mut go = |to, passed| steps.push(Step { from, to, passed });
            for (x, y) in &kind.slides {
                for n in 1.. {
                    let to = (from.0 + n * x, from.1 + n * y);
                    if self.is_free(rules, to) {
                        go(to, None);
                        continue;
                    }
                    if self.is_hostile(to, white) {
                        go(to, None);
                    }
                    break;
                }
            }
            for (x, y) in &kind.jumps {
                let to = (from.0 + x, from.1 + y);
                if self.is_free(rules, to) || self.is_hostile(to, white) {
                    go(to, None);
                }
            }
            let Some(pawn) = &kind.pawn else { continue };
            let ahead = if white { 1 } else { -1 };
            let next = (from.0, from.1 + ahead);
            let beside = [(from.0 - 1, from.1), (from.0 + 1, from.1)];
            if self.is_free(rules, next) {
                go(next, None);
                let end = (from.0, from.1 + 2 * ahead);
                let home = pawn.double_from.map(|rank| rules.mirrored(white, rank));
                if pawn.double_unmoved && self.unmoved.contains(&turned(from))
                    || home == Some(from.1)
                {
                    let takes = pawn.double_takes && self.is_hostile(end, white);
                    if self.is_free(rules, end) || takes {
                        go(end, pawn.en_passant.then_some(next));
                    }
                }
            }
            for (file, _) in beside {
                let to = (file, next.1);
                let passes = pawn.en_passant && self.en_passant == Some(to) && white == self.white;
                if self.is_hostile(to, white) || passes {
                    go(to, None);
                }
            }
        }
        steps
    }

    fn king(&self, rules: &Rules, white: bool) -> Option<Square> {
        let is_king = |letter: char| is_white(letter) == white && rules.kind(letter).royal;
        let found = self.board.iter().find(|(_, letter)| is_king(**letter));
        found.map(|(at, _)| *at)
    }

    fn is_attacked(&self, rules: &Rules, white: bool) -> bool {
        let king = self.king(rules, white);
        king.is_some_and(|king| self.steps(rules, !white).iter().any(|step| step.to == king))
    }

    pub fn is_check(&self, rules: &Rules) -> bool {
        self.is_attacked(rules, self.white)
    }

    /// Returns the square of the pawn that a step captures en passant.
    fn taken_beside(&self, rules: &Rules, step: &Step) -> Option<Square> {
        let pawn = rules.kind(self.board[&step.from]).pawn.as_ref()?;
        let takes = pawn.en_passant && step.from.0 != step.to.0;
        let behind = if self.white { -1 } else { 1 };
        (takes && self.en_passant == Some(step.to) && !self.board.contains_key(&step.to))
            .then_some((step.to.0, step.to.1 + behind))
    }

    /// Returns the legal moves by their text, with the resulting states.
    pub fn moves(&self, rules: &Rules) -> Vec<(String, Self)> {
        let mut moves = vec![];
        for step in self.steps(rules, self.white) {
            let letter = self.board[&step.from];
            let kind = rules.kind(letter);
            let mut next = self.clone();
            let text = format!("{}{}", name(step.from), name(step.to));
            let beside = self.taken_beside(rules, &step);
            let taken = next.board.remove(&beside.unwrap_or(step.to)).is_some();
            next.unmoved.remove(&turned(beside.unwrap_or(step.to)));
            next.board.remove(&step.from);
            let was_unmoved = next.unmoved.remove(&turned(step.from));
            next.board.insert(step.to, letter);
            next.en_passant = None;
            if taken || kind.pawn.is_some() {
                next.clock = 0;
            } else {
                next.clock += 1;
            }
            next.end_turn();
            if next.is_attacked(rules, self.white) {
                continue;
            }
            let promotes = kind.pawn.as_ref().and_then(|pawn| pawn.promotes);
            let promotes =
                promotes.filter(|(rank, _)| rules.mirrored(self.white, *rank) == step.to.1);
            let mut kinds: Vec<(String, Self)> = vec![];
            if let Some((_, letters)) = promotes {
                for becomes in letters.chars() {
                    let mut next = next.clone();
                    next.board.insert(step.to, self.own(becomes));
                    kinds.push((format!("{text}{}", becomes.to_ascii_lowercase()), next));
                }
            } else {
                let mut entering: Vec<char> = self
                    .reserve
                    .chars()
                    .filter(|l| is_white(*l) == self.white)
                    .collect();
                entering.sort_unstable();
                entering.dedup();
                let gates = kind.gates.filter(|_| was_unmoved && !entering.is_empty());
                for enters in entering.into_iter().filter(|_| gates.is_some()) {
                    let mut next = next.clone();
                    next.board.insert(step.from, enters);
                    next.reserve = next.reserve.replacen(enters, "", 1);
                    kinds.push((format!("{text}{}", enters.to_ascii_lowercase()), next));
                }
                if gates != Some(true) {
                    kinds.push((text, next));
                }
            }
            for (text, mut next) in kinds {
                next.drop_reserves(rules);
                next.note_passed(rules, step.passed);
                moves.push((text, next));
            }
        }
        // Two paths to one square count as one move.
        moves.sort_by(|(one, _), (other, _)| one.cmp(other));
        moves.dedup_by(|(one, _), (other, _)| one == other);
        moves
    }

    fn own(&self, letter: char) -> char {
        if self.white {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    }

    fn end_turn(&mut self) {
        self.number += u32::from(!self.white);
        self.white = !self.white;
    }

    /// Sets the passed square, if a legal move captures there.
    fn note_passed(&mut self, rules: &Rules, passed: Option<Square>) {
        self.en_passant = passed;
        let takes = |step: &Step| {
            self.taken_beside(rules, step).is_some_and(|taken| {
                let mut next = self.clone();
                let letter = next.board.remove(&step.from).unwrap();
                next.board.remove(&taken);
                next.board.insert(step.to, letter);
                !next.is_attacked(rules, self.white)
            })
        };
        if !self.steps(rules, self.white).iter().any(takes) {
            self.en_passant = None;
        }
    }

    /// Drops a reserve that can't enter, and gating rights without a reserve.
    fn drop_reserves(&mut self, rules: &Rules) {
        for white in [true, false] {
            let gates = |state: &Self, at: &(i8, i8)| {
                let letter = state.board.get(&(at.1, at.0)).copied();
                letter.filter(|l| is_white(*l) == white && rules.kind(*l).gates.is_some())
            };
            if !self.unmoved.iter().any(|at| gates(self, at).is_some()) {
                self.reserve.retain(|letter| is_white(letter) != white);
            }
            if !self.reserve.contains(|letter| is_white(letter) == white) {
                let unmoved = self.unmoved.clone();
                self.unmoved = unmoved
                    .into_iter()
                    .filter(|at| gates(self, at).is_none())
                    .collect();
            }
        }
    }

    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(rules);
        moves
            .iter()
            .map(|(_, next)| next.perft(rules, depth - 1))
            .sum()
    }

    pub fn ended(&self, rules: &Rules) -> Option<Ends> {
        let men = |white: bool| {
            let board = self.board.values().copied().chain(self.reserve.chars());
            board
                .filter(move |letter| is_white(*letter) == white)
                .collect::<Vec<_>>()
        };
        for white in [self.white, !self.white] {
            let mut kinds = rules.extinct.iter();
            let left = |letters: &str| {
                men(white)
                    .iter()
                    .any(|l| letters.contains(l.to_ascii_uppercase()))
            };
            if kinds.any(|(letters, _)| !left(letters)) {
                let (white_wins, by) = (!white, "extinction");
                return Some(Ends { white_wins, by });
            }
        }
        let (white, black) = (men(true).len(), men(false).len());
        let bare = rules.bare_king_loses && (white == 1) != (black == 1);
        bare.then_some(Ends {
            white_wins: black == 1,
            by: "bare-king",
        })
    }
}
