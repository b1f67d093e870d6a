//! When a search ends.
//!
//! Source of the division of the time left: the [Chess Programming
//! Wiki](https://www.chessprogramming.org/Time_Management); its numbers are ours,
//! kept where matches with a clock lost no game on time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::rules::Side;

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
    /// The other side has played it.
    pub fn tell(&self) {
        let now = self.start.elapsed().as_nanos() as u64;
        let _ = self
            .at
            .compare_exchange(0, now.max(1), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// When that was.
    #[must_use]
    pub fn time(&self) -> Option<Instant> {
        match self.at.load(Ordering::Relaxed) {
            0 => None,
            nanos => Some(self.start + Duration::from_nanos(nanos)),
        }
    }
}

/// What a search is allowed, as the UCI command `go` says it. What is `None` is
/// without limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Plies of full depth.
    pub depth: Option<u8>,
    /// Positions visited, by all threads.
    pub nodes: Option<u64>,
    /// This long, less what passes between the clock and the search; not so
    /// long where nothing more can be found out.
    pub move_time: Option<Duration>,
    /// Until a mate in at most this many moves is found. Where there is none,
    /// another limit or `stop` ends the search.
    pub mate: Option<u8>,
    /// The time left to White and Black.
    pub time: [Option<Duration>; 2],
    /// What White and Black get for each move.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Until told to stop, even if nothing more can be found out.
    pub infinite: bool,
    /// It is the other side's turn; the clock runs from the hit on.
    pub ponder: Option<PonderHit>,
    /// Kept back for what passes between the clock and the search.
    pub overhead: Duration,
}

impl Default for Limits {
    /// No limit, and the usual overhead.
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
    /// What passes between the clock and the search of a program on the same
    /// machine.
    pub const OVERHEAD: Duration = Duration::from_millis(15);

    /// Is the answer not wanted yet? It is when the search without end is
    /// stopped, or from the hit on.
    #[must_use]
    pub fn are_open(&self) -> bool {
        self.infinite || self.ponder.as_ref().is_some_and(|hit| hit.time().is_none())
    }

    /// Does the time end the search of a side? The other side's clock does not.
    #[must_use]
    pub fn are_timed(&self, side: Side) -> bool {
        self.move_time.is_some() || self.time[side.index()].is_some()
    }

    /// Does anything end the search of a side?
    #[must_use]
    pub fn are_limits(&self, side: Side) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.ponder.is_some()
            || self.are_timed(side)
    }

    /// The time that a side's move should take, where time is limited.
    #[must_use]
    pub fn time_for_move(&self, side: Side) -> Option<Duration> {
        self.move_time.or_else(|| {
            let left = self.time[side.index()]?.saturating_sub(self.overhead);
            // What passes outside of the search goes off each move's increment too.
            let increment = self.increment[side.index()].saturating_sub(self.overhead);
            Some(left / self.moves_left() + increment * 3 / 4)
        })
    }

    /// Moves that the time left is divided by.
    fn moves_left(&self) -> u32 {
        self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, 50)
    }

    /// Waits until `stop` is set or the answer is wanted.
    pub fn wait(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) && self.are_open() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Moves that the time left is divided by when no control is given.
const MOVES_LEFT: u32 = 30;

/// The times at which a search should and must end.
#[derive(Clone, Debug)]
pub struct Clock {
    start: Instant,
    ponder: Option<PonderHit>,
    /// Do not begin what will hardly be finished.
    soft: Option<Duration>,
    /// End now.
    hard: Option<Duration>,
}

impl Clock {
    /// The clock of a search that starts now.
    #[must_use]
    pub fn new(limits: &Limits, side: Side, start: Instant) -> Self {
        let (mut soft, mut hard) = (None, None);
        if let Some(time) = limits.move_time {
            hard = Some(time.saturating_sub(limits.overhead).max(time / 2));
        } else if let (Some(left), Some(fair)) =
            (limits.time[side.index()], limits.time_for_move(side))
        {
            let left = left.saturating_sub(limits.overhead);
            // Half is kept, unless it is the last move: a busy machine may be late.
            let is_last = limits.moves_left() == 1;
            let most = if is_last { left } else { left / 2 };
            soft = Some((fair * 6 / 10).min(most));
            hard = Some((fair * 3).min(most));
        }
        Self {
            start,
            ponder: limits.ponder.clone(),
            soft,
            hard,
        }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time that counts: none while pondering.
    fn counted(&self) -> Duration {
        match &self.ponder {
            None => self.elapsed(),
            Some(hit) => hit.time().map_or(Duration::ZERO, |time| time.elapsed()),
        }
    }

    /// Should no other iteration begin? `haste` is a factor on the time that
    /// should be taken: less than one if the best move has been the same for
    /// long.
    #[must_use]
    pub fn is_enough(&self, haste: f64) -> bool {
        self.soft
            .is_some_and(|soft| self.counted() >= soft.mul_f64(haste))
    }

    /// Is the time up?
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.hard.is_some_and(|hard| self.counted() >= hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let limits = Limits {
            time: [Some(Duration::from_millis(left)), None],
            increment: [Duration::from_millis(increment), Duration::ZERO],
            moves_to_go,
            ..Limits::default()
        };
        Clock::new(&limits, Side::White, Instant::now())
    }

    #[test]
    fn no_clock_takes_more_than_is_left() {
        for left in [1, 10, 50, 100, 1_000, 60_000] {
            for increment in [0, 100, 5_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let clock = clock(left, increment, moves);
                    let hard = clock.hard.unwrap();
                    assert!(
                        hard < Duration::from_millis(left.max(1)),
                        "{left} {clock:?}"
                    );
                    assert!(clock.soft.unwrap() <= hard);
                }
            }
        }
    }

    #[test]
    fn an_increment_keeps_the_clock_from_running_down() {
        for increment in [20, 50, 100, 1_000] {
            let mut left = 1_000;
            for _ in 0..300 {
                let hard = clock(left, increment, None).hard.unwrap();
                let late = 10;
                let used = hard.as_millis() as u64 + late;
                assert!(used + late < left, "{used} of {left}, {increment}");
                left = left - used + increment;
            }
        }
    }

    #[test]
    fn more_overhead_leaves_less_to_the_search() {
        let hard = |overhead| {
            let limits = Limits {
                time: [Some(Duration::from_secs(2)), None],
                increment: [Duration::from_millis(500), Duration::ZERO],
                overhead: Duration::from_millis(overhead),
                ..Limits::default()
            };
            Clock::new(&limits, Side::White, Instant::now()).hard
        };
        assert!(hard(400) < hard(100) && hard(100) < hard(0));
        assert!(hard(5_000).is_some_and(|hard| hard.is_zero()));
    }

    #[test]
    fn without_a_clock_there_is_no_end() {
        let clock = Clock::new(&Limits::default(), Side::Black, Instant::now());
        assert!(!clock.is_up() && !clock.is_enough(0.0));
    }
}
