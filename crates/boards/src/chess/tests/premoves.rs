//! Moves that the waiting side prepares.

use icochess_rules::{AnyPosition, Effect};

use super::*;

/// Returns the moves that a piece may prepare, in UCI text.
fn premoves(position: &Position, from: &str) -> Vec<String> {
    let all = AnyPosition::premoves(position, square(from)).into_iter();
    let mut all: Vec<String> = all.map(|it| position.uci(it.mv)).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn premoves_are_moves_after_a_pass_and_recaptures() {
    let position = fen("4k3/8/8/8/8/8/PP6/R3K2R b KQ - 0 1");
    // A rook recaptures on a pawn's square, but nothing captures its king.
    assert_eq!(premoves(&position, "a1"), ["a1a2", "a1b1", "a1c1", "a1d1"]);
    assert_eq!(premoves(&position, "b2"), ["b2b3", "b2b4"]);
    let king = ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"];
    assert_eq!(premoves(&position, "e1"), king);
    assert_eq!(premoves(&position, "e8"), [""; 0]);
    // Recaptures may promote, too.
    let position = fen("1N6/P7/7k/8/8/8/8/K7 b - - 0 1");
    assert_eq!(premoves(&position, "a7").len(), 8);
    // A pinned piece stays on its line, and no turn is passed in check.
    let position = fen("4r2k/8/8/8/8/8/4N3/4K3 b - - 0 1");
    assert_eq!(premoves(&position, "e2"), [""; 0]);
    let position = fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
    assert_eq!(premoves(&position, "e2"), [""; 0]);
}

#[test]
fn prepared_capture_takes_the_piece() {
    let position = fen("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1");
    let effects = AnyPosition::effects(&position, mv("e4d5"));
    assert!(matches!(effects[0], Effect::Taken { cell, .. } if cell == square("d5")));
}
