//! Check values: those of the description, and those of `tests/data`.

use crate::OctHex146;
use icochess_rules::{Equipment, Side, divide, perft};

use crate::octhex146::tests::slow::State;
use crate::octhex146::tests::{Position, position, to_slow};
use crate::testing::plain_perft;

#[test]
fn perft_of_the_start_is_that_of_two_other_programs_for_either_side() {
    for turn in Side::ALL {
        let mut setup = Position::start().setup();
        setup.turn = turn;
        let start = Position::try_from_setup(&setup).expect("legal");
        let counts = [0, 1, 2, 3].map(|depth| perft(&start, depth));
        assert_eq!(counts, [1, 139, 19_348, 2_795_182]);
        assert_eq!(to_slow(&start).perft(2), 19_348);
        assert_eq!(plain_perft(&start, 2), 19_348);
    }
}

#[test]
fn divide_agrees_with_the_slow_rules_move_by_move() {
    let start = to_slow(&Position::start());
    let mut expected: Vec<(String, u64)> = start
        .moves()
        .iter()
        .map(|play| (play.uci(), start.after(play).perft(1)))
        .collect();
    expected.sort();
    let counts: Vec<(String, u64)> = divide(&Position::start(), 2)
        .into_iter()
        .map(|(mv, count)| (OctHex146::tables().uci(mv), count))
        .collect();
    assert_eq!(counts, expected);
}

#[test]
fn a_game_that_is_over_has_no_leaves() {
    // Black has nothing left that moves as a rook or a unicorn.
    let over = position(
        "c|2/2|3/3/3|4/4/4/4|5/5/5/5/5|6/6/6/6/6/6|5/5/5/5/5|4/4/4/4|3/3/3|2/D1|C[] b - - 0 9",
    );
    assert!(over.variant_outcome().is_some() && over.has_legal_move());
    assert_eq!([0, 1, 2].map(|depth| perft(&over, depth)), [1, 0, 0]);
    assert_eq!(divide(&over, 2), []);
}

/// Positions with counts that the slow made: position text, then `D1 n`, `D2 n` and so on, with
/// `; ` between. `ICOCHESS_WRITE_PERFT=1` writes the counts anew, from the slow, for the
/// positions that the file has.
#[test]
fn perft_of_the_data_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/octhex146/tests/perft.txt");
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
    let counts = (1..=counts.split("; ").count() as u32)
        .map(|depth| format!("; D{depth} {}", state.perft(depth)));
    format!("{text}{}\n", counts.collect::<String>())
}
