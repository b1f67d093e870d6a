//! The symmetries of the octahedron that keep or exchange the camps: the moves of a transformed
//! position are the transformed moves.

use proptest::prelude::*;

use crate::octhex146::tests::slow::{Point, State};
use crate::octhex146::tests::{Position, cell, chance, of_slow, point, to_slow};
use crate::testing::{cases, exchanged, moved_alike};

/// An axis permutation, optionally with a point reflection.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    axes: [usize; 3],
    exchanges: bool,
}

/// The symmetry that defines Black's camp, and keeps the rook rows facing each other.
const HALF_TURN: Symmetry = Symmetry {
    axes: [1, 0, 2],
    exchanges: true,
};

fn all() -> Vec<Symmetry> {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let both = |axes| [false, true].map(|exchanges| Symmetry { axes, exchanges });
    orders.into_iter().flat_map(both).collect()
}

impl Symmetry {
    fn point(self, at: Point) -> Point {
        let sign = if self.exchanges { -1 } else { 1 };
        self.axes.map(|axis| sign * at[axis])
    }

    fn letter(self, letter: char) -> char {
        if self.exchanges {
            exchanged(letter)
        } else {
            letter
        }
    }

    fn state(self, state: &State) -> State {
        let board = state.board.iter();
        let [white, black] = state.reserve;
        State {
            board: board
                .map(|(at, letter)| (self.point(*at), self.letter(*letter)))
                .collect(),
            white: state.white != self.exchanges,
            gates: state.gates.iter().map(|at| self.point(*at)).collect(),
            reserve: if self.exchanges {
                [black, white]
            } else {
                state.reserve
            },
            ..state.clone()
        }
    }
}

fn compare(slow: &State, symmetry: Symmetry) {
    let (here, there) = (of_slow(slow), of_slow(&symmetry.state(slow)));
    moved_alike(&here, &there, |from| cell(symmetry.point(point(from))));
}

/// Removes the rights of unmoved pieces, which depend on certain cells.
fn without_rights(slow: &State) -> State {
    let mut slow = slow.clone();
    slow.gates.clear();
    slow.tidy();
    slow
}

#[test]
fn half_turn_exchanges_the_camps() {
    let start = to_slow(&Position::start());
    let mut turned = HALF_TURN.state(&start);
    turned.white = true;
    assert_eq!(turned, start);
}

#[test]
fn every_symmetry_keeps_the_moves_of_some_positions() {
    for symmetry in all() {
        for flavour in chance::Flavour::ALL {
            compare(&without_rights(&chance::set_up(1, flavour)), symmetry);
        }
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn any_symmetry_keeps_the_moves(slow in chance::positions(), index in 0..12_usize) {
        compare(&slow, HALF_TURN);
        compare(&without_rights(&slow), all()[index]);
    }
}
