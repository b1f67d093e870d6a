//! Random games from the start, and random positions, reproducible by seed.

use std::fmt::Debug;

use icochess_rules::{Board, Move, Position};
use proptest::prelude::*;

use crate::testing::{Rng, SlowRules, walk};

/// Returns the position after a random game from the start, at least one ply before its end.
pub fn after_game<B: Board>(seed: u64, plies: usize) -> Position<B> {
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

/// Returns a random game from the start, which may end early.
pub fn game<B: Board>(seed: u64, plies: usize) -> Vec<Move> {
    let mut position = Position::<B>::start();
    let mut moves = walk(&position, &mut Rng::new(seed), plies);
    let last = moves.iter().position(|mv| {
        position = position.play_unchecked(*mv);
        position.outcome().is_some()
    });
    moves.truncate(last.map_or(moves.len(), |last| last + 1));
    moves
}

/// Generates positions after random games of up to `plies` plies.
pub fn games<B: Board, S: SlowRules>(plies: usize) -> impl Strategy<Value = S> {
    (any::<u64>(), 0..=plies)
        .prop_map(|(seed, plies)| S::read(&after_game::<B>(seed, plies).to_string()))
}

/// Generates random setups of the given flavours from seeds.
pub fn set_ups<F: Copy + Debug + 'static, T: Debug>(
    flavours: &'static [F],
    set_up: fn(u64, F) -> T,
) -> impl Strategy<Value = T> {
    let flavours = proptest::sample::select(flavours);
    (any::<u64>(), flavours).prop_map(move |(seed, flavour)| set_up(seed, flavour))
}
