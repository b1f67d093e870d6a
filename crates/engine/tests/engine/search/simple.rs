//! Tests of the simple algorithms against brute force, and of the levels based on them.

use std::collections::HashSet;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess};
use icochess_engine::material::MaterialSearch;
use icochess_engine::{
    Algorithm, ComputerPlayer, Evaluated, Limits, Search, SearchResult, TranspositionTable, score,
};
use icochess_rules::{CellSet, Equipment, GameTree, Move, Piece, Position, Role, Side, rules_of};

use super::{nodes, positions};

/// Returns the best score by material, by brute force.
fn plain_value<B: Evaluated>(position: &Position<B>, depth: u32, ply: i32) -> i32 {
    if let Some(score) = score::variant_score(position, ply as usize) {
        return score;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() {
            ply - score::MATE
        } else {
            0
        };
    }
    if depth == 0 {
        let worth = |side| -> i32 {
            let pieces = position.by_side(side).cells();
            let on_board: i32 = pieces
                .filter_map(|cell| position.piece_at(cell))
                .filter(|piece| !rules_of::<B>(piece.role).royal)
                .map(|piece| B::evaluator().piece_value(piece.role))
                .sum();
            let roles = (0..B::ROLES.len() as u8).map(Role::new);
            let reserve: i32 = roles
                .map(|role| {
                    let count = position.reserve(Piece { side, role });
                    i32::from(count) * B::evaluator().piece_value(role)
                })
                .sum();
            on_board + reserve
        };
        return worth(position.turn()) - worth(!position.turn());
    }
    let scores = moves
        .iter()
        .map(|&mv| -plain_value(&position.play_unchecked(mv), depth - 1, ply + 1));
    scores.max().expect("a move")
}

/// Returns a player's search result in a position, with a number of threads.
fn choose<B: Evaluated>(
    player: ComputerPlayer,
    position: Position<B>,
    threads: usize,
    limits: Limits,
) -> SearchResult {
    let table = TranspositionTable::new(0);
    let by = Search {
        limits,
        threads,
        ..Search::new(B::evaluator(), &table)
    };
    let never = AtomicBool::new(false);
    let found = player.choose(&GameTree::new(position), &by, &never, &mut |_| ());
    found.expect("a move")
}

/// Returns the move of a simple algorithm that looks one move of both sides ahead.
fn simple_move<B: Evaluated>(algorithm: Algorithm, seed: u64, position: Position<B>) -> Move {
    let player = ComputerPlayer {
        algorithm,
        level: 1,
        seed,
    };
    choose(player, position, 1, Limits::default()).best_move
}

fn value_finds_all_the_best_moves<B: Evaluated>() {
    for position in positions::<B>(3, 12) {
        let legal = position.legal_moves();
        let never = |_| false;
        let search = MaterialSearch::new(B::evaluator(), 1, &never);
        let (mut found, best) = search.best(&position, &legal, 1);
        let scored = position
            .legal_moves()
            .into_iter()
            .map(|mv| (-plain_value(&position.play_unchecked(mv), 1, 1), mv));
        let scored: Vec<_> = scored.collect();
        let highest = scored.iter().map(|(score, _)| *score).max();
        assert_eq!(Some(best), highest, "{position}");
        let mut expected: Vec<Move> = scored
            .into_iter()
            .filter(|(score, _)| *score == best)
            .map(|(_, mv)| mv)
            .collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{position}");
        for algorithm in [Algorithm::Value, Algorithm::Attack] {
            let mv = simple_move(algorithm, 1, position);
            assert!(expected.contains(&mv), "{position}");
        }
    }
}

#[test]
fn value_and_attack_play_the_best_moves_by_material() {
    on_every_board!(value_finds_all_the_best_moves);
}

fn threads_change_nothing<B: Evaluated>() {
    let positions = positions::<B>(13, 3);
    let never = |_| false;
    for (position, level) in positions.iter().zip([2, 1, 1]) {
        let legal = position.legal_moves();
        let best = |threads| {
            MaterialSearch::new(B::evaluator(), threads, &never).best(position, &legal, level)
        };
        // The order matters, because a random index picks the move.
        let alone = best(1);
        assert!(!alone.0.is_empty());
        for threads in [2, 4] {
            assert_eq!(best(threads), alone, "{threads} threads: {position}");
        }
    }
    for (algorithm, seed) in [Algorithm::Value, Algorithm::Attack]
        .into_iter()
        .flat_map(|algorithm| (0..5).map(move |seed| (algorithm, seed)))
    {
        let level = 1 + u8::from(seed == 0);
        let player = ComputerPlayer {
            algorithm,
            level,
            seed,
        };
        let [alone, two, four] = [1, 2, 4].map(|threads| {
            let found = choose(player, positions[0], threads, Limits::default());
            assert!(!found.failed);
            let line = found.info.expect("a level");
            (found.best_move, line.depth, line.score, line.pv)
        });
        assert_eq!(alone.1, 2 * level);
        assert_eq!((&two, &four), (&alone, &alone), "{player:?}");
    }
}

#[test]
fn value_and_attack_do_not_depend_on_the_thread_count() {
    on_every_board!(threads_change_nothing);
}

