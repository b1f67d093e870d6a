//! Speed of the rules: perft of all boards in this crate, and beside them perft of
//! 8×8 chess by cozy-chess, in one process, so that a number from an unknown machine
//! can be judged.
//!
//! All count the last ply in bulk, as sizes of sets, without playing it, and are
//! built with the same compiler flags (`cargo bench`). They take turns, so that a machine
//! that slows down slows them alike, and the best of several runs counts, which
//! is the one that was disturbed least. Every run asserts the count that it
//! times.
//!
//! The last two are the search of the computer player with one thread, in nodes:
//! those of `icochess-lab bench`. What was tried, and what it brought, is in
//! `docs/rules-speed.md`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess, OctHex146, StarTrek3d};
use icochess_engine::Evaluated;
use icochess_lab::arena::{Bench, bench};
use icochess_rules::{Board, Position, perft};

/// Runs of each, of which the best counts.
const RUNS: usize = 7;
/// Plies from the start of Icochess, and from Kiwipete.
const DEPTH: u32 = 5;
/// Plies from the start of the other boards, for about as much time.
const OCTHEX_DEPTH: u32 = 3;
const STAR_TREK_DEPTH: u32 = 5;

/// Leaves of the Icochess start position at [`DEPTH`], made by a program that
/// shares nothing with the crate. So are the next two.
const START_LEAVES: u64 = 505_076_817;
const OCTHEX_LEAVES: u64 = 2_795_182;
const STAR_TREK_LEAVES: u64 = 2_604_224;
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
    name: &'static str,
    leaves: u64,
    count: Box<dyn Fn() -> (u64, Duration) + 'a>,
    best: f64,
}

impl<'a> Lane<'a> {
    fn new(name: &'static str, leaves: u64, count: impl Fn() -> u64 + 'a) -> Self {
        Self::timed(name, leaves, move || {
            let start = Instant::now();
            (count(), start.elapsed())
        })
    }

    /// With a count that takes its own time.
    fn timed(name: &'static str, leaves: u64, count: impl Fn() -> (u64, Duration) + 'a) -> Self {
        Self {
            name,
            leaves,
            count: Box::new(count),
            best: f64::INFINITY,
        }
    }

    fn ours<B: Board>(
        name: &'static str,
        leaves: u64,
        position: &'a Position<B>,
        depth: u32,
    ) -> Self {
        Self::new(name, leaves, move || perft(black_box(position), depth))
    }

    /// The search, with the number of nodes that it visits.
    fn search<B: Evaluated>(name: &'static str) -> Self {
        let search = move || {
            let done = bench::<B>(&Bench::default());
            let done = done.expect("the built-in positions");
            (done.nodes, done.time)
        };
        Self::timed(name, search().0, search)
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

fn main() {
    let start = Position::<Icochess>::start();
    let octhex = Position::<OctHex146>::start();
    let star_trek = Position::<StarTrek3d>::start();
    let kiwipete: Position<Chess> = KIWIPETE.parse().expect("a legal position");
    let cozy = cozy_chess::Board::from_fen(KIWIPETE, false).expect("a legal position");
    let mut lanes = [
        Lane::new("cozy-chess, Kiwipete", KIWIPETE_LEAVES, || {
            cozy_perft(black_box(&cozy), DEPTH)
        }),
        Lane::ours("icochess, start", START_LEAVES, &start, DEPTH),
        Lane::ours("8×8 chess, Kiwipete", KIWIPETE_LEAVES, &kiwipete, DEPTH),
        Lane::ours("octhex, start", OCTHEX_LEAVES, &octhex, OCTHEX_DEPTH),
        Lane::ours(
            "star trek, start",
            STAR_TREK_LEAVES,
            &star_trek,
            STAR_TREK_DEPTH,
        ),
        Lane::search::<Icochess>("icochess, search"),
        Lane::search::<Chess>("8×8 chess, search"),
    ];
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
            "{:>22}: {:7.2}   {:.4} x cozy-chess",
            lane.name,
            lane.speed() / 1e6,
            lane.speed() / measure
        );
    }
}
