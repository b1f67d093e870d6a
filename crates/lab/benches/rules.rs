//! Speed of the rules: perft of all boards from their start, and of 8×8 chess from a popular
//! position. cozy-chess runs perft of that position in the same process, as a reference for unknown
//! machines.
//!
//! All lanes count the last ply in bulk, as set sizes, without playing it. They use the same
//! compiler flags (`cargo bench`); this project's rules are compiled together with the boards. The
//! lanes take turns, so that a slowdown of the machine affects all of them. The best of several
//! runs counts, because it was disturbed least. Every run asserts its count.
//!
//! The last lanes are the computer player's single-threaded searches on these boards, in nodes, as
//! in `icochess-lab bench`. `docs/notes/rules-speed.md` describes the experiments and their gains.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use icochess_boards::Variant;
use icochess_lab::arena::{Bench, bench};
use icochess_rules::Record;

/// Runs per lane; the best one counts.
const RUNS: usize = 7;
/// File in a board's folder with perft results from the start, counted independently of the rules
/// under test. Maps a board's identifier to plies and leaf count.
const START_LEAVES: &str = "tests/start_leaves.ron";
/// Perft depth from Kiwipete.
const DEPTH: u32 = 5;
/// "Kiwipete", a popular test position, and its leaf count at [`DEPTH`].
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const KIWIPETE_LEAVES: u64 = 193_690_690;

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    leaves
}

/// One contestant: its name, leaf or node count, task and best time in seconds.
struct Lane<'a> {
    name: String,
    leaves: u64,
    count: Box<dyn Fn() -> (u64, Duration) + 'a>,
    best: f64,
}

impl<'a> Lane<'a> {
    fn new(name: impl Into<String>, leaves: u64, count: impl Fn() -> u64 + 'a) -> Self {
        Self::timed(name, leaves, move || {
            let start = Instant::now();
            (count(), start.elapsed())
        })
    }

    /// Creates a lane whose task measures its own time.
    fn timed(
        name: impl Into<String>,
        leaves: u64,
        count: impl Fn() -> (u64, Duration) + 'a,
    ) -> Self {
        Self {
            name: name.into(),
            leaves,
            count: Box::new(count),
            best: f64::INFINITY,
        }
    }

    fn ours(name: String, leaves: u64, game: Record, depth: u32) -> Self {
        Self::new(name, leaves, move || perft(black_box(&game), depth))
    }

    fn run(&mut self) {
        let (found, time) = (self.count)();
        self.best = self.best.min(time.as_secs_f64());
        assert_eq!(found, self.leaves, "{}", self.name);
    }

    /// Returns leaves per second.
    fn speed(&self) -> f64 {
        self.leaves as f64 / self.best
    }
}

/// Counts the move sequences of `depth` plies from a game's current position.
fn perft(game: &Record, depth: u32) -> u64 {
    let counts = game.position().divide(depth);
    counts.iter().map(|(_, count)| count).sum()
}

/// Returns a lane with perft from a board's start.
fn from_start(variant: Variant) -> Lane<'static> {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards/src");
    let file = boards.join(variant.module()).join(START_LEAVES);
    let text = fs::read_to_string(&file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let known: BTreeMap<String, (u32, u64)> =
        ron::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let known = known.get(variant.id());
    let (depth, leaves) =
        *known.unwrap_or_else(|| panic!("{}: no leaves of {variant}", file.display()));
    let start = variant.board().new_game();
    Lane::ours(format!("{variant}, start"), leaves, start, depth)
}

/// Returns a lane with the search benchmark of a board, or `None` without engine support.
fn searched(variant: Variant) -> Option<Lane<'static>> {
    let search = move || {
        let done = bench(variant, &Bench::default())?;
        let done = done.expect("the built-in positions");
        Some((done.nodes, done.time))
    };
    let (nodes, _) = search()?;
    let again = move || search().expect("the engine has played there");
    Some(Lane::timed(format!("{variant}, search"), nodes, again))
}

fn main() {
    let kiwipete = Variant::Chess.board().read_position(KIWIPETE);
    let kiwipete = kiwipete.expect("a legal position");
    let cozy = cozy_chess::Board::from_fen(KIWIPETE, false).expect("a legal position");
    let mut lanes = vec![
        Lane::new("cozy-chess, Kiwipete", KIWIPETE_LEAVES, || {
            cozy_perft(black_box(&cozy), DEPTH)
        }),
        Lane::ours("chess, Kiwipete".into(), KIWIPETE_LEAVES, kiwipete, DEPTH),
    ];
    for variant in Variant::ALL {
        lanes.push(from_start(variant));
    }
    for variant in Variant::ALL {
        lanes.extend(searched(variant));
    }
    // With `--test`, as in criterion, only checks that the lanes work.
    let runs = if std::env::args().any(|arg| arg == "--test") {
        1
    } else {
        RUNS
    };
    for _ in 0..runs {
        for lane in &mut lanes {
            lane.run();
        }
    }
    println!("Best of {runs} runs, millions of leaves (perft) or nodes (search) a second:");
    let measure = lanes[0].speed();
    for lane in &lanes {
        println!(
            "{:>26}: {:7.2}   {:.4} x cozy-chess",
            lane.name,
            lane.speed() / 1e6,
            lane.speed() / measure
        );
    }
}
