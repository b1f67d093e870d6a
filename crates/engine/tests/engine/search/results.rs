//! Tests that search results are true and reproducible.

use std::sync::atomic::AtomicBool;

use icochess_boards::{Chess, Icochess};
use icochess_engine::{Endings, Evaluated, Search, TranspositionTable, score, search};
use icochess_rules::{GameTree, Position};

use super::{depth, look, mates, nodes, positions};

fn shown_mates_are_true<B: Evaluated>() {
    let mut shown_mates = 0;
    for position in positions::<B>(7, 150) {
        let mut infos = Vec::new();
        let found = look(&GameTree::new(position), depth(4), &mut infos).expect("a move");
        let last = infos.last().expect("a line");
        let is_one = mates(&position, 1);
        assert_eq!(last.score == score::MATE - 1, is_one, "{position}");
        if last.score == score::MATE - 1 || last.score == score::MATE - 3 {
            shown_mates += 1;
            let moves = if is_one { 1 } else { 2 };
            assert!(mates(&position, moves), "{position}");
            let next = position.play_unchecked(found.best_move);
            if is_one {
                assert!(next.is_check() && !next.has_legal_move(), "{position}");
            } else {
                let replies = next.legal_moves();
                assert!(!replies.is_empty(), "{position}");
                assert!(
                    replies.iter().all(|&mv| mates(&next.play_unchecked(mv), 1)),
                    "{position}"
                );
            }
        }
    }
    assert!(
        shown_mates > 3,
        "too few mates to say anything: {shown_mates}"
    );
}

#[test]
fn reported_mates_are_real_on_the_ball() {
    shown_mates_are_true::<Icochess>();
}

#[test]
fn reported_mates_are_real_on_squares() {
    shown_mates_are_true::<Chess>();
}

fn same_seed_same_move<B: Evaluated>() {
    let game = GameTree::<B>::default();
    let run = || {
        let mut infos = Vec::new();
        let found = look(&game, nodes(30_000), &mut infos).expect("a move");
        let lines: Vec<_> = infos
            .into_iter()
            .map(|info| (info.depth, info.score, info.nodes, info.pv))
            .collect();
        (found.best_move, found.nodes, lines)
    };
    assert_eq!(run(), run());
}

#[test]
fn equal_nodes_give_equal_moves() {
    on_every_board!(same_seed_same_move);
}

/// A mate far beyond the depth, unless the 50-move rule comes first.
#[test]
fn solved_ending_has_exact_score_and_whole_line() {
    let never = AtomicBool::new(false);
    let endings = Endings::of::<Icochess>().expect("a board with kings");
    let class = endings.class("KBNK").expect("a class");
    assert!(endings.solve(class, &never));
    let longest: Position<Icochess> = endings.longest(class, true).expect("a win");
    let line = endings.line(&longest);
    let mate = score::MATE - line.len() as i32;
    let table = TranspositionTable::new(1);
    for (clock, is_in_time) in [(0, true), (99, false)] {
        let mut setup = longest.setup();
        setup.halfmove_clock = clock;
        let position = Position::try_from_setup(&setup).expect("a legal position");
        let by = Search {
            limits: depth(1),
            endings: Some(&endings),
            ..Search::new(Icochess::evaluator(), &table)
        };
        let found = search(&GameTree::new(position), &by, &never, &mut |_| {}).expect("a move");
        let info = found.info.expect("a line");
        assert_eq!(info.score == mate, is_in_time, "{position}: {info:?}");
        assert_eq!(info.pv.len() == line.len(), is_in_time, "{position}");
        table.clear();
    }
}
