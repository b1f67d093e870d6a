//! The solved classes of a board.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;

use icochess_rules::{Board, Cell, CellSet, Move, Piece, Position, Setup, Side};

use crate::class::{EndingClass, MAX_MEN};
use crate::geometry::Geometry;
use crate::solve::{Roster, led_to, solve};
use crate::table::{DRAWN, ILLEGAL, MATED, Men, Table, is_lost, is_won, size};

/// Maximum number of men, and bytes of the table, of a class that is solved during a game.
const MAX_SMALL: (usize, usize) = (4, 4 << 20);

/// The result of a position with best play of both sides, for the side to move.
///
/// It ignores the counters and earlier positions of a game: a claim of the 50-move rule can come
/// before the mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Probe {
    /// The side to move mates with its nth move, counted from 1.
    Won(u8),
    /// Neither side can force mate.
    Drawn,
    /// The other side mates with its nth move, counted from 1. 0 is mate.
    Lost(u8),
}

impl Probe {
    const fn of(value: u8) -> Option<Self> {
        if value == ILLEGAL {
            None
        } else if is_won(value) {
            Some(Self::Won(value / 2))
        } else if is_lost(value) {
            Some(Self::Lost(value / 2))
        } else {
            Some(Self::Drawn)
        }
    }

    /// Returns the number of plies to mate; `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Won(moves) => Some(2 * moves as u16 - 1),
            Self::Drawn => None,
            Self::Lost(moves) => Some(2 * moves as u16),
        }
    }

    /// Returns the result for the other side one ply earlier: a win in 3 after a loss in 2.
    const fn before(self) -> Self {
        match self {
            Self::Won(moves) => Self::Lost(moves),
            Self::Drawn => Self::Drawn,
            Self::Lost(moves) => Self::Won(moves + 1),
        }
    }
}

/// Counts of the positions of a class with one side to move.
///
/// Positions that differ only in the order of equal men are one; positions that a symmetry maps to
/// one another are several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of legal positions.
    pub legal: u64,
    /// Number of wins of the side to move, by number of moves.
    pub won: Vec<u64>,
    /// Number of losses of the side to move, by number of moves; mates come first.
    pub lost: Vec<u64>,
}

impl Counts {
    /// Returns the number of draws.
    pub fn drawn(&self) -> u64 {
        self.legal - self.won.iter().chain(&self.lost).sum::<u64>()
    }
}

/// The solved endings of a board, shared by threads.
///
/// A class is solved on request, with all classes that it leads to. [`Endings::probe`] only reads
/// tables, so a search can call it at every node.
///
/// The solver needs a board with kings, at most 128 cells, and no rule that ends games by captures.
/// Men of roles that promote, capture en passant, or move differently for both sides aren't
/// supported: on 8×8, all pieces but pawns are.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use icochess_boards::Icochess;
/// use icochess_endings::{Endings, Probe};
/// use icochess_rules::Position;
///
/// let endings = Endings::of::<Icochess>().expect("a board with kings");
/// let queen = endings.class("KQK").expect("a name");
/// let position: Position<Icochess> = "k3/4/4/4/4/4/4/4/K3/4/4/4/4/4/4/4/2Q1/4/4/4 w - - 0 1".parse()?;
/// assert_eq!(endings.probe(&position), None);
/// assert!(endings.solve(queen, &AtomicBool::new(false)));
/// assert_eq!(endings.probe(&position), Some(Probe::Won(1)));
/// # Ok::<(), icochess_rules::PositionTextError>(())
/// ```
#[derive(Debug)]
pub struct Endings {
    board: &'static str,
    geometry: Geometry,
    tables: RwLock<HashMap<EndingClass, Arc<Table>>>,
    /// Whether a thread solves in the background.
    is_busy: AtomicBool,
    /// Whether that thread should stop.
    is_cancelled: AtomicBool,
}

impl Endings {
    /// Returns the endings of a board, none of them solved; `None` if the solver doesn't support the
    /// board.
    pub fn of<B: Board>() -> Option<Self> {
        Some(Self {
            board: B::ID,
            geometry: Geometry::of::<B>()?,
            tables: RwLock::default(),
            is_busy: AtomicBool::new(false),
            is_cancelled: AtomicBool::new(false),
        })
    }

    /// Returns the number of symmetries of the board that the solver found.
    pub fn symmetries(&self) -> usize {
        self.geometry.symmetries()
    }

    /// Returns the class of this name: both sides' letters, such as `KBNK`. `U` is an unmoved pawn.
    pub fn class(&self, name: &str) -> Option<EndingClass> {
        let name = name.to_ascii_uppercase();
        let mut sides = name.strip_prefix('K')?.split('K');
        let kinds = |side: &str| -> Option<Vec<u8>> {
            let kind = |letter| {
                self.geometry
                    .kinds
                    .iter()
                    .position(|kind| kind.letter == letter)
            };
            side.chars()
                .map(|letter| Some(kind(letter)? as u8))
                .collect()
        };
        let (first, second) = (kinds(sides.next()?)?, kinds(sides.next()?)?);
        let (class, _) = EndingClass::new(&first, &second)?;
        sides.next().is_none().then_some(class)
    }

