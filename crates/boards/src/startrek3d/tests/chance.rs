//! Random games and setups, reproducible by seed.

use icochess_rules::{Board, Position};

use crate::startrek3d::tests::of_slow;
use crate::startrek3d::tests::slow::{At, Man, State, all_pins, small};
use crate::testing::{Rng, after_game};

/// Returns a random legal position not reached by play: men of every kind anywhere, four to six
/// small boards at any pins. Often has enemy sliders in line with a king.
pub fn set_up(seed: u64) -> State {
    let rng = &mut Rng::new(seed);
    let mut state = State::empty("");
    state.white_to_move = rng.one_in(2);
    state.clock = rng.below(140) as u32;
    state.number = 1 + rng.below(300) as u32;
    let mover = state.white_to_move;
    let boards = 4 + rng.below(3);
    let (mut free, mut king) = (Vec::new(), None);
    if rng.one_in(2) {
        (free, king) = boards_on_the_way(&mut state, rng);
    }
    while state.pins.len() < boards {
        let pin = rng.pick(&all_pins());
        if !free.contains(&pin) {
            state.pins.insert(pin);
        }
    }
    if state.pins.len() > 6 {
        return set_up(seed.wrapping_add(1 << 32));
    }
    let squares = state.squares();
    let max_men = if king.is_some() { 6 } else { 24 };
    let king = king.unwrap_or_else(|| rng.pick(&squares));
    let other = rng.pick(&squares);
    if other == king || state.men.contains_key(&other) {
        return set_up(seed.wrapping_add(1 << 32));
    }
    place(&mut state, king, mover, 'K', false);
    place(&mut state, other, !mover, 'K', false);
    let kinds = rng.pick(&["PPPPFFNBRQ", "BBRRQQ", "PPPFFF", "NBRQQ"]);
    let kinds: Vec<char> = kinds.chars().collect();
    for _ in 0..rng.below(max_men) {
        let (at, kind) = (rng.pick(&squares), rng.pick(&kinds));
        let (white, unmoved) = (rng.one_in(2), rng.one_in(2));
        place(&mut state, at, white, kind, unmoved);
    }
    // Puts a man on a board, which can then move to free pins.
    if !free.is_empty() {
        let pins: Vec<At> = state.pins.iter().copied().collect();
        let pin = rng.pick(&pins);
        let at = rng.pick(&small(pin));
        place(&mut state, at, mover, 'N', false);
    }
    // Sliders in line with the mover's king, most of them blocked.
    for _ in 0..rng.below(3) {
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
    // Most positions full of men would be mate, so this limits the checks.
    let max_checks = rng.pick(&[0, 0, 1, 1, 2]);
    loop {
        let checkers = state.attackers(king, !mover);
        let taken_off = match state.attackers(other, mover) {
            hanging if !hanging.is_empty() => hanging,
            _ if checkers.len() > max_checks => vec![rng.pick(&checkers)],
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

/// Chooses a square for the king to move, and places an enemy slider in line with it. Small boards
/// that fit between them are either added, with a man to move them, or left out. Returns the pins
/// left out, and the king's square.
fn boards_on_the_way(state: &mut State, rng: &mut Rng) -> (Vec<At>, Option<At>) {
    let full = State {
        pins: all_pins().into_iter().collect(),
        ..State::empty("")
    };
    let mover = state.white_to_move;
    let man = |white, kind| Man {
        white,
        kind,
        unmoved: false,
    };
    let pins_of = |at: At| {
        all_pins()
            .into_iter()
            .filter(move |pin| small(*pin).contains(&at))
    };
    let (king, kind) = (rng.pick(&full.squares()), rng.pick(&['B', 'R', 'Q']));
    let mut far = full.squares();
    // A square of a small board must be between the two.
    let closable = |to: &At| {
        let between = |at: &At| is_between(king, *to, *at) && pins_of(*at).next().is_some();
        full.squares().iter().any(between)
    };
    far.retain(|at| full.attacks(king, man(!mover, kind), *at) && closable(at));
    let Some(slider) = far.get(rng.below(far.len().max(1))) else {
        return (Vec::new(), None);
    };
    state.pins.extend(pins_of(king).chain(pins_of(*slider)));
    place(state, *slider, !mover, kind, false);
    let mut free = Vec::new();
    for at in full
        .squares()
        .into_iter()
        .filter(|at| is_between(king, *slider, *at))
    {
        for pin in pins_of(at) {
            if state.pins.contains(&pin) {
                continue;
            }
            if rng.one_in(2) {
                free.push(pin);
                continue;
            }
            state.pins.insert(pin);
            let beside = small(pin).into_iter().find(|other| *other != at);
            if let Some(beside) = beside {
                place(state, beside, mover, rng.pick(&['N', 'B', 'R']), false);
            }
        }
    }
    (free, Some(king))
}

/// Returns whether a square is on the straight path between two others.
fn is_between(one: At, other: At, at: At) -> bool {
    let steps = (0..3).map(|axis| one[axis].abs_diff(other[axis])).max();
    (1..steps.unwrap_or(0) as i32)
        .any(|n| (0..3).all(|axis| at[axis] == one[axis] + n * (other[axis] - one[axis]).signum()))
}

/// Puts a man on a square, unless it is occupied or the man would promote there.
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

/// Returns a random position from a game or a setup.
pub fn position<B: Board>(seed: u64) -> Position<B> {
    if !seed.is_multiple_of(2) {
        return after_game(seed, seed as usize / 2 % 120);
    }
    let state = set_up(seed);
    of_slow(&state).unwrap_or_else(|error| panic!("{error}: {state:?}"))
}
