//! Match statistics: which player is better, and with what confidence.
//!
//! The two games of an opening aren't independent, since one side may be better in both. Errors are
//! therefore computed from **pairs** of games, which have five possible results from no points to
//! two points (hence "pentanomial").
//!
//! Sources:
//!
//! * Elo, logistic: A. Elo, *The Rating of Chessplayers*, 1978, with the base of FIDE and of the
//!   [Chess Programming Wiki](https://www.chessprogramming.org/Match_Statistics), which also has
//!   the likelihood of superiority (LOS).
//! * The generalised sequential probability ratio test (GSPRT): X. Li, J. Liu, Z. Ying,
//!   "Generalized sequential probability ratio test for separate families of hypotheses",
//!   Sequential Analysis 33, 2014. For pairs of games and with the likeliest distribution of a
//!   given mean: M. Van den Bergh, "A practical introduction to the GSPRT" and "The generalized
//!   maximum likelihood ratio for the expectation value of a distribution", as used by
//!   [Fishtest](https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html).
//! * The bounds of the test: A. Wald, *Sequential Analysis*, 1947.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use icochess_rules::{Outcome, Side};

/// Converts an expected score between 0 and 1 to an Elo difference.
///
/// ```
/// use icochess_lab::arena::{elo, score_of};
///
/// assert_eq!(elo(0.5), 0.0);
/// assert!((elo(0.75) - 190.85).abs() < 0.01);
/// assert!((score_of(elo(0.6)) - 0.6).abs() < 1e-12);
/// ```
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Converts an Elo difference to the expected score, between 0 and 1.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A score between 0 and 1 with its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean score per game, 0 to 1.
    pub score: f64,
    /// Lower bound, at least 0.
    pub low: f64,
    /// Upper bound, at most 1.
    pub high: f64,
}

/// Number of game pairs by a player's half points in both games, from 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// Half the width of the central 95% of a normal distribution, in standard deviations.
const WIDTH_95: f64 = 1.959_964;

impl Pentanomial {
    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score per game, between 0 and 1, and the variance of a pair's mean score.
    /// `None` if there are no pairs.
    fn moments(&self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
            let each = self.0.iter().zip(SCORES);
            each.map(|(&number, score)| number as f64 * value(score))
                .sum()
        };
        (count > 0.0).then(|| {
            let mean = sum(&|score| score) / count;
            let variance = sum(&|score| (score - mean).powi(2)) / count;
            (mean, variance)
        })
    }

    /// Returns the score with its error, or `None` with fewer than two pairs. Assumes a normally
    /// distributed mean, so it requires many pairs.
    ///
    /// Identical pairs have no variance to measure. In that case, other results have at most
    /// probability 3/n for n pairs (the *rule of three*: J. A. Hanley, A. Lippman-Hand, "If nothing
    /// goes wrong, is everything all right?", JAMA 249, 1983).
    pub fn estimate(&self) -> Option<Estimate> {
        let count = self.count() as f64;
        let (score, variance) = self.moments().filter(|_| self.count() > 1)?;
        let error = if variance > 0.0 {
            WIDTH_95 * (variance / count).sqrt()
        } else {
            3.0 / count
        };
        Some(Estimate {
            score,
            low: (score - error).max(0.0),
            high: (score + error).min(1.0),
        })
    }

    /// Returns the likelihood of superiority, from 0 to 1; one half if there are no pairs. For n
    /// identical pairs with an advantage, the likelihood of inferiority is 0.5 to the power n + 1.
    pub fn los(&self) -> f64 {
        let Some((mean, variance)) = self.moments() else {
            return 0.5;
        };
        let error = (variance / self.count() as f64).sqrt();
        if error > 0.0 {
            normal((mean - 0.5) / error)
        } else {
            // All pairs are identical.
            let doubt = 0.5_f64.powf(self.count() as f64 + 1.0);
            match mean.total_cmp(&0.5) {
                Ordering::Less => doubt,
                Ordering::Equal => 0.5,
                Ordering::Greater => 1.0 - doubt,
            }
        }
    }
}

