//! Speed of the rules: perft of all boards from their starts and of 8×8 chess from a much used
//! position, and beside them perft of that position by cozy-chess, in one process, so that a
//! number from an unknown machine can be judged.
//!
//! All count the last ply in bulk, as sizes of sets, without playing it, and are
//! built with the same compiler flags (`cargo bench`), ours as they are compiled with the
//! boards. They take turns, so that a machine that slows down slows them alike, and the best of
//! several runs counts, which is the one that was disturbed least. Every run asserts the count
//! that it times.
//!
//! The last ones are the search of the computer player on these boards with one thread, in
//! nodes: those of `icochess-lab bench`. What was tried, and what it brought, is in
//! `docs/rules-speed.md`.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use icochess_boards::Variant;
use icochess_lab::arena::{Bench, bench};
use icochess_rules::Record;

/// Runs of each, of which the best counts.
const RUNS: usize = 7;
/// The file, in the folder of a board, of the leaves of its start, counted by others than the rules that
/// are timed: by the identifier of the board, how many plies from the start they are,
/// and their number.
const START_LEAVES: &str = "tests/start_leaves.ron";
/// Plies from Kiwipete.
const DEPTH: u32 = 5;
/// "Kiwipete", a much used test position, and its leaves at [`DEPTH`].
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

/// One contestant: its name, what it counts, and its best time in seconds.
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

    /// With a count that takes its own time.
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

    /// Leaves per second.
    fn speed(&self) -> f64 {
        self.leaves as f64 / self.best
    }
}

/// The move sequences of so many plies from the present position of a game.
fn perft(game: &Record, depth: u32) -> u64 {
    let counts = game.position().divide(depth);
    counts.iter().map(|(_, count)| count).sum()
}

/// Perft from the start of a board.
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

/// The search on a board, with the number of nodes that it visits; `None` if the engine does not
/// play there.
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
    // As criterion has it: only see whether it works.
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
