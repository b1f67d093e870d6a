//! Contestants: a player, its search limits and its values.

use std::error::Error;
use std::fmt;
use std::io;
use std::ops::RangeBounds;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use icochess_engine::eval::Network;
use icochess_engine::{
    Algorithm, ComputerPlayer, Evaluated, Evaluator, MAX_DEPTH, MAX_THREADS, SearchFeatures,
    values_file,
};
use icochess_rules::quoted;

/// Search limits of a contestant per move; `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingTime {
    /// Nominal depth, in plies.
    pub depth: Option<u8>,
    /// Maximum number of nodes per move.
    pub nodes: Option<u64>,
    /// Number of nodes per move after which no further iteration starts.
    pub soft_nodes: Option<u64>,
    /// Time per move.
    pub move_time: Option<Duration>,
    /// A clock: initial time and increment per move.
    pub clock: Option<(Duration, Duration)>,
}

impl ThinkingTime {
    /// Time per move of a search without any other limit.
    pub const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);

    /// Returns the value of the PGN tag `TimeControl`, in seconds: `10+0.1` for a clock, `1/0.1`
    /// for a time per move, `-` for neither. (PGN standard, 9.6.1; fractions as in other programs.)
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

/// A computer player with its limits, parsed from text.
///
/// The text is an algorithm name, followed by settings, each after a colon:
///
/// | setting         | meaning                                              |
/// |-----------------|------------------------------------------------------|
/// | `level=4`       | [`ComputerPlayer::level`]; 18 for Strong, 1 for the others   |
/// | `seed=7`        | seed of the random numbers; 0 (full strength doesn't vary) |
/// | `depth=6`       | nominal depth in plies                               |
/// | `nodes=20000`   | nodes per move                                       |
/// | `soft-nodes=5000` | nodes per move after which no further iteration starts |
/// | `time=0.1`      | seconds per move                                     |
/// | `tc=10+0.1`     | seconds on the clock, and increment per move         |
/// | `threads=2`     | threads of the search; 1                             |
/// | `without=killers` | disables a search feature; repeatable              |
/// | `with=killers`  | enables a feature that the board disables; repeatable |
/// | `values=a.ron`  | a values file that replaces the built-in values      |
/// | `network=a.bin` | a network that replaces the built-in one              |
///
/// File names may contain colons and equals signs (`values=C:\new\a=1.ron`). A colon only ends the
/// name if a setting's name and `=` follow. Values without a network play without one.
///
/// Strong without limits gets 0.1 seconds per move.
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
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The name: the text that the contestant was parsed from, if any.
    pub name: String,
    /// The algorithm, its level and its seed.
    pub player: ComputerPlayer,
    /// Search limits.
    pub time_control: ThinkingTime,
    /// Number of search threads.
    pub threads: usize,
    /// A file of [`Values`](icochess_engine::Values) in RON; `None` for the built-in values.
    pub values: Option<PathBuf>,
    /// A file of a [`Network`](icochess_engine::eval::Network); `None` for the built-in one, if the
    /// values are built-in, too.
    pub network: Option<PathBuf>,
    /// Search features enabled in addition to the board's.
    pub added: SearchFeatures,
    /// Search features that are not disabled.
    pub kept: SearchFeatures,
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// Names of the settings.
const SETTINGS: [&str; 12] = [
    "level",
    "seed",
    "depth",
    "nodes",
    "soft-nodes",
    "time",
    "tc",
    "threads",
    "without",
    "with",
    "values",
    "network",
];

/// Splits a text at colons into settings, each a name, `=` and a value.
fn settings(text: &str) -> Vec<String> {
    let is_setting = |part: &str| {
        part.split_once('=')
            .is_some_and(|(name, _)| SETTINGS.contains(&name))
    };
    let is_file = |part: &str| part.starts_with("values=") || part.starts_with("network=");
    let mut settings: Vec<String> = Vec::new();
    for part in text.split(':') {
        match settings.last_mut() {
            // Other text belongs to the file name.
            Some(last) if is_file(last) && !is_setting(part) => {
                *last += ":";
                *last += part;
            }
            _ => settings.push(part.to_owned()),
        }
    }
    settings
}

/// Maximum time in seconds: one day.
const MAX_SECONDS: f64 = 86_400.0;

