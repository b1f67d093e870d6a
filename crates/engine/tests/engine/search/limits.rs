//! Tests of search limits and stopping.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess};
use icochess_engine::{
    Algorithm, ComputerPlayer, Evaluated, Limits, Search, TranspositionTable, search,
};
use icochess_rules::{Equipment, GameTree};

use super::{depth, look, nodes, on, positions};

#[test]
fn search_ends_when_stopped() {
    let game = GameTree::<Icochess>::default();
    let (table, stop) = (TranspositionTable::new(4), AtomicBool::new(false));
    let by = Search {
        limits: Limits {
            infinite: true,
            ..Limits::default()
        },
        threads: 2,
        ..Search::new(Icochess::evaluator(), &table)
    };
    let mut stopped = None;
    let found = thread::scope(|scope| {
        let search = scope.spawn(|| search(&game, &by, &stop, &mut |_| {}));
        thread::sleep(Duration::from_millis(100));
        assert!(!search.is_finished());
        stopped = Some(Instant::now());
        stop.store(true, Ordering::Relaxed);
        search.join().expect("no panic")
    });
    assert!(stopped.is_some_and(|at| at.elapsed() < Duration::from_secs(2)));
    let found = found.expect("a move");
    assert!(game.position().is_legal(found.best_move) && !found.failed);
}

#[test]
fn spawned_threads_call_on_thread_start_first() {
    static BEGUN: AtomicUsize = AtomicUsize::new(0);
    let table = TranspositionTable::new(1);
    let by = Search {
        limits: depth(2),
        threads: 3,
        on_thread_start: || {
            BEGUN.fetch_add(1, Ordering::Relaxed);
        },
        ..Search::new(Chess::evaluator(), &table)
    };
    for (algorithm, level) in [
        (Algorithm::Strong, ComputerPlayer::MAX_LEVEL),
        (Algorithm::Value, 1),
    ] {
        BEGUN.store(0, Ordering::Relaxed);
        let player = ComputerPlayer {
            algorithm,
            level,
            seed: 1,
        };
        let game = GameTree::<Chess>::default();
        let found = player.choose(&game, &by, &AtomicBool::new(false), &mut |_| {});
        assert!(found.is_some());
        // Two helpers support the calling thread.
        assert_eq!(BEGUN.load(Ordering::Relaxed), 2, "{algorithm:?}");
    }
}

#[test]
fn panicking_search_returns_its_best_move() {
    let game = GameTree::<Chess>::default();
    let table = TranspositionTable::new(1);
    let by = Search {
        limits: depth(6),
        threads: 2,
        ..Search::new(Chess::evaluator(), &table)
    };
    for fails_at in [1, 4] {
        let mut first = None;
        let found = search(&game, &by, &AtomicBool::new(false), &mut |info| {
            first = Some(info.pv[0]);
            assert!(info.depth < fails_at, "this failure is part of the test");
        });
        let found = found.expect("a move");
        assert!(found.failed);
        assert_eq!(Some(found.best_move), first);
    }
}

#[test]
fn better_move_of_a_stopped_iteration_counts() {
    let (mut changed, mut kept, mut restored) = (0, 0, 0);
    for position in positions::<Chess>(11, 1500) {
        let game = GameTree::new(position);
        let (mut infos, mut longer) = (Vec::new(), Vec::new());
        let found = look(&game, nodes(1000), &mut infos).expect("a move");
        assert_eq!(found.info.as_ref(), infos.last());
        // With many captures, not even one ply may complete.
        let Some(last) = infos.last() else {
            continue;
        };
        if found.best_move != last.pv[0] {
            changed += 1;
            // The whole iteration may find a still better move, but seldom returns to the old one.
            look(&game, depth(last.depth + 1), &mut longer).expect("a move");
            let whole = longer.last().map(|line| line.pv[0]);
            kept += u32::from(whole == Some(found.best_move));
            restored += u32::from(whole == Some(last.pv[0]));
        }
    }
    println!("{changed} changed, {kept} of them kept, {restored} restored");
    assert!(kept >= 10 && kept > 2 * restored);
    // Even before the first iteration ends, the search finds the hanging queen.
    let game = on::<Chess>("4k3/8/8/3q4/4P3/8/PPP2PPP/4K3 w - - 0 1");
    let found = look(&game, nodes(3), &mut Vec::new()).expect("a move");
    assert_eq!(
        (Chess::tables().uci(found.best_move), found.info),
        ("e4d5".into(), None)
    );
}