#[test]
fn value_threads_share_the_moves() {
    let start = Position::<Icochess>::start();
    let seen = Mutex::new(HashSet::new());
    let began = Instant::now();
    // Each thread waits until both have arrived, or for a timeout.
    let waits = |_| {
        let all = || {
            let mut seen = seen.lock().expect("no panic");
            seen.insert(thread::current().id());
            seen.len()
        };
        while all() < 2 && began.elapsed() < Duration::from_secs(20) {
            thread::yield_now();
        }
        false
    };
    let search = MaterialSearch::new(Icochess::evaluator(), 2, &waits);
    search.best(&start, &start.legal_moves(), 2);
    assert_eq!(seen.into_inner().expect("no panic").len(), 2);
}

#[test]
fn nodes_are_counted_by_one_thread() {
    // With several threads, timing would decide how far each one gets.
    let position = positions::<Chess>(17, 1)[0];
    let player = ComputerPlayer {
        algorithm: Algorithm::Value,
        level: 4,
        seed: 1,
    };
    let found = |threads| {
        let found = choose(player, position, threads, nodes(20_000));
        (found.best_move, found.nodes)
    };
    assert_eq!(found(4), found(1));
    assert!(found(1).1 < 20_000 + 1024);
}

#[test]
fn panicking_value_thread_ends_the_search() {
    let start = Position::<Chess>::start();
    let own = thread::current().id();
    let looked = catch_unwind(|| {
        let fails = |_| {
            let is_own = thread::current().id() == own;
            assert!(is_own, "this failure is part of the test");
            thread::sleep(Duration::from_millis(1));
            false
        };
        let search = MaterialSearch::new(Chess::evaluator(), 2, &fails);
        search.best(&start, &start.legal_moves(), 3)
    });
    assert!(looked.is_err());
    // The player reports the failure and keeps earlier results.
    let table = TranspositionTable::new(0);
    let by = Search {
        threads: 2,
        ..Search::new(Chess::evaluator(), &table)
    };
    let player = ComputerPlayer {
        algorithm: Algorithm::Value,
        level: 2,
        seed: 0,
    };
    let found = player.choose(
        &GameTree::new(start),
        &by,
        &AtomicBool::new(false),
        &mut |_| {
            panic!("this failure is part of the test");
        },
    );
    assert!(found.is_some_and(|found| found.failed && start.is_legal(found.best_move)));
}

#[test]
fn attack_presses_the_king() {
    // Without captures or mates, the rook moves to attack next to the king.
    let position: Position<Chess> = "7k/8/8/8/8/8/P6p/K1R5 w - - 0 1"
        .parse()
        .expect("a position");
    for seed in 0..10 {
        let next = position.play_unchecked(simple_move(Algorithm::Attack, seed, position));
        let beside = ["g8", "g7", "h7"].map(|name| Chess::tables().cell(name).expect("a square"));
        let pressed = beside
            .iter()
            .any(|&cell| next.is_attacked(cell, Side::White));
        assert!(pressed, "{next}");
    }
}

#[test]
fn random_moves_are_reproducible_and_reach_every_move() {
    let start = Position::<Icochess>::start();
    let run = |seed: u64| {
        (0..500_u64)
            .map(|number| simple_move(Algorithm::Random, 1000 * seed + number, start))
            .collect::<Vec<_>>()
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
    let mut reached = run(5);
    reached.sort();
    reached.dedup();
    assert_eq!(reached.len(), 46);
}

#[test]
fn lower_levels_play_legal_and_reproducible_moves() {
    let table = TranspositionTable::new(1);
    let never = AtomicBool::new(false);
    for position in positions::<Icochess>(5, 10) {
        let game = GameTree::new(position);
        for level in 1..ComputerPlayer::MAX_LEVEL {
            let player = ComputerPlayer {
                level,
                seed: 3,
                ..ComputerPlayer::default()
            };
            let by = Search {
                limits: nodes(20_000),
                ..Search::new(Icochess::evaluator(), &table)
            };
            let play = |threads| {
                let by = Search {
                    threads,
                    ..by.clone()
                };
                let found = player.choose(&game, &by, &never, &mut |_| ());
                found.map(|found| found.best_move)
            };
            // Neither other threads nor a table in use matter.
            let (first, second) = (play(1), play(3));
            assert!(first.is_some_and(|mv| position.is_legal(mv)), "{position}");
            assert_eq!(first, second, "level {level}: {position}");
        }
    }
}

/// Returns the first sixteen plies of a game at full strength, or all if it ends sooner.
fn opening<B: Evaluated>(seed: u64) -> Vec<Move> {
    let table = TranspositionTable::new(1);
    let by = Search {
        limits: nodes(2_000),
        ..Search::new(B::evaluator(), &table)
    };
    let player = ComputerPlayer {
        seed,
        ..ComputerPlayer::default()
    };
    let mut game = GameTree::<B>::default();
    for _ in 0..16 {
        table.clear();
        let found = player.choose(&game, &by, &AtomicBool::new(false), &mut |_| ());
        let Some(found) = found else {
            break;
        };
        game.play(found.best_move).expect("a legal move");
    }
    game.line().to_vec()
}

#[test]
fn seeds_vary_the_opening_at_full_strength() {
    for opening in [opening::<Chess>, opening::<Icochess>] {
        let distinct = (1..=20).map(opening).collect::<HashSet<_>>().len();
        assert!(distinct >= 15, "{distinct} of 20");
        assert_eq!(opening(7), opening(7));
    }
}
