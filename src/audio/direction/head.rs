//! Head model: delay, level and tone at both ears for a sound's direction.
//!
//! The head is a sphere with the ears at opposite sides.
//!
//! * **Time**: the path around the sphere, by Woodworth's formula in the version of Brown and Duda
//!   for each ear (R. S. Woodworth, *Experimental Psychology*, 1938; C. P. Brown and R. O. Duda, *A
//!   Structural Model for Binaural Sound Synthesis*, IEEE Transactions on Speech and Audio
//!   Processing 6(5), 1998, formula 3).
//! * **Shadow**: the same model's filter of one pole and one zero (formulas 4 and 5).
//! * **Nearness**: from a nearby source, the near ear also gets more of the low tones (R. O. Duda
//!   and W. L. Martens, *Range Dependence of the Response of a Spherical Head Model*, Journal of
//!   the Acoustical Society of America 104(5), 1998).
//! * **Rear**: the outer ear attenuates high tones from behind (E. A. G. Shaw, *Transformation of
//!   Sound Pressure Level from the Free Field to the Eardrum in the Horizontal Plane*, same journal
//!   56(6), 1974), here by a single filter. The strength of the filter is this project's choice.
//!
//! Unlike in the model, the total power at both ears is the same for every direction in front, at
//! every pitch. A sound from the side isn't shriller than its file, and a sound from the front
//! isn't duller.

use std::f32::consts::{FRAC_PI_2, SQRT_2};

use bevy::prelude::*;

/// Radius of the head, in metres, after Brown and Duda.
pub const RADIUS: f32 = 0.0875;
/// Speed of sound in air at 20 °C, in metres per second.
const SPEED: f32 = 343.0;

/// Corner frequency of the head's shadow, in hertz. As an angular frequency, it is twice the speed
/// of sound divided by the radius.
pub const SHADOW_FROM: f32 = 2.0 * SPEED / RADIUS / std::f32::consts::TAU;
/// Gain of high tones in the middle of the shadow.
const DEEPEST: f32 = 0.1;
/// Angle from the ear with the deepest shadow, in radians. Beyond it, the paths around the sphere
/// meet.
const DEEPEST_AT: f32 = 150.0 * std::f32::consts::PI / 180.0;

/// Relative gain of low tones at the near ear, and loss at the far ear. The gain is 1.5 radii
/// divided by the distance, for a source 0.25 m away. It applies to all sounds, because
/// loudspeakers lose the time difference.
const NEARNESS: f32 = 1.5 * RADIUS / 0.25;

/// Corner frequency of the attenuation from behind, in hertz.
pub const REAR_FROM: f32 = 1500.0;
/// Gain of high tones from directly behind.
const REAR: f32 = 0.25;

/// Distance at which a sound has its original level, in metres. It is about the distance of a board
/// from its player. Nearer sounds aren't louder.
const REFERENCE_DISTANCE: f32 = 0.8;
/// Level at each ear of a sound in front, at the usual distance. An ear gets at most √2 times this
/// level, which leaves headroom for the loudest file.
const IN_FRONT: f32 = 0.77;

/// Delay and levels at one ear.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ear {
    /// Delay relative to the shortest possible delay at the near ear, in seconds.
    pub delay: f32,
    /// Gain of low tones.
    pub low: f32,
    /// Gain of high tones.
    pub high: f32,
}

/// A source as heard by both ears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hearing {
    /// Left and right ear.
    pub ears: [Ear; 2],
    /// Gain of high tones through the outer ears.
    pub rear: f32,
}

impl Hearing {
    /// Computes how a listener hears a source at `towards`, in metres from the middle of the head.
    /// x points to the right ear, y up and z to the back.
    pub fn of(towards: Vec3) -> Self {
        let distance = towards.length();
        // Within the head, a sound crosses over from ear to ear.
        let towards = towards / distance.max(RADIUS);
        let loudness = IN_FRONT * (REFERENCE_DISTANCE / distance.max(REFERENCE_DISTANCE));
        let [left, right] = [-towards.x, towards.x].map(one_ear);
        let [low, high] = [left.low.hypot(right.low), left.high.hypot(right.high)];
        let even = |ear: Ear| Ear {
            low: ear.low * loudness * SQRT_2 / low,
            high: ear.high * loudness * SQRT_2 / high,
            ..ear
        };
        let behind = towards.z.clamp(0.0, 1.0);
        Self {
            ears: [even(left), even(right)],
            rear: 1.0 - (1.0 - REAR) * behind * behind * (3.0 - 2.0 * behind),
        }
    }

