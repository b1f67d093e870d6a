//! Tests of the computer on a board with reserves and without kings: its reports are true, and it
//! protects the last piece of each kind.

use std::sync::atomic::AtomicBool;

use icochess_boards::OctHex146;
use icochess_engine::material::MaterialSearch;
use icochess_engine::score::MATE;
use icochess_engine::{Algorithm, ComputerPlayer, Evaluated, Search, TranspositionTable};
use icochess_rules::{CellSet, GameTree, Move, MoveKind, Side};

use crate::octhex146::tests::{Position, named};
use crate::testing::search::{
    counted, late, look, role, score, wins_that_are_told_are_true, with_pieces,
};

#[test]
fn reported_wins_are_real_without_kings() {
    wins_that_are_told_are_true::<OctHex146>(6);
}

/// White has several pieces of each kind. Black's only unicorn is guarded by a rook.
const WHITE: &str = "Da11 Mb11 Gc11 Cd11 Ve11";

#[test]
fn last_of_a_kind_is_captured_even_if_guarded() {
    // A duchess on the rook line of the lone unicorn, which a rook guards. By material alone, the
    // exchange would lose.
    let start =
        with_pieces::<OctHex146>(&format!("{WHITE} Df41 uf11 rf16 rk11 bj11 nj22 nj12 bj21"));
    let unicorn = named("f11");
    assert_eq!(
        start.last_pieces(Side::Black).cells().collect::<Vec<_>>(),
        [unicorn]
    );
    assert!(
        Side::ALL
            .iter()
            .all(|side| start.is_attacked(unicorn, *side))
    );
    assert_eq!(score(&start, 1), MATE - 1, "{start}");
}

#[test]
fn threat_to_the_last_of_a_kind_is_answered_in_time() {
    // Positions with Black to move, in which Black's last piece of a kind is attacked. One ply of
    // search is enough to see which moves lose at once.
    let (mut answered, mut tried) = (0, 0);
    for position in late::<OctHex146>(21, 12, 2) {
        let threatened = |position: &Position, side| {
            let mut last = position.last_pieces(side).cells();
            last.any(|cell| position.is_attacked(cell, !side))
        };
        let side = position.turn();
        if !threatened(&position, side) || threatened(&position, !side) {
            continue;
        }
        tried += 1;
        let holds = |mv: &Move| !threatened(&position.play_unchecked(*mv), side);
        let next = position.play_unchecked(look(&position, 1).best_move);
        if position.legal_moves().iter().any(holds) {
            assert!(!threatened(&next, side), "{position}");
            answered += 1;
        }
    }
    assert!(answered > 0, "{tried}");
}

#[test]
fn evaluation_counts_each_kind_and_the_rarest() {
    // White: rooks in D and M, bishops in G and C, unicorns in D, G and V, knights in M, C and V.
    // Black: one piece of each kind, but three bishops.
    let position = with_pieces::<OctHex146>(&format!("{WHITE} rk11 uf66 nj22 bj11 bj21 bj12"));
    let kinds = |left: usize| counted(&position, |values| &mut values.kind_counts[left - 1]);
    assert_eq!([1, 2, 3, 4].map(kinds), [-3, 2, 1, 0]);
    let rarest = |left: usize| counted(&position, |values| &mut values.rarest_kind[left - 1]);
    assert_eq!([1, 2, 3, 4].map(rarest), [-1, 1, 0, 0]);
}

#[test]
fn bishop_in_reserve_counts_like_one_on_the_board() {
    let bishop = role::<OctHex146>('B');
    let worth =
        |position: &Position| counted(position, |values| &mut values.material[bishop.index()]);
    let start = Position::start();
    assert_eq!(worth(&start), 0);
    let enters = |mv: &&Move| matches!(mv.kind, MoveKind::Gating(_));
    let legal = start.legal_moves();
    let mv = *legal.iter().find(enters).expect("a duchess can move");
    let entered = start.play_unchecked(mv);
    let quiet = entered
        .legal_moves()
        .into_iter()
        .find(|mv| mv.kind == MoveKind::Plain && entered.captured_cell(*mv).is_none());
    let next = entered.play_unchecked(quiet.expect("a quiet move"));
    assert_eq!(worth(&next), 0);
    // A pure material search sees no gain either.
    let never = |_| false;
    let search = MaterialSearch::new(OctHex146::evaluator(), 1, &never);
    let (_, one) = search.best(&start, &[mv], 1);
    let plain: Vec<Move> = legal.iter().copied().filter(|mv| !enters(&mv)).collect();
    let (_, other) = search.best(&start, &plain, 1);
    assert!(one <= other, "{one} {other}");
}

#[test]
fn attack_presses_the_rarest_kind() {
    // A cardinal attacks the knight, which moves to attack Black's only unicorn.
    let position = with_pieces("Ra11 Bb12 Ub11 Nd33 rk11 rj21 uf33 cj22 cj11");
    let table = TranspositionTable::new(0);
    let by = Search::new(OctHex146::evaluator(), &table);
    for seed in 0..5 {
        let player = ComputerPlayer {
            algorithm: Algorithm::Attack,
            level: 1,
            seed,
        };
        let never = AtomicBool::new(false);
        let game = GameTree::new(position);
        let found = player.choose(&game, &by, &never, &mut |_| ());
        let next = position.play_unchecked(found.expect("a move").best_move);
        assert!(next.is_attacked(named("f33"), Side::White), "{next}");
    }
}

#[test]
fn distances_are_defined_without_kings() {
    let evaluator = OctHex146::evaluator();
    let distance = |from, to| evaluator.distance(named(from), named(to));
    assert_eq!(distance("f33", "f33"), 0);
    assert_eq!(distance("a11", "b11"), 1);
    assert!(distance("a11", "k11") >= 5);
}
