//! Tests of play: sacrifices, repetitions, zugzwang, and games against random moves.

use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess};
use icochess_engine::{Evaluated, score};
use icochess_rules::{CellSet, Equipment, GameTree, Move, Outcome, Position, Role, san};

use super::{depth, look, nodes, on, positions};
use crate::shared::Rng;

/// Plays a game and returns its outcome.
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
fn engine_beats_random_moves() {
    on_every_board!(beats_chance);
}

#[test]
fn search_understands_draws() {
    let best = |game: &GameTree<Chess>| {
        let mut infos = Vec::new();
        let found = look(game, depth(8), &mut infos).expect("a move");
        let line = infos.pop().expect("a line");
        (san::write(game.position(), found.best_move), line.score)
    };
    // A queen down, White has a perpetual check.
    let perpetual = on::<Chess>("6k1/6p1/8/6KQ/1r6/q7/8/8 w - - 0 1");
    let (mv, score) = best(&perpetual);
    assert_eq!((mv.as_str(), score), ("Qe8+", 0));
    // Any capture leaves insufficient material.
    let (_, score) = best(&on("8/8/8/3k4/8/3nK3/8/8 w - - 0 1"));
    assert_eq!(score, 0);
    // A pawn up, but the 50-move limit is near and no progress is possible.
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

/// On the ball pawns walk back for ever, which the 50-move rule doesn't end.
#[test]
fn advantage_without_progress_comes_to_count_nothing() {
    let text = "K3/4/N3/N3/4/P3/P3/4/4/4/4/4/4/k3/4/4/4/4/4/4 w - - 0 1";
    // Random moves without a capture or an end.
    let walk = |seed| {
        let (mut game, mut rng) = (on::<Icochess>(text), Rng::new(seed));
        while game.ply() < 250 {
            let mut moves = game.position().legal_moves();
            moves.retain(|mv| game.position().captured_cell(*mv).is_none());
            if moves.is_empty() {
                return None;
            }
            game.play(rng.pick(&moves)).ok()?;
        }
        Some(game)
    };
    let game = (1..1000).find_map(walk).expect("a long game");
    let score = |game: &GameTree<Icochess>| {
        let mut infos = Vec::new();
        look(game, depth(4), &mut infos).expect("a move");
        infos.pop().expect("a line").score
    };
    let early = score(&GameTree::new(*game.position()));
    assert!(early.abs() > 100, "{early}");
    assert_eq!(score(&game), 0);
}

/// Rook to c4 allows Black mate in four, by sacrifices with check.
#[test]
fn sacrifices_with_check_are_seen_in_time() {
    let game = after_moves(&["e1d4", "n3s3", "d4j4", "n1s4"]);
    let found = look(&game, nodes(40_000), &mut Vec::new()).unwrap();
    assert_ne!(Icochess::tables().uci(found.best_move), "j4c4");
    let game = after_moves(&["e1d4", "n3s3", "d4j4", "n1s4", "j4c4"]);
    let found = look(&game, nodes(40_000), &mut Vec::new()).unwrap();
    assert_eq!(found.info.unwrap().score, score::MATE - 7);
}

/// A position that occurred once in the game may recur without being a draw: the opponent may
/// deviate on the way there.
#[test]
fn single_repetition_in_the_game_is_no_draw() {
    // If White's rook returns from h1 to t4, Black captures it and wins.
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
fn long_game_does_not_slow_the_search_down() {
    let mut game = GameTree::<Icochess>::default();
    let mut last = game.current();
    // Pawns walk back and forth, so nothing is captured and no fifty moves are counted.
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
    // Alternates the runs and keeps the best times, because the machine may be busy.
    let (mut long, mut short) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        long = long.min(time(&game));
        short = short.min(time(&fresh));
    }
    assert!(long < 2 * short, "{long:?}, without the game {short:?}");
}

/// Zugzwang, where "a pass would be better than any move" misleads searches with null moves. Both
/// are well-known studies.
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

/// The ball nearly always has a harmless move, so null moves are sound there. Measured for
/// positions in which the search tries null moves: with two pieces or more.
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
