//! Random setups, reproducible by seed.

use icochess_boards::Raumschach;
use proptest::prelude::*;

use crate::raumschach::tests::slow::{At, State, cells};
use crate::testing::{self, Rng, games};

/// Kind of a random setup.
#[derive(Clone, Copy, Debug)]
pub enum Flavour {
    /// Men of every kind anywhere.
    Mixed,
    /// Few men.
    Few,
    /// Pawns close to promotion.
    Pawns,
    /// Kings in corners with men near them, which gives many checks and pins.
    Corners,
}

impl Flavour {
    pub const ALL: [Self; 4] = [Self::Mixed, Self::Few, Self::Pawns, Self::Corners];
}

/// Returns a random legal position not reached by play.
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
    // Limits the men of each kind to the number at the start plus possible promotions.
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

/// Generates random setups of every flavour.
pub fn set_ups() -> impl Strategy<Value = State> {
    testing::set_ups(&Flavour::ALL, set_up)
}

/// Generates random setups, and positions after random games.
pub fn positions() -> impl Strategy<Value = State> {
    prop_oneof![games::<Raumschach, State>(200), set_ups()]
}
