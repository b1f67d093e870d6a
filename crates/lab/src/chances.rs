//! Fits the winning chance behind a score to games that the engine plays against itself.
//!
//! Positions of one game share its result, so all errors are computed from games. Source: K.-Y.
//! Liang, S. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73,
//! 1986.

use std::array;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::arena::{Adjudication, Contest, Contestant, FinishedGame, Openings, ThinkingTime};
use crate::tune::data::points;
use icochess_engine::score::{is_mate, win_chance};
use icochess_engine::{ComputerPlayer, Evaluated, Score};
use icochess_rules::{DrawReason, Outcome, Side};

/// Random opening plies of a game.
const OPENING: usize = 8;
/// Nodes of the search that rejects unbalanced openings.
const OPENING_NODES: u64 = 50_000;
/// Table size per player, in mebibytes.
const MEBIBYTES: usize = 4;
/// One in this many games is held out, to compare predicted and actual results.
const HELD_OUT: usize = 5;
/// Maximum number of Newton steps. Fits with a finite scale need about ten.
const MAX_STEPS: usize = 100;
/// Relative size of the last Newton step.
const TOLERANCE: f64 = 1e-9;
/// Maximum tolerated difference between predicted and actual score in a tenth, if it also exceeds
/// [`MAX_ERRORS`].
const MAX_DIFFERENCE: f64 = 0.05;
/// Maximum tolerated difference, in standard errors.
const MAX_ERRORS: f64 = 2.0;

/// Returns the random openings of a seed.
pub const fn random_openings<B: Evaluated>(seed: u64) -> Openings<B> {
    Openings::Random {
        plies: OPENING,
        seed,
        nodes: OPENING_NODES,
    }
}

/// The games to play.
#[derive(Clone, Debug)]
pub struct Games<B: Evaluated> {
    /// Number of games.
    pub count: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Nodes per move after which no further iteration starts.
    pub soft_nodes: Option<u64>,
    /// The openings, at least one for each game.
    pub openings: Openings<B>,
    /// Number of concurrent games, which doesn't affect the games.
    pub threads: usize,
}

/// Position with its score and the result of its game, both from White's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// Number of the position's game.
    pub game: usize,
    /// Search score, in hundredths of a pawn.
    pub score: Score,
    /// Result of the game: 1, 0.5 or 0.
    pub result: f64,
}

/// Finished games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Number of games.
    pub games: usize,
    /// Number of games without a result, because they were too long.
    pub unfinished: usize,
    /// Positions of the games with a result, by game. Positions with a mate score are left out.
    pub positions: Vec<Observation>,
}

impl<B: Evaluated> Games<B> {
    /// Plays the games, calling `report` with the number of finished games after each. Setting
    /// `stop` ends the run; finished games count.
    ///
    /// # Errors
    ///
    /// An error if a game panics.
    pub fn play(&self, stop: &AtomicBool, report: &mut dyn FnMut(usize)) -> io::Result<Played> {
        let time_control = ThinkingTime {
            nodes: Some(self.nodes),
            soft_nodes: self.soft_nodes,
            ..ThinkingTime::default()
        };
        let contestant = Contestant::new("strong", ComputerPlayer::default(), time_control);
        let contest = Contest {
            contestants: [contestant.clone(), contestant],
            openings: self.openings.clone(),
            rounds: self.count,
            // Identical players would repeat the game.
            both_colours: false,
            concurrency: self.threads,
            // The players use no random numbers.
            seed: 0,
            hash: MEBIBYTES,
            adjudication: Adjudication::default(),
        };
        let mut played = Played::default();
        contest.run(stop, &mut |finished| {
            played.add(finished);
            report(played.games);
            Ok(ControlFlow::Continue(()))
        })?;
        // Games finish in any order. The sort is stable, so positions of a game stay in order.
        played.positions.sort_by_key(|position| position.game);
        Ok(played)
    }
}

