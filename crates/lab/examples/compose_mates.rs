//! Composes `crates/boards/src/icochess/tests/mates.epd`: positions of Icochess with a forced mate
//! and one key, that is, one first move that mates in time.
//!
//! ```text
//! cargo run -p icochess-lab --example compose_mates -- SEED DATE
//! ```
//!
//! Games are played by chance and by short searches in turn, so that the
//! positions look natural; one side leaves more to chance, so that it gets
//! mated. A search says where a mate may be; [`Solver`] proves it and that no
//! other move mates as soon. Of a game one position is kept at most. The date
//! is only noted in the file: the same seed gives the same positions.

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

/// Mates wanted, in one move and so on.
const WANTED: [usize; 4] = [30, 40, 30, 20];
/// Positions that a proof may take, so that the test is quick.
const PROOF_NODES: u64 = 4_000_000;
/// Nodes of the search for a move to play, and to look for a mate.
const NODES: u64 = 2_500;
/// Longest game, in plies.
const PLIES: usize = 200;
/// Plies without a capture from which on positions are not taken: the draw
/// after 100 of them is too near.
const QUIET_PLIES: u16 = 80;

/// A position with a mate in `moves` that only `key` brings.
struct Mate {
    position: Position<Icochess>,
    key: Move,
    moves: usize,
    /// Does the key give check?
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
    while (0..4).any(|n| found[n].len() < WANTED[n]) {
        games += 1;
        if let Some(mate) = choose(game(&mut rng), &found) {
            found[mate.moves - 1].push(mate);
            let counts: Vec<usize> = found.iter().map(Vec::len).collect();
            eprintln!("{counts:?} of {WANTED:?} after {games} games");
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

/// The mate to keep: of a length that is short of its number, with a key that
/// gives no check if there is one. At most half of the keys give check, except
/// where they must.
fn choose(mates: Vec<Mate>, found: &[Vec<Mate>; 4]) -> Option<Mate> {
    let missing = |mate: &Mate| {
        let (had, wanted) = (&found[mate.moves - 1], WANTED[mate.moves - 1]);
        let checks = had.iter().filter(|mate| mate.checks).count();
        let free = mate.moves == 1 || !mate.checks || 2 * checks < wanted;
        (had.len() < wanted && free).then(|| 100 * (wanted - had.len()) / wanted)
    };
    let wanted = mates.into_iter().filter(|mate| missing(mate).is_some());
    wanted.max_by_key(|mate| (mate.moves > 1 && !mate.checks, missing(mate)))
}

/// Plays a game and returns the mates in it, each proved.
fn game(rng: &mut Rng) -> Vec<Mate> {
    let mut found = Vec::new();
    let mut game = GameTree::<Icochess>::default();
    // One move in so many is left to chance, of White and of Black.
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
        // A mate that is seen may be missed, so that there are more to see.
        if game.ply() < 6 || rng.one_in(one_in) {
            mv = rng.pick(&game.position().legal_moves());
        }
        game.play(mv).expect("a legal move");
    }
    found
}

/// The mate in at most `moves`, if it has one key and takes few positions to prove.
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
