//! Tests of the computer player on all boards: reports are true, moves are legal, and searches can
//! be stopped.

mod evaluation;
mod limits;
mod network;
mod play;
mod reasons;
mod results;
mod simple;

use std::sync::atomic::AtomicBool;

use icochess_engine::{Evaluated, Info, Limits, Search, SearchResult, TranspositionTable, search};
use icochess_rules::{Board, GameTree, Position};

use crate::shared::Rng;

pub(super) fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

pub(super) fn depth(depth: u8) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Searches with one thread and an empty table.
pub(super) fn look<B: Evaluated>(
    game: &GameTree<B>,
    limits: Limits,
    infos: &mut Vec<Info>,
) -> Option<SearchResult> {
    let table = TranspositionTable::new(4);
    let by = Search {
        limits,
        ..Search::new(B::evaluator(), &table)
    };
    search(game, &by, &AtomicBool::new(false), &mut |info| {
        infos.push(info.clone());
    })
}

pub(super) fn on<B: Evaluated>(text: &str) -> GameTree<B> {
    GameTree::new(text.parse().expect("a position"))
}

/// Returns whether the side to move can force mate in `moves` moves, by brute force.
pub(super) fn mates<B: Board>(position: &Position<B>, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.play_unchecked(mv);
        let replies = next.legal_moves();
        if replies.is_empty() {
            return next.is_check();
        }
        moves > 1
            && replies
                .iter()
                .all(|&reply| mates(&next.play_unchecked(reply), moves - 1))
    })
}

/// Returns positions of random games.
pub(super) fn positions<B: Board>(seed: u64, count: usize) -> Vec<Position<B>> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::<B>::start();
        for _ in 0..20 + rng.below(60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(rng.pick(&moves));
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}
