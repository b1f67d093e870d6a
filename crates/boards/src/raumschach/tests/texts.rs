//! Position text, move text and game files: round trips, the slow rules' own writing, what is
//! refused, and garbage.

use std::collections::BTreeSet;

use crate::Raumschach;
use icochess_rules::san::{self, SanError};
use icochess_rules::{Board, Equipment, GameTree, Move, PositionTextError, pgn};
use proptest::prelude::*;

use crate::raumschach::tests::slow::State;
use crate::raumschach::tests::{Position, chance, mv, of_slow, position};
use crate::testing::{self, Rng, cases, walk};

/// Changes a few characters of a text at random.
fn damaged(text: &str, seed: u64) -> String {
    testing::damaged(text, "abceKPRBUNQpbn0156/|-=#+x wé\u{0}", seed)
}

/// A text that can be read is written so that it reads the same again.
fn read_and_write(text: &str) -> Result<Position, PositionTextError> {
    let position: Position = text.parse()?;
    assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
    assert_eq!(position.rebuilt(), position, "{text:?}");
    Ok(position)
}

fn check_san(slow: &State) {
    let position = of_slow(slow);
    let mut texts = BTreeSet::new();
    for play in slow.moves() {
        let uci = play.uci();
        let mv = mv(&position, &uci);
        let text = san::write(&position, mv);
        assert_eq!(text, slow.san(&play), "{uci} in {position}");
        let (from, to) = (&uci[..3], &uci[3..6]);
        let role = slow.men[&play.from].to_ascii_uppercase();
        let rest = text.rsplit_once(to).map_or("", |(_, rest)| rest);
        let takes = slow.men.contains_key(&play.to);
        let dash = if takes { "x" } else { "-" };
        let long = format!("{role}{from}{dash}{to}{rest}");
        assert_eq!(san::write_long(&position, mv), long.trim_start_matches('P'));
        let loose = [
            format!("{text}!?"),
            text.replace(['x', '#', '+'], ""),
            format!("{role}{from}{to}{rest}"),
            long.to_uppercase().replace('X', "x"),
            long,
            uci.to_uppercase(),
            uci,
        ];
        for loose in loose.iter().chain([&text]) {
            assert_eq!(
                san::parse(&position, loose),
                Ok(mv),
                "{loose} in {position}"
            );
        }
        assert!(texts.insert(text), "two moves with one text in {position}");
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn moves_are_written_as_the_grammar_says_and_read_back(slow in chance::positions()) {
        check_san(&slow);
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn an_illegal_piece_move_is_never_a_pawn_move(slow in chance::positions()) {
        testing::only_the_named_role_moves(&of_slow(&slow));
    }

    #[test]
    fn games_are_written_and_read_back(seed: u64, plies in 0..300_usize, back in 0..4_usize) {
        let mut game = pgn::Game::<Raumschach>::new(GameTree::default());
        for mv in chance::game(seed, plies) {
            game.tree.play(mv).expect("a legal move");
        }
        game.tree.go_to_ply(game.tree.ply().saturating_sub(back));
        let text = pgn::write(&game);
        prop_assert!(text.contains("[Variant \"Raumschach\"]"));
        prop_assert_eq!(pgn::parse(&text), Ok(game), "{}", text);
    }

    #[test]
    fn games_from_a_set_up_are_written_and_read_back(slow in chance::set_ups(), seed: u64) {
        let start = of_slow(&slow);
        let mut game = pgn::Game::<Raumschach>::new(GameTree::new(start));
        for mv in walk(&start, &mut Rng::new(seed), 20) {
            if game.tree.outcome().is_none() {
                game.tree.play(mv).expect("a legal move");
            }
        }
        let text = pgn::write(&game);
        prop_assert_eq!(pgn::parse(&text), Ok(game), "{}", text);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn position_text_round_trips(slow in chance::positions()) {
        let text = slow.text();
        let position = read_and_write(&text).expect("a position");
        prop_assert_eq!(position.to_string(), text);
        prop_assert_eq!(Position::try_from_setup(&position.setup()), Ok(position));
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
    fn garbage_is_a_legal_move_or_refused(text in any::<String>(), seed: u64) {
        let position = chance::after_game(seed, 8);
        let mv = position.legal_moves()[0];
        let texts = [
            damaged(&san::write(&position, mv), seed),
            damaged(&position.uci(mv), seed),
            text,
        ];
        for text in texts {
            match san::parse(&position, &text) {
                Ok(mv) => prop_assert!(position.is_legal(mv), "{}", text),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            match position.parse_uci(&text) {
                Ok(mv) => prop_assert_eq!(position.uci(mv), text.to_ascii_lowercase()),
                Err(error) => prop_assert!(error.to_string().contains("expected")),
            }
        }
    }
}

#[test]
fn the_texts_of_some_moves_are_these() {
    let start = Position::start();
    for (uci, text) in [
        // Two pawns get to that cell, the one forward and the other upwards.
        ("ba2ba3", "ba3"),
        ("aa2aa3", "aa3"),
        ("ba2ca2", "ca2"),
        ("ab1bb3", "Nbb3"),
        ("bc1cc2", "Qcc2"),
    ] {
        let read = san::parse(&start, uci);
        let Ok(mv) = read else {
            panic!("{uci}: {read:?}");
        };
        assert_eq!(san::write(&start, mv), text);
        assert_eq!(san::parse(&start, text), Ok(mv));
    }
    let promotes = position("4k/4P/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0 1");
    let blocked = san::parse(&promotes, "ee5=Q");
    assert!(matches!(blocked, Err(SanError::Illegal(_))), "{blocked:?}");
    let promotes = position("k4/4P/5/5/5|4P/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0 1");
    for (uci, text) in [
        ("ee4ee5q", "eee5=Q+"),
        ("de5ee5u", "dee5=U"),
        ("ee4ee5n", "eee5=N"),
        ("de5ee5b", "dee5=B"),
    ] {
        let mv = mv(&promotes, uci);
        assert_eq!(san::write(&promotes, mv), text);
        assert_eq!(san::parse(&promotes, text), Ok(mv));
    }
    // It has to become something, and no king.
    for text in ["eee5", "ee4ee5", "eee5=K"] {
        assert!(san::parse(&promotes, text).is_err(), "{text}");
    }
}

#[test]
fn every_pair_of_cells_round_trips_in_uci() {
    let tables = Raumschach::tables();
    let all = tables.cells();
    for (from, to) in all.flat_map(|from| tables.cells().map(move |to| (from, to))) {
        let mv = Move::new(from, to);
        let text = format!("{}{}", tables.name(from), tables.name(to));
        assert_eq!(tables.uci(mv), text);
        for text in [text.to_uppercase(), text] {
            assert_eq!(tables.parse_uci(&text), Ok(mv));
        }
    }
    for text in [
        "", "aa1", "aa1b1", "aa1bb1k", "aa1 bb1", "fa1aa1", "aa6bb1", "éa1bb1", "aa1bb1p", "aa0bb1",
    ] {
        assert!(tables.parse_uci(text).is_err(), "{text:?}");
    }
}

#[test]
fn every_problem_of_a_text_is_named_with_its_place() {
    for (from, to, told) in [
        (
            "rnknr/ppppp/5/5/5|",
            "^rnknr/ppppp/5/5/5/",
            "4 sections in the placement",
        ),
        (
            "|5/5/5/5/5|",
            "|^5/5/5/5|",
            "4 groups in section 3 of the placement, expected 5",
        ),
        (
            "|5/5/5/5/5|",
            "|5/5/^5p/5/5|",
            "group 3 of section 3 of the placement has 6 cells",
        ),
        ("BUQBU", "^DUQBU", "\"D\" is no piece"),
        ("RNKNR w", "^FNKNR w", "\"F\" is no piece"),
        ("w - -", "w ^KQ -", "\"KQ\" is no list of cell names"),
        (
            "w - - 0",
            "w - ^ba3 0",
            "ba3 is given as the en passant cell",
        ),
        (" 0 1", " 0 ^-1", "\"-1\" is no number"),
    ] {
        let marked = Raumschach::START.replacen(from, to, 1);
        assert!(marked.contains('^'), "{from} is not in the start");
        let error = marked
            .replace('^', "")
            .parse::<Position>()
            .expect_err(&marked);
        let at = marked.find('^').unwrap_or_default() + 1;
        let told = format!("position text, character {at}: {told}");
        assert!(error.to_string().starts_with(&told), "{marked}: {error}");
    }
}
