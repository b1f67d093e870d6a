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
use icochess_engine::score::{is_mate, win_chance};
use icochess_engine::{ComputerPlayer, Evaluated, Evaluator, Score};
use icochess_rules::{DrawReason, Outcome, Position, Side};

/// Random opening plies of a game with equal material.
const OPENING: usize = 10;
/// Number of random opening plies in a game with different material. It is small, because these
/// games already vary.
const IMBALANCED_OPENING: usize = 4;
/// Outcome of an aborted game.
const BROKEN_OFF: Outcome = Outcome::Draw(DrawReason::Adjudication);
/// Table size per player, in mebibytes; enough for searches of some thousands of nodes.
const MEBIBYTES: usize = 1;

/// How games are played, and which of their positions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Nodes of the search that rejects unbalanced openings.
    opening_nodes: u64,
    /// Score in hundredths of a pawn at which a game is adjudicated.
    won: Score,
    /// Plies after which a game is aborted.
    max_plies: usize,
    /// Maximum number of positions per game.
    max_positions: usize,
    /// Whether positions of aborted games count, with the winning chance of the game's last score
    /// as the result.
    counts_aborted: bool,
}

impl Style {
    /// Games for a fit of the weights. Positions count however far ahead a side is, because they
    /// reveal the values of the pieces. Those of aborted games don't: docs/notes/engine.md describes
    /// their effect on the values of Star Trek.
    pub const FOR_WEIGHTS: Self = Self {
        opening_nodes: 50_000,
        won: 2000,
        max_plies: 300,
        max_positions: 60,
        counts_aborted: false,
    };

    /// Games for a network, which needs as many positions as possible.
    pub const FOR_NETWORK: Self = Self {
        opening_nodes: 2_000,
        won: 1000,
        max_plies: 160,
        max_positions: 400,
        counts_aborted: true,
    };
}

/// The games to play.
#[derive(Clone, Debug)]
pub struct Games {
    /// How they are played.
    pub style: Style,
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
            nodes: self.style.opening_nodes,
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
                    max_plies: self.style.max_plies,
                    win_score: Some(self.style.won),
                },
            };
            let evaluators = [evaluator.clone(), evaluator.clone()];
            contest.run_with(&evaluators, &AtomicBool::new(false), &mut |finished| {
                let quiet = quiet(finished, first, self.style.counts_aborted).collect();
                samples.extend(spread(quiet, self.style.max_positions));
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
    counts_aborted: bool,
) -> impl Iterator<Item = Sample<B>> {
    let PlayedGame {
        tree,
        scores,
        outcome,
        ..
    } = &finished.game;
    let result = match *outcome {
        Some(BROKEN_OFF) if counts_aborted => last_chance(&finished.game),
        Some(BROKEN_OFF) | None => None,
        Some(outcome) => Some(points(outcome)),
    };
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

/// Returns White's winning chance by the last score of a game.
fn last_chance<B: Evaluated>(game: &PlayedGame<B>) -> Option<f64> {
    let ply = game.scores.iter().rposition(Option::is_some)?;
    let chance = win_chance(game.scores[ply]?, B::WIN_CHANCE_SCALE);
    Some(match game.tree.position_at(ply)?.turn() {
        Side::White => chance,
        Side::Black => 1.0 - chance,
    })
}

/// Returns at most `most` items, evenly spread.
fn spread<T: Clone>(all: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let kept = all.len().min(most);
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
    fn positions_of_an_aborted_game_count_for_a_network_only() {
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
            let finished = FinishedGame { number: 0, game };
            [false, true].map(|counts| quiet(&finished, 0, counts).count())
        };
        assert_eq!(counted(DrawReason::Stalemate), [2, 2]);
        assert_eq!(counted(DrawReason::Adjudication), [0, 2]);
    }

    #[test]
    fn kept_positions_are_spread_over_the_game() {
        let of = |count: usize| spread((0..count).collect(), 60).collect::<Vec<_>>();
        assert_eq!((of(0), of(2)), (vec![], vec![0, 1]));
        let kept = of(180);
        assert_eq!((kept.len(), kept[1]), (60, 3));
    }
}
