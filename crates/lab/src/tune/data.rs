//! Games of the engine against itself, and the quiet positions in them.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::arena::{
    Adjudication, Contest, ContestError, Contestant, FinishedGame, Openings, PlayedGame,
    ThinkingTime,
};
use icochess_engine::score::is_mate;
use icochess_engine::{ComputerPlayer, Evaluated, Evaluator, Score};
use icochess_rules::{DrawReason, Outcome, Position, Side};

/// Random plies that a game with the same material begins with.
const OPENING: usize = 10;
/// Random plies of a game with different material, which chance need not make
/// more different.
const IMBALANCED_OPENING: usize = 4;
/// Nodes of the search that tells whether the opening is even.
const OPENING_NODES: u64 = 50_000;
/// A game is given to the side that both see ahead by so much for long, in
/// hundredths of a pawn. Before that its positions count however far ahead a side is:
/// without those the worth of a piece is not told by what comes of it.
const WON: Score = 2000;
/// Plies after which a game is broken off. Who would have won it is not known, and so no
/// position of it counts: see docs/engine.md for what they did to the values of Star Trek.
const MAX_PLIES: usize = 300;
/// The outcome of a game that is broken off.
const BROKEN_OFF: Outcome = Outcome::Draw(DrawReason::Adjudication);
/// Most positions taken from a game: long ones teach no more than others.
const MAX_POSITIONS: usize = 60;
/// Size of a player's table, mebibytes; a search of some thousand nodes needs no more.
const MEBIBYTES: usize = 1;

/// The games to play.
#[derive(Clone, Debug)]
pub struct Games {
    /// Number of games from the start position.
    pub even: usize,
    /// Number of games that begin with different material on both sides.
    pub imbalanced: usize,
    /// Positions visited for each move.
    pub nodes: u64,
    /// Seed of the random numbers. A game depends on it and on its own number.
    pub seed: u64,
    /// Games played at a time; the games are the same for any number.
    pub threads: usize,
}

/// A quiet position of a game: no check, the best move takes and promotes
/// nothing, and no mate is in sight.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<B: Evaluated> {
    /// The position.
    pub position: Position<B>,
    /// Number of the game that it is from.
    pub game: usize,
    /// The result for White: 1, 0.5 or 0.
    pub result: f64,
    /// The score of the search for White, in hundredths of a pawn.
    pub score: Score,
}

impl Games {
    /// Plays them. `told` is called with the number of games that are over.
    ///
    /// # Errors
    ///
    /// [`ContestError`] when a game failed.
    pub fn play<B: Evaluated>(
        &self,
        evaluator: &Arc<Evaluator<B>>,
        told: &mut dyn FnMut(usize),
    ) -> Result<Vec<Sample<B>>, ContestError> {
        let time_control = ThinkingTime {
            nodes: Some(self.nodes),
            ..ThinkingTime::default()
        };
        let contestant = Contestant::new("tuner", ComputerPlayer::default(), time_control);
        let even = Openings::Random {
            plies: OPENING,
            seed: self.seed,
            nodes: OPENING_NODES,
        };
        let imbalanced = Openings::Imbalanced {
            plies: IMBALANCED_OPENING,
            seed: self.seed,
        };
        let (mut samples, mut over) = (Vec::new(), 0);
        for (first, rounds, openings) in [
            (0, self.even, even),
            (self.even, self.imbalanced, imbalanced),
        ] {
            let contest = Contest {
                contestants: [contestant.clone(), contestant.clone()],
                openings,
                rounds,
                // The same players would play the same game again.
                both_colours: false,
                concurrency: self.threads,
                seed: self.seed,
                hash: MEBIBYTES,
                adjudication: Adjudication {
                    max_plies: MAX_PLIES,
                    win_score: Some(WON),
                },
            };
            let evaluators = [evaluator.clone(), evaluator.clone()];
            contest.run_with(&evaluators, &AtomicBool::new(false), &mut |finished| {
                samples.extend(spread(quiet(finished, first).collect()));
                over += 1;
                told(over);
                Ok(ControlFlow::Continue(()))
            })?;
        }
        // In the order of the games, whoever was ready first; the positions of
        // one are in order already.
        samples.sort_by_key(|sample| sample.game);
        Ok(distinct(samples))
    }
}