impl FromStr for Contestant {
    type Err = Box<dyn Error + Send + Sync>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
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
            let (name, value) = part.split_once('=').ok_or_else(|| {
                format!("\"{}\" is no setting: expected NAME=VALUE", quoted(part))
            })?;
            if seen.contains(&name) && !["with", "without"].contains(&name) {
                return Err(format!("the setting \"{}\" is given twice", quoted(name)).into());
            }
            seen.push(name);
            contestant.set(name, value)?;
        }
        let time_control = &mut contestant.time_control;
        if time_control.move_time.is_some() && time_control.clock.is_some() {
            return Err("only one of \"time\" and \"tc\" can be given".into());
        }
        if algorithm == Algorithm::Strong && *time_control == ThinkingTime::default() {
            time_control.move_time = Some(ThinkingTime::DEFAULT_MOVE_TIME);
        }
        Ok(contestant)
    }
}

impl Contestant {
    /// Creates a single-threaded contestant with the board's features and built-in values.
    pub fn new(name: &str, player: ComputerPlayer, time_control: ThinkingTime) -> Self {
        Self {
            name: name.to_owned(),
            player,
            time_control,
            threads: 1,
            values: None,
            network: None,
            added: SearchFeatures::NONE,
            kept: SearchFeatures::ALL,
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error + Send + Sync>> {
        let wrong = |expected: &str| {
            let found = quoted(value);
            format!("the value \"{found}\" of \"{name}\" is not {expected}")
        };
        let limits = &mut self.time_control;
        match name {
            "level" => {
                let level = number(value, 1..=ComputerPlayer::MAX_LEVEL);
                self.player.level = level.ok_or_else(|| wrong("a number from 1 to 18"))?;
            }
            "seed" => {
                let seed = number(value, ..);
                self.player.seed = seed.ok_or_else(|| wrong("a number from 0"))?;
            }
            "depth" => {
                let depth = number(value, 1..=MAX_DEPTH);
                limits.depth = Some(depth.ok_or_else(|| wrong("from 1 to 100"))?);
            }
            "nodes" => {
                let nodes = number(value, 1..);
                limits.nodes = Some(nodes.ok_or_else(|| wrong("a number from 1"))?);
            }
            "soft-nodes" => {
                let nodes = number(value, 1..);
                limits.soft_nodes = Some(nodes.ok_or_else(|| wrong("a number from 1"))?);
            }
            "time" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                let expected = "a number of seconds above 0, at most a day";
                limits.move_time = Some(time.ok_or_else(|| wrong(expected))?);
            }
            "tc" => {
                let (base, each) = value.split_once('+').unwrap_or((value, "0"));
                let base = seconds(base).filter(|base| !base.is_zero());
                let clock = base.zip(seconds(each));
                let expected = "seconds at the start and for each move, such as 10+0.1";
                limits.clock = Some(clock.ok_or_else(|| wrong(expected))?);
            }
            "threads" => {
                let threads = number(value, 1..=MAX_THREADS);
                self.threads = threads.ok_or_else(|| wrong("a number from 1 to 256"))?;
            }
            "without" => self.kept = self.kept.without(value.parse()?),
            "with" => self.added = self.added.with(value.parse()?),
            "values" | "network" if value.is_empty() => {
                return Err(wrong("the name of a file").into());
            }
            "values" => self.values = Some(value.into()),
            "network" => self.network = Some(value.into()),
            _ => {
                let (name, known) = (quoted(name), SETTINGS.join(", "));
                return Err(format!("there is no setting \"{name}\": {known} are known").into());
            }
        }
        Ok(())
    }

    /// Returns the search features on board `B`.
    pub const fn features<B: Evaluated>(&self) -> SearchFeatures {
        B::SEARCH_FEATURES.or(self.added).and(self.kept)
    }

    /// Returns the contestant's evaluator on board `B`.
    ///
    /// # Errors
    ///
    /// An error if its values or network can't be read or are for another board.
    pub fn evaluator<B: Evaluated>(&self) -> io::Result<Arc<Evaluator<B>>> {
        let evaluator = match &self.values {
            None => B::evaluator().clone(),
            Some(file) => values_file::read(file)?.1,
        };
        let Some(file) = &self.network else {
            return Ok(Arc::new(evaluator));
        };
        Ok(Arc::new(evaluator.with_network(Some(Network::read(file)?))))
    }
}

/// Parses a time in seconds, at most one day.
fn number<N: FromStr + PartialOrd>(text: &str, range: impl RangeBounds<N>) -> Option<N> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=MAX_SECONDS)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}
