//! The tutorials of all boards, checked against the rules.

use std::collections::BTreeSet;

use icochess_boards::Variant;
use icochess_rules::{Effect, Outcome, Record, Side};
use icochess_shape::{Step, Task};

/// Returns the game of a step, asserting that it is ongoing with White to move.
fn game(variant: Variant, step: &Step) -> Record {
    let game = variant.board().read_position(step.position);
    let game = game.unwrap_or_else(|error| panic!("{variant}, {:?}: {error}", step.task));
    let (turn, end) = (game.position().turn(), game.outcome());
    assert_eq!(
        (turn, end),
        (Side::White, None),
        "{variant}, {:?}",
        step.task
    );
    game
}

/// Returns a board's steps with a task.
fn of_task(variant: Variant, task: Task) -> Vec<Record> {
    let steps = variant.shape().tutorial.iter();
    let games: Vec<Record> = steps
        .filter(|step| step.task == task)
        .map(|step| game(variant, step))
        .collect();
    assert!(!games.is_empty(), "{variant} lacks {task:?}");
    games
}

#[test]
fn every_board_has_a_tutorial_with_every_task() {
    for variant in Variant::ALL {
        assert_eq!(variant.shape().tutorial.len(), 7, "{variant}");
        of_task(variant, Task::Turn);
        for task in [Task::Capture, Task::Defend, Task::Win, Task::TakeBack] {
            for game in of_task(variant, task) {
                assert!(!task.solutions(&game).is_empty(), "{variant}, {task:?}");
            }
        }
        for game in of_task(variant, Task::Find) {
            let position = game.position();
            assert!(
                position.occupied() != position.by_side(Side::White),
                "{variant}"
            );
        }
    }
}

#[test]
fn every_role_can_move_in_the_tutorial_without_ending_the_game() {
    for variant in Variant::ALL {
        let of_board: BTreeSet<&str> = variant.board().roles().iter().map(|it| it.name).collect();
        for game in of_task(variant, Task::MoveEach) {
            let position = game.position();
            let kinds: BTreeSet<&str> = Task::kinds(position).into_iter().collect();
            assert_eq!(kinds, of_board, "{variant}");
            let moves = Task::MoveEach.solutions(&game);
            let name = |cell| Some(position.rules_of(position.piece_at(cell)?.role).name);
            let moved: BTreeSet<&str> = moves.iter().filter_map(|mv| name(mv.from)).collect();
            assert_eq!(moved, of_board, "{variant}");
            for mv in moves {
                let mut after = game.clone();
                after.make_mut().play(mv).expect("legal");
                assert_eq!(after.outcome(), None, "{variant}, {}", position.uci(mv));
            }
        }
    }
}

#[test]
fn only_some_moves_solve_capture_and_win_tasks() {
    for variant in Variant::ALL {
        for task in [Task::Capture, Task::Win] {
            for game in of_task(variant, task) {
                let all = game.position().legal_moves().len();
                assert!(task.solutions(&game).len() < all, "{variant}, {task:?}");
            }
        }
        for game in of_task(variant, Task::Capture) {
            for mv in Task::Capture.solutions(&game) {
                let effects = game.position().effects(mv);
                let takes = |it: &Effect| matches!(it, Effect::Taken { piece, .. } if piece.side == Side::Black);
                assert!(effects.iter().any(takes), "{variant}");
            }
        }
    }
}

#[test]
fn defence_tasks_require_a_defence_and_leave_a_choice() {
    for variant in Variant::ALL {
        for game in of_task(variant, Task::Defend) {
            let (solutions, all) = (Task::Defend.solutions(&game), game.position().legal_moves());
            if game.position().royal(Side::White).is_some() {
                assert!(game.position().is_check(), "{variant}");
                assert_eq!(solutions, all, "{variant}");
            } else {
                assert!(solutions.len() < all.len(), "{variant}");
            }
            assert!(solutions.len() > 1, "{variant} leaves no choice");
        }
    }
}

#[test]
fn win_tasks_end_in_mate_or_extinction() {
    for variant in Variant::ALL {
        for game in of_task(variant, Task::Win) {
            let has_king = game.position().royal(Side::Black).is_some();
            for mv in Task::Win.solutions(&game) {
                let mut after = game.clone();
                after.make_mut().play(mv).expect("legal");
                let is_so = match after.outcome() {
                    Some(Outcome::Checkmate { winner }) => has_king && winner == Side::White,
                    Some(end) => !has_king && end.winner() == Some(Side::White),
                    None => false,
                };
                assert!(is_so, "{variant}: {:?}", after.outcome());
            }
        }
    }
}

#[test]
fn tutorial_moves_are_unambiguous() {
    for variant in Variant::ALL {
        for step in variant.shape().tutorial {
            let game = game(variant, step);
            let moves = step.task.solutions(&game);
            let pairs: BTreeSet<_> = moves.iter().map(|mv| (mv.from, mv.to)).collect();
            assert_eq!(pairs.len(), moves.len(), "{variant}, {:?}", step.task);
        }
    }
}
