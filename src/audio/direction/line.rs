//! A fractional delay line, and a shelf filter whose gains may change every sample. Neither
//! allocates.

/// Number of samples kept, a power of two. The longest delay of 0.66 ms is 126 samples at 192 kHz.
const LENGTH: usize = 256;
/// Maximum delay, in samples. The interpolation reads two more.
const MAX_DELAY: f32 = (LENGTH - 4) as f32;

/// The last samples of a sound.
pub struct Line {
    samples: [f32; LENGTH],
    newest: usize,
}

impl Line {
    /// Creates a line of silence.
    pub const fn new() -> Self {
        Self {
            samples: [0.0; LENGTH],
            newest: 0,
        }
    }

    /// Appends a sample.
    pub const fn push(&mut self, sample: f32) {
        self.newest = (self.newest + 1) % LENGTH;
        self.samples[self.newest] = sample;
    }

    /// Returns the value `delay` samples before the second newest. Interpolates between samples by
    /// a cubic (Catmull and Rom) without jumps or kinks, so that a slow change of the delay is
    /// inaudible.
    pub fn at(&self, delay: f32) -> f32 {
        let delay = 1.0 + delay.clamp(0.0, MAX_DELAY);
        let whole = delay as usize;
        let part = delay - whole as f32;
        // Never negative, because `LENGTH` exceeds every index difference.
        let index = |back: usize| (self.newest + LENGTH - back) % LENGTH;
        let [later, here, earlier, earliest] =
            [whole - 1, whole, whole + 1, whole + 2].map(|back| self.samples[index(back)]);
        let slope = 0.5 * (earlier - later);
        let end_slope = 0.5 * (earliest - here);
        let rise = earlier - here;
        let square = 3.0 * rise - 2.0 * slope - end_slope;
        let cube = slope + end_slope - 2.0 * rise;
        here + part * (slope + part * (square + part * cube))
    }
}

/// A first-order shelf with a fixed pole, whose gains may change at any time without a jump. Uses
/// the trapezoidal rule (V. Zavalishin, *The Art of VA Filter Design*, chapter 3), which blocks
/// half the sample rate.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shelf {
    state: f32,
}

impl Shelf {
    /// Returns the coefficient of [`Self::pass`] for a pole at `frequency`, in hertz, at `rate`
    /// samples per second.
    pub fn pole(frequency: f32, rate: u32) -> f32 {
        // Stays below half the sample rate at any rate.
        let turn = (frequency / rate as f32).min(0.49);
        let tangent = (std::f32::consts::PI * turn).tan();
        tangent / (1.0 + tangent)
    }

    /// Filters the next sample with gains for low and high tones.
    pub fn pass(&mut self, sample: f32, pole: f32, low: f32, high: f32) -> f32 {
        let step = (sample - self.state) * pole;
        let tones = self.state + step;
        self.state = tones + step;
        low * tones + high * (sample - tones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(time: f32) -> f32 {
        (0.3 * time).sin()
    }

    #[test]
    fn delay_between_samples_is_interpolated() {
        let mut line = Line::new();
        for time in 0..1000_u16 {
            line.push(wave(f32::from(time)));
        }
        for delay in [0.0, 0.25, 0.5, 1.0, 17.3, 125.9, MAX_DELAY] {
            let (actual, expected) = (line.at(delay), wave(999.0 - 1.0 - delay));
            assert!(
                (actual - expected).abs() < 1e-3,
                "{delay}: {actual}, {expected}"
            );
        }
        // Clamped to the valid range.
        assert_eq!(line.at(1e9), line.at(MAX_DELAY));
        assert_eq!(line.at(-1.0), line.at(0.0));
    }

    #[test]
    fn shelf_has_the_requested_gains_below_and_above_its_pole() {
        let rate = 48_000;
        let gain = |frequency: f32| {
            let (mut shelf, mut most) = (Shelf::default(), 0.0_f32);
            let pole = Shelf::pole(1000.0, rate);
            for time in 0..48_000_u32 {
                let angle = std::f32::consts::TAU * frequency * time as f32 / rate as f32;
                let actual = shelf.pass(angle.sin(), pole, 0.5, 2.0);
                if time > 24_000 {
                    most = most.max(actual.abs());
                }
            }
            most
        };
        assert!((gain(10.0) - 0.5).abs() < 0.01, "{}", gain(10.0));
        assert!((gain(20_000.0) - 2.0).abs() < 0.01, "{}", gain(20_000.0));
        // At the pole, the two parts are equal, each with half the power, 90° apart.
        let middle = (0.5_f32.powi(2) + 2.0_f32.powi(2)).sqrt() / std::f32::consts::SQRT_2;
        assert!((gain(1000.0) - middle).abs() < 0.01, "{}", gain(1000.0));
    }
}
