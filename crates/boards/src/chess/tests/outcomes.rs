//! The ends of games: FIDE 5 and 9.

use icochess_boards::Chess;
use icochess_rules::{Board, DrawReason, GameTree, IllegalReason, Outcome, Side};

use crate::chess::tests::{Position, fen, mv, play};

fn draw(reason: DrawReason) -> Option<Outcome> {
    Some(Outcome::Draw(reason))
}

fn game(start: Position, moves: &str) -> GameTree<Chess> {
    let mut game = GameTree::new(start);
    for text in moves.split_whitespace() {
        game.play(mv(text))
            .unwrap_or_else(|e| panic!("{text}: {}", e.reason));
    }
    game
}

#[test]
fn fools_mate_is_checkmate() {
    let mut game = game(Position::start(), "f2f3 e7e5 g2g4 d8h4");
    let winner = Side::Black;
    assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner }));
    assert_eq!(game.position().legal_moves(), []);
    let refused = game.play(mv("e1f2")).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::GameOver);
}

#[test]
fn finished_games_and_final_moves_allow_no_claims() {
    let at_clock = |text: &str| game(fen(text), "");
    // Mate, stalemate, and a move that is neither.
    let mates = at_clock("7k/8/6K1/8/8/8/8/R7 w - - 120 99");
    assert_eq!(mates.claims().len(), 1);
    assert_eq!(mates.claims_after(mv("a1a7")).len(), 1);
    assert_eq!(mates.claims_after(mv("a1a8")), []);
    let stalemates = at_clock("7k/8/6K1/8/8/8/8/5Q2 w - - 120 99");
    assert_eq!(stalemates.claims_after(mv("f1f7")), []);
    // Claims remain possible on the last move before the 75-move limit.
    let last = at_clock("7k/8/6K1/8/8/8/8/R7 w - - 149 99");
    assert_eq!(last.claims_after(mv("a1a7")).len(), 1);
    // Game over: mate, 75 moves, and fivefold repetition.
    for (text, moves) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 120 99", "a1a8"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 149 99", "a1a7"),
    ] {
        let over = game(fen(text), moves);
        assert!(over.outcome().is_some());
        assert_eq!(over.claims(), []);
        assert_eq!(over.claims_after(mv("h8g8")), []);
    }
    let over = game(Position::start(), &"g1f3 g8f6 f3g1 f6g8 ".repeat(4));
    assert_eq!(over.outcome(), draw(DrawReason::FivefoldRepetition));
    assert_eq!(over.claims(), []);
    assert_eq!(over.claims_after(mv("g1f3")), []);
}

#[test]
fn stalemate_is_no_move_and_no_check() {
    for text in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
        // In ten moves from the start (S. Loyd).
        "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
    ] {
        let position = fen(text);
        assert!(!position.is_check());
        assert_eq!(position.outcome(), draw(DrawReason::Stalemate), "{text}");
    }
}

#[test]
fn lone_knight_or_bishops_of_one_colour_are_dead() {
    for pieces in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4KN2",
        "4kn2/8/8/8/8/8/8/4K3",
        "4kb2/8/8/8/8/8/8/4K3",
        // Any number of bishops of both sides on one square colour.
        "4kb2/8/8/8/8/8/8/2B1K3",
        "4kb1b/8/8/8/8/8/8/B1B1K3",
        "2b1k3/8/8/8/8/8/4B3/4KB2",
    ] {
        for turn in ["w", "b"] {
            let position = fen(&format!("{pieces} {turn} - - 0 1"));
            assert_eq!(position.outcome(), draw(DrawReason::DeadPosition));
            assert!(Chess::is_dead(&position));
        }
    }
    // By capturing the last piece.
    let game = game(fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), "e1e2");
    assert_eq!(game.outcome(), draw(DrawReason::DeadPosition));
}

#[test]
fn more_material_can_mate() {
    let winner = Side::White;
    for (pieces, mates) in [
        // A knight against a knight, a bishop, a rook.
        ("6nk/8/6K1/4N3/8/8/8/8", "e5f7"),
        ("5K1k/7b/8/4N3/8/8/8/8", "e5f7"),
        ("6rk/8/7K/4N3/8/8/8/8", "e5f7"),
        // Two knights, though the mate can't be forced.
        ("7k/8/5N1K/4N3/8/8/8/8", "e5f7"),
        // Bishops of both colours, on two sides or on one.
        ("6bk/8/6K1/8/8/8/7B/8", "h2e5"),
        ("7k/8/4B1K1/8/8/8/7B/8", "h2e5"),
        // A bishop with a knight, a rook, a queen, a pawn.
        ("7k/8/6KN/8/8/8/7B/8", "h2e5"),
        ("7k/8/6K1/8/8/8/8/R7", "a1a8"),
        ("7k/8/6K1/8/8/8/8/3Q4", "d1d8"),
        ("7k/P7/6K1/8/8/8/8/8", "a7a8q"),
    ] {
        let position = fen(&format!("{pieces} w - - 0 1"));
        assert_eq!(position.outcome(), None, "{pieces}");
        let mate = play(&position, mates);
        assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner }));
    }
}

/// Returns how often the position after the moves has occurred.
fn repetitions(start: &str, moves: &str) -> usize {
    game(fen(start), moves).repetitions()
}

#[test]
fn lost_en_passant_right_makes_another_position() {
    let round = " e8d8 e1d1 d8e8 d1e1";
    let twice = format!("d2d4{round}{round}");
    // Black could capture on d3 the first time.
    assert_eq!(repetitions("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", &twice), 2);
    // No pawn, or only a pinned pawn, could capture, so no right was lost.
    assert_eq!(repetitions("4k3/8/8/8/p7/8/3P4/4K3 w - - 0 1", &twice), 3);
    let moves = twice.replace("d1", "h2").replace("e1", "h1");
    assert_eq!(repetitions("4k3/8/8/8/4p3/8/3P4/4R2K w - - 0 1", &moves), 3);
}

#[test]
fn lost_castling_right_makes_another_position() {
    let round = " h1g1 h8g8 g1h1 g8h8";
    let twice = format!("{round}{round}");
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(repetitions(start, &twice), 2);
    let without = "r3k2r/8/8/8/8/8/8/R3K2R w Qq - 0 1";
    assert_eq!(repetitions(without, &twice), 3);
}
