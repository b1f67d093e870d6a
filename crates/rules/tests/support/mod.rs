//! Tools that the tests of the rules share: chance that is the same for the same seed, random
//! games, and perft without any cleverness.

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

use icochess_rules::san::{self, SanError};
use icochess_rules::{Board, Move, Position};
use proptest::test_runner::Config;

/// The generator `SplitMix64` (Steele, Lea, Flood 2014).
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// The configuration of a property that tries `usual` cases, or for a long run as many as the
/// environment variable `PROPTEST_CASES` says.
///
/// A failure prints the seed and the position, which belongs into a test of its
/// own then; no files of old failures are kept.
pub fn cases(usual: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok();
    Config {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(usual),
        failure_persistence: None,
        ..Config::default()
    }
}

/// The moves of a random game of at most `plies` plies; captures are preferred
/// a little, so that the board empties in the end.
pub fn walk<B: Board>(start: &Position<B>, rng: &mut Rng, plies: usize) -> Vec<Move> {
    let mut position = *start;
    let mut moves = vec![];
    while moves.len() < plies {
        let mut legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        legal.sort();
        if rng.one_in(4) {
            let captures: Vec<Move> = legal
                .iter()
                .copied()
                .filter(|mv| position.captured_cell(*mv).is_some())
                .collect();
            if !captures.is_empty() {
                legal = captures;
            }
        }
        let mv = rng.pick(&legal);
        position = position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// The rows of a table, a line each, with columns that ` => ` parts. A line with `#` is a comment.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = table.trim().lines().map(str::trim);
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split(" => ").collect();
        columns.try_into().expect(line)
    })
}

/// Changes a few characters of a text at random.
pub fn damaged(text: &str, spare: &str, seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    let mut letters: Vec<char> = text.chars().collect();
    let spare: Vec<char> = spare.chars().collect();
    for _ in 0..=rng.below(4) {
        let at = rng.below(letters.len() + 1);
        match rng.below(3) {
            0 => letters.insert(at, rng.pick(&spare)),
            1 if at < letters.len() => letters[at] = rng.pick(&spare),
            _ if at < letters.len() => drop(letters.remove(at)),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

/// Perft by its definition: every leaf is a position that was made, and its
/// moves are legal because the position says so of each.
pub fn plain_perft<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => position
            .legal_moves()
            .iter()
            .map(|mv| plain_perft(&position.play_unchecked(*mv).rebuilt(), depth - 1))
            .sum(),
    }
}

/// Holds that a capital in front of a lower-case cell is a piece, and no part
/// of a cell.
///
/// # Panics
///
/// If a text is read as a move of another role.
pub fn only_the_named_role_moves<B: Board>(position: &Position<B>) {
    let tables = B::tables();
    for (index, rules) in B::ROLES.iter().enumerate() {
        for cell in tables.cells() {
            for dash in ["", "x", "-"] {
                let text = format!("{}{dash}{}", rules.letter, tables.name(cell));
                let role = match san::parse(position, &text) {
                    Ok(mv) => position.piece_at(mv.from).map(|piece| piece.role.index()),
                    Err(SanError::Syntax(error)) => panic!("{error}"),
                    Err(_) => continue,
                };
                assert_eq!(role, Some(index), "{text} in {position}");
            }
        }
    }
}
