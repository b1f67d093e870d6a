//! The 120 symmetries of the solid: the legal moves of a transformed position are the transformed
//! legal moves.

use std::str::FromStr;
use std::sync::LazyLock;

use icochess_boards::Icochess;
use icochess_boards::icochess::BALANCED_START;
use icochess_rules::{Board, Position};
use proptest::prelude::*;

use crate::icochess::tests::chance;
use crate::icochess::tests::slow::{self, SOLID, Symmetry, TILES};
use crate::icochess::tests::{cell, of_slow, to_slow};
use crate::testing::{SlowRules, cases, moved_alike};

static ALL: LazyLock<Vec<Symmetry>> = LazyLock::new(|| SOLID.symmetries());

fn start() -> slow::Position {
    slow::Position::read(Icochess::START)
}

/// Returns the only rotation, or the only reflection, that maps the start position's pieces to the
/// pieces of `target`.
fn to_pieces_of(target: &slow::Position, rotation: bool) -> &'static Symmetry {
    let fitting: Vec<&Symmetry> = ALL
        .iter()
        .filter(|s| s.rotation == rotation && start().moved_by(s).board == target.board)
        .collect();
    assert_eq!(fitting.len(), 1);
    fitting[0]
}

/// Returns the half-turn that exchanges the camps of the start position.
fn half_turn() -> &'static Symmetry {
    to_pieces_of(&start().exchanged(), true)
}

/// Returns the mirror symmetry that maps each camp to itself.
fn mirror() -> &'static Symmetry {
    to_pieces_of(&start(), false)
}

/// Transforms `slow` by `symmetry`, with colours exchanged if `exchange`, and compares the crate's
/// results for both.
fn compare(slow: &slow::Position, symmetry: &Symmetry, exchange: bool) {
    let mut moved = slow.moved_by(symmetry);
    if exchange {
        moved = moved.exchanged();
    }
    let (here, there) = (of_slow(slow), of_slow(&moved));
    moved_alike(&here, &there, |from| cell(symmetry.tiles[from.index()]));
}

#[test]
fn half_of_the_120_symmetries_are_rotations() {
    assert_eq!(ALL.len(), 120);
    assert_eq!(ALL.iter().filter(|s| s.rotation).count(), 60);
    assert!((0..TILES).all(|t| ALL[0].tiles[t] == t), "identity first");
    for (i, a) in ALL.iter().enumerate() {
        assert!(ALL[..i].iter().all(|b| a.tiles != b.tiles), "all different");
        for t in 0..TILES {
            for other in 0..TILES {
                let moved = SOLID.shared(a.tiles[t], a.tiles[other]);
                assert_eq!(moved, SOLID.shared(t, other));
            }
        }
    }
}

#[test]
fn every_tile_is_the_image_of_a1_or_a2() {
    for tile in 0..TILES {
        // The middle tile of a face, or a corner tile.
        let first = usize::from(tile % 4 != 0);
        assert!(ALL.iter().any(|s| s.tiles[first] == tile));
    }
}

#[test]
fn start_has_the_symmetries_of_the_rules_page() {
    let (half_turn, mirror) = (half_turn(), mirror());
    assert!(half_turn.is_involution() && mirror.is_involution());
    // The half-turn has no fixed tiles, because its two poles aren't tiles. The mirror fixes the
    // tiles on its plane.
    assert!((0..TILES).all(|t| half_turn.tiles[t] != t));
    assert!((0..TILES).any(|t| mirror.tiles[t] == t));
    // Black's camp is the antipode of White's: the half-turn and the mirror combine to the point
    // reflection, which commutes with every symmetry.
    let antipode = |t: usize| half_turn.tiles[mirror.tiles[t]];
    for s in ALL.iter() {
        assert!((0..TILES).all(|t| s.tiles[antipode(t)] == antipode(s.tiles[t])));
    }
    for t in 0..TILES {
        assert_eq!(antipode(antipode(t)), t);
        assert_ne!(antipode(t), t);
    }
}

#[test]
fn balanced_start_has_the_same_symmetries_and_tiles() {
    let balanced = slow::Position::read(BALANCED_START);
    let by_half_turn = balanced.moved_by(half_turn()).exchanged();
    assert_eq!(by_half_turn.board, balanced.board);
    assert_eq!(balanced.moved_by(mirror()).board, balanced.board);
    for (one, other) in balanced.board.iter().zip(start().board) {
        assert_eq!(one.is_some(), other.is_some());
    }
    let position = Position::<Icochess>::from_str(BALANCED_START).unwrap();
    assert_eq!(position.unmoved().count_ones(), 8);
    compare(&balanced, half_turn(), true);
}

#[test]
fn every_symmetry_keeps_the_moves_of_some_positions() {
    let mut positions = vec![start()];
    positions.extend([1, 2].map(|seed| to_slow(&chance::after_game(seed, 20))));
    for (seed, flavour) in (1..).zip(chance::Flavour::ALL) {
        positions.push(chance::set_up(seed, flavour));
    }
    for symmetry in ALL.iter() {
        for position in &positions {
            for exchange in [false, true] {
                compare(position, symmetry, exchange);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn any_symmetry_keeps_the_moves(
        slow in chance::positions(),
        number in 0..120_usize,
        exchange: bool,
    ) {
        compare(&slow, half_turn(), true);
        compare(&slow, mirror(), false);
        compare(&slow, &ALL[number], exchange);
    }
}
