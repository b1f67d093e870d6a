//! Moves that only pawns make: en passant captures (FIDE 3.7.3.1) and promotion (3.7.3.3).

use icochess_rules::IllegalReason::{self, IntoCheck, NotReached, StaysInCheck};
use icochess_rules::{DrawReason, Move, MoveKind, Outcome, Role, Side};

use crate::chess::tests::{Position, fen, mv, play, square, why};
use crate::testing::rows;

/// Positions, each with the double step, the en passant capture, and whether the capture is legal.
const DOUBLE_STEPS: &str = "
    # Both pawns leave the rank between king and rook.
    4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1 => d7d5 => e5d6 => refused
    8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1 => e2e4 => d4e3 => refused
    # With another piece on the rank it may.
    4k3/3p4/8/K1N1P2r/8/8/8/8 b - - 0 1 => d7d5 => e5d6 => legal
    # The pawn that takes is pinned on a file, or on a diagonal.
    4k3/3p4/4r3/4P3/8/8/8/4K3 b - - 0 1 => d7d5 => e5d6 => refused
    4k3/3p2b1/8/4P3/8/8/8/K7 b - - 0 1 => d7d5 => e5d6 => refused
    # Along the diagonal of its pin.
    1b2k3/3p4/8/4P3/8/8/7K/8 b - - 0 1 => d7d5 => e5d6 => legal
    # The pawn that passed gives check: taking it answers that.
    4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1 => d7d5 => e5d6 => legal
    # It uncovers a check that taking does not answer.
    q3k3/1p6/8/2P5/8/8/6K1/8 b - - 0 1 => b7b5 => c5b6 => refused
";

#[test]
fn en_passant_must_not_expose_the_king() {
    for [text, step, takes, is_legal] in rows(DOUBLE_STEPS) {
        let why_not = (is_legal == "refused").then_some(NotReached);
        let after = play(&fen(text), step);
        assert_eq!(why(&after, takes), why_not, "{takes} in {after}");
        let en_passant = after.en_passant().map_or("-", |_| &takes[2..]);
        let field = after.to_string();
        assert_eq!(field.split(' ').nth(3), Some(en_passant), "{after}");
        assert_eq!(en_passant == "-", why_not.is_some());
        let taken = why_not.is_none().then(|| square(&step[2..]));
        assert_eq!(after.captured_cell(mv(takes)), taken, "{takes} in {after}");
    }
}

#[test]
fn pinned_pawn_is_refused_en_passant_for_the_pin() {
    // The pawn on e5 is pinned by the rook, the one on c5 isn't.
    let after = play(&fen("4k3/3p4/4r3/2P1P3/8/8/8/4K3 b - - 0 1"), "d7d5");
    assert_eq!(why(&after, "c5d6"), None);
    assert_eq!(why(&after, "e5d6"), Some(IntoCheck));
    // The pawn that made the double step gives check.
    let after = play(&fen("4k3/3p4/8/2P1P3/2K5/8/8/8 b - - 0 1"), "d7d5");
    assert_eq!(why(&after, "c5d6"), None);
    assert_eq!(why(&after, "e5e6"), Some(StaysInCheck));
}

#[test]
fn promotion_is_compulsory_and_to_one_of_four_roles() {
    for (text, from, to) in [
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "b8"),
        ("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2", "a1"),
        ("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2", "b1"),
    ] {
        let position = fen(text);
        let plain = mv(&format!("{from}{to}"));
        assert_eq!(position.why_illegal(plain), Some(IllegalReason::Promotion));
        for (letter, role) in [
            ('q', Role::QUEEN),
            ('r', Role::ROOK),
            ('b', Role::BISHOP),
            ('n', Role::KNIGHT),
        ] {
            let after = play(&position, &format!("{from}{to}{letter}"));
            let piece = after.piece_at(square(to)).unwrap();
            assert_eq!((piece.side, piece.role), (position.turn(), role));
            assert_eq!(after.halfmove_clock(), 0);
        }
        for role in [Role::PAWN, Role::KING] {
            let kind = MoveKind::Promotion(role);
            let wrong = position.why_illegal(Move { kind, ..plain });
            assert_eq!(wrong, Some(IllegalReason::Promotion));
        }
    }
    let early = why(&Position::start(), "e2e4q");
    assert_eq!(early, Some(IllegalReason::Promotion));
    let knight = why(&Position::start(), "g1f3q");
    assert_eq!(knight, Some(IllegalReason::Promotion));
}

#[test]
fn promotion_role_decides_the_outcome() {
    let winner = Side::White;
    let (stalemate, dead) = (DrawReason::Stalemate, DrawReason::DeadPosition);
    // A queen would stalemate Black.
    let position = fen("8/k1P5/8/K7/8/8/8/8 w - - 0 1");
    for (mv, outcome) in [
        ("c7c8q", Some(Outcome::Draw(stalemate))),
        ("c7c8r", None),
        ("c7c8b", Some(Outcome::Draw(dead))),
        ("c7c8n", Some(Outcome::Draw(dead))),
    ] {
        assert_eq!(play(&position, mv).outcome(), outcome, "{mv}");
    }
    // Only a knight mates.
    let position = fen("8/5P1k/6pr/7p/2B5/8/1B6/5K2 w - - 0 1");
    let mates = ["f7f8q", "f7f8r", "f7f8b", "f7f8n"]
        .map(|mv| play(&position, mv).outcome() == Some(Outcome::Checkmate { winner }));
    assert_eq!(mates, [false, false, false, true]);
}

#[test]
fn pawns_step_and_capture() {
    // Blocked, and blocked behind the first step.
    let position = fen("4k3/8/8/8/1n2n3/n7/PP2P3/4K3 w - - 0 1");
    for (mv, expected) in [
        ("a2a3", Some(NotReached)),
        ("a2a4", Some(NotReached)),
        ("b2b3", None),
        ("b2b4", Some(NotReached)),
        ("b2a3", None),
        ("b2c3", Some(NotReached)),
        ("e2e3", None),
        ("e2e4", Some(NotReached)),
        ("e2e1", Some(NotReached)),
        ("e2e5", Some(NotReached)),
    ] {
        assert_eq!(why(&position, mv), expected, "{mv}");
    }
}
