//! Legal moves and their consequences: the crate compared with the slow rules.

use icochess_boards::{StarTrek3d, StarTrek3dAdjacent};
use icochess_rules::{
    Board, CellSet, IllegalReason, Move, MoveKind, Outcome, Position, Side, perft,
};

use crate::startrek3d::tests::slow::{self, State, all_pins};
use crate::startrek3d::tests::{adjacent_only, cell, chance, of_slow, square, texts, to_slow};
use crate::testing::{Rng, Seen, lists_agree, plain_perft, rebuilt, side, walk};

/// Asserts that a position agrees with the slow rules.
///
/// # Panics
///
/// If the two differ.
fn agree<B: Board>(position: &Position<B>) {
    let state = to_slow(position);
    assert_eq!(of_slow(&state), Ok(*position), "{position}");

    let legal = state.legal(adjacent_only::<B>());
    let mut expected: Vec<String> = legal.iter().map(|mv| mv.uci()).collect();
    expected.sort();
    // Also checks that no move is listed twice.
    assert_eq!(texts(position), expected, "{position}");
    lists_agree(position);

    for mv in &legal {
        let ours = position.parse_uci(&mv.uci()).expect("a move");
        assert_eq!(
            position.why_illegal(ours),
            None,
            "{} in {position}",
            mv.uci()
        );
        let next = position.play_unchecked(ours);
        assert_eq!(
            to_slow(&next),
            state.after(*mv),
            "{} in {position}",
            mv.uci()
        );
        assert_eq!(rebuilt(&next), next, "{} in {position}", mv.uci());
        assert!(position.moves_between(ours.from, ours.to).contains(&ours));
    }
    // A move that leaves the king attacked is refused with that reason.
    let reason = if position.is_check() {
        IllegalReason::StaysInCheck
    } else {
        IllegalReason::IntoCheck
    };
    let pseudo_legal = state.pseudo_legal(adjacent_only::<B>());
    for mv in pseudo_legal.iter().filter(|mv| !legal.contains(mv)) {
        let ours = position.parse_uci(&mv.uci()).expect("a move");
        assert_eq!(position.why_illegal(ours), Some(reason), "{}", mv.uci());
    }
    // All other board moves are refused.
    for from in all_pins() {
        for to in all_pins() {
            let mv = Move {
                from: cell::<B>(from),
                to: cell::<B>(to),
                kind: MoveKind::Carriage,
            };
            let possible = pseudo_legal.contains(&slow::Move::Board { from, to });
            let refused = position.why_illegal(mv) == Some(IllegalReason::Carriage);
            assert_eq!(refused, !possible, "{} in {position}", position.uci(mv));
        }
    }

    let white = position.turn() == Side::White;
    let king = state.king(white).expect("a king");
    let checkers: Vec<slow::At> = position.checkers().cells().map(square::<B>).collect();
    let mut expected = state.attackers(king, !white);
    expected.sort_by_key(|at| cell::<B>(*at));
    assert_eq!(checkers, expected, "{position}");
    assert_eq!(position.is_check(), state.in_check(white));
    let bare = state.bare_king();
    let bare = bare.map(|white| Outcome::BareKing {
        winner: side(white),
    });
    assert_eq!(position.variant_outcome(), bare, "{position}");
    let mated = legal.is_empty() && state.in_check(white);
    let is_mate = matches!(position.outcome(), Some(Outcome::Checkmate { .. }));
    assert_eq!(is_mate, mated && bare.is_none(), "{position}");
}

fn record_case<B: Board>(seen: &mut Seen, position: &Position<B>, mv: Move) {
    let next = position.play_unchecked(mv);
    let mut record = |case, is| seen.record(case, is);
    let (from, to) = (square::<B>(mv.from), square::<B>(mv.to));
    let state = to_slow(position);
    let ends = next.variant_outcome().is_some();
    record("bare king", ends);
    if mv.kind == MoveKind::Carriage {
        let men = slow::small(from)
            .into_iter()
            .filter_map(|at| state.men.get(&at));
        let kinds: Vec<char> = men.clone().map(|man| man.kind).collect();
        record("a board", true);
        record(
            "a board with a pawn of the large boards",
            kinds.contains(&'P'),
        );
        record(
            "a board with a pawn of the small boards",
            kinds.contains(&'F'),
        );
        record(
            "a board with pawns that had not moved",
            men.clone().any(|man| man.unmoved),
        );
        record("a board with several men", kinds.len() > 1);
        record("a board that gives check", next.is_check());
        return;
    }
    let Some(man) = state.men.get(&from) else {
        panic!("no man on {from:?}");
    };
    let offset: Vec<i32> = (0..3).map(|axis| to[axis] - from[axis]).collect();
    let takes = position.captured_cell(mv).is_some();
    record(
        "a king away from check",
        man.kind == 'K' && position.is_check(),
    );
    record(
        "a piece to another level",
        !"PF".contains(man.kind) && offset[2] != 0,
    );
    if !"PF".contains(man.kind) {
        return;
    }
    record("a pawn's capture on its level", takes && offset[2] == 0);
    record(
        "a pawn's capture on the next level",
        takes && offset[2].abs() == 1,
    );
    record(
        "a pawn's capture across levels",
        takes && offset[2].abs() > 1,
    );
    record(
        "a step on a level",
        !takes && offset[1].abs() == 1 && offset[2] == 0,
    );
    record(
        "a step to the next level",
        !takes && offset[1].abs() == 1 && offset[2] != 0,
    );
    record(
        "a double step on a level",
        offset[1].abs() == 2 && offset[2] == 0,
    );
    record(
        "a double step to the next level",
        offset[1].abs() == 2 && offset[2].abs() == 1,
    );
    record(
        "a double step by two levels",
        offset[1].abs() == 2 && offset[2].abs() == 2,
    );
    record("a step to the side", !takes && offset[1] == 0);
    let promotes = mv.promotion().is_some();
    record(
        "a pawn of the large boards promotes",
        promotes && man.kind == 'P',
    );
    record(
        "a pawn of the small boards promotes",
        promotes && man.kind == 'F',
    );
    record("a capture that promotes", promotes && takes);
}

