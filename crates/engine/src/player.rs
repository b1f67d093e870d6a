//! A computer player: an algorithm and its strength.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use super::eval::Evaluated;
use super::levels;
use super::material::MaterialSearch;
use super::rng::rng;
use super::root::Root;
use super::search::{Info, Search, SearchResult};
use super::simple;
use super::time_manager::TimeManager;
use super::variety;
use icochess_rules::{Position, quoted};
use web_time::Instant;

/// How a player chooses moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Algorithm {
    /// A random legal move.
    Random,
    /// The best move of a shallow material search.
    Value,
    /// The best move by material, then by pressure on the king. Without kings, pressure is on the
    /// enemy's rarest kind.
    Attack,
    /// The best move of the full search.
    #[default]
    Strong,
}

impl Algorithm {
    /// All algorithms, simplest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Value, Self::Attack, Self::Strong];

    /// Returns the name of the algorithm in files and the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "Random",
            Self::Value => "Value",
            Self::Attack => "Attack",
            Self::Strong => "Strong",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown algorithm name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no algorithm {0}: Random, Value, Attack and Strong are known")]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// Parses a name, ignoring case.
    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownAlgorithm(quoted(text)))
    }
}

/// A computer player. With one thread, an empty table and a node or depth limit, equal seeds give
/// equal moves in the same game. For Value and Attack, this holds with any number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComputerPlayer {
    /// Algorithm that chooses its moves.
    pub algorithm: Algorithm,
    /// The level, from 1 to [`ComputerPlayer::MAX_LEVEL`]. For Strong, the level is the strength;
    /// the highest level has no handicap. For Value and Attack, it is the search depth in moves of
    /// both sides. Random ignores it.
    pub level: u8,
    /// Seed of the random numbers. At full strength, 0 gives the best move always; another seed
    /// varies the opening.
    pub seed: u64,
}

impl Default for ComputerPlayer {
    /// Returns Strong at the highest level.
    fn default() -> Self {
        Self {
            algorithm: Algorithm::Strong,
            level: Self::MAX_LEVEL,
            seed: 0,
        }
    }
}

impl ComputerPlayer {
    /// The highest level: full strength. Lower levels of Strong need neither the given table nor
    /// several threads, because they visit few nodes.
    pub const MAX_LEVEL: u8 = levels::MAX_LEVEL;

    /// Returns whether the player misjudges positions or considers only part of the evaluation.
    pub fn errs(algorithm: Algorithm, level: u8) -> bool {
        algorithm != Algorithm::Strong || level < Self::MAX_LEVEL
    }

    /// Chooses a move in a position, normally the current position of a game.
    ///
    /// `by` holds the resources and limits; the player may need less. Value and Attack search at
    /// least two plies. Setting `stop` ends the search soon after. `report` is called with each
    /// line found.
    ///
    /// Returns `None` only if there is no legal move or the game has ended. If the search panics,
    /// earlier findings are kept.
    pub fn choose<B: Evaluated>(
        &self,
        root: impl Into<Root<B>>,
        by: &Search<B>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        let root = root.into();
        match self.algorithm {
            Algorithm::Strong if self.level >= Self::MAX_LEVEL => {
                variety::choose(self.seed, root, by, stop, report)
            }
            Algorithm::Strong => levels::choose(self.level, self.seed, &root, by, stop, report),
            _ => self.choose_simply(root.position(), by, stop, report),
        }
    }

    /// Chooses a move by one of the three simple algorithms.
    fn choose_simply<B: Evaluated>(
        &self,
        position: &Position<B>,
        by: &Search<B>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        let (moves, _) = by.root_moves(position);
        let mut rng = rng(self.seed, position.hash());
        let time_manager = TimeManager::new(&by.limits, position.turn(), Instant::now());
        let is_over = |nodes: u64| {
            stop.load(Ordering::Relaxed)
                || time_manager.is_hard_limit_reached()
                || by.limits.nodes.is_some_and(|limit| nodes > limit)
        };
        // With several threads, the result at a node limit would depend on timing.
        let threads = if by.limits.nodes.or(by.limits.soft_nodes).is_some() {
            1
        } else {
            by.threads
        };
        let material = MaterialSearch::new(by.evaluator, threads, &is_over)
            .with_thread_start(by.on_thread_start);
        let mut best = moves.clone();
        let mut last = None;
        let look_ahead = || {
            let deepest = by.limits.depth.map_or(u8::MAX, |plies| (plies / 2).max(1));
            // Deepen level by level, so that an answer exists when time runs out.
            for level in 1..=self.level.clamp(1, deepest) {
                let (found, score) = material.best(position, &moves, level);
                if found.is_empty() {
                    break;
                }
                best = found;
                let info = Info {
                    depth: 2 * level,
                    seldepth: 2 * level,
                    multi_pv: 1,
                    score,
                    nodes: material.nodes(),
                    time: time_manager.elapsed(),
                    hashfull: 0,
                    pv: vec![best[0]],
                };
                report(&info);
                last = Some(info);
                if time_manager.is_soft_limit_reached(1.0)
                    || by.limits.is_soft_node_limit_reached(material.nodes())
                {
                    break;
                }
            }
        };
        let is_choice = moves.len() > 1 && self.algorithm != Algorithm::Random;
        let failed = is_choice && catch_unwind(AssertUnwindSafe(look_ahead)).is_err();
        if self.algorithm == Algorithm::Attack {
            best = simple::most_pressing(position, by.evaluator, best);
        }
        by.limits.wait(stop);
        Some(SearchResult {
            best_move: simple::random_move(&best, &mut rng)?,
            ponder: None,
            info: last,
            nodes: material.nodes(),
            failed,
        })
    }
}
