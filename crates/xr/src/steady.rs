//! Steadies rays by filtering out hand tremor.
//!
//! The 1€ filter: Géry Casiez, Nicolas Roussel and Daniel Vogel, "1€ Filter: A Simple Speed-based
//! Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012,
//! <https://doi.org/10.1145/2207676.2208639>. It smooths a resting hand strongly, and a moving hand
//! hardly at all, because lag would be noticeable in a moving hand, and tremor isn't.

use std::f32::consts::TAU;

use bevy::prelude::*;

/// Cutoff of the speed filter, in hertz (as in the paper).
const SPEED_CUTOFF: f32 = 1.0;
/// Cutoff for a resting hand at the lowest steadiness, in hertz. It is about the frequency of
/// tremor (8 to 12 Hz), so it filters very little.
const MIN_STEADY: f32 = 8.0;
/// Factor by which the highest steadiness lowers the cutoff for a resting hand.
const RANGE: f32 = 16.0;
/// Increase of the cutoff with speed, in hertz per radian per second. At 0.4 rad/s, the speed of
/// moving to the next tile, the lag is below 20 ms (1 divided by 2π times the cutoff).
const RISE: f32 = 25.0;
/// Change of direction between frames that can't be tremor, in radians. The ray follows it
/// immediately.
const JUMP: f32 = 0.087;

/// Filter state of one ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steady {
    /// Last raw direction.
    raw: Dir3,
    /// Smoothed speed of the raw direction, in radians per second.
    speed: Vec3,
    /// Filtered direction.
    direction: Dir3,
}

/// Returns the weight of a new value, 0 to 1, in a low-pass filter with this cutoff (hertz) after
/// `seconds`.
fn share(cutoff: f32, seconds: f32) -> f32 {
    let time = 1.0 / (TAU * cutoff);
    seconds / (seconds + time)
}

impl Steady {
    /// Creates a filter that starts at this direction.
    pub const fn new(direction: Dir3) -> Self {
        Self {
            raw: direction,
            speed: Vec3::ZERO,
            direction,
        }
    }

    /// Returns the filtered direction.
    pub const fn direction(&self) -> Dir3 {
        self.direction
    }

    /// Advances by `seconds` with the raw direction. Steadiness ranges from 0 (no filtering) to 1.
    pub fn step(self, raw: Dir3, seconds: f32, steadiness: f32) -> Self {
        let delta = *raw - *self.raw;
        if steadiness <= 0.0 || seconds <= 0.0 || delta.length() > JUMP {
            return Self::new(raw);
        }
        let speed = self
            .speed
            .lerp(delta / seconds, share(SPEED_CUTOFF, seconds));
        let at_rest = MIN_STEADY * RANGE.powf(-steadiness);
        let cutoff = at_rest + RISE * speed.length();
        let towards = self.direction.lerp(*raw, share(cutoff, seconds));
        Self {
            raw,
            speed,
            direction: Dir3::new(towards).unwrap_or(raw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the direction at these angles to the right and up from straight ahead, in radians.
    fn at(right: f32, up: f32) -> Dir3 {
        let turn = Quat::from_rotation_y(-right) * Quat::from_rotation_x(up);
        Dir3::new(turn * Vec3::NEG_Z).unwrap()
    }

    /// Returns the tremor in degrees (root mean square), raw and filtered, for a hand that trembles
    /// by 0.3° at 9 Hz, plus 0.1° at random.
    fn trembling(steadiness: f32, frames: f32) -> (f32, f32) {
        let mut steady = Steady::new(at(0.0, 0.0));
        let (mut raw, mut filtered) = (0.0, 0.0);
        let mut random = 1_u32;
        let count = (10.0 * frames) as u32;
        for frame in 0..count {
            let mut noise = || {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (random >> 8) as f32 / (1 << 23) as f32 - 1.0
            };
            let wave = (frame as f32 / frames * 9.0 * TAU).sin();
            let right = (0.3 * wave + 0.1 * noise()).to_radians();
            let points = at(right, (0.1 * noise()).to_radians());
            steady = steady.step(points, 1.0 / frames, steadiness);
            let from_ahead = |direction: Dir3| direction.angle_between(Vec3::NEG_Z).to_degrees();
            raw += from_ahead(points).powi(2);
            filtered += from_ahead(steady.direction()).powi(2);
        }
        (
            (raw / count as f32).sqrt(),
            (filtered / count as f32).sqrt(),
        )
    }

    #[test]
    fn tremor_shrinks_with_steadiness_and_not_at_all_at_0() {
        for frames in [60.0, 72.0, 90.0, 120.0] {
            let mut before = f32::INFINITY;
            for (steadiness, most) in [(0.0, 1.0), (0.25, 0.75), (0.5, 0.55), (1.0, 0.4)] {
                let (raw, filtered) = trembling(steadiness, frames);
                let part = filtered / raw;
                assert!(part <= most + 1e-4, "{steadiness} at {frames} Hz: {part}");
                assert!(part < before, "{steadiness} at {frames} Hz: {part}");
                before = part;
                if steadiness == 0.0 {
                    assert_eq!(raw, filtered);
                }
            }
        }
    }

    #[test]
    fn fast_hand_is_followed_with_less_than_20_ms_of_lag() {
        for frames in [60.0, 72.0, 90.0, 120.0] {
            for speed in [0.5, 1.0, 2.0, 4.0] {
                for steadiness in [0.5, 1.0] {
                    let mut steady = Steady::new(at(0.0, 0.0));
                    let mut turned = 0.0;
                    // Time for the filter to detect the movement.
                    for _ in 0..(0.25 * frames) as u32 {
                        turned += speed / frames;
                        steady = steady.step(at(turned, 0.0), 1.0 / frames, steadiness);
                    }
                    let behind = steady.direction().angle_between(*at(turned, 0.0));
                    let lag = behind / speed;
                    assert!(lag < 0.02, "{speed} rad/s at {frames} Hz: {lag} s behind");
                }
            }
        }
    }

    #[test]
    fn resting_hand_converges_and_a_jump_is_followed_at_once() {
        let mut steady = Steady::new(at(0.0, 0.0));
        for _ in 0..180 {
            steady = steady.step(at(0.05, 0.02), 1.0 / 90.0, 1.0);
        }
        assert!(steady.direction().angle_between(*at(0.05, 0.02)) < 1e-3);
        let jumped = steady.step(at(-0.5, 0.3), 1.0 / 90.0, 1.0);
        assert_eq!(jumped.direction(), at(-0.5, 0.3));
        // Frames of zero or very long duration give finite results.
        for seconds in [0.0, 1e-9, 10.0] {
            let next = jumped.step(at(-0.49, 0.3), seconds, 0.5);
            assert!(next.direction().is_finite());
        }
    }
}