#[test]
fn soft_node_limit_ends_the_search_between_iterations() {
    let limits = Limits {
        soft_nodes: Some(20_000),
        ..Limits::default()
    };
    let mut infos = Vec::new();
    let found = look(&GameTree::<Chess>::default(), limits, &mut infos).expect("a move");
    let nodes: Vec<u64> = infos.iter().map(|info| info.nodes).collect();
    let [.., before, last] = nodes[..] else {
        panic!("{nodes:?}");
    };
    assert!(before < 20_000 && 20_000 <= last, "{nodes:?}");
    assert_eq!(found.nodes, last);
}

#[test]
fn nodes_include_all_threads() {
    let table = TranspositionTable::new(4);
    for threads in [1, 3] {
        let by = Search {
            limits: nodes(30_000),
            threads,
            ..Search::new(Icochess::evaluator(), &table)
        };
        let stop = AtomicBool::new(false);
        let found = search(&GameTree::default(), &by, &stop, &mut |_| {}).expect("a move");
        // Each thread polls the others' nodes every 128 nodes.
        let most = 30_000 + 256 * threads as u64;
        assert!((29_000..most).contains(&found.nodes), "{}", found.nodes);
    }
}

fn clock_is_polled_within_3_ms_of_a_slow_search<B: Evaluated>() {
    let limits = Limits {
        move_time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let game = GameTree::<B>::default();
    let found = look(&game, limits, &mut Vec::new()).expect("a move");
    assert!(game.position().is_legal(found.best_move));
    // At 100,000 nodes a second.
    assert!(found.nodes <= 300, "{}", found.nodes);
}

#[test]
fn search_stops_within_milliseconds() {
    on_every_board!(clock_is_polled_within_3_ms_of_a_slow_search);
}

#[test]
fn single_legal_move_takes_no_time() {
    // Only the king can capture.
    let game = on::<Chess>("7k/6Q1/8/8/8/8/8/K7 b - - 0 1");
    let by = Limits {
        move_time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let began = Instant::now();
    for algorithm in Algorithm::ALL {
        let player = ComputerPlayer {
            algorithm,
            ..ComputerPlayer::default()
        };
        let table = TranspositionTable::new(1);
        let by = Search {
            limits: by.clone(),
            ..Search::new(Chess::evaluator(), &table)
        };
        let found = player.choose(&game, &by, &AtomicBool::new(false), &mut |_| {});
        assert_eq!(
            Chess::tables().uci(found.expect("a move").best_move),
            "h8g7"
        );
    }
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn value_and_attack_respect_the_depth() {
    for algorithm in [Algorithm::Value, Algorithm::Attack] {
        let player = ComputerPlayer {
            algorithm,
            ..ComputerPlayer::default()
        };
        let table = TranspositionTable::new(1);
        for (asked, looked) in [(1, 2), (2, 2), (3, 2)] {
            let by = Search {
                limits: depth(asked),
                ..Search::new(Icochess::evaluator(), &table)
            };
            let game = GameTree::default();
            let found = player.choose(&game, &by, &AtomicBool::new(false), &mut |_| {});
            assert_eq!(found.expect("a move").info.expect("a line").depth, looked);
        }
    }
}

#[test]
fn search_moves_restrict_the_choice() {
    let game = GameTree::<Chess>::default();
    let table = TranspositionTable::new(1);
    let moves = ["a2a3", "h2h3"].map(|text| Chess::tables().parse_uci(text).expect("a move"));
    let by = Search {
        limits: depth(5),
        search_moves: &moves,
        multi_pv: 4,
        ..Search::new(Chess::evaluator(), &table)
    };
    let mut lines = Vec::new();
    let stop = AtomicBool::new(false);
    let found = search(&game, &by, &stop, &mut |info| lines.push(info.pv[0]));
    assert!(moves.contains(&found.expect("a move").best_move));
    assert!(lines.iter().all(|mv| moves.contains(mv)));
    assert_eq!(lines.len(), 2 * 5);
}

#[test]
fn search_without_legal_moves_returns_none() {
    let mate = on::<Chess>("R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(look(&mate, depth(3), &mut Vec::new()), None);
}
