//! Position text and move text: round trips, the slow's own writing, and
//! garbage.

use crate::Icochess;
use icochess_rules::san::{self, SanError};
use icochess_rules::{
    Board, Cell, Equipment, Piece, PositionTextError, PositionTextProblem, Role, Setup, SetupError,
    Side,
};
use proptest::prelude::*;

use crate::icochess::tests::chance::{self, cases};
use crate::icochess::tests::slow::{self, TILES};
use crate::icochess::tests::{Position, cell, of_move, of_slow};
use crate::testing;

/// Changes a few characters of a text at random.
fn damaged(text: &str, seed: u64) -> String {
    testing::damaged(text, "abtuQKPNqkpn01459/ -wbxé+#\u{0}", seed)
}

/// A text that can be read is written so that it reads the same again.
fn read_and_write(text: &str) -> Result<Position, PositionTextError> {
    let position: Position = text.parse()?;
    assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
    assert_eq!(position.rebuilt(), position, "{text:?}");
    Ok(position)
}

fn check_san(slow: &slow::Position) {
    let position = of_slow(slow);
    let mut texts = vec![];
    for pair in slow.legal() {
        let mv = of_move(pair);
        let text = san::write(&position, mv);
        assert_eq!(text, slow.san(pair), "{} in {slow:?}", slow::uci(pair));
        assert_eq!(san::parse(&position, &text), Ok(mv), "{text} in {slow:?}");

        let uci = slow::uci(pair);
        let kind = slow.board[pair.0].map_or('P', |piece| piece.kind);
        let (from, to) = uci.split_at(2);
        let loose = [
            format!("{text}!?"),
            text.replace('x', ""),
            text.replace(['+', '#'], ""),
            format!("{kind}{from}-{to}"),
            format!("{kind}{from}x{to}"),
            uci,
        ];
        for loose in loose {
            assert_eq!(san::parse(&position, &loose), Ok(mv), "{loose} in {slow:?}");
        }
        texts.push(text);
    }
    let count = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), count, "two moves with one text in {slow:?}");
}

/// Without an origin a text names the only move of its kind, or all of them.
/// Where no such piece can go there and the tile is upper case too, the letter
/// may be the face of a pawn: "NJ4" is then read as "nj4", and "Nj4" is not.
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
    fn moves_are_written_as_the_slow_rules_writes_them_and_read_back(slow in chance::positions()) {
        check_san(&slow);
    }

    #[test]
    fn a_text_without_origin_is_one_move_or_ambiguous(slow in chance::positions()) {
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
        let text = slow.text();
        let position = read_and_write(&text).unwrap();
        prop_assert_eq!(position.to_string(), text);
        prop_assert_eq!(Position::try_from_setup(&position.setup()), Ok(position));
    }

    /// Of set-ups with one king each, exactly those are accepted in which the
    /// side to move cannot take the other king.
    #[test]
    fn set_ups_are_accepted_when_the_slow_rules_accepts_them(slow in chance::set_ups()) {
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
        let text = damaged(&slow.text(), seed);
        if let Err(error) = read_and_write(&text) {
            prop_assert!(error.offset <= text.len());
            prop_assert!(text.is_char_boundary(error.offset));
            prop_assert!(error.to_string().starts_with("position text, character "));
        }
    }

    #[test]
    fn garbage_is_no_position(text in any::<String>(), fields in prop::array::uniform6("\\S{0,9}")) {
        prop_assert!(read_and_write(&text).is_err());
        prop_assert!(read_and_write(&fields.join(" ")).is_err());
    }

    #[test]
    fn garbage_is_a_legal_move_or_refused(text in any::<String>(), seed: u64) {
        let position = chance::after_game(seed, 8);
        let mv = position.legal_moves()[0];
        let texts = [
            damaged(&san::write(&position, mv), seed),
            damaged(&chance::uci(mv), seed),
            text,
        ];
        for text in texts {
            match san::parse(&position, &text) {
                Ok(mv) => prop_assert!(position.is_legal(mv), "{}", text),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            match Icochess::tables().parse_uci(&text) {
                Ok(mv) => prop_assert_eq!(chance::uci(mv), text.to_ascii_lowercase()),
                Err(error) => prop_assert!(error.to_string().contains("expected")),
            }
        }
    }
}

#[test]
fn every_pair_of_tiles_round_trips_in_uci() {
    for pair in (0..TILES * TILES).map(|n| (n / TILES, n % TILES)) {
        let text = chance::uci(of_move(pair));
        assert_eq!(text, slow::uci(pair));
        for text in [text.to_uppercase(), text] {
            assert_eq!(Icochess::tables().parse_uci(&text), Ok(of_move(pair)));
        }
    }
    for text in [
        "", "a1", "a1b", "a1b22", "a1 b2", "u1a1", "a5a1", "0000", "éa1",
    ] {
        assert!(Icochess::tables().parse_uci(text).is_err(), "{text:?}");
    }
}

/// The start as a set-up, changed.
fn changed(change: impl FnOnce(&mut Setup)) -> Result<Position, SetupError> {
    let mut setup = Position::start().setup();
    change(&mut setup);
    Position::try_from_setup(&setup)
}

fn at(name: &str) -> Cell {
    cell(slow::tile(name))
}

#[test]
fn illegal_set_ups_are_refused_with_the_reason() {
    let king = Piece {
        side: Side::White,
        role: Role::KING,
    };
    let kings = |count| {
        Err(SetupError::RoyalCount {
            side: Side::White,
            name: "king",
            count,
        })
    };
    assert_eq!(changed(|_| {}), Ok(Position::start()));
    assert_eq!(changed(|s| s.pieces.push((at("g1"), king))), kings(2));
    assert_eq!(changed(|s| s.pieces.retain(|(_, p)| *p != king)), kings(0));
    assert_eq!(
        changed(|s| s.pieces.push((at("a2"), king))),
        Err(SetupError::TwoPieces("a2".into()))
    );
    for (tile, why) in [("g1", "empty"), ("a1", "a queen"), ("a3", "listed twice")] {
        let refused = changed(|s| s.unmoved.push(at(tile)));
        assert_eq!(refused, Err(SetupError::NotUnmoved(tile.into())), "{why}");
    }
    assert_eq!(
        changed(|s| s.fullmove_number = 0),
        Err(SetupError::MoveNumber)
    );
    // A white pawn in place of the queen next to the black king.
    let attack = |setup: &mut Setup| {
        let queen = setup.pieces.iter_mut().find(|(tile, _)| *tile == at("n1"));
        queen.unwrap().1 = Piece {
            side: Side::White,
            role: Role::PAWN,
        };
    };
    assert_eq!(
        changed(attack),
        Err(SetupError::WaitingSideInCheck(Side::Black))
    );
    assert!(
        changed(|s| {
            attack(s);
            s.turn = Side::Black;
        })
        .unwrap()
        .is_check()
    );
    // Kings next to each other attack each other, whoever is to move.
    for turn in ["w", "b"] {
        let text = format!("Kk2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 {turn} - - 0 1");
        assert!(text.parse::<Position>().is_err());
    }
}

#[test]
fn the_start_is_the_text_of_the_board() {
    assert_eq!(Position::start().to_string(), Icochess::START);
    assert_eq!(Icochess::START.parse(), Ok(Position::start()));
}
