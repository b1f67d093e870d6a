//! Random setups, reproducible by seed.

use icochess_boards::OctHex146;
use proptest::prelude::*;

use crate::octhex146::tests::slow::{self, State, named, plane};
use crate::testing::{self, Rng, games};

/// Kind of a random setup.
#[derive(Clone, Copy, Debug)]
pub enum Flavour {
    /// Pieces of every kind anywhere.
    Mixed,
    /// A crowded board on which few pieces can move.
    Crowded,
    /// Few pieces, mostly with elements missing.
    Few,
    /// Pawns close to promotion.
    Pawns,
    /// Unmoved gate pieces and attackers.
    Gates,
}

impl Flavour {
    pub const ALL: [Self; 5] = [
        Self::Mixed,
        Self::Crowded,
        Self::Few,
        Self::Pawns,
        Self::Gates,
    ];
}

/// The pieces that let the bishops enter, on their start cells.
const GATES: [(&str, char); 6] = [
    ("c12", 'V'),
    ("e12", 'M'),
    ("e14", 'D'),
    ("i32", 'v'),
    ("g52", 'm'),
    ("g54", 'd'),
];

/// Returns a random position not reached by play.
pub fn set_up(seed: u64, flavour: Flavour) -> State {
    let rng = &mut Rng::new(seed);
    let mut state = State::empty();
    state.white = rng.one_in(2);
    state.clock = rng.below(140) as u32;
    state.number = 1 + rng.below(300) as u32;
    let (kinds, pieces) = match flavour {
        Flavour::Mixed => ("PPPPRBUNQDMGCV", 40),
        Flavour::Crowded => ("PPPPPPRBUNQDMGCV", 135),
        Flavour::Few => ("PRBUNQDMGCV", 6),
        Flavour::Pawns => ("PPPPPPPPQV", 50),
        Flavour::Gates => ("RBUNQDMGCV", 20),
    };
    if matches!(flavour, Flavour::Gates) || rng.one_in(3) {
        for (at, letter) in GATES {
            if !rng.one_in(4) {
                state.board.insert(named(at), letter);
                if !rng.one_in(4) {
                    state.gates.insert(named(at));
                }
            }
        }
        state.reserve = [!rng.one_in(4), !rng.one_in(4)];
    }
    let kinds: Vec<char> = kinds.chars().collect();
    let points = slow::points();
    for _ in 0..=rng.below(pieces) {
        let (at, kind) = (rng.pick(&points), rng.pick(&kinds));
        let white = match flavour {
            // Usually close to the promotion rank.
            Flavour::Pawns => (plane(at) > 0) != rng.one_in(6),
            _ => rng.one_in(2),
        };
        let last = if white { 5 } else { -5 };
        if kind != 'P' || plane(at) != last {
            let letter = if white {
                kind
            } else {
                kind.to_ascii_lowercase()
            };
            state.board.entry(at).or_insert(letter);
        }
    }
    state.tidy();
    state
}

/// Generates random setups of every flavour.
pub fn set_ups() -> impl Strategy<Value = State> {
    testing::set_ups(&Flavour::ALL, set_up)
}

/// Generates random setups, and positions after random games.
pub fn positions() -> impl Strategy<Value = State> {
    prop_oneof![games::<OctHex146, State>(150), set_ups()]
}
