//! The computer player, on all boards: what it says is true, what it plays is
//! legal, and it can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess};
use icochess_engine::eval::Weight;
use icochess_engine::{
    Algorithm, ComputerPlayer, Evaluated, Evaluator, Info, Limits, Search, SearchResult,
    TranspositionTable, Values, score, search, simple, values_file,
};
use icochess_rules::{
    Board, CellSet, Equipment, GameTree, Move, Outcome, Piece, Position, Role, Side, rules_of, san,
};

use crate::shared::Rng;

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn depth(depth: u8) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// A search with one thread and an empty table.
fn look<B: Evaluated>(
    game: &GameTree<B>,
    limits: Limits,
    told: &mut Vec<Info>,
) -> Option<SearchResult> {
    let table = TranspositionTable::new(4);
    let by = Search {
        limits,
        ..Search::new(B::evaluator(), &table)
    };
    search(game, &by, &AtomicBool::new(false), &mut |info| {
        told.push(info.clone());
    })
}

fn on<B: Evaluated>(text: &str) -> GameTree<B> {
    GameTree::new(text.parse().expect("a position"))
}

/// Can the side to move mate in that many moves, whatever is answered? By
/// trying everything.
fn mates<B: Board>(position: &Position<B>, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.play_unchecked(mv);
        let replies = next.legal_moves();
        if replies.is_empty() {
            return next.is_check();
        }
        moves > 1
            && replies
                .iter()
                .all(|&reply| mates(&next.play_unchecked(reply), moves - 1))
    })
}