fn random_games_agree<B: Board>(games: u64) {
    let mut seen = Seen::default();
    for seed in 0..games {
        let start = Position::<B>::start();
        let mut position = start;
        for mv in walk(&start, &mut Rng::new(seed), 300) {
            agree(&position);
            record_case(&mut seen, &position, mv);
            position = position.play_unchecked(mv);
            if position.variant_outcome().is_some() {
                break;
            }
        }
        agree(&position);
    }
    assert_eq!(seen.kinds(), 21, "{seen:#?}");
    seen.each_at_least(1);
}

#[test]
fn random_games_agree_and_everything_occurs_in_them() {
    random_games_agree::<StarTrek3d>(25);
}

#[test]
fn random_games_agree_with_adjacent_pins() {
    random_games_agree::<StarTrek3dAdjacent>(25);
}

#[test]
fn random_set_ups_agree() {
    for seed in 0..600 {
        let state = chance::set_up(seed);
        agree::<StarTrek3d>(&of_slow(&state).unwrap());
        agree::<StarTrek3dAdjacent>(&of_slow(&state).unwrap());
    }
}

/// Random setups reach cases that are rare in games.
#[test]
fn random_set_ups_meet_what_is_rare() {
    let mut seen = Seen::default();
    for seed in 0..600 {
        let state = chance::set_up(seed);
        let white = state.white_to_move;
        let legal = state.legal(false);
        let refused = state.pseudo_legal(false);
        let refused = refused.iter().filter(|mv| !legal.contains(mv));
        let is_board = |mv: &slow::Move| matches!(mv, slow::Move::Board { .. });
        let check = state.in_check(white);
        let mut record = |case, is| seen.record(case, is);
        record("check", check);
        record("mate", check && legal.is_empty());
        let met = check && legal.iter().any(is_board);
        record("a check that a board ends", met);
        let mut boards = refused.clone().filter(|mv| is_board(mv));
        let exposes = boards.any(|_| !check);
        record("a board that would open a way to the king", exposes);
        let partly = exposes && legal.iter().any(is_board);
        record("the same, and others that would not", partly);
        let king = state.king(white).unwrap();
        let two = state.attackers(king, !white).len() > 1;
        record("two checks", two);
    }
    seen.each_at_least(10);
}

fn perft_agrees<B: Board>(start: &State, expected: &[u64]) {
    let position: Position<B> = of_slow(start).unwrap();
    for (depth, leaves) in (1..).zip(expected) {
        assert_eq!(perft(&position, depth), *leaves);
    }
    assert_eq!(plain_perft(&position, 3), expected[2]);
    assert_eq!(start.perft(adjacent_only::<B>(), 3), expected[2]);
}

#[test]
fn perft_of_the_start() {
    let start = to_slow(&Position::<StarTrek3d>::start());
    perft_agrees::<StarTrek3d>(&start, &[16, 256, 5_223, 106_588]);
}

#[test]
fn deeper_perft_of_the_start() {
    let any = Position::<StarTrek3d>::start();
    assert_eq!([4, 5].map(|depth| perft(&any, depth)), DEEPER[0]);
    let adjacent = Position::<StarTrek3dAdjacent>::start();
    assert_eq!([4, 5].map(|depth| perft(&adjacent, depth)), DEEPER[1]);
}

/// Computes the leaf counts of the start, four and five plies deep, by the slow rules: with moves
/// to any pin, and to adjacent pins.
#[test]
#[ignore = "takes minutes: scripts/test --slow runs it"]
fn deeper_perft_of_the_start_by_slow_counting() {
    let start = to_slow(&Position::<StarTrek3d>::start());
    let found = [false, true].map(|adjacent| [4, 5].map(|depth| start.perft(adjacent, depth)));
    assert_eq!(found, DEEPER);
}

/// Leaf counts of the start, four and five plies deep: with moves to any pin, and to adjacent pins.
const DEEPER: [[u64; 2]; 2] = [[106_588, 2_605_008], [95_274, 2_072_868]];

fn counting_agrees<B: Board>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let position = chance::position::<B>(seed);
        let legal = position.legal_moves().into_iter();
        let after = legal.map(|mv| position.play_unchecked(mv));
        let replies = after
            .filter(|next| next.variant_outcome().is_none())
            .map(|next| next.legal_moves().len() as u64);
        let is_over = position.variant_outcome().is_some();
        let expected = if is_over { 0 } else { replies.sum() };
        assert_eq!(perft(&position, 2), expected, "{position}");
    }
}

#[test]
fn bulk_counting_agrees_with_playing_moves() {
    counting_agrees::<StarTrek3d>(0..300);
    counting_agrees::<StarTrek3dAdjacent>(0..300);
}