/// Score per game for a pair's half points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the cumulative standard normal distribution at `x`.
fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// A sequential test of two hypotheses: the player is better by `elo0` points, or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Lower hypothesis, in logistic Elo.
    pub elo0: f64,
    /// Upper hypothesis, in logistic Elo.
    pub elo1: f64,
}

/// Probability of accepting a hypothesis if the other one is true.
const SPRT_ERROR: f64 = 0.05;

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtResult {
    /// Neither hypothesis is accepted yet.
    Continue,
    /// The lower hypothesis is accepted.
    AcceptH0,
    /// The upper hypothesis is accepted.
    AcceptH1,
}

impl Sprt {
    /// Returns the log-likelihood ratios at which a test ends.
    pub fn bounds() -> (f64, f64) {
        let upper = ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln();
        (-upper, upper)
    }

    /// Returns the log-likelihood ratio of the upper hypothesis to the lower.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        // Like Fishtest, counts no result as impossible.
        let counts = pairs.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let parts = counts.map(|count| count / total);
        let (score0, score1) = (score_of(self.elo0), score_of(self.elo1));
        let (tilt0, tilt1) = (tilt(&parts, score0), tilt(&parts, score1));
        let ratio = |(part, score): (&f64, f64)| {
            let (likely0, likely1) = (
                1.0 + tilt0 * (score - score0),
                1.0 + tilt1 * (score - score1),
            );
            part * (likely0 / likely1).ln()
        };
        pairs.count() as f64 * parts.iter().zip(SCORES).map(ratio).sum::<f64>()
    }

    /// Returns the state of the test after these pairs.
    pub fn result(&self, pairs: &Pentanomial) -> SprtResult {
        let llr = self.llr(pairs);
        let (lower, upper) = Self::bounds();
        if llr <= lower {
            SprtResult::AcceptH0
        } else if llr >= upper {
            SprtResult::AcceptH1
        } else {
            SprtResult::Continue
        }
    }
}

/// Finds the tilt of the likeliest distribution with mean `mean`, whose parts are
/// `part / (1 + tilt * (score - mean))`. Bisects a decreasing function.
fn tilt(parts: &[f64; 5], mean: f64) -> f64 {
    let [lowest, .., highest] = SCORES;
    let (mut low, mut high) = (-1.0 / (highest - mean), 1.0 / (mean - lowest));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let each = parts.iter().zip(SCORES);
        let slope: f64 = each
            .map(|(part, score)| part * (score - mean) / (1.0 + middle * (score - mean)))
            .sum();
        if slope > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Results of a match. The first contestant plays White in even-numbered games. Each even-numbered
/// game forms a pair with the next game.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Won, drawn and lost games of the first contestant.
    pub first: [u64; 3],
    /// Won, drawn and lost games of White.
    pub white: [u64; 3],
    /// Pairs by the first contestant's points.
    pub first_pairs: Pentanomial,
    /// Pairs by White's points.
    pub white_pairs: Pentanomial,
    /// Games lost on time by the first and the second contestant.
    pub forfeits: [u64; 2],
    /// Half points of the first contestant and of White in incomplete pairs.
    open: BTreeMap<usize, (usize, usize)>,
}

impl Tally {
    /// Returns whether the first contestant plays White in a game.
    pub const fn first_is_white(game: usize) -> bool {
        game.is_multiple_of(2)
    }

    /// Adds the result of a game.
    pub fn add(&mut self, game: usize, outcome: Outcome) {
        let white = match outcome.winner() {
            Some(Side::White) => 2,
            None => 1,
            Some(Side::Black) => 0,
        };
        let first_is_white = Self::first_is_white(game);
        let first = if first_is_white { white } else { 2 - white };
        self.first[2 - first] += 1;
        self.white[2 - white] += 1;
        if let Outcome::TimeForfeit { winner } = outcome {
            let first_won = (winner == Side::White) == first_is_white;
            self.forfeits[usize::from(first_won)] += 1;
        }
        match self.open.remove(&(game / 2)) {
            None => {
                self.open.insert(game / 2, (first, white));
            }
            Some((other_first, other_white)) => {
                self.first_pairs.0[first + other_first] += 1;
                self.white_pairs.0[white + other_white] += 1;
            }
        }
    }

    /// Returns the number of games added.
    pub fn games(&self) -> u64 {
        self.first.iter().sum()
    }
}