/// Positions of random games.
fn positions<B: Board>(seed: u64, count: usize) -> Vec<Position<B>> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::<B>::start();
        for _ in 0..20 + rng.below(60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(rng.pick(&moves));
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

fn mates_that_are_told_are_true<B: Evaluated>() {
    let mut told_mates = 0;
    for position in positions::<B>(7, 150) {
        let mut told = Vec::new();
        let found = look(&GameTree::new(position), depth(4), &mut told).expect("a move");
        let last = told.last().expect("a line");
        let is_one = mates(&position, 1);
        assert_eq!(last.score == score::MATE - 1, is_one, "{position}");
        if last.score == score::MATE - 1 || last.score == score::MATE - 3 {
            told_mates += 1;
            let moves = if is_one { 1 } else { 2 };
            assert!(mates(&position, moves), "{position}");
            let next = position.play_unchecked(found.best_move);
            if is_one {
                assert!(next.is_check() && !next.has_legal_move(), "{position}");
            } else {
                let replies = next.legal_moves();
                assert!(!replies.is_empty(), "{position}");
                assert!(
                    replies.iter().all(|&mv| mates(&next.play_unchecked(mv), 1)),
                    "{position}"
                );
            }
        }
    }
    assert!(
        told_mates > 3,
        "too few mates to say anything: {told_mates}"
    );
}

#[test]
fn mates_that_are_told_are_true_on_the_ball() {
    mates_that_are_told_are_true::<Icochess>();
}

#[test]
fn mates_that_are_told_are_true_on_squares() {
    mates_that_are_told_are_true::<Chess>();
}

fn same_seed_same_move<B: Evaluated>() {
    let game = GameTree::<B>::default();
    let run = || {
        let mut told = Vec::new();
        let found = look(&game, nodes(30_000), &mut told).expect("a move");
        let lines: Vec<_> = told
            .into_iter()
            .map(|info| (info.depth, info.score, info.nodes, info.pv))
            .collect();
        (found.best_move, found.nodes, lines)
    };
    assert_eq!(run(), run());
}

#[test]
fn the_same_nodes_give_the_same_move_every_time() {
    on_every_board!(same_seed_same_move);
}

/// Plays a game and says how it ended.
fn play<B: Evaluated>(mut choose: impl FnMut(&GameTree<B>) -> Move) -> Option<Outcome> {
    let mut game = GameTree::<B>::default();
    while game.outcome().is_none() && game.ply() < 300 {
        let mv = choose(&game);
        game.play(mv).expect("a legal move");
    }
    game.outcome()
}

fn beats_chance<B: Evaluated>() {
    let mut rng = Rng::new(11);
    let mut wins = 0;
    for round in 0..10 {
        let white = round % 2 == 0;
        let outcome = play::<B>(|game| {
            if (game.ply() % 2 == 0) == white {
                look(game, nodes(1500), &mut Vec::new())
                    .expect("a move")
                    .best_move
            } else {
                rng.pick(&game.position().legal_moves())
            }
        });
        let winner = outcome.and_then(Outcome::winner);
        wins += i32::from(winner.is_some_and(|side| (side.index() == 0) == white));
    }
    assert!(wins >= 9, "{wins} of 10");
}

#[test]
fn chance_is_beaten() {
    on_every_board!(beats_chance);
}

#[test]
fn draws_are_understood() {
    let best = |game: &GameTree<Chess>| {
        let mut told = Vec::new();
        let found = look(game, depth(8), &mut told).expect("a move");
        let line = told.pop().expect("a line");
        (san::write(game.position(), found.best_move), line.score)
    };
    // Behind by a queen, White has a perpetual check.
    let perpetual = on::<Chess>("6k1/6p1/8/6KQ/1r6/q7/8/8 w - - 0 1");
    let (mv, score) = best(&perpetual);
    assert_eq!((mv.as_str(), score), ("Qe8+", 0));
    // Whatever White takes, nothing is left to mate with.
    let (_, score) = best(&on("8/8/8/3k4/8/3nK3/8/8 w - - 0 1"));
    assert_eq!(score, 0);
    // A pawn up, but the hundredth ply is near and nothing can be gained.
    let (_, score) = best(&on("7k/8/8/p7/P7/8/8/K7 w - - 97 80"));
    assert_eq!(score, 0);
}

fn after_moves(moves: &[&str]) -> GameTree<Icochess> {
    let mut game = GameTree::default();
    for text in moves {
        let mv = Icochess::tables().parse_uci(text).expect("a move");
        game.play(mv).expect("a legal one");
    }
    game
}

/// The rook's move to c4 lets Black mate in four, by sacrifices with check.
#[test]
fn sacrifices_with_check_are_seen_in_time() {
    let game = after_moves(&["e1d4", "n3s3", "d4j4", "n1s4"]);
    let found = look(&game, depth(5), &mut Vec::new()).unwrap();
    assert_ne!(Icochess::tables().uci(found.best_move), "j4c4");
    let game = after_moves(&["e1d4", "n3s3", "d4j4", "n1s4", "j4c4"]);
    let found = look(&game, depth(4), &mut Vec::new()).unwrap();
    assert_eq!(found.info.unwrap().score, score::MATE - 7);
}

/// What stood there once may come again, but it is not a draw yet: on the way
/// there the other side may have something better.
#[test]
fn a_single_repetition_in_the_game_is_no_draw() {
    // Where White's rook returns from h1 to t4, Black's takes it, and wins.
    let mut game = after_moves(&["b1t4", "m1q1", "a4g2", "q1k3", "t4h1", "k3q1"]);
    let found = look(&game, depth(6), &mut Vec::new()).unwrap();
    assert_ne!(Icochess::tables().uci(found.best_move), "h1t4");
    assert!(found.info.unwrap().score < 0);
    let back = Icochess::tables().parse_uci("h1t4").unwrap();
    game.play(back).unwrap();
    let found = look(&game, depth(5), &mut Vec::new()).unwrap();
    assert!(found.info.unwrap().score > 200);
}

/// A node looks back along its own line only, however long the game was.
#[test]
fn a_long_game_does_not_slow_the_search_down() {
    let mut game = GameTree::<Icochess>::default();
    let mut last = game.current();
    // Pawns walk to and fro: nothing is taken, and no fifty moves are counted.
    for text in ["c2c1", "k2k1", "c1c2", "k1k2"].repeat(10_000) {
        let mv = Icochess::tables().parse_uci(text).unwrap();
        last = game.add_variation(last, mv).unwrap();
    }
    game.go_to(last);
    let fresh = GameTree::new(*game.position());
    let time = |game: &GameTree<Icochess>| {
        let start = Instant::now();
        look(game, nodes(20_000), &mut Vec::new()).unwrap();
        start.elapsed()
    };
    // By turns, as the machine may have other things to do; the best counts.
    let (mut long, mut short) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        long = long.min(time(&game));
        short = short.min(time(&fresh));
    }
    assert!(long < 2 * short, "{long:?}, without the game {short:?}");
}

