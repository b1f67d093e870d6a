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
use icochess_engine::values_file::ValuesFileError;
use icochess_engine::{Evaluated, Evaluator};
use icochess_rules::pgn::Game;
use icochess_rules::{Eval, Side};

/// A match between two contestants.
#[derive(Clone, Debug)]
pub struct Contest<B: Evaluated> {
    /// The two contestants; the first is White in the games with even numbers.
    pub contestants: [Contestant; 2],
    /// The openings of the games.
    pub openings: Openings<B>,
    /// Number of openings that are played.
    pub rounds: usize,
    /// Whether each is played a second time with the colours changed. If not, the numbers of the
    /// games are all even.
    pub both_colours: bool,
    /// Number of games at the same time.
    pub concurrency: usize,
    /// Seed of the random numbers, for players that use them.
    pub seed: u64,
    /// Mebibytes of the table of each contestant in each game.
    pub hash: usize,
    /// The conditions under which games end early.
    pub adjudication: Adjudication,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct FinishedGame<B: Evaluated> {
    /// Its number, from 0. The opening's is half of it.
    pub number: usize,
    /// The game as it was played.
    pub game: PlayedGame<B>,
}

/// The reason why a match was broken off.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A contestant's values cannot be used.
    #[error(transparent)]
    Values(#[from] ValuesFileError),
    /// The callback that takes the games could not write them.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game failed (panicked).
    #[error("a game failed")]
    Failed,
}

impl<B: Evaluated> Contest<B> {
    /// Plays the games and tells `told` of each as it is finished, in whatever
    /// order that is. The match ends early when that breaks or fails.
    ///
    /// The games are the same for the same settings, if the contestants search
    /// with one thread and limits by nodes or depth.
    ///
    /// # Errors
    ///
    /// [`ContestError`] from the contestants' files, from `told`, or when a
    /// game failed.
    pub fn run(
        &self,
        told: &mut dyn FnMut(&FinishedGame<B>) -> io::Result<ControlFlow<()>>,
    ) -> Result<(), ContestError> {
        self.run_until(&AtomicBool::new(false), told)
    }

    /// Plays as [`Contest::run`] does, but soon after `stop` is set the match ends early, without
    /// the games that are being played. When it is over, `stop` is set.
    ///
    /// # Errors
    ///
    /// Those of [`Contest::run`].
    pub fn run_until(
        &self,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&FinishedGame<B>) -> io::Result<ControlFlow<()>>,
    ) -> Result<(), ContestError> {
        let [first, second] = &self.contestants;
        self.run_with(&[first.evaluator()?, second.evaluator()?], stop, told)
    }

    /// Plays as [`Contest::run_until`] does, with these evaluators instead of the contestants' own.
    ///
    /// # Errors
    ///
    /// [`ContestError`] from `told`, or when a game failed.
    pub fn run_with(
        &self,
        evaluators: &[Arc<Evaluator<B>>; 2],
        stop: &AtomicBool,
        told: &mut dyn FnMut(&FinishedGame<B>) -> io::Result<ControlFlow<()>>,
    ) -> Result<(), ContestError> {
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
                        // Those that there are play all games.
                        if workers.is_empty() {
                            result = Err(error.into());
                        }
                        break;
                    }
                }
            }
            drop(sender);
            for finished in receiver {
                match told(&finished) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => break,
                    Err(error) => {
                        result = Err(error.into());
                        break;
                    }
                }
            }
            stop.store(true, Ordering::Relaxed);
            for worker in workers {
                if worker.join().is_err() && result.is_ok() {
                    result = Err(ContestError::Failed);
                }
            }
            result
        })
    }

    /// Plays opening after opening until there are none left.
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

/// Ends the match when the game of one thread fails.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A game of a match between two contestants as a file holds it, with what
/// they thought of their moves, their names and times. The tag `Date` is left
/// to who knows it.
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
    // An end that the position tells by itself need not be declared.
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
    // The standard has one tag, for the same time on both sides.
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

/// The score of a side before its move, as files write it for the position after the move: from
/// White's view.
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
