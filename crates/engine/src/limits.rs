//! The limits of a search.
//!
//! The division of the remaining time follows the [Chess Programming
//! Wiki](https://www.chessprogramming.org/Time_Management), with its own numbers. In this project's
//! matches with a clock, no game was lost on time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use icochess_rules::Side;
use web_time::Instant;

/// Divisor of the remaining time when no time control is given, in moves.
const MOVES_LEFT: u32 = 30;

/// Maximum nominal depth in plies; check extensions can make lines longer.
pub const MAX_DEPTH: u8 = 100;

/// A signal to a pondering search that the opponent has played the expected move, which starts the
/// clock.
#[derive(Clone, Debug, Default)]
pub struct PonderHit(Arc<OnceLock<Instant>>);

impl PonderHit {
    /// Records that the opponent has played the expected move.
    pub fn hit(&self) {
        // A second hit changes nothing.
        let _ = self.0.set(Instant::now());
    }

    /// Returns the time of the expected move, if the opponent has played it.
    pub fn time(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// Search limits, as in the UCI command `go`; `None` means no limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum depth, in plies.
    pub depth: Option<u8>,
    /// Maximum number of nodes of all threads together.
    pub nodes: Option<u64>,
    /// Number of nodes after which no further iteration starts. Unlike `nodes`, it leaves no
    /// iteration unfinished.
    pub soft_nodes: Option<u64>,
    /// Time for the move, including the overhead. The search ends earlier if more time can't change
    /// its result.
    pub move_time: Option<Duration>,
    /// Search for a mate in at most this many moves. If there is none, another limit or `stop` ends
    /// the search.
    pub mate: Option<u8>,
    /// Time left to White and Black.
    pub time: [Option<Duration>; 2],
    /// Increments per move of White and Black.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Whether to search until stopped, even if more time can't change the result.
    pub infinite: bool,
    /// Set during the opponent's turn; the clock starts at the hit.
    pub ponder: Option<PonderHit>,
    /// Time reserved for latency between the clock and the search.
    pub overhead: Duration,
}

impl Default for Limits {
    /// Returns no limits, with the default overhead.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            move_time: None,
            mate: None,
            time: [None; 2],
            increment: [Duration::ZERO; 2],
            moves_to_go: None,
            infinite: false,
            ponder: None,
            overhead: Self::OVERHEAD,
        }
    }
}

impl Limits {
    /// Default overhead: the latency between the clock and a search in a program on the same
    /// machine.
    pub const OVERHEAD: Duration = Duration::from_millis(15);

    /// Returns whether the answer must be held back until an infinite search is stopped or the
    /// ponder hit arrives.
    pub fn waits_for_stop(&self) -> bool {
        self.infinite || self.ponder.as_ref().is_some_and(|hit| hit.time().is_none())
    }

    /// Returns whether a time limit applies to a side's search; the opponent's clock doesn't count.
    pub fn is_timed(&self, side: Side) -> bool {
        self.move_time.is_some() || self.time[side.index()].is_some()
    }

    /// Returns whether any limit ends a side's search.
    pub fn is_limited(&self, side: Side) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.mate.is_some()
            || self.ponder.is_some()
            || self.is_timed(side)
    }

    /// Returns whether no further iteration should start after `nodes` nodes.
    pub(super) fn is_soft_node_limit_reached(&self, nodes: u64) -> bool {
        self.soft_nodes.is_some_and(|soft| nodes >= soft)
    }

    /// Returns the time that a side's move should take, if time is limited.
    pub fn optimum_time(&self, side: Side) -> Option<Duration> {
        let times = [self.move_time, self.share_of_clock(side)];
        times.into_iter().flatten().min()
    }

    /// Returns a side's clock time for one move.
    pub(super) fn share_of_clock(&self, side: Side) -> Option<Duration> {
        let left = self.time[side.index()]?.saturating_sub(self.overhead);
        // The overhead is also subtracted from each move's increment.
        let increment = self.increment[side.index()].saturating_sub(self.overhead);
        Some(left / self.moves_to_divide_by() + increment * 3 / 4)
    }

    /// Returns the number of moves to divide the remaining time by.
    pub(super) fn moves_to_divide_by(&self) -> u32 {
        self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, 50)
    }

    /// Waits until `stop` is set or the answer is due.
    pub fn wait(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) && self.waits_for_stop() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
