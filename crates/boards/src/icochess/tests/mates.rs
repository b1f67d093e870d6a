//! Tests of the mates in `mates.epd`. The tests prove each mate again, and check that the engine
//! finds it.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use icochess_boards::Icochess;
use icochess_engine::{Evaluated, Limits, Search, TranspositionTable, score, search};
use icochess_rules::{GameTree, Move, Position, san};

use crate::testing::Solver;
use crate::testing::search::wins;

/// Position limit of a proof.
const PROOF_NODES: u64 = 10_000_000;
/// Node limit of the engine's search.
const SEARCH_NODES: u64 = 2_000_000;

struct Mate {
    position: Position<Icochess>,
    key: Move,
    moves: u8,
}

fn read() -> Vec<Mate> {
    let lines = include_str!("mates.epd").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let read = lines.map(|line| {
        let (position, rest) = line.split_once(" bm ").expect("a best move");
        let (key, rest) = rest.split_once("; dm ").expect("a number of moves");
        let position: Position<Icochess> = position.parse().expect("a position");
        let moves = rest.strip_suffix(';').and_then(|moves| moves.parse().ok());
        Mate {
            key: san::parse(&position, key).expect("a legal move"),
            position,
            moves: moves.expect("a number"),
        }
    });
    read.collect()
}

/// Returns the first moves that mate in at most `moves`.
fn keys(position: &Position<Icochess>, moves: u8) -> Vec<Move> {
    if moves > 2 {
        let mut solver = Solver::new(PROOF_NODES);
        return solver.keys(position, moves, 2).expect("a short proof");
    }
    let mates = |mv: &Move| {
        let next = position.play_unchecked(*mv);
        let replies = next.legal_moves();
        let mut after = replies.iter().map(|reply| next.play_unchecked(*reply));
        match moves {
            0 => false,
            _ if replies.is_empty() => next.is_check(),
            _ => moves > 1 && after.all(|after| wins(&after, u32::from(moves) - 1)),
        }
    };
    let mut keys = position.legal_moves();
    keys.retain(mates);
    keys
}

#[test]
fn each_mate_has_one_key_and_the_noted_length() {
    let start = Instant::now();
    let mates = read();
    assert!(mates.len() >= 100);
    for mate in &mates {
        assert_eq!(
            keys(&mate.position, mate.moves),
            [mate.key],
            "{}",
            mate.position
        );
        assert_eq!(
            keys(&mate.position, mate.moves - 1),
            [],
            "{}",
            mate.position
        );
    }
    println!("{} mates proved in {:.1?}", mates.len(), start.elapsed());
}

/// Returns the engine's move, the plies to its mate, and the nodes visited.
fn engine_finds(mate: &Mate, limit: Option<u8>) -> (Move, i32, u64) {
    let table = TranspositionTable::new(4);
    let by = Search {
        limits: Limits {
            nodes: Some(SEARCH_NODES),
            mate: limit,
            ..Limits::default()
        },
        ..Search::new(Icochess::evaluator(), &table)
    };
    let game = GameTree::new(mate.position);
    let found = search(&game, &by, &AtomicBool::new(false), &mut |_| {}).expect("a move");
    let plies = score::MATE - found.info.map_or(0, |info| info.score);
    (found.best_move, plies, found.nodes)
}

#[test]
fn engine_finds_every_mate_and_its_length_with_a_mate_limit() {
    let start = Instant::now();
    let mates = read();
    let (mut missed, mut nodes) = (Vec::new(), 0);
    for mate in &mates {
        let (best, plies, visited) = engine_finds(mate, Some(mate.moves));
        nodes += visited;
        if best != mate.key || plies != i32::from(2 * mate.moves - 1) {
            let best = san::write(&mate.position, best);
            missed.push(format!("{}: {best}, {plies} plies", mate.position));
        }
    }
    let time = start.elapsed();
    println!("{} mates, {nodes} nodes in {time:.1?}", mates.len());
    assert!(missed.is_empty(), "{missed:#?}");
}

/// A search without a mate limit stops at the first mate it finds, which may not be the shortest:
/// unpromising moves are searched to a lower depth.
#[test]
fn engine_finds_mostly_shortest_mates_without_a_mate_limit() {
    let start = Instant::now();
    let mates = read();
    let (mut longer, mut nodes) = (0, 0);
    for mate in &mates {
        let (best, plies, visited) = engine_finds(mate, None);
        nodes += visited;
        assert!(plies <= score::MAX_PLY as i32, "{}", mate.position);
        let shortest = plies == i32::from(2 * mate.moves - 1);
        assert!(!shortest || best == mate.key, "{}", mate.position);
        longer += usize::from(!shortest);
    }
    let time = start.elapsed();
    println!(
        "{longer} of {} are longer, {nodes} nodes in {time:.1?}",
        mates.len()
    );
    assert!(10 * longer < mates.len(), "{longer} are longer");
}