impl Played {
    fn add<B: Evaluated>(&mut self, finished: &FinishedGame<B>) {
        self.games += 1;
        let game = &finished.game;
        let unfinished = Outcome::Draw(DrawReason::Adjudication);
        let Some(outcome) = game.outcome.filter(|outcome| *outcome != unfinished) else {
            self.unfinished += 1;
            return;
        };
        let plies = (0..).zip(&game.scores);
        self.positions.extend(plies.filter_map(|(ply, score)| {
            let score = (*score).filter(|score| !is_mate(*score))?;
            let score = match game.tree.position_at(ply)?.turn() {
                Side::White => score,
                Side::Black => -score,
            };
            Some(Observation {
                // A contest with one colour uses even game numbers only.
                game: finished.number / 2,
                score,
                result: points(outcome),
            })
        }));
    }
}

/// Splits positions into those to fit and those of the held-out games, every fifth game.
pub fn split(positions: Vec<Observation>) -> (Vec<Observation>, Vec<Observation>) {
    let is_held_out = |position: &Observation| position.game % HELD_OUT == HELD_OUT - 1;
    let (held_out, fitted) = positions.into_iter().partition(is_held_out);
    (fitted, held_out)
}

/// Iterates over the positions of each game.
fn by_game(positions: &[Observation]) -> impl Iterator<Item = &[Observation]> {
    positions.chunk_by(|one, next| one.game == next.game)
}

/// Returns the number of games of positions that are sorted by game.
pub fn games(positions: &[Observation]) -> usize {
    by_game(positions).count()
}

/// A fitted scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// Growth of White's log odds per hundredth of a pawn, as
    /// [`Evaluated::WIN_CHANCE_SCALE`].
    pub scale: f64,
    /// Standard error of the scale, by game.
    pub error: f64,
}

/// Returns the derivative of the log likelihood by the scale, and its negative second derivative.
fn derivatives(positions: &[Observation], scale: f64) -> (f64, f64) {
    let (mut slope, mut information) = (0.0, 0.0);
    for position in positions {
        let score = f64::from(position.score);
        let chance = win_chance(position.score, scale);
        slope += score * (position.result - chance);
        information += score * score * chance * (1.0 - chance);
    }
    (slope, information)
}

/// Fits the scale with the maximum likelihood to positions sorted by game. Returns `None` with
/// fewer than two games, or if no finite scale is the likeliest.
pub fn fit(positions: &[Observation]) -> Option<Fitted> {
    let games = games(positions) as f64;
    if games < 2.0 {
        return None;
    }
    let mut scale = 0.0;
    for _ in 0..MAX_STEPS {
        let (slope, information) = derivatives(positions, scale);
        let step = slope / information;
        // Steps from 0 never pass the maximum, because the slope flattens away from 0.
        scale += step;
        if !scale.is_finite() {
            return None;
        }
        if step.abs() <= TOLERANCE * scale.abs() {
            let slopes = by_game(positions).map(|game| derivatives(game, scale).0);
            let squares: f64 = slopes.map(|slope| slope * slope).sum();
            let error = (squares * games / (games - 1.0)).sqrt() / information;
            return Some(Fitted { scale, error });
        }
    }
    None
}

/// Positions whose predicted chance is in one tenth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tenth {
    /// Number of positions.
    pub positions: usize,
    /// Number of their games.
    pub games: usize,
    /// Mean predicted chance of White, 0 to 1; 0 without positions.
    pub predicted: f64,
    /// Mean result of White, 0 to 1; 0 without positions.
    pub actual: f64,
    /// Standard error of the difference between both, by game; `None` with fewer than two games.
    pub error: Option<f64>,
}

impl Tenth {
    /// Returns actual minus predicted score in standard errors; `None` if the error is unknown.
    pub fn deviation(&self) -> Option<f64> {
        self.error
            .map(|error| (self.actual - self.predicted) / error)
    }

    /// Returns whether prediction and result differ by more than two standard errors and 5%.
    pub fn is_off(&self) -> bool {
        (self.actual - self.predicted).abs() > MAX_DIFFERENCE
            && self.deviation().is_some_and(|it| it.abs() > MAX_ERRORS)
    }
}

