//! Position text, move text and game files: round trips, comparison with the slow rules, errors,
//! and garbage.

use icochess_boards::Raumschach;
use icochess_rules::san::{self, SanError};
use proptest::prelude::*;

use crate::raumschach::tests::{Position, chance, of_slow};
use crate::testing::{SlowRules, changed_starts_are_refused, mv, position, text_properties};

/// Characters with which the tests damage texts.
const SPARE: &str = "abceKPRBUNQpbn0156/|-=#+x wé\u{0}";

text_properties!(Raumschach, "Raumschach", chance, of_slow, SPARE);

#[test]
fn some_moves_have_the_expected_texts() {
    let start = Position::start();
    for (uci, text) in [
        // Two pawns can move to that cell, one forward and one upwards.
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
    let promotes: Position =
        position("4k/4P/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0 1");
    let blocked = san::parse(&promotes, "ee5=Q");
    assert!(matches!(blocked, Err(SanError::Illegal(_))), "{blocked:?}");
    let promotes: Position =
        position("k4/4P/5/5/5|4P/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0 1");
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
    // Promotion is compulsory, and not to a king.
    for text in ["eee5", "ee4ee5", "eee5=K"] {
        assert!(san::parse(&promotes, text).is_err(), "{text}");
    }
}

#[test]
fn every_problem_of_a_text_is_named_with_its_place() {
    changed_starts_are_refused::<Raumschach>(
        r#"
        rnknr/ppppp/5/5/5| => ^rnknr/ppppp/5/5/5/ => 4 sections in the placement
        |5/5/5/5/5| => |^5/5/5/5| => 4 groups in section 3 of the placement, expected 5
        |5/5/5/5/5| => |5/5/^5p/5/5| => group 3 of section 3 of the placement has 6 cells
        BUQBU => ^DUQBU => "D" is no piece
        RNKNR w => ^FNKNR w => "F" is no piece
        w - - => w ^KQ - => "KQ" is no list of cell names
        w - - 0 => w - ^ba3 0 => ba3 is given as the en passant cell
        - 0 1 => - 0 ^-1 => "-1" is no number
        "#,
    );
}
