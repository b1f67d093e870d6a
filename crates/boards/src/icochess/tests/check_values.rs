//! Check values from the rules page and from `perft.txt`.

use icochess_boards::Icochess;
use icochess_rules::{Board, DrawReason, Outcome, Side, divide, perft};

use crate::icochess::tests::{Position, pairs, slow};
use crate::testing::{SlowRules, data_file_agrees, divide_agrees, position};

/// The rules page's second position, a middle game.
const MIDDLE: &str =
    "1K1P/2R1/1P2/2P1/1B2/4/4/4/4/4/1p2/4/1p1p/qkR1/1bp1/4/4/4/2r1/4 b a4c2k2 - 0 1";
const MATE: &str =
    "QKPP/1B2/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/r3/4/4 w a3a4c2d2k2l2n4 - 0 1";
/// The king's three neighbours are attacked, but the king's tile isn't.
const STALEMATE: &str = "4/4/4/4/k3/4/4/4/4/1QK1/4/4/R3/4/4/4/4/4/4/4 b - - 0 60";
const FIRST_MOVES: &str = "a3g3 a3g1 a3q4 a4g2 a4g1 a4p4 a1g1 a1g4 b2c3 b2j3 b2t3 b2o3 b1b4 b1c3 \
    b1j3 b1j1 b1j4 b1s2 b1n4 b1f2 b1t4 b1t1 b1t3 b1o3 c2c1 c2c3 c2c4 d2d1 d2d3 d2d4 e2d4 e2i2 \
    e2r2 e2m4 e1e3 e1d4 e1i2 e1i1 e1i4 e1s3 e1n3 e1h3 e1r4 e1r1 e1r2 e1m4";

#[test]
fn perft_of_the_rules_page() {
    for (text, counts) in [
        (Icochess::START, [46, 2_050, 123_894, 7_384_013]),
        (MIDDLE, [50, 2_060, 92_526, 4_277_605]),
    ] {
        let position: Position = text.parse().unwrap();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{text} at {depth}");
        }
        let slow = slow::Position::read(text);
        for (depth, count) in (1..).zip(counts).take(3) {
            assert_eq!(slow.perft(depth), count, "slow: {text} at {depth}");
        }
    }
}

#[test]
fn perft_of_depth_zero_is_one_without_divide_entries() {
    assert_eq!(perft(&Position::start(), 0), 1);
    assert_eq!(divide(&Position::start(), 0), []);
}

#[test]
fn divide_agrees_with_the_slow_rules_move_by_move() {
    let start = slow::Position::read(Icochess::START);
    divide_agrees::<Icochess, _>(&start, 3);
}

#[test]
fn first_moves_match_the_list() {
    let mut expected: Vec<slow::Move> = FIRST_MOVES.split(' ').map(slow::mv).collect();
    expected.sort();
    assert_eq!(expected.len(), 46);
    assert_eq!(pairs(Position::start().legal_moves()), expected);
    assert_eq!(slow::Position::read(Icochess::START).legal(), expected);
}

#[test]
fn mate_and_stalemate_are_recognised() {
    let checkmate = Outcome::Checkmate {
        winner: Side::Black,
    };
    let stalemate = Outcome::Draw(DrawReason::Stalemate);
    for (text, checkers, outcome) in [
        (MATE, &["o2", "r1"][..], checkmate),
        (STALEMATE, &[], stalemate),
    ] {
        let (position, slow) = (position::<Icochess>(text), slow::Position::read(text));
        assert_eq!(position.outcome(), Some(outcome));
        assert_eq!(position.is_check(), !checkers.is_empty());
        assert_eq!((position.legal_moves(), slow.legal()), (vec![], vec![]));
        let checkers: Vec<_> = checkers.iter().map(|name| slow::tile(name)).collect();
        assert_eq!(slow.checkers(), checkers);
    }
}

#[test]
fn perft_of_the_data_file() {
    let depths = data_file_agrees::<Icochess, slow::Position>("icochess");
    assert!(depths.iter().all(|depth| *depth == 3), "{depths:?}");
    assert!(depths.len() >= 12, "{} positions", depths.len());
}