/// Compares predicted and actual scores of positions sorted by game, for each tenth of chance.
pub fn tenths(positions: &[Observation], scale: f64) -> [Tenth; 10] {
    array::from_fn(|index| {
        let (mut count, mut predicted, mut actual) = (0_usize, 0.0, 0.0);
        // For each game, its positions and their points above the prediction.
        let mut games: Vec<(f64, f64)> = Vec::new();
        for game in by_game(positions) {
            let (before, mut excess) = (count, 0.0);
            for position in game {
                let chance = win_chance(position.score, scale);
                if ((10.0 * chance) as usize).min(9) == index {
                    count += 1;
                    predicted += chance;
                    actual += position.result;
                    excess += position.result - chance;
                }
            }
            if count > before {
                games.push(((count - before) as f64, excess));
            }
        }
        let all = (count as f64).max(1.0);
        let (predicted, actual) = (predicted / all, actual / all);
        // The error of a ratio of sums, each over games.
        let rest = |(count, excess): &(f64, f64)| (excess - count * (actual - predicted)).powi(2);
        let squares: f64 = games.iter().map(rest).sum();
        let number = games.len() as f64;
        Tenth {
            positions: count,
            games: games.len(),
            predicted,
            actual,
            error: (number > 1.0).then(|| (squares * number / (number - 1.0)).sqrt() / all),
        }
    })
}

#[cfg(test)]
mod tests {
    use oorandom::Rand64;

    use super::*;

    /// Returns positions of different games, with results of a known scale.
    fn positions(count: usize, scale: f64) -> Vec<Observation> {
        let mut rng = Rand64::new(7);
        let one = |game| {
            let score = rng.rand_range(0..1200) as Score - 600;
            let won = rng.rand_float() < win_chance(score, scale);
            Observation {
                game,
                score,
                result: f64::from(won),
            }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn fit_finds_the_scale_of_the_results() {
        let (fitted, held_out) = split(positions(100_000, 0.005));
        assert_eq!((games(&fitted), games(&held_out)), (80_000, 20_000));
        let found = fit(&fitted).unwrap();
        assert!(found.error > 0.0 && found.error < 0.0001, "{found:?}");
        assert!((found.scale - 0.005).abs() < 4.0 * found.error, "{found:?}");
        let right = tenths(&held_out, found.scale);
        assert_eq!(right.iter().map(|it| it.positions).sum::<usize>(), 20_000);
        assert!(!right.iter().any(Tenth::is_off), "{right:?}");
        // A threefold scale promises too much.
        assert!(tenths(&held_out, 0.015)[9].is_off());
    }

    #[test]
    fn more_positions_of_a_game_do_not_shrink_errors() {
        let once = positions(500, 0.005);
        let often: Vec<_> = once.iter().flat_map(|it| [*it; 4]).collect();
        let [one, four] = [&once, &often].map(|it| fit(it).unwrap());
        assert!((one.scale - four.scale).abs() < 1e-9, "{one:?} {four:?}");
        assert!((one.error - four.error).abs() < 1e-9, "{one:?} {four:?}");
        for (one, four) in tenths(&once, 0.005).iter().zip(tenths(&often, 0.005)) {
            assert_eq!((4 * one.positions, one.games), (four.positions, four.games));
            assert!((one.error.unwrap() - four.error.unwrap()).abs() < 1e-9);
        }
    }

    #[test]
    fn games_won_whenever_ahead_have_no_scale() {
        let one = |game: usize| Observation {
            game,
            score: if game.is_multiple_of(2) { 100 } else { -100 },
            result: if game.is_multiple_of(2) { 1.0 } else { 0.0 },
        };
        assert_eq!(fit(&(0..10).map(one).collect::<Vec<_>>()), None);
        assert_eq!(fit(&[]), None);
        assert_eq!(fit(&positions(1, 0.005)), None);
    }
}
