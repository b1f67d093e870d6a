//! A match of many games.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::{io, thread};

use super::contestant::Contestant;
use super::game::{Adjudication, PlayedGame, Seat, play};
use super::openings::Openings;
use super::stats::Tally;
use icochess_engine::score::{MATE, Score, is_mate};
use icochess_engine::{Evaluated, Evaluator};
use icochess_rules::pgn::Game;
use icochess_rules::{Eval, Side};

/// A match between two contestants.
#[derive(Clone, Debug)]
pub struct Contest<B: Evaluated> {
    /// The two contestants; the first plays White in even-numbered games.
    pub contestants: [Contestant; 2],
    /// The openings of the games.
    pub openings: Openings<B>,
    /// Number of openings to play.
    pub rounds: usize,
    /// Whether each opening is repeated with colours swapped. If not, all game numbers are even.
    pub both_colours: bool,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// Seed for players that use random numbers.
    pub seed: u64,
    /// Table size per contestant and game, in mebibytes.
    pub hash: usize,
    /// Conditions for ending games early.
    pub adjudication: Adjudication,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct FinishedGame<B: Evaluated> {
    /// The game number, from 0. Half of it is the opening's number.
    pub number: usize,
    /// Game as it was played.
    pub game: PlayedGame<B>,
}

impl<B: Evaluated> Contest<B> {
    /// Plays the games and passes each finished one to `report`, in order of completion. The match
    /// ends early if `report` breaks or fails, and without its running games if `stop` is set. Sets
    /// `stop` at the end.
    ///
    /// Equal settings give equal games if the contestants search with one thread and are limited by
    /// nodes or depth.
    ///
    /// # Errors
    ///
    /// An error from the contestants' files, from `report`, or if a game panics.
    pub fn run(
        &self,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&FinishedGame<B>) -> io::Result<ControlFlow<()>>,
    ) -> io::Result<()> {
        let [first, second] = &self.contestants;
        self.run_with(&[first.evaluator()?, second.evaluator()?], stop, report)
    }

    /// Plays as [`Contest::run`] does, with the given evaluators instead of the contestants' own.
    ///
    /// # Errors
    ///
    /// An error from `report`, or if a game panics.
    pub fn run_with(
        &self,
        evaluators: &[Arc<Evaluator<B>>; 2],
        stop: &AtomicBool,
        report: &mut dyn FnMut(&FinishedGame<B>) -> io::Result<ControlFlow<()>>,
    ) -> io::Result<()> {
        let seats = [0, 1].map(|index| {
            let contestant = self.contestants[index].clone();
            Seat::new(contestant, evaluators[index].clone(), self.hash)
        });
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let threads = self.concurrency.clamp(1, self.rounds.max(1));
            let mut result = Ok(());
            let mut workers = Vec::with_capacity(threads);
            for _ in 0..threads {
                let sender = sender.clone();
                let (seats, next) = (&seats, &next);
                let work = move || self.work(seats, next, stop, &sender);
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        // Existing workers play all games.
                        if workers.is_empty() {
                            result = Err(error);
                        }
                        break;
                    }
                }
            }
            drop(sender);
            for finished in receiver {
                match report(&finished) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => break,
                    Err(error) => {
                        result = Err(error);
                        break;
                    }
                }
            }
            stop.store(true, Ordering::Relaxed);
            for worker in workers {
                if worker.join().is_err() && result.is_ok() {
                    result = Err(io::Error::other("a game failed"));
                }
            }
            result
        })
    }

    /// Plays openings until none are left.
    fn work(
        &self,
        [first, second]: &[Seat<B>; 2],
        next: &AtomicUsize,
        stop: &AtomicBool,
        sender: &mpsc::Sender<FinishedGame<B>>,
    ) {
        let _others = StopOnPanic(stop);
        loop {
            let round = next.fetch_add(1, Ordering::Relaxed);
            if round >= self.rounds || stop.load(Ordering::Relaxed) {
                return;
            }
            let opening = self.openings.get(round);
            for number in 2 * round..=2 * round + usize::from(self.both_colours) {
                let seats = if Tally::first_is_white(number) {
                    [first, second]
                } else {
                    [second, first]
                };
                let seed = self.seed.wrapping_add(number as u64);
                let game = play(&opening, seats, seed, &self.adjudication, stop);
                let ended = game.outcome.is_some();
                if !ended || sender.send(FinishedGame { number, game }).is_err() {
                    return;
                }
            }
        }
    }
}

/// Stops the match when a game panics.
pub(super) struct StopOnPanic<'a>(pub(super) &'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Converts a match game to PGN, with evaluations, names and time controls. The caller sets the tag
/// `Date`.
pub fn pgn<B: Evaluated>(contestants: &[Contestant; 2], finished: &FinishedGame<B>) -> Game<B> {
    let FinishedGame { number, game } = finished;
    let mut record = Game::new(game.tree.clone());
    let path = record.tree.path().to_vec();
    let sides = (0..game.scores.len()).map(|ply| game.tree.position_at(ply));
    for ((node, score), position) in path[1..].iter().zip(&game.scores).zip(sides) {
        let (Some(score), Some(position)) = (score, position) else {
            continue;
        };
        record
            .tree
            .annotation_mut(*node)
            .set_eval(Some(eval(*score, position.turn())));
    }
    // Declares only outcomes that the position doesn't imply.
    record.declared = game.outcome.filter(|_| game.tree.outcome().is_none());
    let [white, black] = if Tally::first_is_white(*number) {
        [0, 1]
    } else {
        [1, 0]
    };
    for (tag, value) in [
        ("Event", "Icochess match".to_owned()),
        ("Round", format!("{}.{}", number / 2 + 1, number % 2 + 1)),
        ("White", contestants[white].name.clone()),
        ("Black", contestants[black].name.clone()),
    ] {
        record.tags.insert(tag.into(), value);
    }
    let [white, black] = [white, black].map(|index| contestants[index].time_control.pgn_tag());
    // The standard tag requires the same time for both sides.
    let tags = if white == black {
        vec![("TimeControl", white)]
    } else {
        vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
    };
    for (tag, value) in tags {
        record.tags.insert(tag.into(), value);
    }
    record
}

/// Converts a side's score before its move to the file's evaluation after the move, from White's
/// view.
fn eval(score: Score, side: Side) -> Eval {
    let sign = if side == Side::White { 1 } else { -1 };
    let score = if is_mate(score) {
        let moves = (MATE - score.abs()) / 2;
        icochess_rules::Score::Mate(sign * score.signum() * moves)
    } else {
        icochess_rules::Score::Centipawns(sign * score)
    };
    Eval { score, depth: None }
}
