//! Self-play games of the engine, and their quiet positions.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::arena::{
    Adjudication, Contest, Contestant, FinishedGame, Openings, PlayedGame, ThinkingTime,
};
use icochess_engine::score::is_mate;
use icochess_engine::{ComputerPlayer, Evaluated, Evaluator, Score};
use icochess_rules::{DrawReason, Outcome, Position, Side};

/// Random opening plies of a game with equal material.
const OPENING: usize = 10;
/// Number of random opening plies in a game with different material. It is small, because these
/// games already vary.
const IMBALANCED_OPENING: usize = 4;
/// Nodes of the search that rejects unbalanced openings.
const OPENING_NODES: u64 = 50_000;
/// Score in hundredths of a pawn at which a game is adjudicated. Earlier positions count however
/// far ahead a side is, because they reveal the values of the pieces.
const WON: Score = 2000;
/// Plies after which a game is aborted. An aborted game has no result, so its positions don't
/// count; docs/notes/engine.md describes their effect on the values of Star Trek.
const MAX_PLIES: usize = 300;
/// Outcome of an aborted game.
const BROKEN_OFF: Outcome = Outcome::Draw(DrawReason::Adjudication);
/// Maximum number of positions per game, because long games contain no more information.
const MAX_POSITIONS: usize = 60;
/// Table size per player, in mebibytes; enough for searches of some thousands of nodes.
const MEBIBYTES: usize = 1;

/// The games to play.
#[derive(Clone, Debug)]
pub struct Games {
    /// Number of games from the start position.
    pub even: usize,
    /// Number of games with different material on both sides.
    pub imbalanced: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Seed of the random numbers. A game depends on the seed and its number.
    pub seed: u64,
    /// Number of concurrent games, which doesn't affect the games.
    pub threads: usize,
}

/// A quiet position of a game: no check, the best move is no capture or promotion, and the score
/// isn't a mate.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<B: Evaluated> {
    /// Position of the sample.
    pub position: Position<B>,
    /// Number of the position's game.
    pub game: usize,
    /// Result for White: 1, 0.5 or 0.
    pub result: f64,
    /// Search score for White, in hundredths of a pawn.
    pub score: Score,
}

impl Games {
    /// Plays the games, calling `report` with the number of finished games after each.
    ///
    /// # Errors
    ///
    /// An error if a game panics.
    pub fn play<B: Evaluated>(
        &self,
        evaluator: &Arc<Evaluator<B>>,
        report: &mut dyn FnMut(usize),
    ) -> io::Result<Vec<Sample<B>>> {
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
                // Identical players would repeat the game.
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
                report(over);
                Ok(ControlFlow::Continue(()))
            })?;
        }
        // Sorts by game, because games finish in any order. The stable sort keeps positions in
        // order.
        samples.sort_by_key(|sample| sample.game);
        Ok(distinct(samples))
    }
}

/// Returns the quiet positions of a contest's game; `first` is the number of the contest's first
/// game. Opening positions have no scores and are skipped.
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
            // A contest with one colour uses even game numbers only. Halving the numbers closes the
            // gaps, so that one in ten games of both kinds of openings is held out.
            game: first + finished.number / 2,
            result: result?,
            score,
        })
        .filter(|_| quiet && !is_mate(score))
    })
}

/// Returns at most [`MAX_POSITIONS`] items, evenly spread.
fn spread<T: Clone>(all: Vec<T>) -> impl Iterator<Item = T> {
    let kept = all.len().min(MAX_POSITIONS);
    (0..kept).map(move |index| all[index * all.len() / kept].clone())
}

/// Removes repeated positions, keeping the first.
pub fn distinct<B: Evaluated>(mut samples: Vec<Sample<B>>) -> Vec<Sample<B>> {
    let mut seen = HashSet::new();
    samples.retain(|sample| seen.insert(sample.position.hash()));
    samples
}

/// Returns White's points.
pub(crate) fn points(outcome: Outcome) -> f64 {
    match outcome.winner() {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

/// Writes samples as text, one per line: game, result, score and position.
pub fn write<B: Evaluated>(samples: &[Sample<B>]) -> String {
    samples.iter().fold(String::new(), |mut text, sample| {
        let Sample {
            position,
            game,
            result,
            score,
        } = sample;
        // Writing to a string can't fail.
        let _ = writeln!(text, "{game} {result} {score} {position}");
        text
    })
}

/// Parses the text of [`write()`].
///
/// # Errors
///
/// The first invalid line.
pub fn read<B: Evaluated>(text: &str) -> Result<Vec<Sample<B>>, String> {
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
    (1..)
        .zip(text.lines())
        .map(|(number, line)| {
            sample(line).ok_or_else(|| {
                let found: String = line.chars().take(80).collect();
                format!("line {number}: expected game, result, score and position, found {found:?}")
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
    fn aborted_game_yields_no_positions() {
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
    fn kept_positions_are_spread_over_the_game() {
        let of = |count: usize| spread((0..count).collect()).collect::<Vec<_>>();
        assert_eq!((of(0), of(2)), (vec![], vec![0, 1]));
        let kept = of(3 * MAX_POSITIONS);
        assert_eq!((kept.len(), kept[1]), (MAX_POSITIONS, 3));
    }
}
