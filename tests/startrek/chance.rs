//! Random games and random set-ups, the same for the same seed.

use icochess::rules::{Board, Position};

use crate::shared::{Rng, walk};
use crate::slow::{At, Man, State, all_pins};
use crate::{of_slow, to_slow};

/// The position after a random game from the start, before its end.
pub fn after_game<B: Board>(seed: u64, plies: usize) -> State {
    let start = Position::<B>::start();
    let mut position = start;
    for mv in walk(&start, &mut Rng::new(seed), plies) {
        let next = position.play_unchecked(mv);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    to_slow(&position)
}

/// A random legal position that chance and not play has made: men of every kind
/// anywhere, small boards at any pins, and often hostile sliders in line with a king.
pub fn set_up(seed: u64) -> State {
    let rng = &mut Rng::new(seed);
    let mut state = State::empty("");
    state.white_to_move = rng.one_in(2);
    state.clock = rng.below(140) as u32;
    state.number = 1 + rng.below(300) as u32;
    while state.pins.len() < 6 {
        state.pins.insert(rng.pick(&all_pins()));
    }
    let squares = state.squares();
    let [king, other] = [rng.pick(&squares), rng.pick(&squares)];
    let mover = state.white_to_move;
    place(&mut state, king, mover, 'K', false);
    place(&mut state, other, !mover, 'K', false);
    let kinds = rng.pick(&["PPPPFFNBRQ", "BBRRQQ", "PPPFFF", "NBRQQ"]);
    let kinds: Vec<char> = kinds.chars().collect();
    for _ in 0..rng.below(24) {
        let (at, kind) = (rng.pick(&squares), rng.pick(&kinds));
        let (white, unmoved) = (rng.one_in(2), rng.one_in(2));
        place(&mut state, at, white, kind, unmoved);
    }
    // Sliders in line with the king to move, most of them beyond something.
    for _ in 0..rng.below(4) {
        let kind = rng.pick(&['B', 'R', 'Q', 'Q']);
        let man = Man {
            white: !mover,
            kind,
            unmoved: false,
        };
        let bare = State {
            men: [(king, man)].into(),
            pins: all_pins().into_iter().collect(),
            ..state.clone()
        };
        let in_line = |at: &At| bare.attacks(king, man, *at);
        let squares: Vec<At> = squares.iter().copied().filter(in_line).collect();
        if !squares.is_empty() {
            place(&mut state, rng.pick(&squares), !mover, kind, false);
        }
    }
    if other == king {
        return set_up(seed.wrapping_add(1 << 32));
    }
    // Most positions full of men would be mate: leave few checks.
    let most_checks = rng.pick(&[0, 0, 1, 1, 2]);
    loop {
        let checkers = state.attackers(king, !mover);
        let taken_off = match state.attackers(other, mover) {
            hanging if !hanging.is_empty() => hanging,
            _ if checkers.len() > most_checks => vec![rng.pick(&checkers)],
            _ => break,
        };
        for at in taken_off {
            if state.men.remove(&at).is_some_and(|man| man.kind == 'K') {
                return set_up(seed.wrapping_add(1 << 32));
            }
        }
    }
    state
}

/// Puts a man on a square, unless one is there or it could not stand there.
fn place(state: &mut State, at: At, white: bool, kind: char, unmoved: bool) {
    let is_pawn = matches!(kind, 'P' | 'F');
    let man = Man {
        white,
        kind,
        unmoved: unmoved && is_pawn,
    };
    if !State::promotes(man, at) {
        state.men.entry(at).or_insert(man);
    }
}

/// A random position of either sort.
pub fn position<B: Board>(seed: u64) -> Position<B> {
    let state = if seed.is_multiple_of(2) {
        set_up(seed)
    } else {
        after_game::<B>(seed, seed as usize / 2 % 120)
    };
    of_slow(&state).unwrap_or_else(|error| panic!("{error}: {state:?}"))
}
