//! Mirrored files, and exchanged sides with the board rotated: the moves of a transformed position
//! are the transformed moves.

use proptest::prelude::*;

use crate::raumschach::tests::slow::{At, State};
use crate::raumschach::tests::{Position, at, cell, chance, of_slow, to_slow};
use crate::testing::{cases, exchanged, moved_alike};

/// Whether files are mirrored, and whether sides are exchanged.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    mirrors: bool,
    exchanges: bool,
}

impl Symmetry {
    fn at(self, [level, file, rank]: At) -> At {
        let file = if self.mirrors { 6 - file } else { file };
        if self.exchanges {
            [6 - level, file, 6 - rank]
        } else {
            [level, file, rank]
        }
    }

    fn letter(self, letter: char) -> char {
        if self.exchanges {
            exchanged(letter)
        } else {
            letter
        }
    }

    fn state(self, state: &State) -> State {
        let men = state.men.iter();
        State {
            men: men
                .map(|(at, letter)| (self.at(*at), self.letter(*letter)))
                .collect(),
            white: state.white != self.exchanges,
            ..state.clone()
        }
    }
}

fn compare(slow: &State, symmetry: Symmetry) {
    let (here, there) = (of_slow(slow), of_slow(&symmetry.state(slow)));
    moved_alike(&here, &there, |from| cell(symmetry.at(at(from))));
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn transformed_positions_have_the_transformed_moves(slow in chance::positions()) {
        for (mirrors, exchanges) in [(true, false), (false, true), (true, true)] {
            compare(&slow, Symmetry { mirrors, exchanges });
        }
    }
}

#[test]
fn start_has_rotational_but_no_mirror_symmetry() {
    let start = to_slow(&Position::start());
    assert_eq!(start, State::start());
    let turned = |mirrors| {
        let exchanges = true;
        Symmetry { mirrors, exchanges }.state(&start).turned()
    };
    assert_eq!(turned(true), start);
    assert_ne!(turned(false), start);
}
