//! Material with which mate is impossible. Searches all positions of a king in check, the other
//! king and one or two men, and counts the king's flight squares. Checks and guards are assumed to
//! pass through blockers, so the counts are lower bounds.

use icochess_rules::{DrawReason, Outcome, Side};

use crate::raumschach::tests::of_slow;
use crate::raumschach::tests::slow::{self, At, State};
use crate::testing::{SlowRules, side};

/// Returns the bit of a cell's index in [`slow::cells`].
fn bit(at: At) -> u128 {
    let cells = slow::cells();
    1 << cells.iter().position(|cell| *cell == at).expect("a cell")
}

/// Returns the attacks of a man on an empty board, by its index in [`slow::cells`].
fn attacks(letter: char) -> Vec<u128> {
    let alone = |at: At| {
        let state = State::with(&format!("{letter}{}", slow::name(at)));
        state.reaches(at).into_iter().map(bit).sum()
    };
    slow::cells().into_iter().map(alone).collect()
}

/// Returns one cell of each class under rotations and reflections.
fn corner_to_middle() -> Vec<usize> {
    let cells = slow::cells();
    let is_one = |[level, file, rank]: At| level <= file && file <= rank && rank <= 3;
    (0..cells.len()).filter(|at| is_one(cells[*at])).collect()
}

/// Returns the minimum number of flight squares of a king in check by these men.
fn min_flights(men: &[char]) -> u32 {
    let near = attacks('K');
    let men: Vec<Vec<u128>> = men.iter().map(|letter| attacks(*letter)).collect();
    let none = vec![0; near.len()];
    let [one, other] = [men.first(), men.get(1)].map(|of| of.unwrap_or(&none));
    let mut least = u32::MAX;
    for king in corner_to_middle() {
        let checks = |man: &u128| man >> king & 1 != 0;
        let far = (0..near.len()).filter(|at| *at != king && near[king] >> at & 1 == 0);
        for guard in far {
            // Either of two men may give the check.
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

/// Returns the crate's verdicts for men on various cells: whether White can win, whether Black can,
/// and whether the position is dead.
fn results(men: &str) -> [bool; 3] {
    let mut results = Vec::new();
    let cells = slow::cells();
    // Men spread over the board, away from both kings.
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
        results.push([white, black, is_dead]);
    }
    results.dedup();
    let [results] = results[..] else {
        panic!("{men}: {results:?}");
    };
    results
}

#[test]
fn minimum_flights_match_the_search() {
    for (men, expected) in [
        ("R", 2),
        ("B", 2),
        ("N", 2),
        ("U", 3),
        ("UR", 1),
        ("UB", 1),
        ("UN", 1),
        ("UU", 2),
        // Mates are possible with this material.
        ("Q", 0),
        ("RR", 0),
        ("RB", 0),
        ("RN", 0),
        ("BB", 0),
        ("BN", 0),
        ("NN", 0),
    ] {
        let letters: Vec<char> = men.chars().collect();
        assert_eq!(min_flights(&letters), expected, "{men}");
    }
}

#[test]
fn can_win_follows_from_the_men_of_both_sides() {
    for (men, white, black) in [
        ("", false, false),
        ("R", false, false),
        ("B", false, false),
        ("N", false, false),
        ("U", false, false),
        ("P", true, false),
        ("Q", true, false),
        // With as many men as the minimum number of flight squares, all flight squares could be
        // blocked.
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
        assert_eq!(results(men), [white, black, is_dead], "{men}");
    }
}

#[test]
fn smallest_material_that_is_not_dead_can_mate() {
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

/// Returns the men with the mated king on another, unchecked cell.
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
fn bishops_of_one_colour_and_unicorns_of_two_bindings_are_dead() {
    for (men, expected) in [
        // Level, file and rank of a dark cell have an odd sum.
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

/// Every face of a cell is on one of three axes. A king that isn't adjacent to another guards at
/// most one of its face neighbours.
#[test]
fn king_guards_at_most_one_neighbour_through_a_face() {
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
