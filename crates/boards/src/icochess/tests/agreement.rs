//! Legal moves and their consequences: the crate compared with the slow rules.

use icochess_rules::{Cell, DrawReason, IllegalReason, Outcome};
use proptest::prelude::*;

use crate::icochess::tests::chance::{self, Flavour, set_up};
use crate::icochess::tests::slow::{self, SOLID, TILES, Tile};
use crate::icochess::tests::{Position, cell, of_move, of_slow, tiles};
use crate::testing::{Seen, SlowRules, cases, games_agree, moves_and_what_they_make_agree, side};

/// Compares everything that both report about a position's moves.
fn compare(slow: &slow::Position) {
    let position = of_slow(slow);
    moves_and_what_they_make_agree(slow, &position);
    let legal = slow.legal();
    let checkers = slow.checkers();
    assert_eq!(tiles(position.checkers()), checkers, "{slow:?}");
    assert_eq!(position.is_check(), !checkers.is_empty(), "{slow:?}");
    for white in [true, false] {
        let attacked: Vec<Tile> = slow
            .of(white)
            .filter(|&t| !slow.attackers(t).is_empty())
            .collect();
        assert_eq!(tiles(position.attacked(side(white))), attacked, "{slow:?}");
    }

    let outcome = match (legal.is_empty(), checkers.is_empty()) {
        (true, false) => Some(Outcome::Checkmate {
            winner: side(!slow.white_to_move),
        }),
        (true, true) => Some(Outcome::Draw(DrawReason::Stalemate)),
        (false, _) if slow.is_dead() => Some(Outcome::Draw(DrawReason::DeadPosition)),
        (false, _) => (slow.clock >= 150).then_some(Outcome::Draw(DrawReason::SeventyFiveMoves)),
    };
    assert_eq!(position.outcome(), outcome, "{slow:?}");
    compare_every_pair(slow, &position, &legal);
    compare_paths(slow, &position, &legal);
}

/// Checks the legality, and the reason for illegality, of all 80 × 80 moves.
fn compare_every_pair(slow: &slow::Position, position: &Position, legal: &[slow::Move]) {
    let in_check = !slow.checkers().is_empty();
    for from in 0..TILES {
        let piece = slow.board[from];
        let reached = slow.targets(from);
        let targets = tiles(position.legal_targets(cell(from)));
        for to in 0..TILES {
            let mv = of_move((from, to));
            let is_legal = legal.binary_search(&(from, to)).is_ok();
            let reason = match piece {
                None => Some(IllegalReason::NoPiece),
                Some(piece) if piece.white != slow.white_to_move => {
                    Some(IllegalReason::NotYourTurn)
                }
                _ if is_legal => None,
                _ if !reached.contains(&to) => Some(IllegalReason::NotReached),
                _ if in_check => Some(IllegalReason::StaysInCheck),
                _ => Some(IllegalReason::IntoCheck),
            };
            let text = slow::uci((from, to));
            assert_eq!(position.is_legal(mv), is_legal, "{text} in {slow:?}");
            assert_eq!(targets.contains(&to), is_legal, "{text} in {slow:?}");
            assert_eq!(position.why_illegal(mv), reason, "{text} in {slow:?}");
            if let Some(reason) = reason {
                let refused = position.play(mv).unwrap_err();
                assert_eq!((refused.mv, refused.reason), (mv, reason));
            }
        }
    }
}

/// Checks that the path of every legal move is one of the piece's shortest paths.
fn compare_paths(slow: &slow::Position, position: &Position, legal: &[slow::Move]) {
    for &(from, to) in legal {
        let path: Vec<Tile> = position
            .path(of_move((from, to)))
            .into_iter()
            .map(Cell::index)
            .collect();
        let paths = slow.paths((from, to));
        let shortest = paths.iter().map(Vec::len).min();
        assert!(
            paths.contains(&path) && Some(path.len()) == shortest,
            "{} in {slow:?}: {path:?}, ways {paths:?}",
            slow::uci((from, to))
        );
    }
}

proptest! {
    #![proptest_config(cases(80))]

    #[test]
    fn random_games_agree_at_every_ply((start, moves) in chance::with_games(120)) {
        games_agree(&start, &moves, |slow: &slow::Position, position| {
            assert_eq!(tiles(position.checkers()), slow.checkers(), "{slow:?}");
        });
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn positions_of_random_games_agree(slow in chance::games(200)) {
        compare(&slow);
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn random_set_ups_agree(slow in chance::set_ups()) {
        compare(&slow);
    }
}

#[test]
fn positions_of_the_data_file_agree() {
    for line in include_str!("perft.txt").lines() {
        if !line.starts_with('#') {
            compare(&slow::Position::read(line.split(';').next().unwrap()));
        }
    }
}

/// Records the rare cases that the random setups should reach.
fn record_rare_cases(seen: &mut Seen, slow: &slow::Position) {
    let king = slow.king(slow.white_to_move);
    let legal = slow.legal();
    let checkers = slow.checkers();
    let in_check = !checkers.is_empty();
    let kind = |t: Tile| slow.board[t].map(|piece| piece.kind);
    // Moves of pieces other than the king: legal ones, and ones that would expose it.
    let others: Vec<_> = legal.iter().filter(|mv| mv.0 != king).collect();
    let forbidden: Vec<_> = slow
        .pseudo_legal()
        .into_iter()
        .filter(|mv| mv.0 != king && legal.binary_search(mv).is_err())
        .collect();
    seen.record("mate", in_check && legal.is_empty());
    seen.record("stalemate", !in_check && legal.is_empty());

    seen.record("check by two pieces", checkers.len() == 2);
    let two_paths = checkers.iter().any(|&t| slow.paths((t, king)).len() > 1);
    seen.record("check by one piece along two ways", two_paths);
    // A piece answers both checks by capturing, or by blocking where the paths cross.
    let is_answered = (checkers.len() > 1 || two_paths) && !others.is_empty();
    seen.record("two checks met by one piece", is_answered);
    let double_step = |t: Tile| kind(t) == Some('P') && !SOLID.edges[t].contains(&king);
    let by_double_step = checkers.len() == 1 && double_step(checkers[0]);
    seen.record("check by a pawn's double step", by_double_step);
    let blocked = by_double_step && others.iter().any(|mv| mv.1 != checkers[0]);
    seen.record("that check can be blocked", blocked);

    let pinned = !in_check && !forbidden.is_empty();
    seen.record("pinned", pinned);
    let moves = pinned
        && others
            .iter()
            .any(|mv| forbidden.iter().any(|f| f.0 == mv.0));
    seen.record("pinned, but may move along the line", moves);
    let against_double_step = forbidden.iter().any(|&mv| {
        let attackers = slow.after(&mv).attackers(king);
        attackers.iter().all(|&t| double_step(t))
    });
    seen.record(
        "pinned against a double step",
        !in_check && against_double_step,
    );

    let mut double_steps = legal
        .iter()
        .filter(|mv| kind(mv.0) == Some('P') && !SOLID.edges[mv.0].contains(&mv.1));
    let takes = double_steps.any(|mv| slow.board[mv.1].is_some());
    seen.record("a double step that takes", takes);
}

#[test]
fn random_set_ups_meet_what_is_rare() {
    let mut seen = Seen::default();
    for flavour in Flavour::ALL {
        for seed in 0..400 {
            record_rare_cases(&mut seen, &set_up(seed, flavour));
        }
    }
    seen.each_at_least_by(|case| if case == "stalemate" { 4 } else { 15 });
}