    /// Returns the name of a class of this board.
    pub fn name(&self, class: EndingClass) -> String {
        let letter = |kind: u8| {
            self.geometry
                .kinds
                .get(usize::from(kind))
                .map(|kind| kind.letter)
        };
        let side = |side| "K".chars().chain(class.kinds(side).filter_map(letter));
        side(0).chain(side(1)).collect()
    }

    /// Returns all classes with this number of men, kings included.
    pub fn classes(&self, men: usize) -> Vec<EndingClass> {
        let mut lists: Vec<[Vec<u8>; 2]> = vec![Default::default()];
        for _ in 2..men.min(MAX_MEN + 1) {
            let longer = lists.iter().flat_map(|lists| {
                let all = (0..self.geometry.king()).flat_map(|kind| [(0, kind), (1, kind)]);
                all.map(|(side, kind)| {
                    let mut lists = lists.clone();
                    lists[side].push(kind);
                    lists
                })
            });
            lists = longer.collect();
        }
        let all = lists.iter().filter_map(|[a, b]| EndingClass::new(a, b));
        let mut classes: Vec<_> = all.map(|(class, _)| class).collect();
        classes.sort();
        classes.dedup();
        classes
    }

    /// Returns the class of a position. `None` on another board, with more than 5 men, with rights to
    /// castle or to capture en passant, or with a man that the solver doesn't support.
    pub fn class_of<B: Board>(&self, position: &Position<B>) -> Option<EndingClass> {
        self.read(position).map(|(class, ..)| class)
    }

    /// Returns the class of a position, its men and the side to move.
    fn read<B: Board>(&self, position: &Position<B>) -> Option<(EndingClass, Men, usize)> {
        let count = position.occupied().len() as usize;
        if count > MAX_MEN || B::ID != self.board || position.en_passant().is_some() {
            return None;
        }
        let mut lists: [([u8; MAX_MEN], Men, usize); 2] = Default::default();
        for (list, side) in lists.iter_mut().zip(Side::ALL) {
            let royal = position.royal(side)?;
            let (kinds, cells, len) = list;
            for cell in position.by_side(side).cells().filter(|cell| *cell != royal) {
                let role = position.role_at(cell)?;
                let unmoved = position.unmoved().contains(cell);
                let mut all = self.geometry.kinds.iter();
                let kind = all.position(|kind| kind.role == role && kind.unmoved == unmoved)? as u8;
                // In the order of the class, strongest first.
                let place = kinds[..*len]
                    .iter()
                    .take_while(|other| **other >= kind)
                    .count();
                kinds.copy_within(place..*len, place + 1);
                cells.copy_within(place..*len, place + 1);
                (kinds[place], cells[place]) = (kind, cell.index() as u8);
                *len += 1;
            }
        }
        let kinds = [0, 1].map(|side: usize| &lists[side].0[..lists[side].2]);
        let (class, swapped) = EndingClass::new(kinds[0], kinds[1])?;
        let sides = if swapped { [1, 0] } else { [0, 1] };
        let mut men = [0; MAX_MEN];
        let mut next = 2;
        for (king, side) in sides.into_iter().enumerate() {
            men[king] = position.royal(Side::ALL[side])?.index() as u8;
            let (_, cells, len) = &lists[side];
            men[next..next + len].copy_from_slice(&cells[..*len]);
            next += len;
        }
        let turn = usize::from((position.turn() == Side::Black) != swapped);
        Some((class, men, turn))
    }

