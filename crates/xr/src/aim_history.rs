//! Finds the target that the ray had before a press moved it. Pulling a trigger moves the ray, and
//! closing the fingers of a bare hand moves it more (Wolf et al., "Understanding the Heisenberg
//! Effect of Spatial Interaction", CHI 2020: 30% of pointing errors). A press therefore hits the
//! target on which the ray rested just before.

use std::time::Duration;

use bevy::prelude::*;

/// Time window before a press with a controller, in seconds.
const BY_CONTROLLER: f32 = 0.15;
/// Time window before a press with a bare hand, in seconds. It is longer, because a pinch takes
/// longer.
const BY_HAND: f32 = 0.2;
/// Interval over which the speed of a ray is measured, in seconds.
const MEASURED: f32 = 0.03;
/// Maximum turn of a resting ray in that interval, in radians: 25° per second. A hand that trembles
/// by 0.3° at 9 Hz turns by 17° per second.
const RESTS: f32 = 0.013;
/// Largest turn attributed to a press, in radians: 6°. A larger turn is deliberate.
const SLIP: f32 = 0.105;
/// Largest movement of the hand attributed to a press, in metres.
const MOVED: f32 = 0.03;
/// Number of samples kept: slightly more than 0.25 s at 144 Hz.
const SAMPLES: usize = 40;

/// Target of a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RayTarget {
    /// No target, in this direction.
    Air(Dir3),
    /// An entity in the world.
    Thing {
        /// Entity that the ray hits.
        entity: Entity,
        /// Hit point, relative to the entity.
        at: Vec3,
    },
    /// The panel's picture.
    Panel {
        /// The control at that position.
        control: Option<Entity>,
        /// Position on the picture, in logical pixels.
        pixel: Vec2,
    },
}

