//! Files mirrored, and sides exchanged with the board turned: moved so, a position has the
//! same moves, moved.

use icochess_rules::{Outcome, perft};
use proptest::prelude::*;

use crate::raumschach::tests::slow::{self, At, Play, State, named};
use crate::raumschach::tests::{Position, chance, of_slow, to_slow, uci};
use crate::testing::cases;

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
        match (self.exchanges, slow::is_white(letter)) {
            (false, _) => letter,
            (true, true) => letter.to_ascii_lowercase(),
            (true, false) => letter.to_ascii_uppercase(),
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

    /// A move in UCI text, moved.
    fn text(self, text: &str) -> String {
        let play = Play {
            from: self.at(named(&text[..3])),
            to: self.at(named(&text[3..6])),
            becomes: text.chars().nth(6),
        };
        play.uci()
    }
}

fn compare(slow: &State, symmetry: Symmetry) {
    let (here, there) = (of_slow(slow), of_slow(&symmetry.state(slow)));
    let moves = uci(&here, here.legal_moves());
    let mut expected: Vec<String> = moves.iter().map(|text| symmetry.text(text)).collect();
    expected.sort();
    assert_eq!(uci(&there, there.legal_moves()), expected, "{here} {there}");
    assert_eq!(perft(&there, 2), perft(&here, 2), "{here} {there}");
    let ends = [here, there].map(|position| position.outcome().map(Outcome::keyword));
    assert_eq!(ends[0], ends[1], "{here} {there}");
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn positions_have_the_same_moves_moved(slow in chance::positions()) {
        for (mirrors, exchanges) in [(true, false), (false, true), (true, true)] {
            compare(&slow, Symmetry { mirrors, exchanges });
        }
    }
}

#[test]
fn the_start_is_turned_onto_itself_and_not_mirrored() {
    let start = to_slow(&Position::start());
    assert_eq!(start, State::start());
    let exchanged = |mirrors| {
        let exchanges = true;
        Symmetry { mirrors, exchanges }.state(&start).turned()
    };
    assert_eq!(exchanged(true), start);
    assert_ne!(exchanged(false), start);
}
