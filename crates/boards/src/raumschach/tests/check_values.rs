//! Check values: those of the start, and those of `tests/data`.

use crate::Raumschach;
use icochess_rules::{Equipment, divide, perft};

use crate::raumschach::tests::slow::State;
use crate::raumschach::tests::{Position, position, to_slow};
use crate::testing::plain_perft;

/// What the slow rules count from the start.
const START: [u64; 4] = [1, 61, 3_615, 237_316];

#[test]
fn perft_of_the_start() {
    let start = Position::start();
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), START);
    assert_eq!(plain_perft(&start, 2), START[2]);
    assert_eq!(State::start().perft(2), START[2]);
}

#[test]
#[ignore = "takes a minute"]
fn perft_of_the_start_by_slow_counting() {
    assert_eq!(State::start().perft(3), START[3]);
}

#[test]
fn divide_agrees_with_the_slow_rules_move_by_move() {
    let start = State::start();
    let plays = start.moves();
    let expected = plays
        .iter()
        .map(|play| (play.uci(), start.after(play).perft(1)));
    let mut expected: Vec<(String, u64)> = expected.collect();
    expected.sort();
    let counts: Vec<(String, u64)> = divide(&Position::start(), 2)
        .into_iter()
        .map(|(mv, count)| (Raumschach::tables().uci(mv), count))
        .collect();
    assert_eq!(counts, expected);
}

/// Positions with counts that the slow rules made: position text, then `D1 n`, `D2 n` and so
/// on, with `; ` between. `ICOCHESS_WRITE_PERFT=1` writes the counts anew, by the slow rules,
/// for the positions that the file has.
#[test]
fn perft_of_the_data_file() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/raumschach/tests/perft.txt"
    );
    let mut data = std::fs::read_to_string(path).expect("the file");
    if std::env::var_os("ICOCHESS_WRITE_PERFT").is_some_and(|v| v == "1") {
        data = data.lines().map(with_slow_counts).collect();
        std::fs::write(path, &data).expect("written");
    }
    let mut positions = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let (text, counts) = line.split_once("; ").expect("counts");
        for (depth, count) in (1..).zip(counts.split("; ")) {
            let found = format!("D{depth} {}", perft(&position(text), depth));
            assert_eq!(found, count, "{text}");
        }
        positions += 1;
    }
    assert!(positions >= 10, "{positions} positions");
}

fn with_slow_counts(line: &str) -> String {
    if line.starts_with('#') {
        return format!("{line}\n");
    }
    let (text, counts) = line.split_once("; ").expect("counts");
    let state = State::read(text);
    assert_eq!(to_slow(&position(text)), state);
    let counts = (1..=counts.split("; ").count() as u32)
        .map(|depth| format!("; D{depth} {}", state.perft(depth)));
    format!("{text}{}\n", counts.collect::<String>())
}
