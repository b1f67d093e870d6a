//! Castling: FIDE 3.8.2.

use icochess_rules::IllegalReason;

use crate::chess::tests::{fen, play, why};
use crate::testing::exchanged;

const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn rights(text: &str) -> &str {
    text.split(' ').nth(2).unwrap()
}

#[test]
fn castling_moves_king_and_rook_to_their_squares() {
    for (moves, after) in [
        ("e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("e1e2 e8g8", "r4rk1/8/8/8/8/8/4K3/R6R w - - 2 2"),
        ("e1e2 e8c8", "2kr3r/8/8/8/8/8/4K3/R6R w - - 2 2"),
    ] {
        let after_moves = play(&fen(BOTH), moves);
        assert_eq!(after_moves.to_string(), after);
        assert_eq!(after_moves, fen(after), "hash and lines too");
    }
}

/// Positions with White's possible castling moves, tested for both sides.
#[test]
fn castling_is_illegal_in_through_or_into_check_or_past_a_piece() {
    for (text, short, long) in [
        ("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, true),
        // Out of check.
        ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, false),
        ("6k1/8/8/8/8/3n4/8/R3K2R w KQ - 0 1", false, false),
        // Through check.
        ("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, true),
        ("3r2k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, false),
        ("6k1/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", false, false),
        // Into check.
        ("6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", false, true),
        ("2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, false),
        ("6k1/8/8/8/8/8/7p/R3K2R w KQ - 0 1", false, true),
        ("8/8/8/8/8/8/6k1/R3K2R w KQ - 0 1", false, true),
        // Attacks on the rook, or on squares that only the rook crosses, don't matter.
        ("1r4k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, true),
        ("r6r/3k4/8/8/8/8/8/R3K2R w KQ - 0 1", true, true),
        // Pieces of either side in between, also on b1.
        ("6k1/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", false, false),
        ("6k1/8/8/8/8/8/8/R1B1KB1R w KQ - 0 1", false, false),
        ("6k1/8/8/8/8/8/8/Rn2K1nR w KQ - 0 1", false, false),
        ("6k1/8/8/8/8/8/8/R2QK2R w KQ - 0 1", true, false),
    ] {
        let white = fen(text);
        let black = fen(&mirrored(text));
        for (position, mv, possible) in [
            (white, "e1g1", short),
            (white, "e1c1", long),
            (black, "e8g8", short),
            (black, "e8c8", long),
        ] {
            let expected = (!possible).then_some(IllegalReason::Castling);
            assert_eq!(why(&position, mv), expected, "{mv} in {position}");
        }
    }
}

/// Mirrors a position, exchanging the sides.
fn mirrored(text: &str) -> String {
    let text: String = text.chars().map(exchanged).collect();
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    format!("{} b {} - 0 1", ranks.join("/"), fields[2])
}

#[test]
fn castling_right_is_lost_even_if_king_or_rook_returns() {
    for (moves, left) in [
        ("e1e2 e8e7 e2e1 e7e8", "-"),
        ("a1a2 a8a7 a2a1 a7a8", "Kk"),
        ("h1h2 h8h7 h2h1 h7h8", "Qq"),
        ("e1g1", "kq"),
        ("e1c1", "kq"),
    ] {
        let position = play(&fen(BOTH), moves);
        assert_eq!(rights(&position.to_string()), left, "{moves}");
        if moves.len() > 4 {
            for (mv, right) in [("e1g1", 'K'), ("e1c1", 'Q')] {
                let expected = (!left.contains(right)).then_some(IllegalReason::NotReached);
                assert_eq!(why(&position, mv), expected, "{mv} after {moves}");
            }
        }
    }
}

#[test]
fn captured_rook_loses_its_castling_right() {
    // Capturing with one rook on the other takes both rights.
    let position = play(&fen(BOTH), "a1a8");
    assert_eq!(rights(&position.to_string()), "Kk");

    let start = "r3k2r/8/8/1r6/4B3/8/8/R3K2R w KQkq - 0 1";
    let position = play(&fen(start), "e4a8");
    assert_eq!(rights(&position.to_string()), "KQk");
    // Another rook that later moves to the square has no right.
    let position = play(&position, "b5b8 e1e2 b8a8 e2e1");
    assert_eq!(
        position.to_string(),
        "r3k2r/8/8/8/8/8/8/R3K2R b k - 1 3",
        "looks like the right, is none"
    );
    assert_eq!(why(&position, "e8c8"), Some(IllegalReason::NotReached));
    assert_eq!(why(&position, "e8g8"), None);
}

#[test]
fn castling_right_requires_king_and_its_rook_only() {
    assert_eq!(why(&fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"), None);
    let none = fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert_eq!(why(&none, "e1g1"), Some(IllegalReason::NotReached));
}
