//! With what material nobody can be mated: all positions of a king in check, the other king
//! and one or two men are gone through, and the cells are counted that the king could flee
//! to. A man that gives check or guards is taken to do so past anything in between, which
//! leaves no more flights than there are.

use icochess_rules::{DrawReason, Outcome, Side};

use crate::raumschach::tests::of_slow;
use crate::raumschach::tests::slow::{self, At, State};
use crate::testing::{SlowRules, side};

/// The place of a cell in [`slow::cells`], as a bit.
fn bit(at: At) -> u128 {
    let cells = slow::cells();
    1 << cells.iter().position(|cell| *cell == at).expect("a cell")
}

/// The cells that a man attacks on an empty board, by its place in [`slow::cells`].
fn attacks(letter: char) -> Vec<u128> {
    let alone = |at: At| {
        let state = State::with(&format!("{letter}{}", slow::name(at)));
        state.reaches(at).into_iter().map(bit).sum()
    };
    slow::cells().into_iter().map(alone).collect()
}

/// The cells of which every cell is one, turned or mirrored.
fn corner_to_middle() -> Vec<usize> {
    let cells = slow::cells();
    let is_one = |[level, file, rank]: At| level <= file && file <= rank && rank <= 3;
    (0..cells.len()).filter(|at| is_one(cells[*at])).collect()
}

/// The fewest flights of a king that is in check by the other king's men.
fn least_flights(men: &[char]) -> u32 {
    let near = attacks('K');
    let men: Vec<Vec<u128>> = men.iter().map(|letter| attacks(*letter)).collect();
    let none = vec![0; near.len()];
    let [one, other] = [men.first(), men.get(1)].map(|of| of.unwrap_or(&none));
    let mut least = u32::MAX;
    for king in corner_to_middle() {
        let checks = |man: &u128| man >> king & 1 != 0;
        let far = (0..near.len()).filter(|at| *at != king && near[king] >> at & 1 == 0);
        for guard in far {
            // Of two men that one gives check, or the other does.
            for (giver, second) in [(one, other), (other, one)] {
                for check in giver.iter().filter(|man| checks(man)) {
                    let left = near[king] & !near[guard] & !check;
                    let flights = second.iter().map(|man| (left & !man).count_ones());
                    least = least.min(flights.min().unwrap_or(u32::MAX));
                }
            }
        }
    }
    least
}

/// The crate's answers about some men beside the kings, wherever they stand: can White win, can
/// Black, and is the position dead?
fn told(men: &str) -> [bool; 3] {
    let mut told = Vec::new();
    let cells = slow::cells();
    // Here and there on the board, far enough apart not to be in check of one another.
    for seed in 0..200_usize {
        let mut state = State::with("Kaa1 kee5");
        for (number, letter) in men.chars().enumerate() {
            let at = cells[(seed * 17 + number * 43 + seed * number) % cells.len()];
            let behind = letter.eq_ignore_ascii_case(&'P') && [1, 5].contains(&at[2]);
            if !behind {
                state.men.entry(at).or_insert(letter);
            }
        }
        let all = state.men.len() == men.len() + 2;
        if !all || !state.checkers(false).is_empty() || state.legal().is_empty() {
            continue;
        }
        let position = of_slow(&state);
        let is_dead = position.outcome() == Some(Outcome::Draw(DrawReason::DeadPosition));
        let [white, black] = Side::ALL.map(|side| position.can_win(side));
        told.push([white, black, is_dead]);
    }
    told.dedup();
    let [told] = told[..] else {
        panic!("{men}: {told:?}");
    };
    told
}

#[test]
fn so_many_flights_are_left_at_the_least() {
    for (men, expected) in [
        ("R", 2),
        ("B", 2),
        ("N", 2),
        ("U", 3),
        ("UR", 1),
        ("UB", 1),
        ("UN", 1),
        ("UU", 2),
        // With these there are mates.
        ("Q", 0),
        ("RR", 0),
        ("RB", 0),
        ("RN", 0),
        ("BB", 0),
        ("BN", 0),
        ("NN", 0),
    ] {
        let letters: Vec<char> = men.chars().collect();
        assert_eq!(least_flights(&letters), expected, "{men}");
    }
}

#[test]
fn who_cannot_mate_is_told_by_the_men_of_both_sides() {
    for (men, white, black) in [
        ("", false, false),
        ("R", false, false),
        ("B", false, false),
        ("N", false, false),
        ("U", false, false),
        ("P", true, false),
        ("Q", true, false),
        // As many men as there are flights at the least could stand on them.
        ("Rb", false, false),
        ("Up", false, true),
        ("Rq", false, true),
        ("Rnn", true, true),
        ("Unn", false, true),
        ("Unnn", true, true),
        ("UR", false, false),
        ("URu", true, false),
        ("UU", false, false),
        ("UUr", false, true),
        ("UUrr", true, true),
        ("NN", true, false),
        ("RB", true, false),
    ] {
        let is_dead = !white && !black;
        assert_eq!(told(men), [white, black, is_dead], "{men}");
    }
}

#[test]
fn there_are_mates_with_the_least_that_is_not_called_dead() {
    for men in [
        "Qab1",
        "Raa2 Rba2",
        "Raa2 Bab1",
        "Raa2 Nbc2",
        "Bab1 Bab2",
        "Bab1 Nac2",
        "Nac2 Nbc2",
    ] {
        let mate = State::with(&format!("kaa1 Kac1 {men}"));
        let winner = side(true);
        let expected = Some(Outcome::Checkmate { winner });
        assert_eq!(of_slow(&mate.clone().turned()).outcome(), expected, "{men}");
        assert!(of_slow(&before_check(&mate)).can_win(winner), "{men}");
    }
}

/// The same men with the king that is mated somewhere else.
fn before_check(state: &State) -> State {
    let mut free = slow::cells().into_iter().map(|at| {
        let mut state = state.clone();
        state.men.retain(|_, letter| *letter != 'k');
        state.men.entry(at).or_insert('k');
        state
    });
    let is_legal = |state: &State| {
        state.men.values().any(|letter| *letter == 'k') && state.checkers(false).is_empty()
    };
    free.find(is_legal).expect("room for a king")
}

#[test]
fn bishops_of_one_colour_and_unicorns_of_two_bindings_mate_nobody() {
    for (men, expected) in [
        // Level, file and rank of the dark cells have an odd sum.
        ("Bba2 Bcb4 bdc2 bec5", true),
        ("Bba2 Bcb4 bdc2 bec4", false),
        ("Uba2 Ucb3 ubb4 ubd4", true),
        ("Uba2 Ucb3 ubb4 ubb3", false),
        ("Bba2 Bcb4 Uca2 ubc4", false),
    ] {
        let state = State::with(&format!("Kaa1 kee1 {men}"));
        let position = of_slow(&state);
        assert!(!position.is_check(), "{men}");
        let dead = Outcome::Draw(DrawReason::DeadPosition);
        assert_eq!(position.outcome() == Some(dead), expected, "{men}");
    }
}

/// Every face of a cell lies along one of three axes, and a king that stands not beside
/// another guards one of the neighbours through them at most.
#[test]
fn a_king_guards_at_most_one_neighbour_through_a_face() {
    let (near, faces) = (attacks('K'), attacks('R'));
    for king in 0..near.len() {
        let faces = near[king] & faces[king];
        assert!(faces.count_ones() >= 3);
        let far = (0..near.len()).filter(|at| *at != king && near[king] >> at & 1 == 0);
        for guard in far {
            assert!((faces & near[guard]).count_ones() <= 1);
        }
    }
}
