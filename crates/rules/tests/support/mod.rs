//! Shared tools of the rules' tests: seeded randomness, random games, and naive perft.

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

use icochess_rules::san::{self, SanError};
use icochess_rules::{Board, Move, Position};
use proptest::test_runner::Config;

/// A `SplitMix64` generator (Steele, Lea, Flood 2014).
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

    /// Returns a number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Returns `true` with a probability of 1 in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Returns the configuration of a property test with `usual` cases. For long runs, the environment
/// variable `PROPTEST_CASES` overrides the number.
///
/// A failure prints the seed and the position. Turn it into a test, because files of old failures
/// aren't kept.
pub fn cases(usual: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok();
    Config {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(usual),
        failure_persistence: None,
        ..Config::default()
    }
}

/// Returns the moves of a random game of at most `plies` plies. Slightly prefers captures, to clear
/// the board.
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

/// Returns the rows of a table, one per line, with columns separated by ` => `. A row may continue
/// after `=>` on the next line. Lines with `#` are comments.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = table.trim().lines().map(str::trim);
    let mut columns: Vec<&str> = Vec::new();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(move |line| {
        let goes_on = line.strip_suffix(" =>");
        columns.extend(goes_on.unwrap_or(line).split(" => "));
        let row = goes_on.is_none().then(|| std::mem::take(&mut columns))?;
        Some(row.try_into().expect(line))
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

/// Returns a position made anew from its pieces and rights.
///
/// # Panics
///
/// If these make no position.
pub fn rebuilt<B: Board>(position: &Position<B>) -> Position<B> {
    Position::laid_out(&position.setup()).expect("the set-up of a position")
}

/// Counts perft by its definition: plays every legal move and rebuilds each position from scratch.
pub fn plain_perft<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => position
            .legal_moves()
            .iter()
            .map(|mv| plain_perft(&rebuilt(&position.play_unchecked(*mv)), depth - 1))
            .sum(),
    }
}

/// Checks that a capital before a lower-case cell is a piece, not part of a cell.
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
