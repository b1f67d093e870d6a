//! A player's scores in puzzles, by board, and the choice of puzzles.
//!
//! The rating follows Elo: a puzzle counts as an opponent with a fixed rating. Glicko's deviation
//! is left out, so a larger factor for the first attempts finds a new player's strength.

use std::collections::BTreeMap;

use jiff::Zoned;
use jiff::civil::date;
use serde::{Deserialize, Serialize};

use icochess_rules::AnyBoard;

/// Rating before the first attempt. Most puzzles have 600 to 1,400.
pub const FIRST_RATING: u16 = 1000;
/// Lowest and highest rating.
const RATINGS: (u16, u16) = (100, 3500);
/// Number of first attempts with the larger factor.
const FIRST_ATTEMPTS: u32 = 20;
/// Largest change of the rating by an attempt: among the first attempts, and later.
const FACTORS: [f64; 2] = [32.0, 16.0];
/// Maximum number of remembered puzzles. At most half of a board's puzzles are, so that some are
/// always left.
const MAX_LATELY: usize = 50;

/// A player's score in the puzzles of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleScore {
    /// Rating of the player.
    pub rating: u16,
    /// Number of rated attempts.
    pub attempts: u32,
    /// Number of puzzles solved without a mistake.
    pub solved: u32,
    /// Indices of the last attempted puzzles, the last one at the end.
    lately: Vec<usize>,
}

impl Default for PuzzleScore {
    fn default() -> Self {
        Self {
            rating: FIRST_RATING,
            attempts: 0,
            solved: 0,
            lately: Vec::new(),
        }
    }
}

impl PuzzleScore {
    /// Returns whether the player attempted a puzzle lately. Further attempts don't count.
    pub fn has_tried(&self, index: usize) -> bool {
        self.lately.contains(&index)
    }

    /// Counts an attempt at one of `count` puzzles, with the puzzle's rating. Returns the change of
    /// the player's rating.
    pub fn add(&mut self, index: usize, count: usize, rating: u16, is_solved: bool) -> i32 {
        let before = f64::from(self.rating);
        let expected = 1.0 / (1.0 + 10_f64.powf((f64::from(rating) - before) / 400.0));
        let factor = FACTORS[usize::from(self.attempts >= FIRST_ATTEMPTS)];
        let result = if is_solved { 1.0 } else { 0.0 };
        let (lowest, highest) = RATINGS;
        let after = (before + factor * (result - expected)).round() as u16;
        let change = i32::from(after.clamp(lowest, highest)) - i32::from(self.rating);
        self.rating = after.clamp(lowest, highest);
        self.attempts = self.attempts.saturating_add(1);
        self.solved = self.solved.saturating_add(is_solved.into());
        self.lately.push(index);
        let most = MAX_LATELY.min(count / 2);
        let forgotten = self.lately.len().saturating_sub(most);
        self.lately.drain(..forgotten);
        change
    }

    /// Returns the index of the puzzle whose rating is nearest to the player's, among those not
    /// attempted lately; `None` without puzzles.
    pub fn next(&self, ratings: impl Iterator<Item = u16>) -> Option<usize> {
        let new = ratings.enumerate().filter(|(it, _)| !self.has_tried(*it));
        let nearest = new.min_by_key(|(_, rating)| rating.abs_diff(self.rating));
        nearest.map(|(index, _)| index)
    }
}

/// Scores by board identifier. Unknown boards are kept for other versions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PuzzleScores(BTreeMap<String, PuzzleScore>);

impl PuzzleScores {
    /// Returns the score on a board.
    pub fn of(&self, board: AnyBoard) -> PuzzleScore {
        self.0.get(board.id()).cloned().unwrap_or_default()
    }

    /// Returns the score on a board, to change it.
    pub fn of_mut(&mut self, board: AnyBoard) -> &mut PuzzleScore {
        self.0.entry(board.id().to_owned()).or_default()
    }

