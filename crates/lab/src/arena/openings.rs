//! Openings: random ones or positions from a file.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::{io, thread};

use oorandom::Rand64;

use super::contest::StopOnPanic;
use super::imbalance::imbalanced;
use icochess_engine::{Evaluated, Limits, Score, Search, TranspositionTable, search};
use icochess_rules::{AnyBoard, GameTree, Position, PositionTextError, Record};

/// The openings of a match.
#[derive(Clone, Debug)]
pub enum Openings<B: Evaluated> {
    /// Random legal plies from the start. A seed gives the same openings on every machine.
    Random {
        /// Number of random plies.
        plies: usize,
        /// Seed of the random numbers.
        seed: u64,
        /// Nodes of the search that rejects unbalanced openings.
        nodes: u64,
    },
    /// Random legal plies from a start position with different material on both sides, balanced or
    /// not.
    Imbalanced {
        /// Number of random plies.
        plies: usize,
        /// Seed of the random numbers.
        seed: u64,
    },
    /// These games in order. The first follows the last again.
    Given(Vec<GameTree<B>>),
}

/// Maximum advantage of one side in a random opening, in hundredths of a pawn.
const MAX_ADVANTAGE: Score = 60;
/// Nodes of a first short search, which rejects most unbalanced openings.
const GLANCE: u64 = 10_000;
/// Maximum number of attempts at a balanced opening. After that, the last unfinished one is used.
const TRIES: u64 = 200;
/// Maximum number of consecutive random openings that are unbalanced or known.
const MAX_MISSES: u32 = 2_000;
/// Table size of the search for balanced openings, in mebibytes.
const MEBIBYTES: usize = 16;

impl<B: Evaluated> Openings<B> {
    /// Shuffles games by `seed`, with the same result on every machine.
    pub fn shuffled(mut games: Vec<GameTree<B>>, seed: u64) -> Self {
        let mut rng = Rand64::new(seed.into());
        // Fisher–Yates shuffle.
        for last in (1..games.len()).rev() {
            games.swap(last, rng.rand_range(0..last as u64 + 1) as usize);
        }
        Self::Given(games)
    }

    /// Returns the opening with a number, from 0, or the start position if there are no openings.
    pub fn get(&self, number: usize) -> GameTree<B> {
        match self {
            Self::Given(games) if games.is_empty() => GameTree::default(),
            Self::Given(games) => games[number % games.len()].clone(),
            Self::Random { plies, seed, nodes } => random(*plies, *seed, *nodes, number as u64),
            Self::Imbalanced { plies, seed } => {
                let mut rng = rng(*seed, number as u64);
                (0..TRIES)
                    .find_map(|_| {
                        let start = GameTree::new(imbalanced(&mut rng));
                        random_plies(start, *plies, &mut rng)
                    })
                    .unwrap_or_default()
            }
        }
    }
}

fn rng(seed: u64, number: u64) -> Rand64 {
    Rand64::new(u128::from(seed) << 64 | u128::from(number))
}

fn random<B: Evaluated>(plies: usize, seed: u64, nodes: u64, number: u64) -> GameTree<B> {
    let mut rng = rng(seed, number);
    let table = TranspositionTable::new(1);
    let mut last = GameTree::default();
    for _ in 0..TRIES {
        let Some(game) = random_plies(GameTree::default(), plies, &mut rng) else {
            continue;
        };
        let never = AtomicBool::new(false);
        if plies == 0 || is_balanced(&game, nodes, MAX_ADVANTAGE, &table, &never) {
            return game;
        }
        last = game;
    }
    last
}

/// Appends random moves to a game. Returns `None` if the game ends or a draw can be claimed.
fn random_plies<B: Evaluated>(
    mut game: GameTree<B>,
    plies: usize,
    rng: &mut Rand64,
) -> Option<GameTree<B>> {
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        let pick = rng.rand_range(0..moves.len() as u64) as usize;
        game.play(moves[pick]).ok()?;
    }
    (game.outcome().is_none() && game.claims().is_empty()).then_some(game)
}

