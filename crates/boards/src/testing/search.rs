//! Tests of the engine on any board, compared with brute force.

use std::sync::atomic::AtomicBool;

use icochess_engine::eval::Weight;
use icochess_engine::score::{INFINITE, MATE};
use icochess_engine::{
    Evaluated, Evaluator, Limits, Search, SearchResult, TranspositionTable, Values, search,
    values_file,
};
use icochess_rules::{Board, Cell, GameTree, Piece, Position, Role, Setup, Side};

use crate::testing::{Rng, side, walk};

fn cell<B: Board>(name: &str) -> Cell {
    B::tables().cell(name).expect("a cell")
}

/// Returns the role of a letter.
pub fn role<B: Board>(letter: char) -> Role {
    let index = B::ROLES.iter().position(|rules| rules.letter == letter);
    Role::new(index.expect("a role") as u8)
}

/// Returns a position with pieces such as `Rf33` (Black's in lower case) and White to move. Board
/// parts are at their start positions.
pub fn with_pieces<B: Board>(pieces: &str) -> Position<B> {
    let start = Position::<B>::start().setup();
    let mut setup = Setup {
        absent: start.absent,
        ..Setup::default()
    };
    for text in pieces.split_whitespace() {
        let letter = text.chars().next().expect("a letter");
        let piece = Piece {
            side: side(letter.is_ascii_uppercase()),
            role: role::<B>(letter.to_ascii_uppercase()),
        };
        setup.pieces.push((cell::<B>(&text[1..]), piece));
    }
    Position::try_from_setup(&setup).unwrap_or_else(|error| panic!("{pieces}: {error}"))
}

/// Searches a position to a depth.
pub fn look<B: Evaluated>(position: &Position<B>, depth: u8) -> SearchResult {
    let table = TranspositionTable::new(4);
    let by = Search {
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        ..Search::new(B::evaluator(), &table)
    };
    let never = AtomicBool::new(false);
    search(&GameTree::new(*position), &by, &never, &mut |_| {}).expect("a move")
}

/// Returns the score of a search to a depth.
pub fn score<B: Evaluated>(position: &Position<B>, depth: u8) -> i32 {
    look(position, depth).info.expect("a line").score
}

/// Returns whether the side to move can force a win in `moves` moves, by brute force.
pub fn wins<B: Board>(position: &Position<B>, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.play_unchecked(mv);
        if let Some(outcome) = next.variant_outcome() {
            return outcome.winner() == Some(position.turn());
        }
        let replies = next.legal_moves();
        if replies.is_empty() {
            return next.is_check();
        }
        moves > 1
            && replies.iter().all(|&reply| {
                let next = next.play_unchecked(reply);
                next.variant_outcome().is_none() && wins(&next, moves - 1)
            })
    })
}

/// Returns positions `before` plies before the ends of random games.
pub fn late<B: Board>(seed: u64, count: usize, before: usize) -> Vec<Position<B>> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut line = vec![Position::<B>::start()];
        for mv in walk(&line[0], &mut rng, 1500) {
            let next = line[line.len() - 1].play_unchecked(mv);
            if next.outcome().is_some_and(|end| !end.is_automatic_draw()) {
                let back = line.len().saturating_sub(before);
                found.push(line[back]);
                break;
            }
            line.push(next);
        }
    }
    found
}

/// Asserts that each win reported by the search is real, and that it finds all wins in one move.
pub fn wins_that_are_told_are_true<B: Evaluated>(count: usize) {
    let (mut ones, mut twos) = (0, 0);
    for before in [1, 2, 3] {
        for position in late::<B>(before as u64, count, before) {
            let is_one = wins(&position, 1);
            for depth in [1, 3] {
                let value = score(&position, depth);
                assert_eq!(value == MATE - 1, is_one, "{depth}: {value} in {position}");
                if value == MATE - 3 {
                    twos += 1;
                    assert!(wins(&position, 2), "{depth}: {position}");
                }
            }
            ones += i32::from(is_one);
        }
    }
    assert!(ones >= count as i32, "{ones}");
    // Without kings, an extinction can hardly be forced within two moves.
    assert!(B::ROYAL.is_none() || twos > 0);
}

/// Evaluates a position for White with all weights zero except one.
pub fn counted<B: Evaluated>(
    position: &Position<B>,
    of: impl Fn(&mut Values) -> &mut Weight,
) -> i32 {
    let (mut values, _) = values_file::parse::<B>(B::VALUES).unwrap();
    for weight in values.weights_mut() {
        *weight = (0, 0);
    }
    *of(&mut values) = (100, 100);
    let evaluator = Evaluator::<B>::new(&values).unwrap();
    let sums = evaluator.accumulator(position);
    assert_eq!(position.turn(), Side::White);
    evaluator.evaluate(position, &sums, -INFINITE, INFINITE) / 100
}
