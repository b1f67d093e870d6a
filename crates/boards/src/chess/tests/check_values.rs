//! Perft of the standard test positions.

use icochess_boards::Chess;
use icochess_rules::{Equipment, divide, perft};

use crate::chess::tests::fen;

#[test]
fn perft_of_the_data_file() {
    let data = include_str!("perft.txt");
    let lines: Vec<&str> = data.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 6);
    for line in lines {
        let (text, counts) = line.split_once("; ").unwrap();
        let position = fen(text);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let found = perft(&position, depth);
            assert_eq!(found.to_string(), count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn divide_splits_perft_by_the_first_move() {
    let position = fen("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8");
    let counts = divide(&position, 3);
    let texts: Vec<String> = counts
        .iter()
        .map(|(mv, _)| Chess::tables().uci(*mv))
        .collect();
    assert_eq!(texts.len(), 44);
    assert!(texts.is_sorted());
    let promotions = ["d7c8b", "d7c8n", "d7c8q", "d7c8r"];
    assert!(promotions.iter().all(|mv| texts.iter().any(|t| t == mv)));
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    assert_eq!(sum, perft(&position, 3));
}
