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