    /// Formats the scores for a file, as a map on one line.
    pub(super) fn text(&self) -> String {
        ron::to_string(&self.0).unwrap_or_default()
    }

    /// Parses the scores from a file.
    ///
    /// # Errors
    ///
    /// A message with the problem, if the text isn't a map of scores.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut scores: BTreeMap<String, PuzzleScore> =
            ron::from_str(text).map_err(|error| error.code.to_string())?;
        let (lowest, highest) = RATINGS;
        for score in scores.values_mut() {
            score.rating = score.rating.clamp(lowest, highest);
        }
        Ok(Self(scores))
    }
}

/// Returns the number of days from 1970 to today, in the local time zone.
pub fn today() -> i32 {
    let days = Zoned::now().date().since(date(1970, 1, 1));
    days.map_or(0, |days| days.get_days())
}

/// Returns the index of a day's puzzle among `count`; `None` without puzzles. In `count` days each
/// puzzle has its day. Neighbouring days are about a golden section of the list apart, so that
/// neighbours in the list, which may be alike, have their days far apart.
pub fn daily(day: i32, count: usize) -> Option<usize> {
    let count = i64::try_from(count).ok().filter(|count| *count > 0)?;
    let golden = count * 618 / 1000;
    let step = (golden.max(1)..).find(|step| gcd(*step, count) == 1)?;
    usize::try_from((i64::from(day) * step).rem_euclid(count)).ok()
}

const fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn rating_moves_by_surprise_and_less_after_the_first_attempts() {
        let mut score = PuzzleScore::default();
        assert_eq!(score.add(0, 100, FIRST_RATING, true), 16);
        assert_eq!(score.add(1, 100, score.rating, false), -16);
        // An easy puzzle gains little.
        assert_eq!(score.add(2, 100, 600, true), 3);
        for index in 3..20 {
            score.add(index, 100, score.rating, index % 2 == 0);
        }
        assert_eq!(score.add(20, 100, score.rating, true), 8);
        assert_eq!((score.attempts, score.solved), (21, 11));
        for index in 0..1000 {
            score.add(index, 100, 600, false);
        }
        assert!((RATINGS.0..600).contains(&score.rating), "{score:?}");
    }

    #[test]
    fn next_puzzle_is_the_nearest_new_one() {
        let ratings = [400, 990, 1030, 1500];
        let mut score = PuzzleScore::default();
        let mut order = Vec::new();
        for _ in 0..4 {
            let index = score.next(ratings.into_iter()).unwrap();
            order.push(index);
            score.add(index, ratings.len(), ratings[index], false);
        }
        // With four puzzles, the last two are remembered.
        assert_eq!(order, [1, 2, 3, 1]);
        assert_eq!(score.next(std::iter::empty()), None);
    }

    #[test]
    fn each_puzzle_has_one_day_of_each_round() {
        for count in [1, 2, 3, 8, 97, 120] {
            let days = 20_000..20_000 + count as i32;
            let all: BTreeSet<_> = days.filter_map(|day| daily(day, count)).collect();
            assert_eq!(all.len(), count);
        }
        assert_eq!(daily(-3, 120), daily(117, 120));
        assert_eq!(daily(20_000, 0), None);
        assert!(today() > 20_000);
    }

    #[test]
    fn scores_survive_a_round_trip() {
        let mut scores = PuzzleScores::default();
        assert_eq!(scores.text(), "{}");
        scores
            .of_mut(Variant::Chess.board())
            .add(7, 100, 1600, true);
        assert_eq!(PuzzleScores::read(&scores.text()), Ok(scores));
        // Unknown boards and missing fields are allowed, wrong ratings are corrected.
        let read = PuzzleScores::read("{\"docks\": (solved: 3), \"chess\": (rating: 9)}").unwrap();
        assert_eq!(read.of(Variant::Chess.board()).rating, RATINGS.0);
        assert!(read.text().contains("\"docks\":(rating:1000,"));
        assert!(PuzzleScores::read("7").is_err());
    }
}
