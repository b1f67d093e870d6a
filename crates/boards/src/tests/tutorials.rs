//! The tutorials of all boards against their rules.

use std::collections::BTreeSet;

use icochess_boards::Variant;
use icochess_rules::{Effect, Outcome, Record, Side};
use icochess_shape::{Step, Task};

/// The game of a step, which goes on and in which White moves.
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

/// The steps of a board with this task.
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
fn every_board_is_turned_and_has_an_enemy_to_find_a_capture_a_defence_a_win_and_a_takeback() {
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
fn a_piece_of_each_kind_of_the_board_can_move_and_leaves_the_game_open() {
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
fn what_is_asked_for_is_told_from_other_moves() {
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
fn who_is_in_check_ends_it_and_what_is_attacked_is_lost_unless_it_is_saved() {
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
fn a_mate_in_one_is_one_and_the_last_piece_of_a_kind_is_the_last() {
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
fn a_move_of_a_tutorial_leaves_nothing_to_choose() {
    for variant in Variant::ALL {
        for step in variant.shape().tutorial {
            let game = game(variant, step);
            let moves = step.task.solutions(&game);
            let ways: BTreeSet<_> = moves.iter().map(|mv| (mv.from, mv.to)).collect();
            assert_eq!(ways.len(), moves.len(), "{variant}, {:?}", step.task);
        }
    }
}
