//! Contestants: a player, its limits of thinking, and its values.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use icochess_engine::features::UnknownFeature;
use icochess_engine::player::UnknownAlgorithm;
use icochess_engine::values_file::{self, ValuesFileError};
use icochess_engine::{
    Algorithm, ComputerPlayer, Evaluated, Evaluator, MAX_DEPTH, MAX_THREADS, SearchFeatures,
};
use icochess_rules::quoted;

/// The limits of a contestant's thinking about a move. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingTime {
    /// Plies of full depth.
    pub depth: Option<u8>,
    /// Greatest number of positions visited for a move.
    pub nodes: Option<u64>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// A clock: the time at the start, and what each move adds to it.
    pub clock: Option<(Duration, Duration)>,
}

impl ThinkingTime {
    /// The time for each move of a search without any other limit.
    pub const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);

    /// The time as the tag `TimeControl` of a PGN file says it: `10+0.1` for a
    /// clock, `1/0.1` for a time for each move, in seconds, and `-` without
    /// either. (PGN standard, 9.6.1; parts of a second as other programs write
    /// them.)
    pub fn pgn_tag(&self) -> String {
        match (self.clock, self.move_time) {
            (Some((start, each)), _) => {
                format!("{}+{}", start.as_secs_f64(), each.as_secs_f64())
            }
            (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
            (None, None) => "-".to_owned(),
        }
    }
}

/// A computer player with its conditions, as text says it.
///
/// The name of an algorithm, then settings, each after a colon:
///
/// | setting         | meaning                                              |
/// |-----------------|------------------------------------------------------|
/// | `level=4`       | [`ComputerPlayer::level`]; 10 for Strong, 1 for the others   |
/// | `seed=7`        | what chance begins with; 0                           |
/// | `depth=6`       | plies of full depth                                  |
/// | `nodes=20000`   | positions visited for a move                         |
/// | `time=0.1`      | seconds for each move                                |
/// | `tc=10+0.1`     | seconds on the clock, and for each move              |
/// | `threads=2`     | threads of the search; 1                             |
/// | `without=killers` | leaves out a part of the search; more than once too  |
/// | `with=killers`  | puts in one that the board leaves out; likewise      |
/// | `values=a.ron`  | a file of values instead of the built-in ones        |
///
/// The name of a file may hold colons and equals signs (`values=C:\new\a=1.ron`): a
/// colon in it ends it only where the name of a setting and `=` follow.
///
/// Strong without any limit has 0.1 seconds a move.
///
/// ```
/// use icochess_lab::arena::Contestant;
/// use icochess_engine::Algorithm;
///
/// let contestant: Contestant = "strong:level=4:nodes=20000".parse()?;
/// assert_eq!(contestant.player.algorithm, Algorithm::Strong);
/// assert_eq!((contestant.player.level, contestant.time_control.nodes), (4, Some(20_000)));
/// assert_eq!(contestant.to_string(), "strong:level=4:nodes=20000");
/// assert!("strong:level=0".parse::<Contestant>().is_err());
/// # Ok::<(), icochess_lab::arena::ContestantError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The name of the contestant: the text from which it was read, if it was.
    pub name: String,
    /// The algorithm, its level and its seed.
    pub player: ComputerPlayer,
    /// The limits of its thinking.
    pub time_control: ThinkingTime,
    /// Number of threads of its search.
    pub threads: usize,
    /// A file of [`Values`](icochess_engine::Values) in RON; the built-in ones without.
    pub values: Option<PathBuf>,
    /// Search features that it has beside those of the board.
    pub added: SearchFeatures,
    /// The features of the search that are not left out.
    pub kept: SearchFeatures,
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// The reason why a text is no contestant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestantError {
    /// The first word is no algorithm.
    #[error(transparent)]
    Algorithm(#[from] UnknownAlgorithm),
    /// `with` or `without` something that is no feature.
    #[error(transparent)]
    SearchFeature(#[from] UnknownFeature),
    /// No `=` in a setting.
    #[error("\"{0}\" is no setting: expected NAME=VALUE")]
    NoSetting(String),
    /// A name that is not known.
    #[error("there is no setting \"{0}\": {known} are known", known = SETTINGS.join(", "))]
    UnknownSetting(String),
    /// A setting that was given before.
    #[error("the setting \"{0}\" is given twice")]
    Twice(String),
    /// A value that the setting cannot have.
    #[error("the value \"{found}\" of \"{name}\" is not {expected}")]
    Value {
        /// The setting.
        name: &'static str,
        /// The value that was given.
        found: String,
        /// The values that it may have.
        expected: &'static str,
    },
    /// Two settings that limit the time.
    #[error("only one of \"time\" and \"tc\" can be given")]
    TwoClocks,
}

/// The names of the settings.
const SETTINGS: [&str; 10] = [
    "level", "seed", "depth", "nodes", "time", "tc", "threads", "without", "with", "values",
];

/// The settings of a text, each a name, `=` and a value, without the colons between.
fn settings(text: &str) -> Vec<String> {
    let is_setting = |part: &str| {
        part.split_once('=')
            .is_some_and(|(name, _)| SETTINGS.contains(&name))
    };
    let mut settings: Vec<String> = Vec::new();
    for part in text.split(':') {
        match settings.last_mut() {
            // A part that is no setting belongs to the name of the file.
            Some(last) if last.starts_with("values=") && !is_setting(part) => {
                *last += ":";
                *last += part;
            }
            _ => settings.push(part.to_owned()),
        }
    }
    settings
}

/// The longest time that can be set, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        let (algorithm, rest) = text
            .split_once(':')
            .map_or((text, None), |(algorithm, rest)| (algorithm, Some(rest)));
        let algorithm: Algorithm = algorithm.parse()?;
        let parts = rest.map_or(Vec::new(), settings);
        let level = match algorithm {
            Algorithm::Strong => ComputerPlayer::MAX_LEVEL,
            _ => 1,
        };
        let player = ComputerPlayer {
            algorithm,
            level,
            ..ComputerPlayer::default()
        };
        let mut contestant = Self::new(text, player, ThinkingTime::default());
        let mut seen = Vec::new();
        for part in &parts {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| ContestantError::NoSetting(quoted(part)))?;
            if seen.contains(&name) && !["with", "without"].contains(&name) {
                return Err(ContestantError::Twice(quoted(name)));
            }
            seen.push(name);
            contestant.set(name, value)?;
        }
        let time_control = &mut contestant.time_control;
        if time_control.move_time.is_some() && time_control.clock.is_some() {
            return Err(ContestantError::TwoClocks);
        }
        if algorithm == Algorithm::Strong && *time_control == ThinkingTime::default() {
            time_control.move_time = Some(ThinkingTime::DEFAULT_MOVE_TIME);
        }
        Ok(contestant)
    }
}

