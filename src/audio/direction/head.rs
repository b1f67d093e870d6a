//! The effect of a head on a sound, by the direction that it comes from: numbers for both ears.
//!
//! The head is a sphere with the ears at opposite sides.
//!
//! * **Time**: the way around the sphere, by Woodworth's formula as Brown and Duda give it
//!   for each ear (R. S. Woodworth, *Experimental Psychology*, 1938; C. P. Brown and R. O. Duda,
//!   *A Structural Model for Binaural Sound Synthesis*, IEEE Transactions on Speech and Audio
//!   Processing 6(5), 1998, formula 3).
//! * **Shadow**: the same model's filter of one pole and one zero (formulas 4 and 5).
//! * **Nearness**: within reach the nearer ear hears more of the low tones, too (R. O. Duda and
//!   W. L. Martens, *Range Dependence of the Response of a Spherical Head Model*, Journal of
//!   the Acoustical Society of America 104(5), 1998).
//! * **Rear**: the outer ear shades high tones from behind (E. A. G. Shaw, *Transformation of
//!   Sound Pressure Level from the Free Field to the Eardrum in the Horizontal Plane*, same
//!   journal 56(6), 1974), here by a single filter. How much is our own choice.
//!
//! Other than in the model, both ears together hear as much from everywhere in front, at every
//! pitch: a sound from the side is not shriller, one from the front is not duller than it was made.

use std::f32::consts::{FRAC_PI_2, SQRT_2};

use bevy::prelude::*;

/// Radius of the head, metres: the usual one of Brown and Duda.
pub const RADIUS: f32 = 0.0875;
/// Speed of sound in air of 20 °C, metres per second.
const SPEED: f32 = 343.0;

/// The frequency from which on the head casts a shadow, hertz: twice the speed of sound by the
/// radius, as an angular frequency.
pub const SHADOW_FROM: f32 = 2.0 * SPEED / RADIUS / std::f32::consts::TAU;
/// The part of high tones that is left in the middle of the shadow.
const DEEPEST: f32 = 0.1;
/// The angle from the ear at which the shadow is deepest, radians: behind that, the ways around the
/// sphere meet.
const DEEPEST_AT: f32 = 150.0 * std::f32::consts::PI / 180.0;

/// The part by which the nearer ear hears low tones more, and the other less: one and a half radii
/// by the distance, as of a sound 0.25 m away. All sounds have that much, since the time between
/// the ears is lost before a pair of speakers.
const NEARNESS: f32 = 1.5 * RADIUS / 0.25;

/// The frequency from which on tones from behind are shaded, hertz.
pub const REAR_FROM: f32 = 1500.0;
/// The part of high tones that is left of a sound right behind.
const REAR: f32 = 0.25;

/// The distance from which a sound is as loud as made, metres: that of a board from its
/// player, about. From nearer it is not louder.
const USUAL_DISTANCE: f32 = 0.8;
/// The loudness for each ear of a sound from in front, at the usual distance. An ear hears at
/// most the root of two times that, which leaves room for the loudest sound as made.
const IN_FRONT: f32 = 0.77;

/// The sound of one ear: delay and loudness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ear {
    /// The delay after the earliest that the nearer ear could hear it, seconds.
    pub delay: f32,
    /// The part of its low tones.
    pub low: f32,
    /// The part of its high tones.
    pub high: f32,
}

/// The sound of a source at both ears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hearing {
    /// The left and the right ear.
    pub ears: [Ear; 2],
    /// The part of high tones that the outer ears let through.
    pub rear: f32,
}

impl Hearing {
    /// The sound of a source at `towards`, metres from the middle of the head: x leads to the right
    /// ear, y up and z to the back.
    pub fn of(towards: Vec3) -> Self {
        let distance = towards.length();
        // Within the head a sound goes over from ear to ear.
        let towards = towards / distance.max(RADIUS);
        let loudness = IN_FRONT * (USUAL_DISTANCE / distance.max(USUAL_DISTANCE));
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

    /// The hearing between this and another, at `part` of the way.
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

/// The sound of one ear, by the cosine of the angle between the source and the ear.
fn one_ear(cosine: f32) -> Ear {
    let cosine = cosine.clamp(-1.0, 1.0);
    let angle = cosine.acos();
    // Straight to the ear, or around the head.
    let way = if angle < FRAC_PI_2 {
        1.0 - cosine
    } else {
        1.0 + angle - FRAC_PI_2
    };
    let shadow = 1.0
        + DEEPEST / 2.0
        + (1.0 - DEEPEST / 2.0) * (angle / DEEPEST_AT * std::f32::consts::PI).cos();
    let low = 1.0 + NEARNESS * cosine;
    Ear {
        delay: way * RADIUS / SPEED,
        low,
        high: low * shadow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Directions all around, one metre away.
    fn around() -> impl Iterator<Item = Vec3> {
        (0..24_u8).flat_map(|longitude| {
            (-6..=6_i8).map(move |latitude| {
                let turned = Quat::from_rotation_y(f32::from(longitude) * 0.262);
                turned * Quat::from_rotation_x(f32::from(latitude) * 0.262) * Vec3::NEG_Z
            })
        })
    }

    #[test]
    fn the_time_between_the_ears_is_woodworths() {
        for degrees in [0.0_f32, 15.0, 45.0, 80.0, 90.0] {
            let azimuth = degrees.to_radians();
            let [left, right] = Hearing::of(Vec3::new(azimuth.sin(), 0.0, -azimuth.cos())).ears;
            let time = left.delay - right.delay;
            let woodworth = RADIUS / SPEED * (azimuth + azimuth.sin());
            assert!((time - woodworth).abs() < 1e-6, "{degrees}: {time}");
        }
    }

    #[test]
    fn both_ears_together_hear_as_much_from_everywhere_and_no_more_than_was_made() {
        for towards in around() {
            let Hearing { ears, rear } = Hearing::of(towards * USUAL_DISTANCE);
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
    fn a_mirrored_sound_is_heard_by_the_other_ear() {
        for towards in around() {
            let Hearing { ears, rear } = Hearing::of(towards);
            let mirrored = Hearing::of(towards * Vec3::new(-1.0, 1.0, 1.0));
            assert_eq!(mirrored.rear, rear);
            assert_eq!([mirrored.ears[1], mirrored.ears[0]], ears);
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
    fn twice_as_far_is_half_as_loud() {
        let loudness = |distance: f32| Hearing::of(Vec3::NEG_Z * distance).ears[0].low;
        assert_eq!(loudness(0.2), IN_FRONT);
        assert_eq!(loudness(USUAL_DISTANCE), IN_FRONT);
        assert!((loudness(2.0) / loudness(4.0) - 2.0).abs() < 1e-5);
    }
}
