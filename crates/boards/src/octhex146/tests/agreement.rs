//! Moves and their consequences: the crate compared with the slow rules.

use std::collections::BTreeSet;

use icochess_boards::OctHex146;
use icochess_rules::{CellSet, DrawReason, IllegalReason, Move, MoveKind, Outcome, Role, perft};
use proptest::prelude::*;

use crate::octhex146::tests::chance::{self, Flavour, set_up};
use crate::octhex146::tests::slow::{self, Play, Point, State, plane};
use crate::octhex146::tests::{Position, cell, of_slow, point, to_slow};
use crate::testing::{
    Seen, SlowRules, after_game, agreement_properties, goes_straight_on,
    moves_and_what_they_make_agree, mv, side,
};

/// Compares everything that both report about a position's moves.
fn compare(slow: &State) {
    let position = of_slow(slow);
    moves_and_what_they_make_agree(slow, &position);
    assert!(!position.is_check() && position.checkers().is_empty());

    for (from, _) in slow.board.iter() {
        let white = slow::is_white(slow.board[from]);
        if white == slow.white {
            let targets = position.legal_targets(cell(*from));
            let targets: BTreeSet<Point> = targets.cells().map(point).collect();
            assert_eq!(targets, slow.targets(*from), "{position}");
        }
    }
    for mv in position.legal_moves() {
        goes_straight_on(&position, mv, point, |at| slow.board.contains_key(at));
    }
    compare_end(slow, &position);
}

fn compare_end(slow: &State, position: &Position) {
    let ends = |white: bool| Some(slow.missing(white)).filter(|gone| !gone.is_empty());
    let lost = ends(slow.white).map(|gone| (slow.white, gone));
    let lost = lost.or_else(|| ends(!slow.white).map(|gone| (!slow.white, gone)));
    match (position.outcome(), lost) {
        (Some(Outcome::Extinction { winner, of }), Some((loser, gone))) => {
            assert_eq!(winner, side(!loser), "{position}");
            assert_eq!(of.names().collect::<Vec<_>>(), gone, "{position}");
        }
        (declared, None) => {
            let expected = match (position.has_legal_move(), slow.clock) {
                (false, _) => Some(Outcome::Draw(DrawReason::Stalemate)),
                (true, clock) => {
                    (clock >= 150).then_some(Outcome::Draw(DrawReason::SeventyFiveMoves))
                }
            };
            assert_eq!(declared, expected, "{position}");
        }
        (declared, lost) => panic!("{declared:?}, expected {lost:?} in {position}"),
    }
}

/// Checks the legality, and the reason for illegality, of moves between all cells: plain ones,
/// promotions and gating moves.
fn compare_every_pair(slow: &State) {
    let position = of_slow(slow);
    let legal: Vec<String> = slow.legal().iter().map(Play::uci).collect();
    let last = if slow.white { 5 } else { -5 };
    for from in slow::points() {
        let targets = slow.targets(from);
        for to in slow::points() {
            let plain = Move::new(cell(from), cell(to));
            for kind in [
                MoveKind::Plain,
                MoveKind::Promotion(Role::new(6)),
                MoveKind::Gating(Role::BISHOP),
                MoveKind::Gating(Role::new(3)),
            ] {
                let tried = Move { kind, ..plain };
                let is_legal = match (slow.board.get(&from), kind) {
                    (None, _) => Err(IllegalReason::NoPiece),
                    (Some(letter), _) if slow::is_white(*letter) != slow.white => {
                        Err(IllegalReason::NotYourTurn)
                    }
                    _ if !targets.contains(&to) => Err(IllegalReason::NotReached),
                    (Some(letter), _) => {
                        let arrives = letter.eq_ignore_ascii_case(&'P') && plane(to) == last;
                        let enters = slow.lets_enter(from);
                        match kind {
                            MoveKind::Plain if arrives => Err(IllegalReason::Promotion),
                            MoveKind::Plain if enters => Err(IllegalReason::Gating),
                            MoveKind::Promotion(_) if !arrives => Err(IllegalReason::Promotion),
                            MoveKind::Gating(role) if !enters || role != Role::BISHOP => {
                                Err(IllegalReason::Gating)
                            }
                            _ => Ok(()),
                        }
                    }
                };
                let text = position.uci(tried);
                assert_eq!(
                    position.why_illegal(tried),
                    is_legal.err(),
                    "{tried:?} {text} in {position}"
                );
                if kind != MoveKind::Gating(Role::new(3)) {
                    assert_eq!(
                        legal.binary_search(&text).is_ok(),
                        legal_by_text(&position, &text)
                    );
                }
            }
        }
    }
}

fn legal_by_text(position: &Position, text: &str) -> bool {
    position.is_legal(mv(position, text))
}

agreement_properties! {
    OctHex146, State, chance, of_slow,
    games: 40 of 160 plies by compare_end,
    positions: up to 200 plies by compare,
    pairs: 4 by compare_every_pair,
}

#[test]
fn random_set_ups_and_games_meet_what_is_rare() {
    let mut seen = Seen::default();
    let mut record = |case, is| seen.record(case, is);
    let mut states: Vec<State> = vec![];
    for flavour in Flavour::ALL {
        states.extend((0..60).map(|seed| set_up(seed, flavour)));
    }
    states.extend((0..20).map(|seed| to_slow(&after_game(seed, 150))));
    for slow in states {
        let plays = slow.legal();
        let takes = |play: &Play| slow.board.contains_key(&play.to);
        let has = |test: &dyn Fn(&Play) -> bool| plays.iter().any(test);
        record(
            "promotion",
            has(&|play| play.becomes.is_some() && !takes(play)),
        );
        record(
            "promotion that takes",
            has(&|play| play.becomes.is_some() && takes(play)),
        );
        record("entry", has(&|play| play.enters && !takes(play)));
        record("entry that takes", has(&|play| play.enters && takes(play)));
        let over = slow.is_over();
        let gone = |play: &Play| slow.after(play).missing(!slow.white).len();
        record("last of an element", !over && has(&|play| gone(play) == 1));
        record("last of several", !over && has(&|play| gone(play) > 1));
        let loses = |play: &Play| slow.reserve != slow.after(play).reserve && !play.enters;
        record("a reserve lost", has(&loses));
        record("over", over);
        record("in reserve", slow.reserve.contains(&true));
    }
    seen.each_at_least(3);
}