impl RayTarget {
    /// Returns whether a press on either target has the same effect.
    fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Air(_), Self::Air(_)) => true,
            (Self::Thing { entity: a, .. }, Self::Thing { entity: b, .. }) => a == b,
            (Self::Panel { control: a, .. }, Self::Panel { control: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// A ray and its target at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AimSample {
    at: Duration,
    ray: Ray3d,
    target: RayTarget,
}

/// Recent targets of a hand's ray.
#[derive(Component, Debug, Clone, Copy)]
pub struct AimHistory {
    /// Ring buffer of the last [`SAMPLES`] samples.
    samples: [Option<AimSample>; SAMPLES],
    /// Index of the next sample.
    next: usize,
}

impl Default for AimHistory {
    fn default() -> Self {
        Self {
            samples: [None; SAMPLES],
            next: 0,
        }
    }
}

impl AimHistory {
    /// Removes all samples.
    pub fn clear(&mut self) {
        if self.latest().is_some() {
            *self = Self::default();
        }
    }

    /// Adds the current ray and its target.
    pub fn push(&mut self, at: Duration, ray: Ray3d, target: RayTarget) {
        self.samples[self.next] = Some(AimSample { at, ray, target });
        self.next = (self.next + 1) % SAMPLES;
    }

    fn latest(&self) -> Option<&AimSample> {
        self.back().next()
    }

    /// Returns all samples, newest first.
    fn back(&self) -> impl Iterator<Item = &AimSample> + Clone {
        let (new, old) = self.samples.split_at(self.next);
        new.iter().rev().chain(old.iter().rev()).flatten()
    }

    /// Returns the intended target of a press that begins now. `None` stands for the ray's current
    /// target, because the hand was sweeping or has moved away.
    ///
    /// The target with the largest total resting time wins. Older time has more weight: a ray that
    /// the press moves to another target must rest there for twice the duration of a press to
    /// count.
    pub fn intended(&self, now: Duration, ray: Ray3d, is_bare_hand: bool) -> Option<RayTarget> {
        let window = if is_bare_hand { BY_HAND } else { BY_CONTROLLER };
        let mut best: Option<(f32, RayTarget)> = None;
        for (sample, _) in self.votes(now, ray, window) {
            if best.is_some_and(|(_, target)| target.is_same(sample.target)) {
                continue;
            }
            let votes = self.votes(now, ray, window);
            let its = votes.filter(|(other, _)| other.target.is_same(sample.target));
            let weight = its.map(|(_, weight)| weight).sum();
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, sample.target));
            }
        }
        best.map(|(_, target)| target)
    }

    /// Returns the samples that count for a press with their weights, newest first.
    fn votes(
        &self,
        now: Duration,
        ray: Ray3d,
        window: f32,
    ) -> impl Iterator<Item = (&AimSample, f32)> {
        let age = move |sample: &AimSample| now.saturating_sub(sample.at).as_secs_f32().min(window);
        let ends = std::iter::once(0.0).chain(self.back().map(age));
        let samples = self.back().zip(ends).enumerate();
        samples.filter_map(move |(index, (sample, ends))| {
            let begins = age(sample);
            let before = || self.back().skip(index);
            let measured = before().find(|it| (sample.at - it.at).as_secs_f32() >= MEASURED);
            let measured = measured.or_else(|| before().last());
            let turned = |it: &AimSample| it.ray.direction.angle_between(*sample.ray.direction);
            let is_slip = sample.ray.direction.angle_between(*ray.direction) <= SLIP
                && sample.ray.origin.distance(ray.origin) <= MOVED;
            let rests = measured.is_none_or(|it| turned(it) <= RESTS);
            let weight = (begins * begins - ends * ends) / 2.0;
            (rests && is_slip && weight > 0.0).then_some((sample, weight))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Width of a target, in degrees.
    const PITCH: f32 = 6.5;

    fn ray(degrees: f32) -> Ray3d {
        let direction = Quat::from_rotation_y(-degrees.to_radians()) * Vec3::NEG_Z;
        Ray3d::new(Vec3::ZERO, Dir3::new(direction).unwrap())
    }

    fn target(degrees: f32) -> RayTarget {
        let index = (degrees / PITCH).round() as i64 + 100;
        RayTarget::Thing {
            entity: Entity::from_raw_u32(index as u32).unwrap(),
            at: Vec3::ZERO,
        }
    }

    fn random(state: &mut u32) -> f32 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 8) as f32 / (1 << 24) as f32
    }

    /// Returns the target of a press at `pressed` seconds, for a ray `at(time)` degrees to the
    /// right.
    fn intended(pressed: f32, hertz: f32, is_bare: bool, at: impl Fn(f32) -> f32) -> RayTarget {
        let mut history = AimHistory::default();
        let frames = (pressed * hertz) as usize;
        for frame in 0..frames {
            let time = frame as f32 / hertz;
            history.push(
                Duration::from_secs_f32(time),
                ray(at(time)),
                target(at(time)),
            );
        }
        let now = frames as f32 / hertz;
        let intended = history.intended(Duration::from_secs_f32(now), ray(at(now)), is_bare);
        intended.unwrap_or(target(at(now)))
    }

    #[test]
    fn ray_thrown_by_a_press_hits_its_previous_target() {
        let mut state = 7;
        for trial in 0..100 {
            let hertz = [60.0, 72.0, 90.0, 120.0][trial % 4];
            let pressed = 0.5 + 0.3 * random(&mut state);
            let began = pressed - 0.08 * random(&mut state);
            let lasted = 0.04 * random(&mut state);
            let from = 1.5 * (random(&mut state) - 0.5);
            let side = if trial % 2 == 0 { 4.0 } else { -4.0 };
            let phase = random(&mut state);
            let at = |time: f32| {
                let done = ((time - began) / lasted.max(1e-4)).clamp(0.0, 1.0);
                let tremor = 0.3 * ((9.0 * time + phase) * std::f32::consts::TAU).sin();
                from + side * done + tremor * 0.5
            };
            for is_bare in [false, true] {
                let intended = intended(pressed, hertz, is_bare, at);
                assert_eq!(intended, target(0.0), "trial {trial} at {hertz} Hz");
            }
        }
    }

    #[test]
    fn sweeping_ray_hits_its_current_target() {
        let mut state = 3;
        for trial in 0..100 {
            let hertz = [60.0, 72.0, 90.0, 120.0][trial % 4];
            let speed = 40.0 + 160.0 * random(&mut state);
            let far = 20.0 + 20.0 * random(&mut state);
            let began = 0.2;
            let stops = began + far / speed;
            // The press is during the sweep, or up to 0.1 s after its end.
            let pressed = if trial % 2 == 0 {
                began + (stops - began) * (0.4 + 0.6 * random(&mut state))
            } else {
                stops + 0.1 * random(&mut state)
            };
            let at = |time: f32| ((time - began) * speed).clamp(0.0, far);
            let now = (pressed * hertz).floor() / hertz;
            for is_bare in [false, true] {
                let intended = intended(pressed, hertz, is_bare, at);
                assert_eq!(
                    intended,
                    target(at(now)),
                    "trial {trial}: {speed}° a second"
                );
            }
        }
    }

    #[test]
    fn ray_resting_on_the_next_target_hits_it() {
        for hertz in [60.0, 90.0, 120.0] {
            let at = |time: f32| if time < 0.3 { 0.0 } else { PITCH * 0.8 };
            assert_eq!(intended(0.45, hertz, false, at), target(PITCH));
            assert_eq!(intended(0.5, hertz, true, at), target(PITCH));
            // A bare hand has a longer window.
            assert_eq!(intended(0.36, hertz, false, at), target(0.0));
            assert_eq!(intended(0.43, hertz, true, at), target(0.0));
        }
    }

    #[test]
    fn moved_hand_hits_the_rays_current_target() {
        let mut history = AimHistory::default();
        for frame in 0..40 {
            let at = Duration::from_millis(10 * frame);
            history.push(at, ray(0.0), target(0.0));
        }
        let now = Duration::from_millis(400);
        assert_eq!(history.intended(now, ray(4.0), false), Some(target(0.0)));
        let moved = Ray3d::new(Vec3::X * 0.05, ray(4.0).direction);
        assert_eq!(history.intended(now, moved, false), None);
        // Long after.
        let later = Duration::from_secs(3);
        history.push(later, ray(4.0), target(4.0));
        history.clear();
        assert_eq!(history.intended(later, ray(4.0), false), None);
    }
}
