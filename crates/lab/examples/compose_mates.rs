//! Composes `crates/boards/src/icochess/tests/mates.epd`: Icochess positions with a forced mate and
//! exactly one key (first move that mates in time).
//!
//! ```text
//! cargo run -p icochess-lab --example compose_mates -- SEED DATE
//! ```
//!
//! Games mix random moves and short searches, so that positions look natural. One side plays more
//! random moves, so that it is mated. A search suggests mates; [`Solver`] proves them, and that no
//! other move mates as quickly. At most one position per game is kept. The date only appears in the
//! file; a seed always gives the same positions.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::{env, fs, process};

use icochess_boards::Icochess;
use icochess_engine::{Evaluated, Limits, Search, TranspositionTable, score, search};
use icochess_rules::{GameTree, Move, Position, san};

#[path = "../../rules/tests/support/mod.rs"]
mod shared;
#[path = "../../boards/src/testing/solver.rs"]
mod solver;

use shared::Rng;
use solver::Solver;

/// Number of mates to find in one, two, three and four moves.
const MATE_COUNTS: [usize; 4] = [30, 40, 30, 20];
/// Position limit of a proof, so that the test is fast.
const PROOF_NODES: u64 = 4_000_000;
/// Node limit of the search that chooses moves and finds mates.
const NODES: u64 = 2_500;
/// Maximum length of a game, in plies.
const PLIES: usize = 200;
/// Positions with this many plies without a capture are skipped, because the draw after 100 is too
/// close.
const QUIET_PLIES: u16 = 80;

/// A position with a mate in `moves` that only `key` achieves.
struct Mate {
    position: Position<Icochess>,
    key: Move,
    moves: usize,
    /// Whether the key gives check.
    checks: bool,
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let [seed, date] = &words[..] else {
        eprintln!("usage: compose_mates SEED DATE");
        process::exit(2);
    };
    let Ok(number) = seed.parse() else {
        eprintln!("{seed} is no number");
        process::exit(2);
    };
    let mut rng = Rng::new(number);
    let mut found: [Vec<Mate>; 4] = Default::default();
    let mut games = 0;
    while (0..4).any(|n| found[n].len() < MATE_COUNTS[n]) {
        games += 1;
        if let Some(mate) = choose(game(&mut rng), &found) {
            found[mate.moves - 1].push(mate);
            let counts: Vec<usize> = found.iter().map(Vec::len).collect();
            eprintln!("{counts:?} of {MATE_COUNTS:?} after {games} games");
        }
    }
    let mut text = format!(
        "# Icochess positions with a forced mate: the only first move that mates in time (bm),
# and the moves it takes (dm). From games by chance and by short searches; proved by
# trying every move. Made on {date} by
#     cargo run -p icochess-lab --example compose_mates -- {seed} {date}
"
    );
    for mate in found.iter().flatten() {
        let key = san::write(&mate.position, mate.key);
        text += &format!("{} bm {key}; dm {};\n", mate.position, mate.moves);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards/src/icochess/tests/mates.epd");
    fs::write(path, text).expect("the file can be written");
}

/// Selects the mate to keep: one whose length is still wanted, preferring keys without check.
/// Except for mates in one, at most half of the keys give check.
fn choose(mates: Vec<Mate>, found: &[Vec<Mate>; 4]) -> Option<Mate> {
    let missing = |mate: &Mate| {
        let (had, wanted) = (&found[mate.moves - 1], MATE_COUNTS[mate.moves - 1]);
        let checks = had.iter().filter(|mate| mate.checks).count();
        let free = mate.moves == 1 || !mate.checks || 2 * checks < wanted;
        (had.len() < wanted && free).then(|| 100 * (wanted - had.len()) / wanted)
    };
    let wanted = mates.into_iter().filter(|mate| missing(mate).is_some());
    wanted.max_by_key(|mate| (mate.moves > 1 && !mate.checks, missing(mate)))
}

/// Plays a game and returns the proven mates in it.
fn game(rng: &mut Rng) -> Vec<Mate> {
    let mut found = Vec::new();
    let mut game = GameTree::<Icochess>::default();
    // One in n moves is random, for White and for Black.
    let chance = [(3, 8), (8, 3), (4, 4)][rng.below(3)];
    let table = TranspositionTable::new(1);
    while game.outcome().is_none() && game.ply() < PLIES {
        let one_in = if game.ply() % 2 == 0 {
            chance.0
        } else {
            chance.1
        };
        let by = Search {
            limits: Limits {
                nodes: Some(NODES),
                ..Limits::default()
            },
            ..Search::new(Icochess::evaluator(), &table)
        };
        let best = search(&game, &by, &AtomicBool::new(false), &mut |_| {}).expect("a move");
        let plies = score::MATE - best.info.map_or(0, |info| info.score);
        if (1..8).contains(&plies) && game.position().halfmove_clock() < QUIET_PLIES {
            found.extend(prove(game.position(), (plies as u8).div_ceil(2)));
        }
        let mut mv = best.best_move;
        // Random moves may miss a mate, which leaves more mates to find.
        if game.ply() < 6 || rng.one_in(one_in) {
            mv = rng.pick(&game.position().legal_moves());
        }
        game.play(mv).expect("a legal move");
    }
    found
}

/// Returns the mate in at most `moves`, if it has a single key and a short proof.
fn prove(position: &Position<Icochess>, moves: u8) -> Option<Mate> {
    let mut solver = Solver::new(PROOF_NODES);
    for moves in 1..=moves {
        match solver.keys(position, moves, 2)?[..] {
            [] => {}
            [key] => {
                return Some(Mate {
                    position: *position,
                    key,
                    moves: usize::from(moves),
                    checks: position.play_unchecked(key).is_check(),
                });
            }
            _ => return None,
        }
    }
    None
}