    /// Returns the table of a class, if it is solved.
    pub fn table(&self, class: EndingClass) -> Option<Arc<Table>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&class).cloned()
    }

    /// Solves a class and those that it leads to, unless they are solved. Setting `stop` ends the
    /// work soon after, and keeps the classes solved before. Returns whether the class is solved.
    ///
    /// A class of four men takes up to 8 seconds on one core, of five men minutes. Two callers may
    /// solve classes at the same time; if they need the same class, both do its work.
    pub fn solve(&self, class: EndingClass, stop: &AtomicBool) -> bool {
        if self.table(class).is_some() {
            return true;
        }
        let mut smaller = led_to(&self.geometry, class).into_iter();
        if stop.load(Ordering::Relaxed) || !smaller.all(|smaller| self.solve(smaller, stop)) {
            return false;
        }
        let table = solve(&self.geometry, class, &|class| self.table(class), stop);
        let Some(table) = table else {
            return false;
        };
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.entry(class).or_insert_with(|| Arc::new(table));
        true
    }

    /// Returns whether a class is small enough to be solved during a game: at most 4 men, and a table
    /// of at most 4 MiB.
    pub fn is_small(&self, class: EndingClass) -> bool {
        let (men, bytes) = MAX_SMALL;
        class.men() <= men && size(&self.geometry, class) <= bytes
    }

    /// Starts to solve a class on a thread of its own. Does nothing if the class is solved, if such a
    /// thread is at work, or without threads: ask again with the next move.
    pub fn solve_in_background(self: &Arc<Self>, class: EndingClass) {
        if self.table(class).is_some() || self.is_busy.swap(true, Ordering::Relaxed) {
            return;
        }
        let endings = Arc::clone(self);
        let work = move || {
            endings.solve(class, &endings.is_cancelled);
            endings.is_busy.store(false, Ordering::Relaxed);
        };
        let thread = thread::Builder::new().name("endings".into());
        if thread.spawn(work).is_err() {
            self.is_busy.store(false, Ordering::Relaxed);
        }
    }

    /// Stops the work in the background, now and later.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns the result of a position, if its class is solved.
    pub fn probe<B: Board>(&self, position: &Position<B>) -> Option<Probe> {
        let (class, men, turn) = self.read(position)?;
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        Probe::of(tables.get(&class)?.value(&self.geometry, &men, turn))
    }

    /// Returns the moves that keep the result: the fastest wins, all moves that hold a draw, or the
    /// slowest losses. Empty without legal moves, or if the class of the position isn't solved.
    pub fn best_moves<B: Board>(&self, position: &Position<B>) -> Vec<Move> {
        let Some(here) = self.probe(position) else {
            return Vec::new();
        };
        let mut best = Vec::new();
        position.each_child(|mv, next| {
            if self.probe(next).is_some_and(|after| after.before() == here) {
                best.push(mv);
            }
        });
        best
    }

    /// Returns a line of best moves to mate; empty unless the position is won or lost and its class
    /// is solved.
    pub fn line<B: Board>(&self, position: &Position<B>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while !matches!(self.probe(&position), None | Some(Probe::Drawn)) {
            let Some(&mv) = self.best_moves(&position).first() else {
                break;
            };
            line.push(mv);
            position = position.play_unchecked(mv);
        }
        line
    }

    /// Returns a position of a solved class from which the class's first side, as White, needs the
    /// most moves to mate, with that side to move if `to_move`. `None` if it never wins.
    pub fn longest<B: Board>(&self, class: EndingClass, to_move: bool) -> Option<Position<B>> {
        let table = self.table(class).filter(|_| B::ID == self.board)?;
        let half = table.values.len() / 2;
        let of_turn = if to_move { 0..half } else { half..2 * half };
        let is_win = |value: u8| {
            if to_move {
                is_won(value)
            } else {
                is_lost(value)
            }
        };
        let places = of_turn.filter(|place| is_win(table.values[*place]));
        // The first of the longest.
        let place = places.rev().max_by_key(|place| table.values[*place])?;
        let roster = Roster::new(&self.geometry, class);
        let men = table.men_at(&self.geometry, place);
        let mut setup = Setup {
            turn: if to_move { Side::White } else { Side::Black },
            ..Setup::default()
        };
        for ((kind, side), cell) in roster.kinds.iter().zip(roster.sides).zip(men) {
            let kind = &self.geometry.kinds[usize::from(*kind)];
            let (cell, side) = (Cell::new(cell), Side::ALL[side]);
            let role = kind.role;
            setup.pieces.push((cell, Piece { side, role }));
            if kind.unmoved {
                setup.unmoved.push(cell);
            }
        }
        Position::try_from_setup(&setup).ok()
    }

    /// Counts the positions of a solved class, with its first and its second side to move.
    pub fn counts(&self, class: EndingClass) -> Option<[Counts; 2]> {
        let table = self.table(class)?;
        let per_orbit = self.geometry.cells.pow(class.men() as u32 - 2);
        let half = table.values.len() / 2;
        // Orders of equal men.
        let orders: u64 = [0, 1]
            .into_iter()
            .map(|side| {
                let kinds: Vec<u8> = class.kinds(side).collect();
                let runs = kinds.chunk_by(|a, b| a == b);
                runs.map(|run| (1..=run.len() as u64).product::<u64>())
                    .product::<u64>()
            })
            .product();
        let mut counts = [Counts::default(), Counts::default()];
        for (turn, counts) in counts.iter_mut().enumerate() {
            let mut by_value = [0_u64; 256];
            for (number, orbit) in self.geometry.orbits.iter().enumerate() {
                let pairs = self.symmetries() / (1 + orbit.keeping.len());
                let first = turn * half + number * per_orbit;
                for value in &table.values[first..first + per_orbit] {
                    by_value[usize::from(*value)] += pairs as u64;
                }
            }
            let count = |value: u8| by_value[usize::from(value)] / orders;
            let values = MATED..ILLEGAL;
            counts.legal = count(DRAWN) + values.clone().map(count).sum::<u64>();
            for value in values.filter(|value| count(*value) > 0) {
                let list = if is_won(value) {
                    &mut counts.won
                } else {
                    &mut counts.lost
                };
                // The list ends with the longest mate.
                let moves = usize::from(value / 2);
                list.resize(moves + 1, 0);
                list[moves] = count(value);
            }
        }
        Some(counts)
    }
}
