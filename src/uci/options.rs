//! The options of the engine.

use super::refusal::Refusal;
use crate::engine::{Algorithm, Player};
use crate::rules::{Variant, quoted};

/// The names, as the engine spells them.
pub(super) const NAMES: [&str; 9] = [
    "UCI_Variant",
    "Algorithm",
    "Level",
    "Seed",
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Clear Hash",
];

/// Most mebibytes of the transposition table.
const MOST_HASH: usize = 65_536;
/// Most threads of a search.
const MOST_THREADS: usize = 256;
/// Most lines of a search.
const MOST_LINES: usize = 64;

/// What is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub player: Player,
    /// Mebibytes.
    pub hash: usize,
    pub threads: usize,
    pub lines: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            player: Player::default(),
            hash: 64,
            threads: 1,
            lines: 1,
        }
    }
}

/// What a change of an option asks for beyond noting it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    SetVariant(Variant),
    ResizeTable,
    ClearTable,
}

impl Options {
    /// Changes one.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Refusal> {
        let known = NAMES
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| Refusal::UnknownOption(quoted(name)))?;
        let wrong = |expected: String| Refusal::OptionValue {
            name: known,
            found: quoted(value.unwrap_or_default()),
            expected,
        };
        let number = |least: usize, most: usize| {
            value
                .and_then(|value| value.parse().ok())
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| wrong(format!("a number from {least} to {most}")))
        };
        match known {
            "UCI_Variant" => {
                return Ok(Effect::SetVariant(value.unwrap_or_default().parse()?));
            }
            "Algorithm" => {
                let names = Algorithm::ALL.map(Algorithm::name).join(", ");
                self.player.algorithm = value
                    .and_then(|value| value.parse().ok())
                    .ok_or_else(|| wrong(format!("one of {names}")))?;
            }
            "Level" => self.player.level = number(1, Player::MOST_LEVEL.into())? as u8,
            "Seed" => self.player.seed = number(0, usize::MAX)? as u64,
            "Hash" => {
                self.hash = number(1, MOST_HASH)?;
                return Ok(Effect::ResizeTable);
            }
            "Threads" => self.threads = number(1, MOST_THREADS)?,
            "MultiPV" => self.lines = number(1, MOST_LINES)?,
            // Pondering needs nothing from us: the other program asks for it.
            "Ponder" if !matches!(value, Some("true" | "false")) => {
                return Err(wrong("true or false".into()));
            }
            "Clear Hash" => return Ok(Effect::ClearTable),
            _ => {}
        }
        Ok(Effect::Nothing)
    }

    /// The options as `uci` lists them.
    pub(super) fn introduction() -> String {
        let variants: String = Variant::ALL
            .iter()
            .map(|variant| format!(" var {variant}"))
            .collect();
        let algorithms: String = Algorithm::ALL
            .iter()
            .map(|algorithm| format!(" var {}", algorithm.name()))
            .collect();
        let Self {
            player:
                Player {
                    algorithm,
                    level,
                    seed,
                },
            hash,
            threads,
            lines,
        } = Self::default();
        format!(
            "option name UCI_Variant type combo default {}{variants}\n\
             option name Algorithm type combo default {}{algorithms}\n\
             option name Level type spin default {level} min 1 max {}\n\
             option name Seed type spin default {seed} min 0 max {}\n\
             option name Hash type spin default {hash} min 1 max {MOST_HASH}\n\
             option name Threads type spin default {threads} min 1 max {MOST_THREADS}\n\
             option name MultiPV type spin default {lines} min 1 max {MOST_LINES}\n\
             option name Ponder type check default false\n\
             option name Clear Hash type button",
            Variant::default(),
            algorithm.name(),
            Player::MOST_LEVEL,
            usize::MAX
        )
    }
}
