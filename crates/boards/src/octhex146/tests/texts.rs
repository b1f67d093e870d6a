//! Position text, move text and game files: round trips, comparison with the slow rules, errors,
//! and garbage.

use icochess_boards::OctHex146;
use icochess_rules::san::{self, SanError};
use icochess_rules::{Board, SetupError, Side};
use proptest::prelude::*;

use crate::octhex146::tests::slow;
use crate::octhex146::tests::{Position, chance, named, of_slow};
use crate::testing::{
    SlowRules, changed, changed_starts_are_refused, mv, nothing_follows, position,
    position_text_is_refused, text_properties,
};

/// Characters with which the tests damage texts.
const SPARE: &str = "abckPRBUNQDMGCVpbn0156/|[]-=#x wé\u{0}";

text_properties!(OctHex146, "OctHex 146", chance, of_slow, SPARE);

#[test]
fn some_first_moves_have_the_expected_texts() {
    let start = Position::start();
    // The bishop enters with each of these moves.
    for (uci, text) in [("e12f34b", "Mf34/B"), ("e14f34b", "Df34/B")] {
        let mv = mv(&start, uci);
        assert!(start.is_legal(mv), "{uci}");
        assert_eq!(san::write(&start, mv), text);
        assert_eq!(san::parse(&start, text), Ok(mv));
    }
    let entry = mv(&start, "e12f34b");
    for text in ["Mf34/B", "Mf34", "Mf34/b", "e12f34"] {
        assert_eq!(san::parse(&start, text), Ok(entry), "{text}");
    }
    let refused = san::parse(&start, "Mf34=Q");
    assert!(matches!(refused, Err(SanError::Illegal(_))), "{refused:?}");
    // Piece letters must be upper case.
    assert!(san::parse(&start, "me12f34b").is_err());
}

#[test]
fn text_without_brackets_drops_reserve_and_rights() {
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
        // Reserves that can no longer enter are dropped too.
        let gone = start.replace("c12e12e14g52g54i32", rights);
        assert_eq!(gone.parse::<Position>().map(|p| p.to_string()), Ok(strict));
    }
    let turned = start.replace("[Bb]", "[bB]").replace("c12e12", "E12C12");
    assert_eq!(turned.parse(), Ok(Position::start()));
}

#[test]
fn no_record_continues_after_an_extinction() {
    let start = position(
        "1|bn/2|3/3/3|4/4/4/4|5/5/5/5/5|6/6/5r/2N3/4P1/B4u|5/D4/5/5/5|4/4/4/4|3/3/3|2/2|1[B] \
         w e14 - 0 1",
    );
    nothing_follows::<OctHex146>(&start, "e14e13b f64f63 f52f62q f63f64 f62f61");
}

#[test]
fn every_problem_of_a_text_is_named_with_its_place() {
    changed_starts_are_refused::<OctHex146>(
        r#"
        b| => ^b/ => 10 sections in the placement
        pu/pn => ^pu/pn/1 => 3 groups in section 2 of the placement, expected 2
        |1pu/1pv => |1pu/^1p2 => group 2 of section 3 of the placement has 4 cells
        UP/NP => UP/^KP => "K" is no piece
        UP/NP => UP/^*P => "*" is no piece
        [Bb] => ^[Bb => "[Bb" is no reserve
        [Bb] => ^[Bk] => "[Bk]" is no reserve
        g54i32 => g54^z11 => "z11" is no list of cell names
        c12e12 => ^c12c12e12 => c12 is listed as unmoved
        c12e12 => ^d12e12 => d12 is listed as unmoved
        b|pu/pn| => ^b|pu/pP| => a pawn stands on j21
        - 0 1 => - 0 ^-1 => "-1" is no number
        "#,
    );
    let two = format!("^{}", OctHex146::START.replace("[Bb]", "[BBb]"));
    position_text_is_refused::<OctHex146>(&two, "White has too many pieces in reserve");
}

#[test]
fn set_ups_that_no_game_leads_to_are_refused_with_the_reason() {
    let start = Position::start();
    let piece = |name: &str| start.piece_at(named(name)).expect("a piece");
    // Reserves: bishops only, at most one per side.
    for name in ["a11", "e12", "b11"] {
        let refused = changed::<OctHex146>(|setup| setup.reserve.push(piece(name)));
        assert_eq!(
            refused,
            Err(SetupError::InvalidReserve(Side::White)),
            "{name}"
        );
    }
    // A marshal on any other cell, even the duchess's, has moved.
    let moved = |to: &str| {
        changed::<OctHex146>(|setup| {
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
    // A queen is no gate.
    let refused = changed::<OctHex146>(|setup| setup.unmoved.push(named("e13")));
    assert_eq!(refused, Err(SetupError::NotUnmoved("e13".into())));
    // Pawns can't be on cells where they would have promoted.
    for at in slow::points() {
        let pawn = piece("f21");
        let with = changed::<OctHex146>(|setup| {
            setup
                .pieces
                .retain(|(cell, _)| *cell != crate::octhex146::tests::cell(at));
            setup.unmoved.clear();
            setup.pieces.push((crate::octhex146::tests::cell(at), pawn));
        });
        assert_eq!(with.is_err(), slow::plane(at) == 5, "{}", slow::name(at));
    }
}
