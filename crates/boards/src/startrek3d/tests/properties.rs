//! Properties of all positions: exchanged sides, texts, game files.

use std::collections::BTreeSet;

use icochess_boards::{StarTrek3d, StarTrek3dAdjacent};
use icochess_rules::{Board, Position, san};
use proptest::prelude::*;

use crate::startrek3d::tests::slow::{self, at};
use crate::startrek3d::tests::{cell, chance, of_slow, square, to_slow};
use crate::testing::{
    Rng, cases, game_file_from_a_set_up_round_trips, moved_alike, read_and_write, walk,
};

/// Maps a square when sides are exchanged.
fn turned([column, row, level]: slow::At) -> slow::At {
    [column, 9 - row, 8 - level]
}

fn exchange<B: Board>(position: &Position<B>) {
    let other: Position<B> = of_slow(&to_slow(position).exchanged()).expect("legal too");
    moved_alike(position, &other, |from| {
        cell::<B>(turned(square::<B>(from)))
    });
}

fn texts_are_read_back<B: Board>(position: &Position<B>) {
    let text = position.to_string();
    assert_eq!(read_and_write(&text), Ok(*position), "{text}");
    let mut sans = BTreeSet::new();
    for mv in position.legal_moves() {
        let uci = position.uci(mv);
        assert_eq!(position.parse_uci(&uci), Ok(mv), "{uci} in {text}");
        assert_eq!(position.parse_uci(&uci.to_uppercase()), Ok(mv), "{uci}");
        for san in [san::write(position, mv), san::write_long(position, mv)] {
            assert_eq!(san::parse(position, &san), Ok(mv), "{san} in {text}");
        }
        sans.insert(san::write(position, mv));
    }
    assert_eq!(sans.len() as u64, position.count_moves(), "{text}");
}

fn games_are_read_back<B: Board>(seed: u64, plies: usize) {
    let set_up = of_slow::<B>(&chance::set_up(seed)).expect("legal");
    for start in [Position::start(), set_up] {
        game_file_from_a_set_up_round_trips(&start, seed, plies);
    }
}

/// Checks that positions that differ in more than the counters have different hashes.
fn hashes_tell_apart<B: Board>(seed: u64) {
    let start = Position::<B>::start();
    let mut seen = std::collections::HashMap::new();
    let mut position = start;
    for mv in walk(&start, &mut Rng::new(seed), 300) {
        position = position.play_unchecked(mv);
        let state = slow::State {
            clock: 0,
            number: 1,
            ..to_slow(&position)
        };
        let known = seen.entry(position.hash()).or_insert_with(|| state.clone());
        assert_eq!(*known, state);
    }
}

#[test]
fn exchanging_sides_maps_squares_to_squares() {
    for pin in slow::all_pins() {
        let there: BTreeSet<_> = slow::small(pin).into_iter().map(turned).collect();
        let expected: BTreeSet<_> = slow::small(turned(pin)).into_iter().collect();
        assert_eq!(there, expected);
    }
    assert_eq!(turned(at("d16")), at("d82"));
}

#[test]
fn positions_of_random_games_have_different_hashes() {
    for seed in 0..20 {
        hashes_tell_apart::<StarTrek3d>(seed);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn exchanging_sides_exchanges_the_moves(seed: u64) {
        exchange(&chance::position::<StarTrek3d>(seed));
        exchange(&chance::position::<StarTrek3dAdjacent>(seed));
    }

    #[test]
    fn positions_and_moves_round_trip(seed: u64) {
        texts_are_read_back(&chance::position::<StarTrek3d>(seed));
        texts_are_read_back(&chance::position::<StarTrek3dAdjacent>(seed));
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn game_files_round_trip(seed: u64, plies in 0..200_usize) {
        games_are_read_back::<StarTrek3d>(seed, plies);
        games_are_read_back::<StarTrek3dAdjacent>(seed, plies);
    }
}
