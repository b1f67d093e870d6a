//! Engine options.

use std::path::PathBuf;
use std::time::Duration;

use super::error::CommandError;
use super::protocol::OPTIONS;
use crate::{Algorithm, ComputerPlayer, Limits, MAX_HASH, MAX_THREADS, levels};
use icochess_rules::{AnyBoard, board_named, quoted};

const MIN_ELO: u16 = levels::RATINGS[0];
const MAX_ELO: u16 = levels::RATINGS[levels::RATINGS.len() - 1];
/// The protocol's text for an empty value.
const NO_FILE: &str = "<empty>";

/// Maximum seed, because other programs store it as a signed 32-bit integer.
const MAX_SEED: usize = i32::MAX as usize;
/// Maximum number of lines of a search.
const MAX_MULTI_PV: usize = 64;
/// Maximum overhead, in milliseconds.
const MAX_OVERHEAD: usize = 5000;

/// Current option values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    player: ComputerPlayer,
    /// Whether to play at the strength of `rating`.
    limits_strength: bool,
    rating: u16,
    /// File with values that replace the built-in ones.
    pub values: Option<PathBuf>,
    /// Whether to solve endings with few men, and to look them up.
    pub endings: bool,
    /// Size of the transposition table, in mebibytes.
    pub hash: usize,
    pub threads: usize,
    pub multi_pv: usize,
    /// Time reserved for latency between the clock and the search.
    pub overhead: Duration,
    /// Whether searches report their conditions.
    pub debug: bool,
    /// Whether every search must end by itself, because the caller can't stop it.
    pub ends_by_itself: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            player: ComputerPlayer::default(),
            limits_strength: false,
            rating: MAX_ELO,
            values: None,
            endings: false,
            hash: 64,
            threads: 1,
            multi_pv: 1,
            overhead: Limits::OVERHEAD,
            debug: false,
            ends_by_itself: false,
        }
    }
}

/// Side effect of changing an option.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    SetVariant(usize),
    ResizeTable,
    ClearTable,
}

impl Options {
    /// Returns the player that the options describe.
    pub(super) fn player(&self) -> ComputerPlayer {
        let player = self.player;
        if !self.limits_strength {
            return player;
        }
        ComputerPlayer {
            algorithm: Algorithm::Strong,
            level: levels::level_of(self.rating),
            ..player
        }
    }

    /// Sets an option.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        boards: &[AnyBoard],
    ) -> Result<Effect, CommandError> {
        let known = OPTIONS
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| CommandError::UnknownOption(quoted(name)))?;
        let wrong = |expected: String| CommandError::OptionValue {
            name: known,
            found: quoted(value.unwrap_or_default()),
            expected,
        };
        let number = |minimum: usize, maximum: usize| {
            value
                .and_then(|value| value.parse().ok())
                .filter(|number| (minimum..=maximum).contains(number))
                .ok_or_else(|| wrong(format!("a number from {minimum} to {maximum}")))
        };
        let truth = || match value {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => Err(wrong("true or false".into())),
        };
        match known {
            "UCI_Variant" => {
                let index = board_named(boards, value.unwrap_or_default())?;
                return Ok(Effect::SetVariant(index));
            }
            "Algorithm" => {
                let names = Algorithm::ALL.map(Algorithm::name).join(", ");
                self.player.algorithm = value
                    .and_then(|value| value.parse().ok())
                    .ok_or_else(|| wrong(format!("one of {names}")))?;
            }
            "Level" => self.player.level = number(1, ComputerPlayer::MAX_LEVEL.into())? as u8,
            "Seed" => self.player.seed = number(0, MAX_SEED)? as u64,
            "Hash" => {
                self.hash = number(1, MAX_HASH)?;
                return Ok(Effect::ResizeTable);
            }
            "Threads" => self.threads = number(1, MAX_THREADS)?,
            "MultiPV" => self.multi_pv = number(1, MAX_MULTI_PV)?,
            // The GUI controls pondering, so the option's value doesn't matter.
            "Ponder" => {
                truth()?;
            }
            "Move Overhead" => {
                self.overhead = Duration::from_millis(number(0, MAX_OVERHEAD)? as u64);
            }
            "UCI_LimitStrength" => self.limits_strength = truth()?,
            "UCI_Elo" => self.rating = number(MIN_ELO.into(), MAX_ELO.into())? as u16,
            "Values" => {
                let file = value.filter(|value| !value.is_empty() && *value != NO_FILE);
                self.values = file.map(PathBuf::from);
                return Ok(Effect::ClearTable);
            }
            "Endings" => self.endings = truth()?,
            "Clear Hash" => return Ok(Effect::ClearTable),
            _ => {}
        }
        Ok(Effect::Nothing)
    }

    /// Returns the option list that `uci` prints, with `board` as the default variant.
    pub(super) fn introduction(board: AnyBoard, boards: &[AnyBoard]) -> String {
        let variant = board.id();
        let variants: String = boards
            .iter()
            .map(|board| format!(" var {}", board.id()))
            .collect();
        let algorithms: String = Algorithm::ALL
            .iter()
            .map(|algorithm| format!(" var {}", algorithm.name()))
            .collect();
        let Self {
            player:
                ComputerPlayer {
                    algorithm,
                    level,
                    seed,
                },
            limits_strength,
            rating,
            values: _,
            endings,
            hash,
            threads,
            multi_pv,
            overhead,
            debug: _,
            ends_by_itself: _,
        } = Self::default();
        format!(
            "option name UCI_Variant type combo default {variant}{variants}\n\
             option name Algorithm type combo default {}{algorithms}\n\
             option name Level type spin default {level} min 1 max {}\n\
             option name Seed type spin default {seed} min 0 max {}\n\
             option name Hash type spin default {hash} min 1 max {MAX_HASH}\n\
             option name Threads type spin default {threads} min 1 max {MAX_THREADS}\n\
             option name MultiPV type spin default {multi_pv} min 1 max {MAX_MULTI_PV}\n\
             option name Ponder type check default false\n\
             option name Move Overhead type spin default {} min 0 max {MAX_OVERHEAD}\n\
             option name UCI_LimitStrength type check default {limits_strength}\n\
             option name UCI_Elo type spin default {rating} min {MIN_ELO} max {MAX_ELO}\n\
             option name Values type string default {NO_FILE}\n\
             option name Endings type check default {endings}\n\
             option name Clear Hash type button",
            algorithm.name(),
            ComputerPlayer::MAX_LEVEL,
            MAX_SEED,
            overhead.as_millis()
        )
    }
}