    /// Interpolates towards `other` by the fraction `part`.
    pub fn towards(&self, other: &Self, part: f32) -> Self {
        let between = |from: f32, to: f32| from + (to - from) * part;
        let ear = |from: &Ear, to: &Ear| Ear {
            delay: between(from.delay, to.delay),
            low: between(from.low, to.low),
            high: between(from.high, to.high),
        };
        let ([left, right], [other_left, other_right]) = (&self.ears, &other.ears);
        Self {
            ears: [ear(left, other_left), ear(right, other_right)],
            rear: between(self.rear, other.rear),
        }
    }
}

/// Computes one ear's delay and levels from the cosine of the angle between the source and the ear.
fn one_ear(cosine: f32) -> Ear {
    let cosine = cosine.clamp(-1.0, 1.0);
    let angle = cosine.acos();
    // The path straight to the ear, or around the head.
    let path = if angle < FRAC_PI_2 {
        1.0 - cosine
    } else {
        1.0 + angle - FRAC_PI_2
    };
    let shadow = 1.0
        + DEEPEST / 2.0
        + (1.0 - DEEPEST / 2.0) * (angle / DEEPEST_AT * std::f32::consts::PI).cos();
    let low = 1.0 + NEARNESS * cosine;
    Ear {
        delay: path * RADIUS / SPEED,
        low,
        high: low * shadow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns directions all around, 1 m away.
    fn around() -> impl Iterator<Item = Vec3> {
        (0..24_u8).flat_map(|longitude| {
            (-6..=6_i8).map(move |latitude| {
                let turned = Quat::from_rotation_y(f32::from(longitude) * 0.262);
                turned * Quat::from_rotation_x(f32::from(latitude) * 0.262) * Vec3::NEG_Z
            })
        })
    }

    #[test]
    fn time_between_the_ears_is_woodworths() {
        for degrees in [0.0_f32, 15.0, 45.0, 80.0, 90.0] {
            let azimuth = degrees.to_radians();
            let [left, right] = Hearing::of(Vec3::new(azimuth.sin(), 0.0, -azimuth.cos())).ears;
            let time = left.delay - right.delay;
            let woodworth = RADIUS / SPEED * (azimuth + azimuth.sin());
            assert!((time - woodworth).abs() < 1e-6, "{degrees}: {time}");
        }
    }

    #[test]
    fn power_is_even_in_all_directions_and_never_above_the_original() {
        for towards in around() {
            let Hearing { ears, rear } = Hearing::of(towards * REFERENCE_DISTANCE);
            for part in [|ear: Ear| ear.low, |ear: Ear| ear.high] {
                let [left, right] = ears.map(part);
                let power = f32::midpoint(left * left, right * right).sqrt();
                assert!((power - IN_FRONT).abs() < 1e-4, "{towards}: {power}");
                assert!(left.max(right) < 1.1, "{towards}: {left} {right}");
            }
            assert!((REAR..=1.0).contains(&rear));
            if towards.z <= 0.0 {
                assert_eq!(rear, 1.0, "{towards}");
            }
        }
    }

    #[test]
    fn nothing_jumps_when_a_sound_passes_through_the_head() {
        let at = |step: u16| Hearing::of(Vec3::new(f32::from(step) * 1e-4 - 0.5, 0.001, 0.0));
        for step in 0..10_000 {
            let (before, after) = (at(step), at(step + 1));
            for (before, after) in before.ears.iter().zip(&after.ears) {
                assert!((before.delay - after.delay).abs() < 2e-5, "{step}");
                assert!((before.low - after.low).abs() < 0.05, "{step}");
                assert!((before.high - after.high).abs() < 0.05, "{step}");
            }
        }
    }

    #[test]
    fn twice_the_distance_halves_the_level() {
        let loudness = |distance: f32| Hearing::of(Vec3::NEG_Z * distance).ears[0].low;
        assert_eq!(loudness(0.2), IN_FRONT);
        assert_eq!(loudness(REFERENCE_DISTANCE), IN_FRONT);
        assert!((loudness(2.0) / loudness(4.0) - 2.0).abs() < 1e-5);
    }
}
