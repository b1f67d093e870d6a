//! Check values from the start and from `perft.txt`.

use icochess_boards::Raumschach;
use icochess_rules::perft;

use crate::raumschach::tests::Position;
use crate::raumschach::tests::slow::State;
use crate::testing::{SlowRules, data_file_agrees, divide_agrees, plain_perft};

/// Leaf counts of the slow rules from the start, by plies.
const START: [u64; 4] = [1, 61, 3_615, 237_316];

#[test]
fn perft_of_the_start() {
    let start = Position::start();
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), START);
    assert_eq!(plain_perft(&start, 2), START[2]);
    assert_eq!(State::start().perft(2), START[2]);
}

#[test]
#[ignore = "takes a minute: scripts/test --slow runs it"]
fn perft_of_the_start_by_slow_counting() {
    assert_eq!(State::start().perft(3), START[3]);
}

#[test]
fn divide_agrees_with_the_slow_rules_move_by_move() {
    divide_agrees::<Raumschach, State>(&State::start(), 2);
}

#[test]
fn perft_of_the_data_file() {
    let depths = data_file_agrees::<Raumschach, State>("raumschach");
    assert!(depths.len() >= 10, "{} positions", depths.len());
}
