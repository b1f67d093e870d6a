//! Tests of position and piece values.

use std::sync::atomic::AtomicBool;

use icochess_boards::{Chess, Icochess};
use icochess_engine::eval::Weight;
use icochess_engine::{
    Evaluated, Evaluator, Search, SearchFeature, TranspositionTable, Values, score, search,
    values_file,
};
use icochess_rules::{Equipment, GameTree, Position, Role, Side};

use super::{depth, on, positions};
use crate::shared::{Rng, rows};

#[test]
fn absurd_values_are_refused() {
    let refused = |change: &dyn Fn(&mut Values)| {
        let (mut values, _) = values_file::parse::<Chess>(Chess::VALUES).expect("values");
        change(&mut values);
        let refusal = Evaluator::<Chess>::new(&values).err();
        refusal.map(|refusal| refusal.to_string())
    };
    assert_eq!(refused(&|_| {}), None);
    assert_eq!(
        refused(&|values| values.material[2].1 = 32_767).as_deref(),
        Some("the values have 32767 among the weights, expected -5000 to 5000")
    );
    assert_eq!(
        refused(&|values| values.margins.0 = -1).as_deref(),
        Some("the values have -1 among the margins, expected 0 to 5000")
    );
    let folder = tempfile::tempdir().expect("a folder");
    let error = values_file::read::<Chess>(folder.path()).expect_err("no file");
    let error = error.to_string();
    assert!(error.ends_with(": it is not a regular file"), "{error}");
    let long = folder.path().join("long.ron");
    std::fs::write(&long, " ".repeat(3 << 20)).expect("written");
    let error = values_file::read::<Chess>(&long).expect_err("too long");
    let error = error.to_string();
    assert!(error.ends_with(": it is longer than a mebibyte"), "{error}");
}

fn sums_are_kept<B: Evaluated>() {
    let evaluator = B::evaluator();
    for mut position in positions::<B>(11, 60) {
        let mut rng = Rng::new(position.hash());
        let mut sums = evaluator.accumulator(&position);
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = rng.pick(&moves);
            let next = position.play_unchecked(mv);
            sums = evaluator.accumulator_after(&sums, &position, mv, &next);
            assert_eq!(sums, evaluator.accumulator(&next), "{position} {mv:?}");
            position = next;
        }
    }
}

#[test]
fn incremental_sums_equal_sums_from_scratch() {
    on_every_board!(sums_are_kept);
}

/// Returns White's score of an 8×8 chess position by the weights in pawns, after a search of `plies`
/// plies.
fn in_pawns(text: &str, plies: u8) -> f64 {
    let game = on::<Chess>(text);
    let table = TranspositionTable::new(4);
    let by = Search {
        limits: depth(plies),
        features: Chess::SEARCH_FEATURES.without(SearchFeature::Network),
        ..Search::new(Chess::evaluator(), &table)
    };
    let found = search(&game, &by, &AtomicBool::new(false), &mut |_| {});
    let score = found.and_then(|found| found.info).expect("a score").score;
    let sign = if game.position().turn() == Side::White {
        1.0
    } else {
        -1.0
    };
    sign * f64::from(score) / 100.0
}

#[test]
fn relative_piece_values_match_textbooks() {
    // The bounds of the score in pawns, and White's pieces against Black's.
    for [least, most, text, what] in rows(
        "-0.7 => 1.3 => rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w kq - 0 1 => Q against RR
        0.5 => 2.2 => rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1N1 w Qkq - 0 1 => Q against RB
        -2.2 => -0.3 => rn1qkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQq - 0 1 => RB against Q
        1.0 => 2.4 => 1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQk - 0 1 => R against knight
        2.5 => 4.0 => rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 => a knight more
        2.2 => 4.0 => rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 => a bishop more
        3.8 => 5.8 => rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1 => a rook more
        8.0 => 10.5 => rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 => a queen more
        0.4 => 1.5 => rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 => a pawn more
        # Positions with fewer pieces.
        -1.3 => 1.0 => 2r2rk1/ppp2ppp/8/8/8/8/PPPQ1PPP/6K1 w - - 0 1 => Q against RR, late
        0.6 => 2.6 => 5rk1/ppp1bppp/8/8/8/8/PPPQ1PPP/6K1 w - - 0 1 => Q against RB, late
        1.3 => 3.5 => 6k1/ppp1bppp/8/8/8/8/PPP2PPP/3R2K1 w - - 0 1 => R against bishop, late
        0.1 => 1.2 => 6k1/ppp2ppp/2n1b3/8/8/2B5/PPP1BPPP/6K1 w - - 0 1 => bishop pair against one
        -1.5 => 1.7 => 1q4k1/ppp2ppp/8/8/8/5N2/3Q1PPP/6K1 w - - 0 1 => knight against three pawns",
    ) {
        let [least, most] = [least, most].map(|pawns| pawns.parse::<f64>().unwrap());
        for plies in [1, 6] {
            let score = in_pawns(text, plies);
            assert!(
                (least..=most).contains(&score),
                "{what}, depth {plies}: {score}, expected {least} to {most}"
            );
        }
    }
}