/// The quiet positions of a game of a contest whose `first` game has that number. Of
/// the opening there are none, as it was played by chance, without scores.
fn quiet<B: Evaluated>(
    finished: &FinishedGame<B>,
    first: usize,
) -> impl Iterator<Item = Sample<B>> {
    let PlayedGame {
        tree,
        scores,
        outcome,
        ..
    } = &finished.game;
    let result = outcome.filter(|outcome| *outcome != BROKEN_OFF).map(points);
    let plies = (0..).zip(tree.line()).zip(scores);
    plies.filter_map(move |((ply, mv), score)| {
        let position = *tree.position_at(ply)?;
        let score = match position.turn() {
            Side::White => (*score)?,
            Side::Black => -(*score)?,
        };
        let quiet = !position.is_check()
            && position.captured_cell(*mv).is_none()
            && mv.promotion().is_none();
        Some(Sample {
            position,
            // The numbers of a contest with one colour are even. Here they go on without
            // gaps, so that of any ten games one is held out, whichever way they began.
            game: first + finished.number / 2,
            result: result?,
            score,
        })
        .filter(|_| quiet && !is_mate(score))
    })
}

/// At most [`MAX_POSITIONS`] of them, evenly spread.
fn spread<T: Clone>(all: Vec<T>) -> impl Iterator<Item = T> {
    let kept = all.len().min(MAX_POSITIONS);
    (0..kept).map(move |index| all[index * all.len() / kept].clone())
}

/// Each position once, where it comes first.
pub fn distinct<B: Evaluated>(mut samples: Vec<Sample<B>>) -> Vec<Sample<B>> {
    let mut seen = HashSet::new();
    samples.retain(|sample| seen.insert(sample.position.hash()));
    samples
}

/// The points of White.
fn points(outcome: Outcome) -> f64 {
    match outcome.winner() {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

/// A line that is not a sample.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected game, result, score and position, found {text:?}")]
pub struct SampleError {
    line: usize,
    text: String,
}

/// The samples as text: one a line, with game, result, score and position.
pub fn write<B: Evaluated>(samples: &[Sample<B>]) -> String {
    samples.iter().fold(String::new(), |mut text, sample| {
        let Sample {
            position,
            game,
            result,
            score,
        } = sample;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{game} {result} {score} {position}");
        text
    })
}

/// The reverse of [`write()`].
///
/// # Errors
///
/// [`SampleError`] for the first line that is none.
pub fn read<B: Evaluated>(text: &str) -> Result<Vec<Sample<B>>, SampleError> {
    let sample = |line: &str| {
        let mut parts = line.splitn(4, ' ');
        Some(Sample {
            game: parts.next()?.parse().ok()?,
            result: parts
                .next()?
                .parse()
                .ok()
                .filter(|r| (0.0..=1.0).contains(r))?,
            score: parts.next()?.parse().ok()?,
            position: parts.next()?.parse().ok()?,
        })
    };
    text.lines()
        .enumerate()
        .map(|(index, line)| {
            sample(line).ok_or_else(|| SampleError {
                line: index + 1,
                text: line.chars().take(80).collect(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Chess;
    use icochess_rules::GameTree;

    #[test]
    fn of_a_game_that_was_broken_off_no_position_counts() {
        let counted = |reason| {
            let mut tree = GameTree::<Chess>::default();
            for mv in ["g1f3", "g8f6"] {
                let mv = tree.position().parse_uci(mv).unwrap();
                tree.play(mv).unwrap();
            }
            let game = PlayedGame {
                tree,
                opening: 0,
                scores: vec![Some(20), Some(-20)],
                outcome: Some(Outcome::Draw(reason)),
                failed: false,
            };
            quiet(&FinishedGame { number: 0, game }, 0).count()
        };
        assert_eq!(counted(DrawReason::Stalemate), 2);
        assert_eq!(counted(DrawReason::Adjudication), 0);
    }

    #[test]
    fn what_is_kept_is_spread_over_the_game() {
        let of = |count: usize| spread((0..count).collect()).collect::<Vec<_>>();
        assert_eq!((of(0), of(2)), (vec![], vec![0, 1]));
        let kept = of(3 * MAX_POSITIONS);
        assert_eq!((kept.len(), kept[1]), (MAX_POSITIONS, 3));
    }
}