impl Contestant {
    /// A player with one thread, the board's features and the built-in values.
    pub fn new(name: &str, player: ComputerPlayer, time_control: ThinkingTime) -> Self {
        Self {
            name: name.to_owned(),
            player,
            time_control,
            threads: 1,
            values: None,
            added: SearchFeatures::NONE,
            kept: SearchFeatures::ALL,
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ContestantError> {
        let wrong = |name, expected| ContestantError::Value {
            name,
            found: quoted(value),
            expected,
        };
        match name {
            "level" => {
                let level = value.parse().ok();
                self.player.level = level
                    .filter(|level| (1..=ComputerPlayer::MAX_LEVEL).contains(level))
                    .ok_or_else(|| wrong("level", "a number from 1 to 10"))?;
            }
            "seed" => {
                let seed = value.parse().ok();
                self.player.seed = seed.ok_or_else(|| wrong("seed", "a number from 0"))?;
            }
            "depth" => {
                let depth = value
                    .parse()
                    .ok()
                    .filter(|depth| (1..=MAX_DEPTH).contains(depth));
                self.time_control.depth =
                    Some(depth.ok_or_else(|| wrong("depth", "from 1 to 100"))?);
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
                self.time_control.nodes =
                    Some(nodes.ok_or_else(|| wrong("nodes", "a number from 1"))?);
            }
            "time" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                let expected = "a number of seconds above 0, at most a day";
                self.time_control.move_time = Some(time.ok_or_else(|| wrong("time", expected))?);
            }
            "tc" => {
                let (base, each) = value.split_once('+').unwrap_or((value, "0"));
                let base = seconds(base).filter(|base| !base.is_zero());
                let clock = base.zip(seconds(each));
                let expected = "seconds at the start and for each move, such as 10+0.1";
                self.time_control.clock = Some(clock.ok_or_else(|| wrong("tc", expected))?);
            }
            "threads" => {
                let threads = value.parse().ok();
                self.threads = threads
                    .filter(|threads| (1..=MAX_THREADS).contains(threads))
                    .ok_or_else(|| wrong("threads", "a number from 1 to 256"))?;
            }
            "without" => self.kept = self.kept.without(value.parse()?),
            "with" => self.added = self.added.with(value.parse()?),
            "values" if value.is_empty() => return Err(wrong("values", "the name of a file")),
            "values" => self.values = Some(value.into()),
            _ => return Err(ContestantError::UnknownSetting(quoted(name))),
        }
        Ok(())
    }

    /// The features of its search on a board.
    pub const fn features<B: Evaluated>(&self) -> SearchFeatures {
        B::SEARCH_FEATURES.or(self.added).and(self.kept)
    }

    /// The evaluator of this contestant on a board.
    ///
    /// # Errors
    ///
    /// [`ValuesFileError`] when its file cannot be read or is not for this
    /// board.
    pub fn evaluator<B: Evaluated>(&self) -> Result<Arc<Evaluator<B>>, ValuesFileError> {
        let Some(file) = &self.values else {
            return Ok(Arc::new(B::evaluator().clone()));
        };
        let (_, evaluator) = values_file::read(file)?;
        Ok(Arc::new(evaluator))
    }
}

/// A time of at most a day.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=MAX_SECONDS)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}