/// Checks that doubling all values doesn't change the search.
fn scale_makes_no_difference<B: Evaluated>() {
    // Equal middle-game and endgame weights avoid rounding; the pawn's value keeps margins exact.
    let (mut single, _) = values_file::parse::<B>(B::VALUES).unwrap();
    for weight in single.weights_mut() {
        *weight = (weight.0, weight.0);
    }
    let pawn = (B::MARGIN_PAWN / 2) as i16;
    single.material[Role::PAWN.index()] = (pawn, pawn);
    let mut double = single.clone();
    for weight in double.weights_mut() {
        *weight = (2 * weight.0, 2 * weight.1);
    }
    double.margins = (2 * single.margins.0, 2 * single.margins.1);
    let evaluators = [single, double].map(|values| Evaluator::<B>::new(&values).unwrap());
    let mut rng = Rng::new(8);
    for _ in 0..4 {
        let mut game = GameTree::<B>::default();
        for mv in crate::shared::walk(game.position(), &mut rng, 14) {
            game.play(mv).unwrap();
        }
        let [one, other] = [0, 1].map(|of| {
            let table = TranspositionTable::new(4);
            let by = Search {
                limits: depth(7),
                // It rounds scores.
                features: B::SEARCH_FEATURES.without(SearchFeature::Progress),
                ..Search::new(&evaluators[of], &table)
            };
            let found = search(&game, &by, &AtomicBool::new(false), &mut |_| {}).unwrap();
            (found.best_move, found.nodes, found.info.unwrap().score)
        });
        // Nearly equal, because a bound is one above or below a score in either scale.
        let position = game.position();
        assert_eq!(one.0, other.0, "{position}");
        let [nodes, more] = [one.1, other.1.abs_diff(one.1)];
        assert!(100 * more <= nodes, "{position}: {nodes}, {}", other.1);
        assert!(score::is_mate(one.2) || (2 * one.2 - other.2).abs() <= 2);
    }
}

#[test]
fn scaling_the_values_does_not_change_the_search() {
    on_every_board!(scale_makes_no_difference);
}

#[test]
fn piece_values_rise_from_pawn_to_queen() {
    fn worths<B: Evaluated>() -> Vec<i32> {
        let roles = [
            Role::PAWN,
            Role::KNIGHT,
            Role::BISHOP,
            Role::ROOK,
            Role::QUEEN,
        ];
        roles.map(|role| B::evaluator().piece_value(role)).to_vec()
    }
    for worths in [worths::<Chess>(), worths::<Icochess>()] {
        assert!(worths.is_sorted(), "{worths:?}");
        assert!(worths[0] > 0 && worths[4] > worths[3], "{worths:?}");
    }
}

/// Counts a single weight in a position, White minus Black, by setting all others to zero.
fn counted(text: &str, of: impl Fn(&mut Values) -> &mut Weight) -> i32 {
    let (mut values, _) = values_file::parse::<Chess>(Chess::VALUES).unwrap();
    for weight in values.weights_mut() {
        *weight = (0, 0);
    }
    *of(&mut values) = (100, 100);
    let evaluator = Evaluator::<Chess>::new(&values).unwrap();
    let position: Position<Chess> = text.parse().unwrap();
    let sums = evaluator.accumulator(&position);
    let score = evaluator.evaluate(&position, &sums, -score::INFINITE, score::INFINITE);
    assert_eq!(position.turn(), Side::White);
    assert_eq!(score % 100, 0);
    score / 100
}

#[test]
fn evaluation_counts_protected_pawns_and_pawn_threats() {
    let guarded = |text| counted(text, |values| &mut values.protected_pawn);
    assert_eq!(guarded("4k3/8/8/8/3P4/1PP5/P7/4K3 w - - 0 1"), 2);
    assert_eq!(guarded("4k3/1p6/p1p5/8/8/8/PP6/4K3 w - - 0 1"), -2);
    let threats = |text| counted(text, |values| &mut values.threat_by_pawn);
    // A knight and a rook, but not the pawn.
    assert_eq!(threats("4k3/8/8/2n1rp2/3PP3/8/8/4K3 w - - 0 1"), 2);
    assert_eq!(threats("4k3/8/8/8/8/1p6/R7/4K3 w - - 0 1"), -1);
}

#[test]
fn pair_is_two_of_a_kind() {
    let bishop = Chess::ROLES.iter().position(|role| role.name == "bishop");
    let bishop = bishop.expect("a bishop");
    let pairs = |text| counted(text, |values| &mut values.pair[bishop]);
    assert_eq!(pairs("2b1k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 1);
    assert_eq!(pairs("2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 0);
    assert_eq!(pairs("4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1"), 0);
}

#[test]
fn mobility_excludes_own_pieces_and_enemy_pawn_attacks() {
    let named = |name| Chess::ROLES.iter().position(|role| role.name == name);
    let (knight, rook) = (named("knight").unwrap(), named("rook").unwrap());
    let reach = |text| counted(text, |values| &mut values.mobility[knight]);
    assert_eq!(reach("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), 2);
    // A pawn of the same side on c2, and an enemy pawn attacking b3.
    assert_eq!(reach("4k3/8/8/8/p7/8/2P5/N3K3 w - - 0 1"), 0);
    let king_attack = |text| counted(text, |values| &mut values.king_attack[rook]);
    assert_eq!(king_attack("7k/8/8/8/8/8/8/4K1R1 w - - 0 1"), 2);
    assert_eq!(king_attack("7k/8/8/6p1/8/8/8/4K1R1 w - - 0 1"), 0);
    // Next to the king, the rook's own cell doesn't count.
    assert_eq!(king_attack("7k/6R1/8/8/8/8/8/4K3 w - - 0 1"), 2);
}
