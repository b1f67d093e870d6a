//! Perft: the crate compared with the counts of the slow rules.

use std::fs;

use icochess_rules::{Board, Position, divide, perft};

use crate::testing::{SlowRules, data_file, position};

/// Asserts that the counts of each first move from the start agree with the slow rules.
pub fn divide_agrees<B: Board, S: SlowRules>(start: &S, depth: u32) {
    let plays = start.legal();
    let expected = plays
        .iter()
        .map(|play| (S::uci(play), start.after(play).perft(depth - 1)));
    let expected: Vec<(String, u64)> = expected.collect();
    let counts = divide(&Position::<B>::start(), depth).into_iter();
    let counts: Vec<(String, u64)> = counts
        .map(|(mv, count)| (B::tables().uci(mv), count))
        .collect();
    assert_eq!(counts, expected);
}

/// Checks the crate against a board's `perft.txt`, and returns the depth to which each position is
/// counted.
///
/// The file contains positions with counts by the slow rules: position text, then `D1 n`, `D2 n`
/// and so on, separated by `; `. `ICOCHESS_WRITE_PERFT=1` recomputes the counts by the slow rules,
/// to each position's existing depth or to depth three.
pub fn data_file_agrees<B: Board, S: SlowRules>(folder: &str) -> Vec<usize> {
    let path = data_file(folder, "perft.txt");
    let mut data = fs::read_to_string(&path).expect("the file");
    if std::env::var_os("ICOCHESS_WRITE_PERFT").is_some_and(|v| v == "1") {
        data = data.lines().map(with_slow_counts::<B, S>).collect();
        fs::write(&path, &data).expect("written");
    }
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.map(line_agrees::<B>).collect()
}

fn line_agrees<B: Board>(line: &str) -> usize {
    let (text, counts) = line.split_once("; ").expect("counts");
    let position: Position<B> = position(text);
    for (depth, count) in (1..).zip(counts.split("; ")) {
        let found = format!("D{depth} {}", perft(&position, depth));
        assert_eq!(found, count, "{text}");
    }
    counts.split("; ").count()
}

fn with_slow_counts<B: Board, S: SlowRules>(line: &str) -> String {
    if line.starts_with('#') {
        return format!("{line}\n");
    }
    let (text, counts) = line.split_once("; ").unwrap_or((line, "D1; D2; D3"));
    let slow = S::read(text);
    assert_eq!(S::read(&position::<B>(text).to_string()), slow);
    let counts = (1..=counts.split("; ").count() as u32)
        .map(|depth| format!("; D{depth} {}", slow.perft(depth)));
    format!("{text}{}\n", counts.collect::<String>())
}