/// Returns whether neither side is ahead by more than `max_advantage`.
fn is_balanced<B: Evaluated>(
    game: &GameTree<B>,
    nodes: u64,
    max_advantage: Score,
    table: &TranspositionTable,
    stop: &AtomicBool,
) -> bool {
    table.clear();
    [GLANCE.min(nodes), nodes].into_iter().all(|nodes| {
        let by = Search {
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            ..Search::new(B::evaluator(), table)
        };
        search(game, &by, stop, &mut |_| {})
            .and_then(|found| found.info)
            .is_some_and(|info| info.score.abs() <= max_advantage)
    })
}

/// Random openings in which a search finds neither side ahead.
#[derive(Clone, Copy, Debug)]
pub struct Balanced {
    /// Number of random plies.
    pub plies: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Nodes of the search.
    pub nodes: u64,
    /// Maximum advantage of one side, in hundredths of a pawn.
    pub max_advantage: Score,
    /// Number of concurrent searches, which doesn't affect the openings.
    pub threads: usize,
}

impl Balanced {
    /// Finds distinct openings and passes each to `report`, until it breaks or fails. Ends early if
    /// `stop` is set, or if nothing new is found for a long time. Sets `stop` at the end.
    ///
    /// Equal settings give equal openings in the same order.
    ///
    /// # Errors
    ///
    /// An error from `report`, or if the system can't spawn the threads.
    pub fn find<B: Evaluated>(
        &self,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Position<B>) -> io::Result<ControlFlow<()>>,
    ) -> io::Result<()> {
        let next = AtomicU64::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (next, sender) = (&next, sender.clone());
                let work = move || self.work::<B>(next, stop, &sender);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            drop(sender);
            let result = report_in_order(receiver, report);
            stop.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Tries random openings until stopped. Sends each one's number, and its position if balanced.
    fn work<B: Evaluated>(
        &self,
        next: &AtomicU64,
        stop: &AtomicBool,
        sender: &mpsc::Sender<(u64, Option<Position<B>>)>,
    ) {
        let _others = StopOnPanic(stop);
        let table = TranspositionTable::new(MEBIBYTES);
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let mut rng = rng(self.seed, number);
            let game = random_plies(GameTree::<B>::default(), self.plies, &mut rng);
            let found = game
                .filter(|game| is_balanced(game, self.nodes, self.max_advantage, &table, stop))
                .map(|game| *game.position());
            // A stopped search may be wrong.
            if stop.load(Ordering::Relaxed) || sender.send((number, found)).is_err() {
                return;
            }
        }
    }
}

/// Passes distinct positions to `report` in the order of their numbers.
fn report_in_order<B: Evaluated>(
    found: impl IntoIterator<Item = (u64, Option<Position<B>>)>,
    report: &mut dyn FnMut(&Position<B>) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let (mut waiting, mut seen) = (BTreeMap::new(), HashSet::new());
    let (mut next, mut misses) = (0, 0);
    for (number, position) in found {
        waiting.insert(number, position);
        while let Some(position) = waiting.remove(&next) {
            next += 1;
            misses += 1;
            if let Some(position) = position.filter(|position| seen.insert(position.hash())) {
                misses = 0;
                if report(&position)?.is_break() {
                    return Ok(());
                }
            }
            if misses >= MAX_MISSES {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Reads positions, one per line, as games that start there. Skips empty lines and lines starting
/// with `#`.
///
/// # Errors
///
/// The reason why the first invalid line can't be used, or that there is no position.
pub fn read_positions<B: Evaluated>(text: &str) -> Result<Vec<GameTree<B>>, String> {
    let is_over = |start: &Position<B>| start.outcome().is_some();
    let starts = read_lines(text, str::parse::<Position<B>>, is_over)?;
    Ok(starts.into_iter().map(GameTree::new).collect())
}

/// Reads positions as [`read_positions`] does, on a board chosen at run time.
///
/// # Errors
///
/// As [`read_positions`].
pub fn read_records(board: AnyBoard, text: &str) -> Result<Vec<Record>, String> {
    let is_over = |game: &Record| game.outcome().is_some();
    read_lines(text, |line| board.read_position(line), is_over)
}

fn read_lines<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, PositionTextError>,
    is_over: impl Fn(&T) -> bool,
) -> Result<Vec<T>, String> {
    let mut games = Vec::new();
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let game = read(text).map_err(|problem| format!("line {line}: {problem}"))?;
        if is_over(&game) {
            return Err(format!("line {line}: the game is over"));
        }
        games.push(game);
    }
    if games.is_empty() {
        return Err("there is no position in it".to_owned());
    }
    Ok(games)
}