/// Zugzwang, where "a pass would be better than any move" misleads a search
/// with null moves. Both are well-known studies.
#[test]
fn zugzwang_is_understood_on_squares() {
    for (text, best) in [
        ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"),
        ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6"),
    ] {
        let found = look(&on::<Chess>(text), nodes(1_500_000), &mut Vec::new()).unwrap();
        assert_eq!(Chess::tables().uci(found.best_move), best, "{text}");
    }
}

/// On the ball there is nearly always a harmless move, so that null moves are
/// sound there. Measured where they are tried: with two pieces or more.
#[test]
fn zugzwang_is_rare_on_the_ball() {
    let score = |position: &Position<Icochess>, plies| {
        let found = look(&GameTree::new(*position), depth(plies), &mut Vec::new())?;
        Some(found.info?.score)
    };
    let (mut tried, mut zugzwang) = (0, 0);
    for position in positions::<Icochess>(5, 2500) {
        let own = position.by_side(position.turn());
        let pawns = position.pieces(position.turn(), Role::PAWN);
        let is_end = position.occupied().len() <= 16;
        if own.without(pawns).len() < 3 || !is_end {
            continue;
        }
        let Some(null) = position.null_move() else {
            continue;
        };
        if let (Some(best), Some(reply)) = (score(&position, 4), score(&null, 3)) {
            tried += 1;
            zugzwang += usize::from(-reply > best);
        }
    }
    println!("{zugzwang} of {tried} positions are zugzwang");
    assert!(tried > 200, "{tried}");
    assert!(zugzwang * 50 <= tried, "{zugzwang} of {tried}");
}

