//! Dead positions (FIDE 5.2.2): the pieces with which mate is impossible, by search.
//!
//! A *set* is both sides' pieces other than the kings, in the letters of position text, with `U`
//! for an unmoved pawn. `Up` is White's unmoved pawn against Black's moved one. A set leads *down*
//! to the sets that a capture or a pawn's first move leaves.
//!
//! **Definition.** A set is dead if neither it nor any set further down has a legal position with a
//! legal mating move.
//!
//! **Then all its positions are dead.** Assume that a game continues from one of them and ends in
//! mate. Nothing promotes and a moved pawn never becomes unmoved, so every position of that game
//! has this set or one further down. Legal moves lead to legal positions only. So the last move of
//! the game is excluded by the definition.
//!
//! The move counts, not the mate: K+P v K has mated positions, but no move leads to them. Positions
//! of other sets may be dead too, such as walls of pawns; the proof says nothing about them.
//!
//! **Search.** It creates all positions of a set, with every placement that `try_from_setup`
//! accepts, and tries all moves. Only two symmetries are used. White mates, since exchanging the
//! colours gives the rest. Black's king is on a1 or a2, since every tile is the image of one of
//! them. Tests in `symmetry` verify both.
//!
//! The pieces of a game can form 72,900 sets. The tests here prove the dead ones, and find a mate
//! for all others. To print the search results for all sets of up to two pieces, in about 30
//! seconds:
//!
//! ```text
//! cargo test -p icochess-boards icochess::tests::dead -- --include-ignored --nocapture
//! ```

use std::collections::HashMap;

use icochess_boards::Icochess;
use icochess_rules::{
    Board, Cell, CellSet, DrawReason, Equipment, Move, Outcome, Piece, Role, Setup, Side,
};

use crate::icochess::tests::{Position, pairs, slow, to_slow};
use crate::testing::{self, SlowRules, side};

/// Dead sets, up to exchange of colours.
const DEAD: [&str; 8] = ["", "P", "U", "N", "PP", "Pp", "Up", "Uu"];

/// The smallest sets that aren't dead, up to exchange of colours, each with a position and a mating
/// move. All sets further down are dead.
const SMALLEST: &str = "
    B => 1kK1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/B3/4 w - - 0 1 => s1n2
    R => k3/1K2/4/4/R3/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 => e1a2
    Q => k3/4/4/4/4/4/4/4/K3/4/4/4/4/4/4/4/2Q1/4/4/4 w - - 0 1 => q3g1
    NN => 1k2/K3/4/4/1N2/4/1N2/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 => e2c2
    PN => 1k1P/K3/4/4/1N2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 => e2c2
    PU => 1kP1/K3/4/4/3P/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w e4 - 0 1 => a3a1
    PPP => k3/1K2/4/4/1P2/4/1PP1/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 => e2a2
    Np => pk2/K3/4/4/1N2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 => e2c2
    Nn => nk2/K3/4/4/1N2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 => e2c2
    PPp => k1p1/1KP1/4/4/1P2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 => e2a2
";

/// Iterates over the sets of [`SMALLEST`], with position and move.
fn smallest() -> impl Iterator<Item = [&'static str; 3]> {
    testing::rows(SMALLEST)
}

/// The letters of sets, in order.
const LETTERS: &str = "PUNBRQpunbrq";

/// Number of each kind of piece that a side has at the start.
const START_COUNTS: [(char, usize); 5] = [('P', 4), ('N', 2), ('B', 2), ('R', 2), ('Q', 1)];

fn sorted(set: impl IntoIterator<Item = char>) -> String {
    let mut letters: Vec<char> = set.into_iter().collect();
    letters.sort_by_key(|&letter| LETTERS.find(letter));
    letters.into_iter().collect()
}

/// Exchanges the colours of a set.
fn exchanged(set: &str) -> String {
    sorted(set.chars().map(testing::exchanged))
}

fn is_among<'a>(set: &str, mut list: impl Iterator<Item = &'a str>) -> bool {
    let other = exchanged(set);
    list.any(|known| known == set || known == other)
}

fn is_dead(set: &str) -> bool {
    is_among(set, DEAD.into_iter())
}

fn is_smallest(set: &str) -> bool {
    is_among(set, smallest().map(|[known, ..]| known))
}

/// Removes a piece from a set.
fn without(set: &str, at: usize) -> String {
    [&set[..at], &set[at + 1..]].concat()
}

