//! Tests of matches between computer players: statistics are right, games follow the settings, and
//! equal settings give equal games.

mod contestants;
mod games;
mod statistics;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use icochess_engine::Evaluated;
use icochess_lab::arena::{Adjudication, Contest, Contestant, FinishedGame, Openings, Tally};

pub(super) fn contestant(text: &str) -> Contestant {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(super) const fn openings<B: Evaluated>(seed: u64) -> Openings<B> {
    Openings::Random {
        plies: 6,
        seed,
        nodes: 50_000,
    }
}

pub(super) fn contest<B: Evaluated>(first: &str, second: &str, rounds: usize) -> Contest<B> {
    Contest {
        contestants: [contestant(first), contestant(second)],
        openings: openings(3),
        rounds,
        both_colours: true,
        concurrency: 2,
        seed: 3,
        hash: 1,
        adjudication: Adjudication::default(),
    }
}

/// Returns the games of a match in order.
pub(super) fn games<B: Evaluated>(contest: &Contest<B>) -> Vec<FinishedGame<B>> {
    let mut games = Vec::new();
    contest
        .run(&AtomicBool::new(false), &mut |finished| {
            games.push(finished.clone());
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
    games.sort_by_key(|finished| finished.number);
    games
}

pub(super) fn tally<B: Evaluated>(games: &[FinishedGame<B>]) -> Tally {
    let mut tally = Tally::default();
    for finished in games {
        tally.add(finished.number, finished.game.outcome.unwrap());
    }
    tally
}
