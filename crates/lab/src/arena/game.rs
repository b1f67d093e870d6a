//! One game between two contestants.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::contestant::Contestant;
use icochess_engine::{
    ComputerPlayer, Evaluated, Evaluator, Limits, Score, Search, TranspositionTable,
};
use icochess_rules::{DrawReason, GameTree, Outcome, Position, Side};

/// A contestant with its evaluator and table size.
pub struct Seat<B: Evaluated> {
    contestant: Contestant,
    evaluator: Arc<Evaluator<B>>,
    mebibytes: usize,
}

impl<B: Evaluated> Seat<B> {
    /// Creates a seat with an evaluator, normally [`Contestant::evaluator`], and a table size in
    /// mebibytes.
    pub const fn new(
        contestant: Contestant,
        evaluator: Arc<Evaluator<B>>,
        mebibytes: usize,
    ) -> Self {
        Self {
            contestant,
            evaluator,
            mebibytes,
        }
    }
}

/// Conditions for ending a game before the rules do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Number of plies after the opening at which the game is drawn.
    pub max_plies: usize,
    /// Score in hundredths of a pawn that decides the game. Both contestants must agree on the
    /// winner for [`Adjudication::AGREED_PLIES`] consecutive plies.
    pub win_score: Option<Score>,
}

impl Adjudication {
    /// Number of consecutive plies on which both must agree: three moves each.
    pub const AGREED_PLIES: usize = 6;
}

impl Default for Adjudication {
    /// Returns a draw after 600 plies, without adjudicated wins.
    fn default() -> Self {
        Self {
            max_plies: 600,
            win_score: None,
        }
    }
}

/// A finished game, with the contestants' scores.
#[derive(Clone, Debug)]
pub struct PlayedGame<B: Evaluated> {
    /// All positions and moves, including the opening.
    pub tree: GameTree<B>,
    /// Length of the opening, in plies.
    pub opening: usize,
    /// For each ply, the mover's score of the position before the move, in hundredths of a pawn
    /// from its own view. `None` in the opening, for algorithms without scores, and if the search
    /// ended before completing its first ply.
    pub scores: Vec<Option<Score>>,
    /// The outcome; `None` if the game was stopped.
    pub outcome: Option<Outcome>,
    /// Whether a search panicked. The game continued with a fallback move.
    pub failed: bool,
}

impl<B: Evaluated> PlayedGame<B> {
    /// Returns a hash of the start position and the moves.
    pub fn digest(&self) -> u64 {
        let start = self.tree.position_at(0).map(Position::hash);
        let mut hasher = DefaultHasher::new();
        (start, self.tree.line()).hash(&mut hasher);
        hasher.finish()
    }
}

/// Plays a game from an opening. `seats` are White's and Black's contestants, which may be the
/// same; each gets an empty table. `seed` is combined with the players' seeds, to vary random
/// numbers between games.
///
/// With one thread each and limits by nodes or depth, the same arguments give the same game.
/// Claimable draws are claimed at once. A side loses on time, or draws if the opponent has only its
/// king. Setting `stop` ends the game soon after.
pub fn play<B: Evaluated>(
    opening: &GameTree<B>,
    seats: [&Seat<B>; 2],
    seed: u64,
    adjudication: &Adjudication,
    stop: &AtomicBool,
) -> PlayedGame<B> {
    let tables = seats.map(|seat| TranspositionTable::new(seat.mebibytes));
    let clocks = seats.map(|seat| seat.contestant.time_control.clock);
    let mut left = clocks.map(|clock| Some(clock?.0));
    let increment = clocks.map(|clock| clock.map_or(Duration::ZERO, |clock| clock.1));
    let mut game = PlayedGame {
        tree: opening.clone(),
        opening: opening.ply(),
        scores: vec![None; opening.ply()],
        outcome: None,
        failed: false,
    };
    loop {
        game.outcome = over(&game, adjudication);
        if game.outcome.is_some() {
            return game;
        }
        let side = game.tree.position().turn();
        let (seat, index) = (seats[side.index()], side.index());
        let time_control = seat.contestant.time_control;
        // A time per move has no flag to fall, so all of it is used.
        let overhead = if time_control.clock.is_some() {
            Limits::OVERHEAD
        } else {
            Duration::ZERO
        };
        let search = Search {
            limits: Limits {
                depth: time_control.depth,
                nodes: time_control.nodes,
                soft_nodes: time_control.soft_nodes,
                move_time: time_control.move_time,
                time: left,
                increment,
                overhead,
                ..Limits::default()
            },
            threads: seat.contestant.threads,
            features: seat.contestant.features::<B>(),
            ..Search::new(&seat.evaluator, &tables[index])
        };
        let player = seat.contestant.player;
        // Full strength varies its openings only if it has a seed.
        let seed = if player == ComputerPlayer::default() {
            0
        } else {
            player.seed.wrapping_add(seed)
        };
        let player = ComputerPlayer { seed, ..player };
        let start = Instant::now();
        let found = player.choose(&game.tree, &search, stop, &mut |_| {});
        let taken = start.elapsed();
        let Some(found) = found.filter(|_| !stop.load(Ordering::Relaxed)) else {
            return game;
        };
        game.failed |= found.failed;
        if let Some(time) = &mut left[index] {
            match time.checked_sub(taken) {
                Some(rest) => *time = rest + increment[index],
                None => {
                    game.outcome = Some(forfeit(&game.tree, side));
                    return game;
                }
            }
        }
        if game.tree.play(found.best_move).is_err() {
            // A player that chooses an illegal move loses.
            game.failed = true;
            game.outcome = Some(Outcome::Adjudication { winner: !side });
            return game;
        }
        game.scores.push(found.info.map(|info| info.score));
    }
}

/// Returns the outcome of a game, if it has ended.
fn over<B: Evaluated>(game: &PlayedGame<B>, adjudication: &Adjudication) -> Option<Outcome> {
    let tree = &game.tree;
    tree.outcome()
        .or_else(|| tree.claims().first().copied().map(Outcome::Draw))
        .or_else(|| agreed(game, adjudication.win_score?))
        .or_else(|| {
            (tree.ply() - game.opening >= adjudication.max_plies)
                .then_some(Outcome::Draw(DrawReason::Adjudication))
        })
}

/// Returns a win for the side that both contestants have long expected to win.
fn agreed<B: Evaluated>(game: &PlayedGame<B>, minimum: Score) -> Option<Outcome> {
    let mut side = game.tree.position().turn();
    let mut winner = None;
    let last = game.scores.iter().rev().take(Adjudication::AGREED_PLIES);
    if last.len() < Adjudication::AGREED_PLIES {
        return None;
    }
    for score in last {
        side = !side;
        let score = (*score)?;
        let ahead = if score >= minimum {
            side
        } else if score <= -minimum {
            !side
        } else {
            return None;
        };
        if winner.is_some_and(|winner| winner != ahead) {
            return None;
        }
        winner = Some(ahead);
    }
    winner.map(|winner| Outcome::Adjudication { winner })
}

/// Returns the outcome when a side's time has run out.
fn forfeit<B: Evaluated>(tree: &GameTree<B>, side: Side) -> Outcome {
    let winner = !side;
    if tree.position().can_win(winner) {
        Outcome::TimeForfeit { winner }
    } else {
        Outcome::Draw(DrawReason::TimeForfeit)
    }
}
