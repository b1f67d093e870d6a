//! Games: undo and redo, hashes, and game files.

use std::collections::HashMap;

use icochess_rules::pgn::PgnProblem;
use icochess_rules::{Board, GameTree, IllegalReason, Move, Position, pgn, san};

use crate::testing::{Rng, game, mv, walk};

/// Plays moves until the moves or the game end.
pub fn record<B: Board>(start: &Position<B>, moves: &[Move]) -> GameTree<B> {
    let mut game = GameTree::new(*start);
    for mv in moves {
        if game.outcome().is_some() {
            assert_eq!(game.play(*mv).unwrap_err().reason, IllegalReason::GameOver);
            break;
        }
        game.play(*mv).expect("a legal move");
    }
    game
}

/// Asserts that undo and redo visit the same positions.
pub fn undo_and_redo_restore<B: Board>(start: &Position<B>, moves: &[Move]) {
    let mut game = record(start, moves);
    let plies = game.ply();
    assert_eq!(game.start(), start);
    assert_eq!(game.played(), &moves[..plies]);
    let mut positions = vec![*start];
    for (ply, mv) in game.played().iter().enumerate() {
        positions.push(positions[ply].play_unchecked(*mv));
    }
    let played = game.clone();
    for ply in (0..plies).rev() {
        assert_eq!(game.position(), &positions[ply + 1]);
        assert_eq!(game.last(), Some(moves[ply]));
        assert_eq!(game.undo(), Some(moves[ply]));
        assert_eq!(game.position(), &positions[ply]);
        assert_eq!((game.ply(), game.played()), (ply, &moves[..ply]));
        assert_eq!(game.line(), &moves[..plies], "undone moves stay");
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game.last(), None);
    for ply in 0..plies {
        assert_eq!(game.position_at(ply), Some(&positions[ply]));
        assert_eq!(game.redo(), Some(moves[ply]));
        assert_eq!(game.position(), &positions[ply + 1]);
    }
    assert_eq!(game.redo(), None);
    assert_eq!(game, played);
    assert_eq!(game.position_at(plies + 1), None);
}

/// Returns the part of a position's text that matters for repetition: all fields except the
/// counters.
pub fn without_counters<B: Board>(position: &Position<B>) -> String {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    fields.join(" ")
}

/// Asserts that transposed moves lead to the same hash if they lead to the same position.
pub fn another_order_gives_the_same_hash<B: Board>(position: &Position<B>, seed: u64) {
    let moves = walk(position, &mut Rng::new(seed), 3);
    let [first, reply, second] = moves[..] else {
        return;
    };
    let run = |moves: [Move; 3]| moves.iter().try_fold(*position, |p, mv| p.play(*mv).ok());
    let both = (run([first, reply, second]), run([second, reply, first]));
    if let (Some(one), Some(other)) = both {
        let same = without_counters(&one) == without_counters(&other);
        let same_hash = one.hash() == other.hash();
        assert_eq!(same_hash, same, "{position} {moves:?}");
        assert_eq!(one.repeats(&other), same);
    }
}

/// Asserts that all positions after three plies have different hashes. Returns the number of leaves
/// and of different positions.
pub fn hashes_tell_apart<B: Board>(start: &Position<B>) -> (usize, usize) {
    let mut hashes: HashMap<u64, String> = HashMap::new();
    let mut leaves = 0;
    start.each_child(|_, one| {
        one.each_child(|_, two| {
            two.each_child(|_, three| {
                let text = without_counters(three);
                let seen = hashes.entry(three.hash()).or_insert_with(|| text.clone());
                assert_eq!(*seen, text, "one hash for two positions");
                leaves += 1;
            });
        });
    });
    let mut texts: Vec<&String> = hashes.values().collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), hashes.len(), "two hashes for one position");
    (leaves, hashes.len())
}

/// Asserts that a random game from the start, positioned some plies before its end, round-trips
/// through a file with this variant name.
pub fn game_file_round_trips<B: Board>(seed: u64, plies: usize, back: usize, variant: &str) {
    let mut tree = record(&Position::<B>::start(), &game::<B>(seed, plies));
    tree.go_to_ply(tree.ply().saturating_sub(back));
    let text = written_and_read_back(tree);
    assert!(text.contains(&format!("[Variant \"{variant}\"]")), "{text}");
}

/// Asserts that a random game from a position round-trips through a file.
pub fn game_file_from_a_set_up_round_trips<B: Board>(start: &Position<B>, seed: u64, plies: usize) {
    let moves = walk(start, &mut Rng::new(seed), plies);
    written_and_read_back(record(start, &moves));
}

fn written_and_read_back<B: Board>(tree: GameTree<B>) -> String {
    let game = pgn::Game::new(tree);
    let text = pgn::write(&game);
    assert_eq!(pgn::parse(&text), Ok(game), "{text}");
    text
}

/// Asserts that no move may follow a game that ended by rule although moves remain. `moves` is such
/// a game in UCI text. Checks a record and a file.
pub fn nothing_follows<B: Board>(start: &Position<B>, moves: &str) {
    let mut tree = GameTree::new(*start);
    for text in moves.split(' ') {
        let mv = mv(tree.position(), text);
        tree.play(mv).expect("a legal move");
    }
    let end = tree.outcome().expect("the game is over");
    let next = tree.position().legal_moves()[0];
    let refused = tree.add_variation(tree.current(), next).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::GameOver, "{end}");
    let result = end.pgn_result();
    let written = pgn::write(&pgn::Game::new(tree.clone()));
    let before = written.trim_end().strip_suffix(result).expect("a result");
    let more = san::write(tree.position(), next);
    let error = pgn::parse::<B>(&format!("{before} {more} {result}")).unwrap_err();
    assert!(
        matches!(error.problem, PgnProblem::GameOver { outcome, .. } if outcome == end),
        "{error}"
    );
    // A variation keeps the refused move as a comment.
    let noted = pgn::parse::<B>(&format!("{before} ({more} {more}) {result}"));
    assert_eq!(noted.expect("a game").tree.size(), tree.size());
}
