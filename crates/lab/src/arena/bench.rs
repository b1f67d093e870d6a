//! A fixed set of positions, searched to a fixed depth: the number of nodes
//! tells whether the search has changed, the time how fast it is. It is the search as it is
//! compiled with the boards, for players too.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::openings::{PositionsError, read_records};
use icochess_boards::Variant;
use icochess_engine::{AnyEngine, ComputerPlayer, Limits, SearchOptions, TranspositionTable};
use icochess_rules::AnyBoard;

/// The settings of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Plies of full depth; the board's own if `None`.
    pub depth: Option<u8>,
    /// Threads. With more than one the nodes are not the same every time.
    pub threads: usize,
    /// Size of the table, mebibytes.
    pub hash: usize,
}

impl Default for Bench {
    /// One thread and 16 MiB.
    fn default() -> Self {
        Self {
            depth: None,
            threads: 1,
            hash: 16,
        }
    }
}

/// The result of a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// Positions that were searched.
    pub positions: usize,
    /// The depth of the searches, plies.
    pub depth: u8,
    /// Nodes visited in all of them: the signature of the search.
    pub nodes: u64,
    /// The time that they took.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes in a second.
    pub fn nodes_a_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches the positions of a board, each with an empty table; `None` if the engine does not
/// play on it.
///
/// # Errors
///
/// [`PositionsError`] if the board's positions cannot be read, or there are none.
pub fn bench(variant: Variant, by: &Bench) -> Option<Result<BenchResult, PositionsError>> {
    let engine = variant.engine()?;
    Some(search_all(variant.board(), engine, by))
}

fn search_all(
    board: AnyBoard,
    engine: AnyEngine,
    by: &Bench,
) -> Result<BenchResult, PositionsError> {
    let games = read_records(board, engine.bench_positions())?;
    let depth = by.depth.unwrap_or(engine.bench_depth());
    let table = TranspositionTable::new(by.hash);
    let mut sum = BenchResult {
        positions: games.len(),
        depth,
        ..BenchResult::default()
    };
    for game in &games {
        table.clear();
        let options = SearchOptions {
            limits: Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            threads: by.threads,
            on_thread_start: || {},
            table: &table,
        };
        let root = engine.root(&**game).expect("a game on the engine's board");
        let (strongest, never) = (ComputerPlayer::default(), AtomicBool::new(false));
        let start = Instant::now();
        let found = root.choose(&strongest, &options, &never, &mut |_| {});
        sum.time += start.elapsed();
        sum.nodes += found.map_or(0, |found| found.nodes);
    }
    Ok(sum)
}
