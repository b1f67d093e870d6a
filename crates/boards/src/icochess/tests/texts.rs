//! Position text and move text: round trips, comparison with the slow rules, and garbage.

use icochess_boards::Icochess;
use icochess_rules::san::{self, SanError};
use icochess_rules::{Cell, Piece, PositionTextProblem, Role, Setup, SetupError, Side};
use proptest::prelude::*;

use crate::icochess::tests::chance;
use crate::icochess::tests::slow::{self, TILES};
use crate::icochess::tests::{Position, cell, of_slow};
use crate::testing::{
    self, SlowRules, cases, changed, damaged, garbage_is_refused_or_legal,
    position_text_is_refused_or_read, read_and_write, san_agrees,
};

/// Characters with which the tests damage texts.
const SPARE: &str = "abtuQKPNqkpn01459/ -wbxé+#\u{0}";

/// Checks that a text without origin is the only move of its kind, or lists all. If no such piece
/// can move to that tile, and the tile is upper case too, the letter may be a pawn's face: "NJ4" is
/// then read as "nj4", but "Nj4" is not.
fn check_ambiguity(slow: &slow::Position) {
    let position = of_slow(slow);
    let legal = slow.legal();
    for letter in ["", "K", "Q", "R", "B", "N"] {
        for to in 0..TILES {
            let fitting = |kind: char, face: &str| -> Vec<String> {
                legal
                    .iter()
                    .filter(|mv| mv.1 == to && slow.board[mv.0].is_some_and(|p| p.kind == kind))
                    .map(|mv| slow::uci(*mv))
                    .filter(|text| text.starts_with(face))
                    .collect()
            };
            let name = slow::name(to);
            for name in [name.to_uppercase(), name] {
                let kind = letter.chars().next();
                let mut expected = kind.map_or(vec![], |kind| fitting(kind, ""));
                let all_upper = name.starts_with(char::is_uppercase);
                if letter.is_empty() || all_upper && expected.is_empty() {
                    expected = fitting('P', &letter.to_lowercase());
                }
                let text = format!("{letter}{name}");
                match (san::parse(&position, &text), expected.as_slice()) {
                    (Ok(mv), [one]) => assert_eq!(&chance::uci(mv), one),
                    (Err(SanError::Illegal(quoted)), []) => assert_eq!(quoted, text),
                    (Err(SanError::Ambiguous { mut moves, .. }), [_, _, ..]) => {
                        moves.sort();
                        assert_eq!(moves, expected);
                    }
                    (found, _) => panic!("{text} in {slow:?}: {found:?}, expected {expected:?}"),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn move_texts_agree_with_the_slow_rules_and_round_trip(slow in chance::positions()) {
        san_agrees(&slow, &of_slow(&slow));
    }

    #[test]
    fn text_without_origin_is_one_move_or_ambiguous(slow in chance::positions()) {
        check_ambiguity(&slow);
    }

    #[test]
    fn an_illegal_piece_move_is_never_a_pawn_move(slow in chance::positions()) {
        testing::only_the_named_role_moves(&of_slow(&slow));
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn position_text_round_trips(slow in chance::positions()) {
        testing::position_text_round_trips::<Icochess>(&slow.text());
    }

    /// Setups with one king each are accepted if and only if the side to move can't capture the
    /// other king.
    #[test]
    fn set_ups_are_accepted_if_the_slow_rules_accept_them(slow in chance::set_ups()) {
        let mut slow = slow;
        slow.white_to_move = !slow.white_to_move;
        let waiting = if slow.white_to_move { Side::Black } else { Side::White };
        match slow.text().parse::<Position>() {
            Ok(_) => prop_assert!(!slow.king_hangs(), "{:?}", slow),
            Err(error) => {
                let expected = SetupError::WaitingSideInCheck(waiting);
                prop_assert_eq!(error.problem, PositionTextProblem::Illegal(expected));
                prop_assert!(slow.king_hangs(), "{:?}", slow);
            }
        }
    }

    #[test]
    fn damaged_position_text_is_refused_or_read(slow in chance::positions(), seed: u64) {
        position_text_is_refused_or_read::<Icochess>(&damaged(&slow.text(), SPARE, seed));
    }

    #[test]
    fn garbage_is_no_position(text in any::<String>(), fields in prop::array::uniform6("\\S{0,9}")) {
        prop_assert!(read_and_write::<Icochess>(&text).is_err());
        prop_assert!(read_and_write::<Icochess>(&fields.join(" ")).is_err());
    }

    #[test]
    fn garbage_is_a_legal_move_or_refused(text in any::<String>(), seed: u64) {
        garbage_is_refused_or_legal(&chance::after_game(seed, 8), &text, SPARE, seed);
    }
}

fn at(name: &str) -> Cell {
    cell(slow::tile(name))
}

#[test]
fn illegal_set_ups_are_refused_with_the_reason() {
    for (tile, why) in [("g1", "empty"), ("a1", "a queen"), ("a3", "listed twice")] {
        let refused = changed::<Icochess>(|s| s.unmoved.push(at(tile)));
        assert_eq!(refused, Err(SetupError::NotUnmoved(tile.into())), "{why}");
    }
    // A white pawn instead of the queen next to the black king.
    let attack = |setup: &mut Setup| {
        let queen = setup.pieces.iter_mut().find(|(tile, _)| *tile == at("n1"));
        queen.unwrap().1 = Piece {
            side: Side::White,
            role: Role::PAWN,
        };
    };
    assert_eq!(
        changed::<Icochess>(attack),
        Err(SetupError::WaitingSideInCheck(Side::Black))
    );
    assert!(
        changed::<Icochess>(|s| {
            attack(s);
            s.turn = Side::Black;
        })
        .unwrap()
        .is_check()
    );
    // Adjacent kings attack each other, whichever side is to move.
    for turn in ["w", "b"] {
        let text = format!("Kk2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 {turn} - - 0 1");
        assert!(text.parse::<Position>().is_err());
    }
}
