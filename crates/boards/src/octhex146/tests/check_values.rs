//! Check values from the description and from `perft.txt`.

use icochess_boards::OctHex146;
use icochess_rules::{Board, Side, perft};

use crate::octhex146::tests::slow::State;
use crate::octhex146::tests::{Position, to_slow};
use crate::testing::{SlowRules, data_file_agrees, divide_agrees, plain_perft, position};

#[test]
fn perft_of_each_start_agrees_for_either_side() {
    let counts = [[139, 19_348], [137, 18_788], [137, 18_784]];
    for (start, expected) in OctHex146::STARTS.iter().zip(counts) {
        for turn in Side::ALL {
            let mut setup = position::<OctHex146>(start.text).setup();
            setup.turn = turn;
            let here = Position::try_from_setup(&setup).expect("legal");
            assert_eq!([1, 2].map(|depth| perft(&here, depth)), expected);
            assert_eq!([1, 2].map(|depth| to_slow(&here).perft(depth)), expected);
            assert_eq!(plain_perft(&here, 2), expected[1]);
            // These counts come from two other programs.
            let is_first = start.text == OctHex146::START;
            assert!(!is_first || perft(&here, 3) == 2_795_182);
        }
    }
}

#[test]
fn divide_agrees_with_the_slow_rules_move_by_move() {
    divide_agrees::<OctHex146, State>(&to_slow(&Position::start()), 2);
}

#[test]
fn perft_of_the_data_file() {
    let depths = data_file_agrees::<OctHex146, State>("octhex146");
    assert!(depths.len() >= 10, "{} positions", depths.len());
}
