//! Time management of the computer in games with a clock.

use std::time::Duration;

use bevy::prelude::*;

use super::settings::Computer;
use super::thoughts::Paused;
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::game::messages::ClockRequest;
use icochess_core::clock::{Bonus, Clock, Pause};
use icochess_engine::Limits;
use icochess_rules::Side;

/// Clock time spent outside the search. The answer arrives in the next frame and is played in the
/// frame after that, so this allows for two frames of a slow machine.
const OVERHEAD: Duration = Duration::from_millis(100);
/// Divisor of the remaining time for the maximum delay before a move is played.
const WAIT: u32 = 40;
/// Assumed number of remaining moves, where the engine doesn't divide the time itself.
const MOVES_LEFT: u32 = 30;

/// Returns the limits of a search for a side's move: the clock's time, and at most `limit`.
pub(super) fn limits(clock: Option<&Clock>, side: Side, at: Duration, limit: Duration) -> Limits {
    let at_most = Limits {
        move_time: Some(limit),
        ..Limits::default()
    };
    let Some(clock) = clock.filter(|clock| clock.is_in_progress() && clock.turn() == side) else {
        return at_most;
    };
    let left = clock.until_flag(at);
    let for_one_move = |time: Duration| Limits {
        move_time: Some(time.min(limit)),
        overhead: OVERHEAD,
        ..Limits::default()
    };
    let increment = match clock.bonus(side) {
        Bonus::PerMove => return for_one_move(left),
        Bonus::ByoYomi { period, .. } => {
            // Never spends more than one period.
            let spare = period * clock.periods(side, at).saturating_sub(1);
            let left = left.saturating_sub(spare);
            return for_one_move((left / MOVES_LEFT).max(period * 3 / 4).min(left));
        }
        Bonus::None => Duration::ZERO,
        Bonus::Increment(bonus) | Bonus::Bronstein(bonus) | Bonus::Delay(bonus) => bonus,
    };
    let mut limits = for_one_move(limit);
    limits.moves_to_go = clock.moves_to_go(side);
    limits.time[side.index()] = Some(left);
    limits.increment[side.index()] = increment;
    limits
}

/// Returns the delay before a move is played; `default` without a clock.
pub(super) fn wait(clock: Option<&Clock>, at: Duration, default: Duration) -> Duration {
    match clock.filter(|clock| clock.is_in_progress()) {
        Some(clock) => default.min(clock.until_flag(at) / WAIT),
        None => default,
    }
}

/// Pauses the clock on the computer's turn while it isn't thinking: after Pause, and while players
/// look back.
pub(super) fn pause_clock(
    (game, computer, paused): (Res<Match>, Res<Computer>, Res<Paused>),
    clock: Res<GameClock>,
    mut requests: MessageWriter<ClockRequest>,
) {
    let Some(clock) = clock.get() else {
        return;
    };
    let waits = computer.plays(clock.turn()) && (paused.0 || game.is_looking_back());
    if waits == clock.pauses().contains(Pause::Computer) {
        return;
    }
    requests.write(if waits {
        ClockRequest::Pause(Pause::Computer)
    } else {
        ClockRequest::Release(Pause::Computer)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: Duration = Duration::from_secs(3);

    fn clock(control: &str) -> Clock {
        let mut clock = Clock::new(control.parse().unwrap(), Side::White);
        clock.start(Duration::ZERO);
        clock
    }

    /// Returns the maximum duration of a search with these limits: half of the remaining time, or
    /// all of it on the last move of a stage.
    fn longest(limits: &Limits, side: Side) -> Duration {
        let for_move = limits.move_time.expect("no end");
        let for_move = for_move.saturating_sub(limits.overhead).max(for_move / 2);
        let Some(left) = limits.time[side.index()] else {
            return for_move;
        };
        let left = left.saturating_sub(limits.overhead);
        let is_last = limits.moves_to_go == Some(1);
        let fair = limits.optimum_time(side).expect("no end");
        for_move
            .min(fair * 3)
            .min(if is_last { left } else { left / 2 })
    }

    #[test]
    fn searches_leave_enough_time_for_frames() {
        let frames = Duration::from_millis(60);
        for control in [
            "60",
            "300+2",
            "5+1",
            "0+2",
            "10+1d",
            "10+1b",
            "10+3x2",
            "0+2x1",
            "1/move",
            "5/30",
            "*30",
            "20/30+1:30",
        ] {
            let mut clock = clock(control);
            let mut at = Duration::ZERO;
            for _ in 0..400 {
                let side = clock.turn();
                let limits = limits(Some(&clock), side, at, MAX);
                at += longest(&limits, side);
                at += wait(Some(&clock), at, Duration::from_millis(500));
                at += frames;
                let is_short = clock.until_flag(at) < frames * 4;
                if is_short && matches!(clock.bonus(side), Bonus::None) {
                    // Without a bonus, time must run out eventually.
                    break;
                }
                clock
                    .press(at, false)
                    .unwrap_or_else(|_| panic!("{control}: {at:?}"));
            }
        }
    }

    #[test]
    fn move_time_limit_holds_with_a_clock() {
        let at = Duration::ZERO;
        for control in [
            "7200",
            "7200+30",
            "600/move",
            "*7200",
            "7200+5x60",
            "40/7200:3600",
        ] {
            let clock = clock(control);
            let limits = limits(Some(&clock), Side::White, at, MAX);
            assert!(longest(&limits, Side::White) <= MAX, "{control}");
        }
        let none = limits(None, Side::White, at, MAX);
        assert_eq!(none.move_time, Some(MAX));
        // A clock that hasn't started sets no limit.
        let idle = Clock::new("1".parse().unwrap(), Side::White);
        assert_eq!(
            limits(Some(&idle), Side::White, at, MAX).move_time,
            Some(MAX)
        );
    }
}
