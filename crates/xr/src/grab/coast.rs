//! Inertia: the board continues to turn for a moment after its release.

use std::time::Duration;

use bevy::prelude::*;

/// Minimum speed at which a turn continues, in radians per second: 25° (Open Brush).
const MIN_SPEED: f32 = 0.436;
/// Time in which the speed falls to 1/e, in seconds (Open Brush).
const TIME: f32 = 0.1;
/// Largest angle of continued turning, in radians: 30° (Open Brush).
const FARTHEST: f32 = 0.524;
/// Interval over which the speed is measured, in seconds.
const MEASURED: f32 = 0.08;
/// Number of frames kept: slightly more than [`MEASURED`] at 144 Hz.
const FRAMES: usize = 16;
/// Speed at which the board stops, in radians per second.
const RESTS: f32 = 0.01;

/// Recent turns of the board by hand.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turns {
    /// Ring buffer of frames: end, duration in seconds, and turn as a scaled axis.
    last: [(Duration, f32, Vec3); FRAMES],
    next: usize,
}

impl Turns {
    /// Adds the turn of a frame that lasted `seconds`.
    pub fn push(&mut self, at: Duration, seconds: f32, turn: Quat) {
        self.last[self.next] = (at, seconds, turn.to_scaled_axis());
        self.next = (self.next + 1) % FRAMES;
    }

    /// Returns the speed of the board if it is released now, as a scaled axis, in radians per
    /// second.
    pub fn speed(&self, now: Duration) -> Option<Vec3> {
        let since = now.saturating_sub(Duration::from_secs_f32(MEASURED));
        let recent = self.last.iter().filter(|(at, ..)| *at > since);
        let (seconds, total) = recent.fold((0.0, Vec3::ZERO), |(seconds, total), (_, dt, turn)| {
            (seconds + dt, total + *turn)
        });
        let speed = total / seconds;
        (speed.is_finite() && speed.length() > MIN_SPEED)
            .then(|| speed.clamp_length_max(FARTHEST / TIME))
    }
}

/// Returns the turn of a coasting board within `seconds`, and its speed afterwards; `None` once it
/// stops.
pub fn step(speed: Vec3, seconds: f32) -> (Quat, Option<Vec3>) {
    let part = (-seconds / TIME).exp();
    let turn = Quat::from_scaled_axis(speed * TIME * (1.0 - part));
    let after = speed * part;
    (turn, (after.length() > RESTS).then_some(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the angle of continued turning after a turn at `degrees` per second, in degrees.
    fn goes_on(degrees: f32, frames: f32) -> f32 {
        let mut turns = Turns::default();
        let seconds = 1.0 / frames;
        let mut now = Duration::from_secs(10);
        for _ in 0..(0.3 * frames) as u32 {
            now += Duration::from_secs_f32(seconds);
            let turn = Quat::from_rotation_y((degrees * seconds).to_radians());
            turns.push(now, seconds, turn);
        }
        let mut speed = turns.speed(now);
        let mut total = 0.0;
        for _ in 0..1000 {
            let Some(now) = speed else {
                return total;
            };
            let (turn, after) = step(now, seconds);
            total += turn.to_scaled_axis().y.to_degrees();
            speed = after;
        }
        panic!("it never comes to rest");
    }

    #[test]
    fn faster_turns_continue_farther_up_to_a_limit() {
        for frames in [60.0, 90.0, 120.0] {
            assert_eq!(goes_on(20.0, frames), 0.0);
            let far = goes_on(100.0, frames);
            assert!((9.0..10.5).contains(&far), "{far}° at {frames} Hz");
            let farthest = goes_on(2000.0, frames);
            assert!((29.0..30.1).contains(&farthest), "{farthest}°");
        }
    }

    #[test]
    fn holding_still_before_release_leaves_the_board_in_place() {
        let mut turns = Turns::default();
        let mut now = Duration::from_secs(3);
        for frame in 0..60 {
            now += Duration::from_millis(11);
            let degrees: f32 = if frame < 50 { 2.0 } else { 0.0 };
            turns.push(now, 0.011, Quat::from_rotation_y(degrees.to_radians()));
        }
        assert_eq!(turns.speed(now), None);
        assert_eq!(Turns::default().speed(now), None);
    }
}
