//! Permanently locked pawns, compared with playing all king moves.

use std::collections::HashSet;

use icochess_boards::Chess;
use icochess_rules::{Board, Cell, DrawReason, Outcome, Piece, Role, Setup, Side};

use crate::chess::tests::{Position, fen};
use crate::testing::Rng;

/// Number of random positions.
const TRIED: usize = 20_000;

/// Returns whether only king moves are possible, by playing all moves: no line contains a mate, a
/// capture or a pawn move.
fn only_kings_move(position: &Position) -> bool {
    let mut seen = HashSet::new();
    let mut left = vec![*position];
    while let Some(position) = left.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() {
            return false;
        }
        for mv in moves {
            let is_pawn = position
                .piece_at(mv.from)
                .is_some_and(|piece| piece.role == Role::PAWN);
            if is_pawn || position.captured_cell(mv).is_some() {
                return false;
            }
            let next = position.play_unchecked(mv);
            // The pawns are equal in all positions.
            if seen.insert((Side::ALL.map(|side| next.royal(side)), next.turn())) {
                left.push(next);
            }
        }
    }
    true
}

/// Returns pawn chains, mostly head to head, with occasional extra pawns behind them and kings
/// anywhere. `None` if the position is illegal.
fn chains(rng: &mut Rng) -> Option<Position> {
    let mut pieces: Vec<(Cell, Piece)> = Vec::new();
    let mut put = |file: usize, rank: usize, side, role| {
        if role != Role::PAWN || (1..7).contains(&rank) {
            let cell = Cell::new((8 * rank + file) as u8);
            if pieces.iter().all(|(taken, _)| *taken != cell) {
                pieces.push((cell, Piece { side, role }));
            }
        }
    };
    // Rank of White's pawn; Black's is one rank higher.
    let mut rank = 2 + rng.below(3);
    for file in 0..8 {
        rank = (rank + rng.below(3)).saturating_sub(1).clamp(1, 5);
        if rng.one_in(6) {
            continue;
        }
        let gap = usize::from(rng.one_in(30));
        put(file, rank, Side::White, Role::PAWN);
        put(file, rank + 1 + gap, Side::Black, Role::PAWN);
        if rng.one_in(6) {
            put(file, rank - 1, Side::White, Role::PAWN);
        }
        if rng.one_in(6) {
            put(file, rank + 2 + gap, Side::Black, Role::PAWN);
        }
    }
    for side in Side::ALL {
        put(rng.below(8), rng.below(8), side, Role::KING);
    }
    let setup = Setup {
        pieces,
        turn: rng.pick(&Side::ALL),
        ..Setup::default()
    };
    Position::try_from_setup(&setup).ok()
}

#[test]
fn locked_positions_are_dead_and_few_are_missed() {
    let mut rng = Rng::new(25);
    let (mut made, mut found, mut missed) = (0, 0, 0);
    while made < TRIED {
        let Some(position) = chains(&mut rng) else {
            continue;
        };
        made += 1;
        let (is_found, is_so) = (Chess::is_dead(&position), only_kings_move(&position));
        assert!(is_so || !is_found, "{position}");
        found += usize::from(is_found);
        missed += usize::from(is_so && !is_found);
    }
    println!("of {made} positions {found} are found, and {missed} are not where only kings move");
    // Both kinds occur, so the test is meaningful.
    assert!(found > made / 400, "{found} of {made}");
    assert!(5 * missed < found, "{missed} beside {found}");
}

#[test]
fn wall_of_pawns_is_dead() {
    for pieces in [
        "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3",
        // A king that can reach the enemy pawns finds them guarded.
        "8/8/2k5/p1p1p1p1/P1P1P1P1/8/2K5/8",
    ] {
        for turn in ["w", "b"] {
            let position = fen(&format!("{pieces} {turn} - - 0 1"));
            let outcome = Some(Outcome::Draw(DrawReason::DeadPosition));
            assert_eq!(position.outcome(), outcome, "{position}");
        }
    }
}

#[test]
fn pawns_that_can_be_unlocked_leave_the_game_open() {
    for text in [
        // A pawn can step or capture.
        "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P3/6P1/4K3 w - - 0 1",
        "4k3/8/8/1p1p1p2/pPpPpPpp/P1P1P1PP/8/4K3 w - - 0 1",
        // Or capture en passant.
        "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 b - b3 0 1",
        // A king reaches an unguarded pawn.
        "4k3/8/8/p7/P7/8/8/4K3 w - - 0 1",
        // An additional piece.
        "4k1n1/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - - 0 1",
    ] {
        assert!(!Chess::is_dead(&fen(text)), "{text}");
    }
}
