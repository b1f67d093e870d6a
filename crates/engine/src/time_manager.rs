//! Time management of a search.

use std::time::Duration;

use web_time::Instant;

use super::limits::{Limits, PonderHit};
use icochess_rules::Side;

/// The times at which a search should end and must end.
#[derive(Clone, Debug)]
pub struct TimeManager {
    start: Instant,
    ponder: Option<PonderHit>,
    /// Time after which no iteration starts, because it would hardly finish.
    soft: Option<Duration>,
    /// Time at which the search must end.
    hard: Option<Duration>,
}

impl TimeManager {
    /// Creates the time manager of a search that starts at `start`.
    pub fn new(limits: &Limits, side: Side, start: Instant) -> Self {
        let for_move = limits.move_time;
        let mut hard = for_move.map(|time| time.saturating_sub(limits.overhead).max(time / 2));
        let mut soft = None;
        if let (Some(left), Some(fair)) = (limits.time[side.index()], limits.share_of_clock(side)) {
            let left = left.saturating_sub(limits.overhead);
            // A busy machine may be late, so this uses at most half the clock, except for the last
            // move before the time control.
            let is_last = limits.moves_to_divide_by() == 1;
            let longest = if is_last { left } else { left / 2 };
            let longest = longest.min(hard.unwrap_or(longest));
            soft = Some((fair * 6 / 10).min(longest));
            hard = Some((fair * 3).min(longest));
        }
        Self {
            start,
            ponder: limits.ponder.clone(),
            soft,
            hard,
        }
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the elapsed time on the clock, which is zero while pondering.
    fn counted(&self) -> Duration {
        match &self.ponder {
            None => self.elapsed(),
            Some(hit) => hit.time().map_or(Duration::ZERO, |time| time.elapsed()),
        }
    }

    /// Returns whether no further iteration should start. `haste` scales the soft limit; it is
    /// below 1 if the best move has long been stable.
    pub fn is_soft_limit_reached(&self, haste: f64) -> bool {
        self.soft
            .is_some_and(|soft| self.counted() >= soft.mul_f64(haste))
    }

    /// Returns whether the search must end now.
    pub fn is_hard_limit_reached(&self) -> bool {
        self.hard.is_some_and(|hard| self.counted() >= hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> TimeManager {
        let limits = Limits {
            time: [Some(Duration::from_millis(left)), None],
            increment: [Duration::from_millis(increment), Duration::ZERO],
            moves_to_go,
            ..Limits::default()
        };
        TimeManager::new(&limits, Side::White, Instant::now())
    }

    #[test]
    fn search_never_uses_more_than_the_clock() {
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
    fn increment_keeps_clock_from_running_down() {
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
    fn larger_overhead_shortens_the_search() {
        let hard = |overhead| {
            let limits = Limits {
                time: [Some(Duration::from_secs(2)), None],
                increment: [Duration::from_millis(500), Duration::ZERO],
                overhead: Duration::from_millis(overhead),
                ..Limits::default()
            };
            TimeManager::new(&limits, Side::White, Instant::now()).hard
        };
        assert!(hard(400) < hard(100) && hard(100) < hard(0));
        assert!(hard(5_000).is_some_and(|hard| hard.is_zero()));
    }

    #[test]
    fn move_time_also_applies_with_a_clock() {
        let limits = Limits {
            time: [Some(Duration::from_secs(600)), None],
            move_time: Some(Duration::from_secs(2)),
            overhead: Duration::ZERO,
            ..Limits::default()
        };
        let manager = TimeManager::new(&limits, Side::White, Instant::now());
        assert_eq!(manager.hard, limits.move_time);
        assert!(
            manager
                .soft
                .is_some_and(|soft| soft <= Duration::from_secs(2))
        );
        assert_eq!(limits.optimum_time(Side::White), limits.move_time);
    }

    #[test]
    fn move_time_is_used_up_to_the_overhead() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(100)),
            overhead: Duration::from_millis(15),
            ..Limits::default()
        };
        let manager = TimeManager::new(&limits, Side::White, Instant::now());
        let hard = Some(Duration::from_millis(85));
        assert_eq!((manager.soft, manager.hard), (None, hard));
    }

    #[test]
    fn search_is_unlimited_without_a_clock() {
        let time_manager = TimeManager::new(&Limits::default(), Side::Black, Instant::now());
        assert!(!time_manager.is_hard_limit_reached() && !time_manager.is_soft_limit_reached(0.0));
    }
}
