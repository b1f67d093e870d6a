//! Tests of the computer on movable boards: its reports are true, and it misses no short mate.

use std::sync::atomic::AtomicBool;

use icochess_boards::StarTrek3d;
use icochess_engine::score::MATE;
use icochess_engine::{
    Evaluated, Limits, Search, SearchFeature, SearchFeatures, TranspositionTable, search,
};
use icochess_rules::{GameTree, Move, MoveKind, Outcome, Position};

use crate::testing::search::{
    counted, late, score, wins, wins_that_are_told_are_true, with_pieces,
};
use crate::testing::{Rng, walk};

#[test]
fn reported_wins_are_real_on_movable_boards() {
    wins_that_are_told_are_true::<StarTrek3d>(8);
}

#[test]
fn both_kinds_of_pawns_count_as_passed_and_threatening() {
    for pawn in ['P', 'F'] {
        let threat = with_pieces::<StarTrek3d>(&format!("Ke07 {pawn}c62 ke91 nb72"));
        assert_eq!(counted(&threat, |values| &mut values.threat_by_pawn), 1);
        // P promotes on row 8, F on row 7.
        let steps = if pawn == 'P' { 2 } else { 1 };
        let passed = |steps: usize| counted(&threat, |values| &mut values.passed_pawn[steps]);
        assert_eq!([steps - 1, steps, steps + 1].map(passed), [0, 1, 0]);
    }
    let both = with_pieces::<StarTrek3d>("Ke07 Pc26 Fd36 ke91 nb82");
    assert_eq!(counted(&both, |values| &mut values.protected_pawn), 1);
}

#[test]
fn board_moves_that_check_or_rescue_are_not_pruned() {
    // The search finds every mate in one by a board move, also in reply to a threat.
    let mut rng = Rng::new(5);
    let mut found = 0;
    for _ in 0..60 {
        let mut position = Position::<StarTrek3d>::start();
        for mv in walk(&position, &mut rng, 120) {
            if position.outcome().is_some() {
                break;
            }
            let mates = |mv: &Move| {
                mv.kind == MoveKind::Carriage
                    && matches!(
                        position.play_unchecked(*mv).outcome(),
                        Some(Outcome::Checkmate { .. })
                    )
            };
            if position.legal_moves().iter().any(mates) {
                found += 1;
                assert_eq!(score(&position, 1), MATE - 1, "{position}");
            }
            position = position.play_unchecked(mv);
        }
    }
    assert!(found > 0);
}

#[test]
fn search_finds_the_same_wins_without_board_move_features() {
    // Disabling a feature changes the search effort, not the results.
    let table = TranspositionTable::new(4);
    let all = StarTrek3d::SEARCH_FEATURES;
    let parts = [
        SearchFeature::CarriagePruning,
        SearchFeature::CarriageReductions,
        SearchFeature::CarriagesLast,
    ];
    let none = parts.into_iter().fold(all, SearchFeatures::without);
    for position in late::<StarTrek3d>(3, 6, 1) {
        for features in [all, none] {
            table.clear();
            let by = Search {
                limits: Limits {
                    depth: Some(3),
                    ..Limits::default()
                },
                features,
                ..Search::new(StarTrek3d::evaluator(), &table)
            };
            let game = GameTree::new(position);
            let never = AtomicBool::new(false);
            let found = search(&game, &by, &never, &mut |_| {}).expect("a move");
            let shown = found.info.expect("a line").score;
            assert_eq!(shown == MATE - 1, wins(&position, 1), "{position}");
        }
    }
}
