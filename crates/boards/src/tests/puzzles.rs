//! Tests of the built-in puzzles.

use std::sync::atomic::AtomicBool;

use icochess_boards::Variant;
use icochess_boards::puzzles::{Motif, Puzzle, PuzzleError, puzzles};
use icochess_engine::{ComputerPlayer, Limits, SearchOptions, TranspositionTable};

/// One puzzle in this many is searched again.
const SAMPLE: usize = 7;
/// Nodes of these searches.
const NODES: u64 = 300_000;
/// Size limit of all files together, in bytes.
const MAX_BYTES: usize = 300_000;

#[test]
fn built_in_puzzles_are_legal_and_distinct() {
    let mut bytes = 0;
    for variant in Variant::ALL {
        let all = puzzles(variant);
        let mut starts = Vec::new();
        for puzzle in &all {
            let line = puzzle.to_string();
            assert_eq!(Puzzle::parse(variant.board(), &line).as_ref(), Ok(puzzle));
            bytes += line.len() + 1;
            starts.push(puzzle.position.position().text());
            let mut game = puzzle.position.clone();
            assert!(game.position().legal_moves().len() > 1, "{line}");
            for mv in &puzzle.moves {
                game.make_mut().play(*mv).expect("a legal move");
            }
            let end = game.outcome().map(icochess_rules::Outcome::keyword);
            let expected = match puzzle.motif {
                Motif::Mate => end == Some("checkmate"),
                Motif::Win => matches!(end, Some("checkmate" | "extinction" | "bare-king")),
                _ => end.is_none(),
            };
            assert!(expected && puzzle.solver_moves() <= 4, "{line}");
        }
        starts.sort();
        starts.dedup();
        assert_eq!(starts.len(), all.len(), "{variant}");
    }
    assert!(bytes <= MAX_BYTES, "{bytes}");
}

#[test]
fn wrong_puzzles_are_refused() {
    let board = Variant::Chess.board();
    let parse = |line: &str| Puzzle::parse(board, line).map(|puzzle| puzzle.to_string());
    let good = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 pv a1a8; motif mate; rating 600;";
    assert_eq!(parse(good).as_deref(), Ok(good));
    let wrong = |from: &str, to: &str| parse(&good.replace(from, to)).expect_err(to);
    assert_eq!(wrong(" pv", ""), PuzzleError::Form);
    assert_eq!(wrong("; rating 600", ""), PuzzleError::Form);
    assert!(matches!(wrong("6k1", "7k1"), PuzzleError::Position(_)));
    assert!(matches!(wrong("a1a8", "a1b2"), PuzzleError::Move(_)));
    assert!(matches!(wrong("a1a8", "a1a7 g1g2"), PuzzleError::Move(_)));
    assert_eq!(wrong("a1a8", "a1a7 g8f8"), PuzzleError::Length(2));
    assert_eq!(wrong("a1a8", ""), PuzzleError::Length(0));
    assert!(matches!(wrong("mate", "luck"), PuzzleError::Motif(_)));
    assert!(matches!(wrong("600", "599"), PuzzleError::Rating(_)));
}

#[test]
#[ignore = "takes minutes: scripts/test --slow runs it"]
fn search_finds_the_solutions_of_a_sample() {
    let (mut moves, mut missed) = (0, Vec::new());
    for variant in Variant::ALL {
        for puzzle in puzzles(variant).into_iter().step_by(SAMPLE) {
            let engine = variant.engine().expect("a board with an engine");
            let mut game = puzzle.position.clone();
            for (ply, mv) in puzzle.moves.iter().enumerate() {
                if ply.is_multiple_of(2) {
                    let table = TranspositionTable::new(16);
                    let options = SearchOptions {
                        limits: Limits {
                            nodes: Some(NODES),
                            ..Limits::default()
                        },
                        search_moves: &[],
                        threads: 1,
                        multi_pv: 1,
                        on_thread_start: || {},
                        table: &table,
                        endings: None,
                    };
                    let (root, never) = (engine.root(&*game), AtomicBool::new(false));
                    let root = root.expect("this board");
                    let player = ComputerPlayer::default();
                    let found = root.choose(&player, &options, &never, &mut |_| {});
                    moves += 1;
                    if found.is_none_or(|found| found.best_move != *mv) {
                        missed.push(format!("{variant}: {puzzle}, ply {ply}"));
                    }
                }
                game.make_mut().play(*mv).expect("a legal move");
            }
        }
    }
    println!("{moves} moves, missed: {missed:#?}");
    // Some solutions need the million nodes that found them.
    assert!(10 * missed.len() <= moves, "{missed:#?}");
}
