//! Position text, move text and game files: round trips, the slow's own writing, what is
//! refused, and garbage.

use std::collections::BTreeSet;

use crate::OctHex146;
use icochess_rules::san::{self, SanError};
use icochess_rules::{Board, Equipment, GameTree, PositionTextError, Setup, SetupError, Side, pgn};
use proptest::prelude::*;

use crate::octhex146::tests::slow::{self, State};
use crate::octhex146::tests::{Position, chance, mv, named, of_slow};
use crate::testing::{self, cases};

/// Changes a few characters of a text at random.
fn damaged(text: &str, seed: u64) -> String {
    testing::damaged(text, "abckPRBUNQDMGCVpbn0156/|[]-=#x wé\u{0}", seed)
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
        let role = slow.board[&play.from].to_ascii_uppercase();
        let rest = text.rsplit_once(to).map_or("", |(_, rest)| rest);
        let dash = if slow.board.contains_key(&play.to) {
            "x"
        } else {
            "-"
        };
        let long = format!("{role}{from}{dash}{to}{rest}");
        assert_eq!(san::write_long(&position, mv), long.trim_start_matches('P'));
        let loose = [
            format!("{text}!?"),
            text.replace(['x', '#'], ""),
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
        let mut game = pgn::Game::<OctHex146>::new(GameTree::default());
        for mv in chance::game(seed, plies) {
            game.tree.play(mv).expect("a legal move");
        }
        game.tree.go_to_ply(game.tree.ply().saturating_sub(back));
        let text = pgn::write(&game);
        prop_assert!(text.contains("[Variant \"OctHex 146\"]"));
        prop_assert_eq!(pgn::parse(&text), Ok(game), "{}", text);
    }

    #[test]
    fn games_from_a_set_up_are_written_and_read_back(slow in chance::set_ups(), seed: u64) {
        let start = of_slow(&slow);
        let mut game = pgn::Game::<OctHex146>::new(GameTree::new(start));
        for mv in testing::walk(&start, &mut testing::Rng::new(seed), 20) {
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
fn the_texts_of_some_first_moves_are_these() {
    let start = Position::start();
    let written = |uci: &str| san::write(&start, mv(&start, uci));
    // A whole cell, where two of a level get there.
    for (uci, san) in [("e12f34b", "Mf34/B"), ("e14f34b", "Df34/B")] {
        if start.is_legal(mv(&start, uci)) {
            assert_eq!(written(uci), san);
        }
    }
    let refused = san::parse(&start, "Mf34=Q");
    assert!(matches!(refused, Err(SanError::Illegal(_))), "{refused:?}");
    for text in ["Mf34/B", "Mf34", "Mf34/b", "me12f34b", "e12f34"] {
        let read = san::parse(&start, text);
        let expected = mv(&start, "e12f34b");
        match text {
            // Not a piece: pieces are upper case.
            "me12f34b" => assert!(read.is_err()),
            _ => assert_eq!(read, Ok(expected), "{text}"),
        }
    }
}

#[test]
fn every_pair_of_cells_round_trips_in_uci() {
    let tables = OctHex146::tables();
    for (from, to) in tables
        .cells()
        .flat_map(|from| tables.cells().map(move |to| (from, to)))
    {
        let mv = icochess_rules::Move::new(from, to);
        let text = format!("{}{}", tables.name(from), tables.name(to));
        assert_eq!(tables.uci(mv), text);
        for text in [text.to_uppercase(), text] {
            assert_eq!(tables.parse_uci(&text), Ok(mv));
        }
    }
    for text in [
        "", "a11", "a11b1", "a11b113", "a11 b11", "l11a11", "a12b11", "éa1b11", "a11b11k",
    ] {
        assert!(tables.parse_uci(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_text_without_brackets_has_no_reserve_and_lost_rights_are_forgotten() {
    let start = OctHex146::START;
    let without = start
        .replace("[Bb]", "")
        .parse::<Position>()
        .expect("a position");
    assert_eq!(
        without.to_string(),
        start
            .replace("[Bb]", "[]")
            .replace("c12e12e14g52g54i32", "-")
    );
    for (reserve, rights) in [("[B]", "c12e12e14"), ("[b]", "g52g54i32"), ("[]", "-")] {
        let strict = start
            .replace("[Bb]", reserve)
            .replace("c12e12e14g52g54i32", rights);
        let loose = start.replace("[Bb]", reserve);
        for text in [&strict, &loose] {
            assert_eq!(
                text.parse::<Position>().map(|p| p.to_string()),
                Ok(strict.clone())
            );
        }
        // And a reserve that cannot enter any more.
        let gone = start.replace("c12e12e14g52g54i32", rights);
        assert_eq!(gone.parse::<Position>().map(|p| p.to_string()), Ok(strict));
    }
    let turned = start.replace("[Bb]", "[bB]").replace("c12e12", "E12C12");
    assert_eq!(turned.parse(), Ok(Position::start()));
}

#[test]
fn every_problem_of_a_text_is_named_with_its_place() {
    for (from, to, told) in [
        ("b|", "^b/", "10 sections in the placement"),
        (
            "pu/pn",
            "^pu/pn/1",
            "3 groups in section 2 of the placement, expected 2",
        ),
        (
            "|1pu/1pv",
            "|1pu/^1p2",
            "group 2 of section 3 of the placement has 4 cells",
        ),
        ("UP/NP", "UP/^KP", "\"K\" is no piece"),
        ("UP/NP", "UP/^*P", "\"*\" is no piece"),
        ("[Bb]", "^[Bb", "\"[Bb\" is no reserve"),
        ("[Bb]", "^[Bk]", "\"[Bk]\" is no reserve"),
        (
            "b|pu/pn|",
            "^b|pu/pn|",
            "White has too many pieces in reserve",
        ),
        ("g54i32", "g54^z11", "\"z11\" is no list of cell names"),
        ("c12e12", "^c12c12e12", "c12 is listed as unmoved"),
        ("c12e12", "^d12e12", "d12 is listed as unmoved"),
        ("b|pu/pn|", "^b|pu/pP|", "a pawn stands on j21"),
        (" 0 1", " 0 ^-1", "\"-1\" is no number"),
    ] {
        let reserve = if told.contains("too many") {
            "[BBb]"
        } else {
            "[Bb]"
        };
        let marked = OctHex146::START
            .replace("[Bb]", reserve)
            .replacen(from, to, 1);
        if !marked.contains('^') {
            panic!("{from} is not in the start");
        }
        let error = marked
            .replace('^', "")
            .parse::<Position>()
            .expect_err(&marked);
        let at = marked.find('^').unwrap_or_default() + 1;
        let told = format!("position text, character {at}: {told}");
        assert!(error.to_string().starts_with(&told), "{marked}: {error}");
    }
}

/// The start as a set-up, changed.
fn changed(change: impl FnOnce(&mut Setup)) -> Result<Position, SetupError> {
    let mut setup = Position::start().setup();
    change(&mut setup);
    Position::try_from_setup(&setup)
}

#[test]
fn set_ups_that_no_game_leads_to_are_refused_with_the_reason() {
    let start = Position::start();
    let piece = |name: &str| start.piece_at(named(name)).expect("a piece");
    assert_eq!(changed(|_| {}), Ok(start));
    let twice = changed(|setup| setup.pieces.push((named("e12"), piece("e12"))));
    assert_eq!(twice, Err(SetupError::TwoPieces("e12".into())));
    // Pieces in reserve: bishops only, and one for each side.
    for name in ["a11", "e12", "b11"] {
        let refused = changed(|setup| setup.reserve.push(piece(name)));
        assert_eq!(
            refused,
            Err(SetupError::InvalidReserve(Side::White)),
            "{name}"
        );
    }
    // A marshal that stands elsewhere, or where the duchess stood, has moved.
    let moved = |to: &str| {
        changed(|setup| {
            setup
                .pieces
                .retain(|(at, _)| *at != named("e12") && *at != named(to));
            setup
                .unmoved
                .retain(|at| *at != named("e12") && *at != named(to));
            setup.pieces.push((named(to), piece("e12")));
            setup.unmoved.push(named(to));
        })
    };
    for to in ["f34", "e14", "c12"] {
        assert_eq!(moved(to), Err(SetupError::NotUnmoved(to.into())));
    }
    assert_eq!(moved("e12"), Ok(start));
    // A queen lets nothing enter.
    let refused = changed(|setup| setup.unmoved.push(named("e13")));
    assert_eq!(refused, Err(SetupError::NotUnmoved("e13".into())));
    assert_eq!(
        changed(|setup| setup.fullmove_number = 0),
        Err(SetupError::MoveNumber)
    );
    // No pawn stands where it would have become something else.
    for at in slow::points() {
        let pawn = piece("f21");
        let with = changed(|setup| {
            setup
                .pieces
                .retain(|(cell, _)| *cell != crate::octhex146::tests::cell(at));
            setup.unmoved.clear();
            setup.pieces.push((crate::octhex146::tests::cell(at), pawn));
        });
        assert_eq!(with.is_err(), slow::plane(at) == 5, "{}", slow::name(at));
    }
}