/// Returns the sets that a capture or a pawn's first move leads to.
fn down(set: &str) -> Vec<String> {
    let captures = (0..set.len()).map(|at| without(set, at));
    let moves = [('U', "P"), ('u', "p")]
        .into_iter()
        .filter_map(|(unmoved, moved)| {
            let at = set.find(unmoved)?;
            Some(sorted((without(set, at) + moved).chars()))
        });
    captures.chain(moves).collect()
}

/// Returns every set of up to `most` pieces.
fn sets_up_to(most: usize) -> Vec<String> {
    let mut sets = vec![String::new()];
    for letter in LETTERS.chars() {
        for _ in 0..most {
            let longer: Vec<String> = sets
                .iter()
                .filter(|set| set.len() < most)
                .map(|set| format!("{set}{letter}"))
                .collect();
            sets.extend(longer);
            sets.sort();
            sets.dedup();
        }
    }
    sets
}

/// Returns every set that the pieces of a game can form, with all pawns moved, smallest first.
fn sets_of_a_game() -> Vec<String> {
    let black = START_COUNTS.map(|(letter, most)| (letter.to_ascii_lowercase(), most));
    let mut sets = vec![String::new()];
    for (letter, most) in START_COUNTS.into_iter().chain(black) {
        sets = sets
            .into_iter()
            .flat_map(|set| {
                (0..=most).map(move |count| set.clone() + &letter.to_string().repeat(count))
            })
            .collect();
    }
    sets.sort_by_key(String::len);
    sets
}

/// Adds the piece of a letter.
fn put(setup: &mut Setup, letter: char, cell: Cell) {
    let kind = letter.to_ascii_uppercase();
    let kind = if kind == 'U' { 'P' } else { kind };
    let role = Icochess::ROLES.iter().position(|role| role.letter == kind);
    let piece = Piece {
        side: side(letter.is_ascii_uppercase()),
        role: Role::new(role.expect("a letter of a piece") as u8),
    };
    setup.pieces.push((cell, piece));
    if "Uu".contains(letter) {
        setup.unmoved.push(cell);
    }
}

/// Adds the letters' pieces in all ways, until `each` returns a result.
fn place<T>(
    setup: &Setup,
    letters: &str,
    each: &mut impl FnMut(&Position) -> Option<T>,
) -> Option<T> {
    let Some(letter) = letters.chars().next() else {
        return each(&Position::try_from_setup(setup).ok()?);
    };
    Icochess::tables().cells().find_map(|cell| {
        if setup.pieces.iter().any(|(taken, _)| *taken == cell) {
            return None;
        }
        let mut next = setup.clone();
        put(&mut next, letter, cell);
        place(&next, &letters[1..], each)
    })
}

/// Visits all positions of a set with White to move and Black's king on a1 or a2, until `each`
/// returns a result.
fn search<T>(set: &str, mut each: impl FnMut(&Position) -> Option<T>) -> Option<T> {
    ["a1", "a2"].into_iter().find_map(|king| {
        let mut setup = Setup {
            pieces: vec![],
            turn: Side::White,
            ..Setup::default()
        };
        put(&mut setup, 'k', Icochess::tables().cell(king)?);
        place(&setup, &format!("K{set}"), &mut each)
    })
}

fn is_mate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

/// Returns a position of the set with a mating move of White.
fn mating_move(set: &str) -> Option<(Position, Move)> {
    search(set, |position| {
        let mut found = None;
        position.each_child(|mv, next| {
            if found.is_none() && is_mate(next) {
                found = Some((*position, mv));
            }
        });
        found
    })
}

fn read([_, text, mv]: [&str; 3]) -> (Position, Move) {
    (
        text.parse().unwrap(),
        Icochess::tables().parse_uci(mv).unwrap(),
    )
}

#[test]
fn no_dead_set_has_a_mating_move() {
    for set in DEAD {
        assert!(down(set).iter().all(|less| is_dead(less)), "{set}");
        let other = exchanged(set);
        assert_eq!(mating_move(set), None);
        if other != set {
            assert_eq!(mating_move(&other), None);
        }
    }
}

