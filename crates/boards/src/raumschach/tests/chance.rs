//! Random games and random set-ups, the same for the same seed.

use icochess_rules::Move;
use proptest::prelude::*;

use crate::raumschach::tests::slow::{At, State, cells};
use crate::raumschach::tests::{Position, to_slow};
use crate::testing::{Rng, walk};

/// The position after a random game from the start, a ply before its end at the latest.
pub fn after_game(seed: u64, plies: usize) -> Position {
    let mut position = Position::start();
    for mv in walk(&position, &mut Rng::new(seed), plies) {
        let next = position.play_unchecked(mv);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// How a random set-up is made.
#[derive(Clone, Copy, Debug)]
pub enum Flavour {
    /// Men of every kind anywhere.
    Mixed,
    /// Few of them.
    Few,
    /// Pawns that soon promote.
    Pawns,
    /// Kings in corners, and men near them, so that many checks and pins come about.
    Corners,
}

impl Flavour {
    pub const ALL: [Self; 4] = [Self::Mixed, Self::Few, Self::Pawns, Self::Corners];
}

/// A random position that chance and not play has made: legal for whose turn it is.
pub fn set_up(seed: u64, flavour: Flavour) -> State {
    let rng = &mut Rng::new(seed);
    loop {
        let state = tried(rng, flavour);
        if state.checkers(!state.white).is_empty() {
            return state;
        }
    }
}

fn tried(rng: &mut Rng, flavour: Flavour) -> State {
    let mut state = State::empty();
    state.white = rng.one_in(2);
    state.clock = rng.below(140) as u32;
    state.number = 1 + rng.below(300) as u32;
    let all = cells();
    let corner = |rng: &mut Rng| -> At { std::array::from_fn(|_| rng.pick(&[1, 1, 5, 5, 2, 4])) };
    let king = |rng: &mut Rng| match flavour {
        Flavour::Corners => corner(rng),
        _ => rng.pick(&all),
    };
    for letter in ['K', 'k'] {
        let at = king(rng);
        state.men.insert(at, letter);
    }
    if state.men.len() < 2 {
        return tried(rng, flavour);
    }
    // No more of each than the start has and pawns could become.
    let (kinds, most) = match flavour {
        Flavour::Mixed => ("PPPPPPNNBRQU", 22),
        Flavour::Few => ("PNBRQU", 5),
        Flavour::Pawns => ("PPPPPPPPQNU", 18),
        Flavour::Corners => ("PPNNBBRQUUQ", 14),
    };
    let kinds: Vec<char> = kinds.chars().collect();
    let mut room = [10_i32; 2];
    for _ in 0..=rng.below(most) {
        let (at, kind, white) = (rng.pick(&all), rng.pick(&kinds), rng.one_in(2));
        let at = match flavour {
            Flavour::Pawns if kind == 'P' => [rng.pick(&[1, 3, 5]), at[1], rng.pick(&[2, 4])],
            _ => at,
        };
        let letter = if white {
            kind
        } else {
            kind.to_ascii_lowercase()
        };
        let behind = if white { 1 } else { 5 };
        let stands = kind != 'P' || at[2] != behind && !State::is_last(letter, at);
        let room = &mut room[usize::from(white)];
        if stands && *room > 0 && !state.men.contains_key(&at) {
            state.men.insert(at, letter);
            *room -= 1;
        }
    }
    state
}

/// Positions after random games of up to `plies` plies.
pub fn games(plies: usize) -> impl Strategy<Value = State> {
    (any::<u64>(), 0..=plies).prop_map(|(seed, plies)| to_slow(&after_game(seed, plies)))
}

/// Random set-ups of every flavour.
pub fn set_ups() -> impl Strategy<Value = State> {
    let flavours = proptest::sample::select(&Flavour::ALL[..]);
    (any::<u64>(), flavours).prop_map(|(seed, flavour)| set_up(seed, flavour))
}

/// Positions of both sorts.
pub fn positions() -> impl Strategy<Value = State> {
    prop_oneof![games(200), set_ups()]
}

/// A random game from the start, to its end at the latest.
pub fn game(seed: u64, plies: usize) -> Vec<Move> {
    let mut position = Position::start();
    let mut moves = walk(&position, &mut Rng::new(seed), plies);
    let last = moves.iter().position(|mv| {
        position = position.play_unchecked(*mv);
        position.outcome().is_some()
    });
    moves.truncate(last.map_or(moves.len(), |last| last + 1));
    moves
}
