//! Random games and random set-ups, the same for the same seed.

use icochess_rules::Move;
use proptest::prelude::*;

use crate::octhex146::tests::slow::{self, State, named, plane};
use crate::octhex146::tests::{Position, to_slow};
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
    /// Pieces of every kind anywhere.
    Mixed,
    /// So many that few of them can move.
    Crowded,
    /// Few pieces, most of them with elements missing.
    Few,
    /// Pawns that soon promote.
    Pawns,
    /// Unmoved pieces of the array, and what takes them.
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

/// What lets the bishops enter, where it stands at the start.
const GATES: [(&str, char); 6] = [
    ("c12", 'V'),
    ("e12", 'M'),
    ("e14", 'D'),
    ("i32", 'v'),
    ("g52", 'm'),
    ("g54", 'd'),
];

/// A random position that chance and not play has made.
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
            // Most of them near to where they promote.
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
    prop_oneof![games(150), set_ups()]
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