#[test]
fn smallest_other_sets_have_a_mating_move() {
    for example in smallest() {
        let [set, text, uci] = example;
        assert!(down(set).iter().all(|less| is_dead(less)), "{set}");
        let (position, mv) = read(example);
        let letters = text.split(' ').next().unwrap().chars();
        let pieces = sorted(letters.filter(|c| c.is_alphabetic() && !"Kk".contains(*c)));
        assert_eq!(pieces, sorted(set.replace('U', "P").chars()));
        assert_eq!(position.unmoved().len() as usize, set.matches('U').count());

        assert!(!position.is_check(), "{text}");
        assert_eq!(position.outcome(), None, "{text}");
        let winner = Side::White;
        let mate = position.play(mv).unwrap();
        assert_eq!(
            mate.outcome(),
            Some(Outcome::Checkmate { winner }),
            "{text}"
        );
        // The slow rules agree.
        let (slow, mv) = (to_slow(&position), slow::mv(uci));
        assert_eq!(pairs(position.legal_moves()), slow.legal());
        let slow = slow.after(&mv);
        assert!(
            !slow.checkers().is_empty() && slow.legal().is_empty(),
            "{text}"
        );
    }
}

#[test]
fn every_set_is_dead_or_leads_down_to_a_mating_set() {
    fn mates(set: &str) -> bool {
        is_smallest(set) || down(set).iter().any(|less| mates(less))
    }
    for set in sets_up_to(4) {
        assert_ne!(is_dead(&set), mates(&set), "{set}");
    }
}

#[test]
fn rules_recognise_the_dead_sets() {
    for set in sets_up_to(2) {
        let some = search(&set, |position| Some(*position)).unwrap();
        assert_eq!(Icochess::is_dead(&some), is_dead(&set), "{set}: {some}");
        assert_eq!(to_slow(&some).is_dead(), is_dead(&set), "{set}: {some}");
    }
    let dead: Position = "k3/4/4/4/4/4/4/4/K3/4/4/4/4/4/4/4/2P1/4/4/4 w q3 - 0 1"
        .parse()
        .unwrap();
    assert_eq!(
        dead.outcome(),
        Some(Outcome::Draw(DrawReason::DeadPosition))
    );
}

/// The sets that aren't dead are built from the smallest examples, by adding pieces where they
/// don't disturb the mate.
#[test]
fn every_set_of_a_game_is_dead_or_mates() {
    let mut mates: HashMap<String, (Position, Move)> = smallest()
        .map(|example| (example[0].to_string(), read(example)))
        .collect();
    let grown = |(position, mv): &(Position, Move), letter: char| {
        Icochess::tables().cells().find_map(|cell| {
            let mut setup = position.setup();
            put(&mut setup, letter, cell);
            let next = Position::try_from_setup(&setup).ok()?;
            let quiet = next.piece_at(mv.to).is_none();
            (quiet && next.is_legal(*mv) && is_mate(&next.play_unchecked(*mv)))
                .then_some((next, *mv))
        })
    };
    let sets = sets_of_a_game();
    assert_eq!(sets.len(), 72_900);
    for set in &sets {
        if !mates.contains_key(set) {
            let mate = set.char_indices().find_map(|(at, letter)| {
                let less = mates.get(&without(set, at))?;
                grown(less, letter)
            });
            mates.extend(mate.map(|mate| (set.clone(), mate)));
        }
    }
    for set in &sets {
        let mate = mates.get(set).or_else(|| mates.get(&exchanged(set)));
        assert_eq!(mate.is_none(), is_dead(set), "{set}");
        assert!(mate.is_none_or(|(position, _)| !Icochess::is_dead(position)));
    }
}

#[test]
fn unreachable_mate_is_still_a_mate() {
    // The unmoved pawn next to the king attacks the king's two other neighbours through the king's
    // tile.
    let mate: Position = "kP2/1K2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 b a2 - 0 1"
        .parse()
        .unwrap();
    let winner = Side::White;
    assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner }));
    assert!(Icochess::is_dead(&mate));
}

/// No bishop is confined to a part of the board, so counting pieces is enough.
#[test]
fn bishop_reaches_every_tile() {
    let mut reached = vec![0];
    let mut next = 0;
    while next < reached.len() {
        for &tile in slow::SOLID.bishop_rays[reached[next]].iter().flatten() {
            if !reached.contains(&tile) {
                reached.push(tile);
            }
        }
        next += 1;
    }
    assert_eq!(reached.len(), slow::TILES);
}

/// Runs the full search; see the module docs.
#[test]
#[ignore = "takes 30 seconds: scripts/test --slow runs it"]
fn search_finds_exactly_the_dead_sets() {
    for set in sets_up_to(2) {
        let found = mating_move(&set);
        match &found {
            Some((position, mv)) => {
                println!("{set:2}  {}  {position}", Icochess::tables().uci(*mv));
            }
            None => println!("{set:2}  -"),
        }
        let other = || mating_move(&exchanged(&set));
        let dead = found.is_none() && other().is_none();
        assert_eq!(dead, is_dead(&set), "{set}");
    }
}
