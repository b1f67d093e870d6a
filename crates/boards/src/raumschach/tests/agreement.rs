//! Moves and their consequences: the crate compared with the slow rules.

use std::collections::BTreeSet;

use icochess_boards::Raumschach;
use icochess_rules::{CellSet, DrawReason, IllegalReason, Move, MoveKind, Outcome, Role, perft};
use proptest::prelude::*;

use crate::raumschach::tests::chance::{self, Flavour, set_up};
use crate::raumschach::tests::slow::{self, At, Play, State};
use crate::raumschach::tests::{Position, at, cell, of_slow, to_slow};
use crate::testing::{
    Seen, SlowRules, after_game, agreement_properties, goes_straight_on,
    moves_and_what_they_make_agree, side,
};

/// Compares everything that both report about a position's moves.
fn compare(slow: &State) {
    let position = of_slow(slow);
    moves_and_what_they_make_agree(slow, &position);
    let checkers: BTreeSet<At> = position.checkers().cells().map(at).collect();
    assert_eq!(checkers, slow.checkers(slow.white), "{position}");
    assert_eq!(position.is_check(), slow.is_check(), "{position}");

    for from in slow::cells() {
        let targets: BTreeSet<At> = position.legal_targets(cell(from)).cells().map(at).collect();
        assert_eq!(targets, slow.targets(from), "{position}");
    }
    for mv in position.legal_moves() {
        goes_straight_on(&position, mv, at, |at| slow.men.contains_key(at));
    }
    compare_end(slow, &position);
}

/// Compares how a game ends. The moves already agree.
fn compare_end(slow: &State, position: &Position) {
    let expected = match (!position.has_legal_move(), slow.is_check()) {
        (true, true) => Some(Outcome::Checkmate {
            winner: side(!slow.white),
        }),
        (true, false) => Some(Outcome::Draw(DrawReason::Stalemate)),
        // `dead` tests dead positions.
        (false, _) if position.outcome() == Some(Outcome::Draw(DrawReason::DeadPosition)) => return,
        (false, _) if slow.clock >= 150 => Some(Outcome::Draw(DrawReason::SeventyFiveMoves)),
        (false, _) => None,
    };
    assert_eq!(position.outcome(), expected, "{position}");
}

/// Checks the legality, and the reason for illegality, of moves between all cells: plain ones and
/// promotions.
fn compare_every_pair(slow: &State) {
    let position = of_slow(slow);
    let check = if slow.is_check() {
        IllegalReason::StaysInCheck
    } else {
        IllegalReason::IntoCheck
    };
    for from in slow::cells() {
        let (reaches, targets) = (slow.reaches(from), slow.targets(from));
        for to in slow::cells() {
            for kind in [MoveKind::Plain, MoveKind::Promotion(Role::ROOK)] {
                let letter = slow.men.get(&from).copied();
                let expected = match letter {
                    None => Some(IllegalReason::NoPiece),
                    Some(letter) if slow::is_white(letter) != slow.white => {
                        Some(IllegalReason::NotYourTurn)
                    }
                    Some(_) if !reaches.contains(&to) => Some(IllegalReason::NotReached),
                    Some(letter) => {
                        let becomes = kind != MoveKind::Plain;
                        let wrong = State::is_last(letter, to) != becomes;
                        let exposes = !targets.contains(&to);
                        let promotion = wrong.then_some(IllegalReason::Promotion);
                        exposes.then_some(check).or(promotion)
                    }
                };
                let tried = Move {
                    kind,
                    ..Move::new(cell(from), cell(to))
                };
                assert_eq!(
                    position.why_illegal(tried),
                    expected,
                    "{tried:?} in {position}"
                );
            }
        }
    }
}

agreement_properties! {
    Raumschach, State, chance, of_slow,
    games: 30 of 200 plies by compare_end,
    positions: up to 250 plies by compare,
    pairs: 10 by compare_every_pair,
}

#[test]
fn random_set_ups_and_games_meet_what_is_rare() {
    let mut seen = Seen::default();
    let mut states: Vec<State> = vec![];
    for flavour in Flavour::ALL {
        states.extend((0..500).map(|seed| set_up(seed, flavour)));
    }
    states.extend((0..20).map(|seed| to_slow(&after_game(seed, 200))));
    for slow in states {
        let mut record = |case, is| seen.record(case, is);
        let plays = slow.legal();
        let takes = |play: &Play| slow.men.contains_key(&play.to);
        let has = |test: &dyn Fn(&Play) -> bool| plays.iter().any(test);
        let becomes = |play: &Play| play.becomes.is_some();
        let is_pawn = |play: &Play| slow.men[&play.from].eq_ignore_ascii_case(&'P');
        record("promotion", has(&|play| becomes(play) && !takes(play)));
        record(
            "promotion that takes",
            has(&|play| becomes(play) && takes(play)),
        );
        for (case, changed) in [
            ("a pawn takes forward and aside", [false, true, true]),
            ("a pawn takes upwards and aside", [true, true, false]),
            ("a pawn takes forward and upwards", [true, false, true]),
        ] {
            let differ =
                |play: &Play| [0, 1, 2].map(|axis| play.from[axis] != play.to[axis]) == changed;
            record(
                case,
                has(&|play| is_pawn(play) && takes(play) && differ(play)),
            );
        }
        let checkers = slow.checkers(slow.white).len();
        record("check", checkers == 1);
        record("two checks", checkers > 1);
        let men = slow.of(slow.white).map(|(at, _)| at);
        let mut pinned = men.filter(|at| slow.targets(*at).len() < slow.reaches(*at).len());
        record("a pin", checkers == 0 && pinned.next().is_some());
        record("mate", checkers > 0 && plays.is_empty());
    }
    seen.each_at_least(3);
}
