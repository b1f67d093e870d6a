//! Benchmark: a fixed set of positions, searched to a fixed depth. The node count shows whether the
//! search has changed, and the time how fast it is. The benchmark uses the same compiled search as
//! the game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::openings::read_records;
use icochess_boards::Variant;
use icochess_engine::{AnyEngine, ComputerPlayer, Limits, SearchOptions, TranspositionTable};
use icochess_rules::AnyBoard;

/// Settings of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nominal depth in plies; `None` for the board's own.
    pub depth: Option<u8>,
    /// Number of threads. With several, the node count varies between runs.
    pub threads: usize,
    /// Table size, in mebibytes.
    pub hash: usize,
}

impl Default for Bench {
    /// Returns one thread and 16 MiB.
    fn default() -> Self {
        Self {
            depth: None,
            threads: 1,
            hash: 16,
        }
    }
}

/// Result of a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// Number of positions searched.
    pub positions: usize,
    /// Search depth, in plies.
    pub depth: u8,
    /// Total number of nodes: the signature of the search.
    pub nodes: u64,
    /// Total time.
    pub time: Duration,
}

impl BenchResult {
    /// Returns nodes per second.
    pub fn nodes_a_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches the benchmark positions of a board, each with an empty table. Returns `None` if the
/// engine doesn't support the board.
///
/// # Errors
///
/// The reason why the board's positions can't be used.
pub fn bench(variant: Variant, by: &Bench) -> Option<Result<BenchResult, String>> {
    let engine = variant.engine()?;
    Some(search_all(variant.board(), engine, by))
}

fn search_all(board: AnyBoard, engine: AnyEngine, by: &Bench) -> Result<BenchResult, String> {
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
            search_moves: &[],
            threads: by.threads,
            multi_pv: 1,
            on_thread_start: || {},
            table: &table,
            endings: None,
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
