//! The limits of a search.
//!
//! The division of the time left is as in the [Chess Programming
//! Wiki](https://www.chessprogramming.org/Time_Management); its numbers are ours, kept
//! where matches with a clock lost no game on time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use icochess_rules::Side;
use web_time::Instant;

/// Moves that the time left is divided by when no control is given.
const MOVES_LEFT: u32 = 30;

/// Most plies of full depth; lines may be longer, as checks do not count.
pub const MAX_DEPTH: u8 = 100;

/// Tells a search that ponders that the other side has played the move it
/// counted on: from now on its clock runs.
#[derive(Clone, Debug)]
pub struct PonderHit {
    start: Instant,
    /// Nanoseconds from `start` to the hit; 0 before it.
    at: Arc<AtomicU64>,
}

impl Default for PonderHit {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            at: Arc::default(),
        }
    }
}

impl PonderHit {
    /// Notes that the opponent has played the expected move.
    pub fn hit(&self) {
        let now = self.start.elapsed().as_nanos() as u64;
        let _ = self
            .at
            .compare_exchange(0, now.max(1), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The moment in which the opponent played the expected move, if they have.
    pub fn time(&self) -> Option<Instant> {
        match self.at.load(Ordering::Relaxed) {
            0 => None,
            nanos => Some(self.start + Duration::from_nanos(nanos)),
        }
    }
}

/// The limits of a search, as the UCI command `go` gives them; `None` is no limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Greatest depth, plies.
    pub depth: Option<u8>,
    /// Greatest number of positions visited by all threads.
    pub nodes: Option<u64>,
    /// Time for the move, less the overhead; the search ends earlier where nothing more can be
    /// found out.
    pub move_time: Option<Duration>,
    /// Search until a mate in at most this many moves is found. Where there is none, another limit
    /// or `stop` ends the search.
    pub mate: Option<u8>,
    /// The time left to White and Black.
    pub time: [Option<Duration>; 2],
    /// The increments of White and Black for each move.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Whether to search until told to stop, even if nothing more can be found out.
    pub infinite: bool,
    /// Set while it is the opponent's turn; the clock runs from the hit on.
    pub ponder: Option<PonderHit>,
    /// The time kept back for what passes between the clock and the search.
    pub overhead: Duration,
}

impl Default for Limits {
    /// No limits, and the usual overhead.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
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
    /// The usual time that passes between the clock and the search of a program on the same
    /// machine.
    pub const OVERHEAD: Duration = Duration::from_millis(15);

    /// Whether the answer must wait: until a search without end is stopped, or until the hit.
    pub fn waits_for_stop(&self) -> bool {
        self.infinite || self.ponder.as_ref().is_some_and(|hit| hit.time().is_none())
    }

    /// Whether time ends the search of a side; the other side's clock does not.
    pub fn is_timed(&self, side: Side) -> bool {
        self.move_time.is_some() || self.time[side.index()].is_some()
    }

    /// Whether anything ends the search of a side.
    pub fn is_limited(&self, side: Side) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.ponder.is_some()
            || self.is_timed(side)
    }

    /// The time that a side's move should take, where time is limited.
    pub fn optimum_time(&self, side: Side) -> Option<Duration> {
        let times = [self.move_time, self.share_of_clock(side)];
        times.into_iter().flatten().min()
    }

    /// The share of a side's clock for one move.
    pub(super) fn share_of_clock(&self, side: Side) -> Option<Duration> {
        let left = self.time[side.index()]?.saturating_sub(self.overhead);
        // The time that passes outside of the search goes off each move's increment too.
        let increment = self.increment[side.index()].saturating_sub(self.overhead);
        Some(left / self.moves_to_divide_by() + increment * 3 / 4)
    }

    /// Moves that the time left is divided by.
    pub(super) fn moves_to_divide_by(&self) -> u32 {
        self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, 50)
    }

    /// Waits until `stop` is set or the answer is wanted.
    pub fn wait(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) && self.waits_for_stop() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