#[test]
fn a_search_ends_when_it_is_told_to() {
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
fn a_search_that_fails_gives_the_best_move_it_had() {
    let game = GameTree::<Chess>::default();
    let table = TranspositionTable::new(1);
    let by = Search {
        limits: depth(6),
        threads: 2,
        ..Search::new(Chess::evaluator(), &table)
    };
    for fails_at in [1, 4] {
        let mut told = None;
        let found = search(&game, &by, &AtomicBool::new(false), &mut |info| {
            told = Some(info.pv[0]);
            assert!(info.depth < fails_at, "this failure is part of the test");
        });
        let found = found.expect("a move");
        assert!(found.failed);
        assert_eq!(Some(found.best_move), told);
    }
}

#[test]
fn a_better_move_of_an_iteration_that_is_stopped_counts() {
    let (mut changed, mut kept) = (0, 0);
    let positions = positions::<Chess>(11, 400);
    for (position, limit) in positions.iter().zip([1000, 2000, 4000].into_iter().cycle()) {
        let game = GameTree::new(*position);
        let (mut told, mut longer) = (Vec::new(), Vec::new());
        let found = look(&game, nodes(limit), &mut told).expect("a move");
        assert_eq!(found.info.as_ref(), told.last());
        // Where there is much to take, not even one ply is done.
        let Some(last) = told.last() else {
            continue;
        };
        if found.best_move != last.pv[0] {
            changed += 1;
            // Does the whole iteration find the same?
            look(&game, depth(last.depth + 1), &mut longer).expect("a move");
            kept += u32::from(longer.last().map(|line| line.pv[0]) == Some(found.best_move));
        }
    }
    println!("{changed} changed, {kept} of them kept");
    assert!(changed >= 4 && 2 * kept > changed, "{kept} of {changed}");
    // Before the first iteration is finished there is something better than any
    // move: the queen is there to be taken.
    let game = on::<Chess>("4k3/8/8/3q4/4P3/8/PPP2PPP/4K3 w - - 0 1");
    let found = look(&game, nodes(3), &mut Vec::new()).expect("a move");
    assert_eq!(
        (Chess::tables().uci(found.best_move), found.info),
        ("e4d5".into(), None)
    );
}

#[test]
fn nodes_are_those_of_all_threads() {
    let table = TranspositionTable::new(4);
    for threads in [1, 3] {
        let by = Search {
            limits: nodes(30_000),
            threads,
            ..Search::new(Icochess::evaluator(), &table)
        };
        let stop = AtomicBool::new(false);
        let found = search(&GameTree::default(), &by, &stop, &mut |_| {}).expect("a move");
        // Each looks at the others' every 1024.
        let most = 30_000 + 2048 * threads as u64;
        assert!((29_000..most).contains(&found.nodes), "{}", found.nodes);
    }
}

#[test]
fn one_move_needs_no_time() {
    // Only the king can take.
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
fn value_and_attack_keep_to_the_depth() {
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
fn values_beyond_reason_are_refused() {
    let refused = |change: &dyn Fn(&mut Values)| {
        let (mut values, _) = values_file::parse::<Chess>(Chess::VALUES).expect("values");
        change(&mut values);
        let refusal = Evaluator::<Chess>::new(&values).err();
        refusal.map(|refusal| refusal.to_string())
    };
    assert_eq!(refused(&|_| {}), None);
    assert_eq!(
        refused(&|values| values.material[2].1 = 32_767).as_deref(),
        Some("the values have 32767 among the weights, expected -5000 to 5000")
    );
    assert_eq!(
        refused(&|values| values.margins.0 = -1).as_deref(),
        Some("the values have -1 among the margins, expected 0 to 5000")
    );
    let folder = tempfile::tempdir().expect("a folder");
    let error = values_file::read::<Chess>(folder.path()).expect_err("no file");
    assert_eq!(error.problem, "it is not a regular file");
    let long = folder.path().join("long.ron");
    std::fs::write(&long, " ".repeat(3 << 20)).expect("written");
    let error = values_file::read::<Chess>(&long).expect_err("too long");
    assert_eq!(error.problem, "it is longer than a mebibyte");
}

#[test]
fn only_the_moves_given_are_chosen_from() {
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
fn without_a_legal_move_there_is_none() {
    let mate = on::<Chess>("R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(look(&mate, depth(3), &mut Vec::new()), None);
}

/// The best score by material, by trying everything.
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

/// What a player of a simple algorithm plays, one move of both sides ahead.
fn simple_move<B: Evaluated>(algorithm: Algorithm, seed: u64, position: Position<B>) -> Move {
    let table = TranspositionTable::new(0);
    let by = Search {
        limits: Limits::default(),
        ..Search::new(B::evaluator(), &table)
    };
    let player = ComputerPlayer {
        algorithm,
        level: 1,
        seed,
    };
    let never = AtomicBool::new(false);
    let found = player.choose(&GameTree::new(position), &by, &never, &mut |_| ());
    found.expect("a move").best_move
}

fn value_finds_all_the_best_moves<B: Evaluated>() {
    for position in positions::<B>(3, 12) {
        let legal = position.legal_moves();
        let never = |_| false;
        let mut search = simple::MaterialSearch::new(B::evaluator(), &never);
        let (mut found, best) = search.best(&position, &legal, 1);
        let scored = position
            .legal_moves()
            .into_iter()
            .map(|mv| (-plain_value(&position.play_unchecked(mv), 1, 1), mv));
        let scored: Vec<_> = scored.collect();
        let most = scored.iter().map(|(score, _)| *score).max();
        assert_eq!(Some(best), most, "{position}");
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

#[test]
fn attack_presses_the_king() {
    // No capture, no mate: the rook goes where it attacks beside the king.
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
fn chance_is_the_same_for_the_same_seed_and_reaches_every_move() {
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

fn sums_are_kept<B: Evaluated>() {
    let evaluator = B::evaluator();
    for mut position in positions::<B>(11, 60) {
        let mut rng = Rng::new(position.hash());
        let mut sums = evaluator.accumulator(&position);
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = rng.pick(&moves);
            let next = position.play_unchecked(mv);
            sums = evaluator.accumulator_after(&sums, &position, mv, &next);
            assert_eq!(sums, evaluator.accumulator(&next), "{position} {mv:?}");
            position = next;
        }
    }
}

#[test]
fn the_sums_kept_from_move_to_move_are_those_counted_anew() {
    on_every_board!(sums_are_kept);
}

/// What a search to that depth says of a position of 8×8 chess, for White, in
/// pawns.
fn in_pawns(text: &str, plies: u8) -> f64 {
    let game = on::<Chess>(text);
    let found = look(&game, depth(plies), &mut Vec::new());
    let score = found.and_then(|found| found.info).expect("a score").score;
    let sign = if game.position().turn() == Side::White {
        1.0
    } else {
        -1.0
    };
    sign * f64::from(score) / 100.0
}

#[test]
fn pieces_count_against_others_as_in_any_book() {
    // What White has against what Black has, and between what the score has to be.
    for (what, text, least, most) in [
        (
            "queen against two rooks",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w kq - 0 1",
            -0.7,
            1.3,
        ),
        (
            "queen against rook and bishop",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1N1 w Qkq - 0 1",
            0.5,
            2.2,
        ),
        (
            "rook and bishop against queen",
            "rn1qkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQq - 0 1",
            -2.2,
            -0.3,
        ),
        (
            "rook against knight",
            "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQk - 0 1",
            1.0,
            2.4,
        ),
        (
            "a knight more",
            "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            2.5,
            4.0,
        ),
        (
            "a bishop more, Black to move",
            "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            2.2,
            4.0,
        ),
        (
            "a rook more",
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
            3.8,
            5.8,
        ),
        (
            "a queen more",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            8.0,
            10.5,
        ),
        (
            "a pawn more",
            "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            0.4,
            1.5,
        ),
        // Where pieces have gone.
        (
            "queen against two rooks, late",
            "2r2rk1/ppp2ppp/8/8/8/8/PPPQ1PPP/6K1 w - - 0 1",
            -1.3,
            1.0,
        ),
        (
            "queen against rook and bishop, late",
            "5rk1/ppp1bppp/8/8/8/8/PPPQ1PPP/6K1 w - - 0 1",
            0.6,
            2.6,
        ),
        (
            "rook against bishop, late",
            "6k1/ppp1bppp/8/8/8/8/PPP2PPP/3R2K1 w - - 0 1",
            1.3,
            3.5,
        ),
        (
            "two bishops against bishop and knight",
            "6k1/ppp2ppp/2n1b3/8/8/2B5/PPP1BPPP/6K1 w - - 0 1",
            0.1,
            1.2,
        ),
        (
            "queen against queen, a knight against three pawns",
            "1q4k1/ppp2ppp/8/8/8/5N2/3Q1PPP/6K1 w - - 0 1",
            -1.5,
            1.7,
        ),
    ] {
        for plies in [1, 6] {
            let score = in_pawns(text, plies);
            assert!(
                (least..=most).contains(&score),
                "{what}, depth {plies}: {score}, expected {least} to {most}"
            );
        }
    }
}

/// Are values of twice the scale searched in the same way?
fn scale_makes_no_difference<B: Evaluated>() {
    // The same in the middle and at the end of the game, or the sums would be rounded;
    // and a pawn with which no margin is.
    let (mut single, _) = values_file::parse::<B>(B::VALUES).unwrap();
    for weight in single.weights_mut() {
        *weight = (weight.0, weight.0);
    }
    let pawn = (B::MARGIN_PAWN / 2) as i16;
    single.material[Role::PAWN.index()] = (pawn, pawn);
    let mut double = single.clone();
    for weight in double.weights_mut() {
        *weight = (2 * weight.0, 2 * weight.1);
    }
    double.margins = (2 * single.margins.0, 2 * single.margins.1);
    let evaluators = [single, double].map(|values| Evaluator::<B>::new(&values).unwrap());
    let mut rng = Rng::new(8);
    for _ in 0..4 {
        let mut game = GameTree::<B>::default();
        for mv in crate::shared::walk(game.position(), &mut rng, 14) {
            game.play(mv).unwrap();
        }
        let [one, other] = [0, 1].map(|of| {
            let table = TranspositionTable::new(4);
            let by = Search {
                limits: depth(7),
                ..Search::new(&evaluators[of], &table)
            };
            let found = search(&game, &by, &AtomicBool::new(false), &mut |_| {}).unwrap();
            (found.best_move, found.nodes, found.info.unwrap().score)
        });
        // All but the same: a bound lies one above or below a score in either scale.
        let position = game.position();
        assert_eq!(one.0, other.0, "{position}");
        let [nodes, more] = [one.1, other.1.abs_diff(one.1)];
        assert!(100 * more <= nodes, "{position}: {nodes}, {}", other.1);
        assert!(score::is_mate(one.2) || (2 * one.2 - other.2).abs() <= 2);
    }
}

#[test]
fn values_of_another_scale_are_searched_in_the_same_way() {
    on_every_board!(scale_makes_no_difference);
}

#[test]
fn worths_rise_from_the_pawn_to_the_queen() {
    fn worths<B: Evaluated>() -> Vec<i32> {
        let roles = [
            Role::PAWN,
            Role::KNIGHT,
            Role::BISHOP,
            Role::ROOK,
            Role::QUEEN,
        ];
        roles.map(|role| B::evaluator().piece_value(role)).to_vec()
    }
    for worths in [worths::<Chess>(), worths::<Icochess>()] {
        assert!(worths.is_sorted(), "{worths:?}");
        assert!(worths[0] > 0 && worths[4] > worths[3], "{worths:?}");
    }
}

/// How often White's weights count in a position, less how often Black's do,
/// where only one weight is not zero.
fn counted(text: &str, of: impl Fn(&mut Values) -> &mut Weight) -> i32 {
    let (mut values, _) = values_file::parse::<Chess>(Chess::VALUES).unwrap();
    for weight in values.weights_mut() {
        *weight = (0, 0);
    }
    *of(&mut values) = (100, 100);
    let evaluator = Evaluator::<Chess>::new(&values).unwrap();
    let position: Position<Chess> = text.parse().unwrap();
    let sums = evaluator.accumulator(&position);
    let score = evaluator.evaluate(&position, &sums, -score::INFINITE, score::INFINITE);
    assert_eq!(position.turn(), Side::White);
    assert_eq!(score % 100, 0);
    score / 100
}

#[test]
fn pawns_guard_pawns_and_attack_pieces() {
    let guarded = |text| counted(text, |values| &mut values.protected_pawn);
    assert_eq!(guarded("4k3/8/8/8/3P4/1PP5/P7/4K3 w - - 0 1"), 2);
    assert_eq!(guarded("4k3/1p6/p1p5/8/8/8/PP6/4K3 w - - 0 1"), -2);
    let threats = |text| counted(text, |values| &mut values.threat_by_pawn);
    // A knight and a rook, but not the pawn.
    assert_eq!(threats("4k3/8/8/2n1rp2/3PP3/8/8/4K3 w - - 0 1"), 2);
    assert_eq!(threats("4k3/8/8/8/8/1p6/R7/4K3 w - - 0 1"), -1);
}

#[test]
fn a_pair_is_two_of_a_kind() {
    let bishop = Chess::ROLES.iter().position(|role| role.name == "bishop");
    let bishop = bishop.expect("a bishop");
    let pairs = |text| counted(text, |values| &mut values.pair[bishop]);
    assert_eq!(pairs("2b1k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 1);
    assert_eq!(pairs("2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 0);
    assert_eq!(pairs("4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1"), 0);
}

#[test]
fn reach_is_where_neither_an_own_piece_nor_a_hostile_pawn_is_in_the_way() {
    let named = |name| Chess::ROLES.iter().position(|role| role.name == name);
    let (knight, rook) = (named("knight").unwrap(), named("rook").unwrap());
    let reach = |text| counted(text, |values| &mut values.mobility[knight]);
    assert_eq!(reach("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), 2);
    // An own pawn on c2, and one that takes on b3.
    assert_eq!(reach("4k3/8/8/8/p7/8/2P5/N3K3 w - - 0 1"), 0);
    let king_attack = |text| counted(text, |values| &mut values.king_attack[rook]);
    assert_eq!(king_attack("7k/8/8/8/8/8/8/4K1R1 w - - 0 1"), 2);
    assert_eq!(king_attack("7k/8/8/6p1/8/8/8/4K1R1 w - - 0 1"), 0);
    // Beside the king: its own cell does not count.
    assert_eq!(king_attack("7k/6R1/8/8/8/8/8/4K3 w - - 0 1"), 2);
}

#[test]
fn the_lower_levels_play_legal_moves_and_the_same_for_the_same_seed() {
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
            let play = || {
                table.clear();
                let found = player.choose(&game, &by, &never, &mut |_| ());
                found.map(|found| found.best_move)
            };
            let (first, second) = (play(), play());
            assert!(first.is_some_and(|mv| position.is_legal(mv)), "{position}");
            assert_eq!(first, second, "level {level}: {position}");
        }
    }
}
