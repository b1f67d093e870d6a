//! Tests of the reasons why a piece can't move.

use icochess_boards::{Chess, Icochess};
use icochess_rules::{Board, IllegalReason, Move, Role, *};

fn why<B: Board>(text: &str, cell: &str) -> Option<StuckReason> {
    let position: Position<B> = text.parse().unwrap();
    position.why_stuck(B::tables().cell(cell).unwrap())
}

#[test]
fn start_knights_are_pinned_and_other_stuck_pieces_blocked() {
    let start = Position::<Icochess>::start();
    let own = start.by_side(start.turn());
    let stuck: Vec<(Role, StuckReason)> = own
        .cells()
        .filter_map(|cell| Some((start.role_at(cell)?, start.why_stuck(cell)?)))
        .collect();
    let knights = stuck.iter().filter(|(role, _)| *role == Role::KNIGHT);
    let all = start.pieces(start.turn(), Role::KNIGHT).len() as usize;
    assert!(knights.clone().all(|(_, why)| *why == StuckReason::Pinned));
    assert_eq!(knights.count(), all, "{stuck:?}");
    let others = stuck.iter().filter(|(role, _)| *role != Role::KNIGHT);
    assert!(others.clone().all(|(_, why)| *why == StuckReason::Blocked));
}

#[test]
fn each_reason_is_distinguished() {
    let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    assert_eq!(why::<Chess>(pinned, "e2"), Some(StuckReason::Pinned));
    assert_eq!(why::<Chess>(pinned, "e1"), None);
    assert_eq!(why::<Chess>(pinned, "e4"), Some(StuckReason::NotYourTurn));
    assert_eq!(why::<Chess>(pinned, "a1"), Some(StuckReason::NoPiece));
    let check = "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1";
    assert_eq!(why::<Chess>(check, "a2"), Some(StuckReason::InCheck));
    let blocked = "4k3/8/8/8/p7/P7/8/4K3 w - - 0 1";
    assert_eq!(why::<Chess>(blocked, "a3"), Some(StuckReason::Blocked));
    let cornered = "4k3/8/8/8/8/1q6/7P/K7 w - - 0 1";
    assert_eq!(why::<Chess>(cornered, "a1"), Some(StuckReason::NoSafePlace));
    assert_eq!(why::<Chess>(cornered, "h2"), None);
}

#[test]
fn reason_is_correct_and_given_only_without_legal_moves() {
    let mut position = Position::<Icochess>::start();
    for _ in 0..60 {
        for cell in Icochess::tables().cells() {
            let stuck = position.why_stuck(cell);
            let legal = position.legal_targets(cell);
            assert_eq!(stuck.is_none(), !legal.is_empty());
            if position.piece_at(cell).is_none() {
                assert_eq!(stuck, Some(StuckReason::NoPiece));
                continue;
            }
            let expected = match stuck {
                Some(StuckReason::Pinned | StuckReason::NoSafePlace) if !position.is_check() => {
                    IllegalReason::IntoCheck
                }
                Some(StuckReason::InCheck | StuckReason::NoSafePlace) => {
                    IllegalReason::StaysInCheck
                }
                _ => continue,
            };
            let reasons = Icochess::tables()
                .cells()
                .filter_map(|to| position.why_illegal(Move::new(cell, to)));
            let of_check = reasons.filter(|reason| {
                matches!(
                    reason,
                    IllegalReason::IntoCheck | IllegalReason::StaysInCheck
                )
            });
            let of_check: Vec<IllegalReason> = of_check.collect();
            assert!(!of_check.is_empty(), "{position} {cell:?}");
            assert!(of_check.iter().all(|reason| *reason == expected));
        }
        // Varies the move, to reach different positions.
        let moves = position.legal_moves();
        let Some(mv) = moves.get(position.hash() as usize % moves.len().max(1)) else {
            break;
        };
        position = position.play_unchecked(*mv);
    }
}
