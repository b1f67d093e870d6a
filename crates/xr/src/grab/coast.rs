//! A board that is let go while it turns goes on turning for a moment.

use std::time::Duration;

use bevy::prelude::*;

/// Slower than this, a board that is let go lies still, radians a second: 25° (Open Brush).
const LEAST: f32 = 0.436;
/// The time in which the speed falls to a third, seconds (Open Brush).
const TIME: f32 = 0.1;
/// The farthest it goes on, radians: 30° (Open Brush).
const FARTHEST: f32 = 0.524;
/// The time over which the speed is measured, seconds.
const MEASURED: f32 = 0.08;
/// Number of frames that are remembered: those of [`MEASURED`] at 144 Hz, and some more.
const FRAMES: usize = 16;
/// A speed at which it has come to rest, radians a second.
const RESTS: f32 = 0.01;

/// The last turns of a board by hand.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turns {
    /// The end of a frame, and the turn in it as a scaled axis; a ring.
    last: [(Duration, f32, Vec3); FRAMES],
    next: usize,
}

impl Turns {
    /// Takes the turn of a frame that has lasted so many seconds.
    pub fn push(&mut self, at: Duration, seconds: f32, turn: Quat) {
        self.last[self.next] = (at, seconds, turn.to_scaled_axis());
        self.next = (self.next + 1) % FRAMES;
    }

    /// The speed with which a board goes on that is let go now, as a scaled axis, radians a second.
    pub fn speed(&self, now: Duration) -> Option<Vec3> {
        let since = now.saturating_sub(Duration::from_secs_f32(MEASURED));
        let recent = self.last.iter().filter(|(at, ..)| *at > since);
        let (seconds, way) = recent.fold((0.0, Vec3::ZERO), |(seconds, way), (_, dt, turn)| {
            (seconds + dt, way + *turn)
        });
        let speed = way / seconds;
        (speed.is_finite() && speed.length() > LEAST)
            .then(|| speed.clamp_length_max(FARTHEST / TIME))
    }
}

/// The turn of a board that goes on with a speed, for so many seconds, and the speed after that;
/// `None` once it has come to rest.
pub fn step(speed: Vec3, seconds: f32) -> (Quat, Option<Vec3>) {
    let part = (-seconds / TIME).exp();
    let turn = Quat::from_scaled_axis(speed * TIME * (1.0 - part));
    let after = speed * part;
    (turn, (after.length() > RESTS).then_some(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle by which a board goes on that was turned with so many degrees a second, radians.
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
        let mut way = 0.0;
        for _ in 0..1000 {
            let Some(now) = speed else {
                return way;
            };
            let (turn, after) = step(now, seconds);
            way += turn.to_scaled_axis().y.to_degrees();
            speed = after;
        }
        panic!("it never comes to rest");
    }

    #[test]
    fn it_goes_on_the_farther_the_faster_it_was_turned_and_not_far() {
        for frames in [60.0, 90.0, 120.0] {
            assert_eq!(goes_on(20.0, frames), 0.0);
            let far = goes_on(100.0, frames);
            assert!((9.0..10.5).contains(&far), "{far}° at {frames} Hz");
            let farthest = goes_on(2000.0, frames);
            assert!((29.0..30.1).contains(&farthest), "{farthest}°");
        }
    }

    #[test]
    fn who_holds_still_before_letting_go_leaves_it_there() {
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
