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

/// A contestant at the board, with all it needs to think.
pub struct Seat<B: Evaluated> {
    contestant: Contestant,
    evaluator: Arc<Evaluator<B>>,
    mebibytes: usize,
}

impl<B: Evaluated> Seat<B> {
    /// A contestant with an evaluator, its own as a rule
    /// ([`Contestant::evaluator`]), and so many mebibytes for the table of a game.
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

/// The conditions under which a game ends that the rules let go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// After so many plies, those of the opening not counted, it is a draw.
    pub max_plies: usize,
    /// A game is given to a side that both contestants see ahead by this many hundredths of a pawn,
    /// [`Adjudication::AGREED_PLIES`] plies on end.
    pub win_score: Option<Score>,
}

impl Adjudication {
    /// Plies on which both have to agree about who wins: three moves each.
    pub const AGREED_PLIES: usize = 6;
}

impl Default for Adjudication {
    /// A draw after 600 plies, and nothing is given away.
    fn default() -> Self {
        Self {
            max_plies: 600,
            win_score: None,
        }
    }
}

/// A game that was played, with what the contestants thought.
#[derive(Clone, Debug)]
pub struct PlayedGame<B: Evaluated> {
    /// The moves, those of the opening first, and all positions.
    pub tree: GameTree<B>,
    /// Plies of the opening.
    pub opening: usize,
    /// For each ply what the side that moved gave the position before it, in
    /// hundredths of a pawn from its own view. `None` in the opening, for
    /// algorithms that give none, and where a limit ended the search before its
    /// first ply was finished.
    pub scores: Vec<Option<Score>>,
    /// The outcome; `None` if the game was told to stop.
    pub outcome: Option<Outcome>,
    /// Whether a search has failed (panicked). Its game went on with another move.
    pub failed: bool,
}

impl<B: Evaluated> PlayedGame<B> {
    /// A number that games with the same start and the same moves share, and
    /// hardly any others.
    pub fn digest(&self) -> u64 {
        let start = self.tree.position_at(0).map(Position::hash);
        let mut hasher = DefaultHasher::new();
        (start, self.tree.line()).hash(&mut hasher);
        hasher.finish()
    }
}

/// Plays a game on from an opening. `seats` are White's and Black's, which may
/// be the same one; each gets an empty table. `seed` is mixed with those of the
/// players, so that chance is not the same in every game.
///
/// With one thread each and limits by nodes or depth, the same arguments give
/// the same game. A draw that can be claimed is claimed at once. On time a side
/// loses, or draws if the other has only its king. `stop` ends the game soon
/// after it is set.
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
        let search = Search {
            limits: Limits {
                depth: time_control.depth,
                nodes: time_control.nodes,
                move_time: time_control.move_time,
                time: left,
                increment,
                ..Limits::default()
            },
            threads: seat.contestant.threads,
            features: seat.contestant.features::<B>(),
            ..Search::new(&seat.evaluator, &tables[index])
        };
        let player = seat.contestant.player;
        let player = ComputerPlayer {
            seed: player.seed.wrapping_add(seed),
            ..player
        };
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
            // No player plays so; if one does, it has lost.
            game.failed = true;
            game.outcome = Some(Outcome::Adjudication { winner: !side });
            return game;
        }
        game.scores.push(found.info.map(|info| info.score));
    }
}

/// The outcome of a game, if it has ended.
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

/// The game is given to the side that both have seen ahead for long.
fn agreed<B: Evaluated>(game: &PlayedGame<B>, least: Score) -> Option<Outcome> {
    let mut side = game.tree.position().turn();
    let mut winner = None;
    let last = game.scores.iter().rev().take(Adjudication::AGREED_PLIES);
    if last.len() < Adjudication::AGREED_PLIES {
        return None;
    }
    for score in last {
        side = !side;
        let score = (*score)?;
        let ahead = if score >= least {
            side
        } else if score <= -least {
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

/// The outcome when a side's time has run out.
fn forfeit<B: Evaluated>(tree: &GameTree<B>, side: Side) -> Outcome {
    let winner = !side;
    if tree.position().can_win(winner) {
        Outcome::TimeForfeit { winner }
    } else {
        Outcome::Draw(DrawReason::TimeForfeit)
    }
}
