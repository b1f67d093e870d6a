//! Steadies rays: filters the trembling of a hand out of where it points.
//!
//! The 1€ filter: Géry Casiez, Nicolas Roussel and Daniel Vogel, "1€ Filter: A Simple
//! Speed-based Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012,
//! <https://doi.org/10.1145/2207676.2208639>. A hand that rests is smoothed much, one that
//! goes somewhere hardly: there a lag would be felt, and trembling is not seen.

use std::f32::consts::TAU;

use bevy::prelude::*;

/// Cutoff of the filter of the speed, hertz (as in the paper).
const SPEED_CUTOFF: f32 = 1.0;
/// Cutoff of a hand at rest with the least steadiness there is, hertz: about that of
/// trembling (8 to 12 Hz), so that it takes hardly anything away.
const LEAST_STEADY: f32 = 8.0;
/// The factor by which the greatest steadiness lowers that cutoff.
const RANGE: f32 = 16.0;
/// Rise of the cutoff with the speed, hertz for each radian a second. At a speed of 0.4 rad/s,
/// at which a hand goes to the next tile, the lag is below 20 ms (one over 2π times the cutoff).
const RISE: f32 = 25.0;
/// Change of direction from one frame to the next, radians, that is no trembling: the ray is
/// there at once.
const JUMP: f32 = 0.087;

/// The state of the filter of one ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steady {
    /// The direction in which the hand pointed last.
    raw: Dir3,
    /// The smoothed speed of that direction, radians a second.
    speed: Vec3,
    /// The filtered direction of the ray.
    direction: Dir3,
}

/// The fraction of a new value, 0 to 1, that a low-pass filter with this cutoff (hertz) takes
/// when `seconds` have passed.
fn share(cutoff: f32, seconds: f32) -> f32 {
    let time = 1.0 / (TAU * cutoff);
    seconds / (seconds + time)
}

impl Steady {
    /// A filter that starts at this direction.
    pub const fn new(direction: Dir3) -> Self {
        Self {
            raw: direction,
            speed: Vec3::ZERO,
            direction,
        }
    }

    /// The filtered direction of the ray.
    pub const fn direction(&self) -> Dir3 {
        self.direction
    }

    /// The ray after another so many seconds, with the hand pointing there. Steadiness is
    /// from 0, with which it leads where the hand does, to 1.
    pub fn step(self, raw: Dir3, seconds: f32, steadiness: f32) -> Self {
        let way = *raw - *self.raw;
        if steadiness <= 0.0 || seconds <= 0.0 || way.length() > JUMP {
            return Self::new(raw);
        }
        let speed = self.speed.lerp(way / seconds, share(SPEED_CUTOFF, seconds));
        let at_rest = LEAST_STEADY * RANGE.powf(-steadiness);
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

    /// A direction so many radians to the right of ahead, and upwards.
    fn at(right: f32, up: f32) -> Dir3 {
        let turn = Quat::from_rotation_y(-right) * Quat::from_rotation_x(up);
        Dir3::new(turn * Vec3::NEG_Z).unwrap()
    }

    /// The trembling, in degrees (root mean square), without and with the filter, of a hand that
    /// points ahead and trembles by 0.3° at 9 Hz and by 0.1° at random.
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
    fn trembling_shrinks_the_more_the_steadier_and_not_at_all_at_0() {
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
    fn a_quick_hand_is_followed_with_less_than_20_milliseconds_of_lag() {
        for frames in [60.0, 72.0, 90.0, 120.0] {
            for speed in [0.5, 1.0, 2.0, 4.0] {
                for steadiness in [0.5, 1.0] {
                    let mut steady = Steady::new(at(0.0, 0.0));
                    let mut turned = 0.0;
                    // The filter needs this time to notice that the hand goes somewhere.
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
    fn a_hand_that_rests_is_where_it_points_and_one_that_jumps_is_there_at_once() {
        let mut steady = Steady::new(at(0.0, 0.0));
        for _ in 0..180 {
            steady = steady.step(at(0.05, 0.02), 1.0 / 90.0, 1.0);
        }
        assert!(steady.direction().angle_between(*at(0.05, 0.02)) < 1e-3);
        let jumped = steady.step(at(-0.5, 0.3), 1.0 / 90.0, 1.0);
        assert_eq!(jumped.direction(), at(-0.5, 0.3));
        // A frame without time, or with much of it, is no harm.
        for seconds in [0.0, 1e-9, 10.0] {
            let next = jumped.step(at(-0.49, 0.3), seconds, 0.5);
            assert!(next.direction().is_finite());
        }
    }
}
