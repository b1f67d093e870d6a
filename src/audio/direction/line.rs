//! A sound that is delayed by parts of a sample, and a filter whose strength may change at
//! every sample. Neither takes anything from the heap.

/// The number of samples that are kept: 0.66 ms are 126 of them at 192 kHz. A power of two.
const LENGTH: usize = 256;
/// The greatest delay, samples: the value there needs two more.
const MOST: f32 = (LENGTH - 4) as f32;

/// The last samples of a sound.
pub struct Line {
    samples: [f32; LENGTH],
    newest: usize,
}

impl Line {
    /// A line that no sample was pushed to yet.
    pub const fn new() -> Self {
        Self {
            samples: [0.0; LENGTH],
            newest: 0,
        }
    }

    /// Adds a sample.
    pub const fn push(&mut self, sample: f32) {
        self.newest = (self.newest + 1) % LENGTH;
        self.samples[self.newest] = sample;
    }

    /// The value `delay` samples before the newest but one. Between samples it is on a cubic curve
    /// by the four around it (Catmull and Rom), without jumps and kinks, so that nothing is heard
    /// of a delay that changes slowly.
    pub fn at(&self, delay: f32) -> f32 {
        let delay = 1.0 + delay.clamp(0.0, MOST);
        let whole = delay as usize;
        let part = delay - whole as f32;
        // Not below zero, since as many samples are kept.
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

/// A low-pass of first order whose pole stays: high tones beside it may be made weaker or
/// stronger at any time, and nothing jumps. By the trapezoidal rule (V. Zavalishin, *The Art of
/// VA Filter Design*, chapter 3), which lets nothing of half the sample rate through.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shelf {
    state: f32,
}

impl Shelf {
    /// The coefficient of [`Self::pass`] for a pole at `frequency`, hertz, at so many samples a
    /// second.
    pub fn pole(frequency: f32, rate: u32) -> f32 {
        // Below half the rate, whatever that is.
        let turn = (frequency / rate as f32).min(0.49);
        let tangent = (std::f32::consts::PI * turn).tan();
        tangent / (1.0 + tangent)
    }

    /// The next sample, with these parts of the low and the high tones.
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
    fn a_delay_between_samples_is_heard_as_such() {
        let mut line = Line::new();
        for time in 0..1000_u16 {
            line.push(wave(f32::from(time)));
        }
        for delay in [0.0, 0.25, 0.5, 1.0, 17.3, 125.9, MOST] {
            let (heard, expected) = (line.at(delay), wave(999.0 - 1.0 - delay));
            assert!(
                (heard - expected).abs() < 1e-3,
                "{delay}: {heard}, {expected}"
            );
        }
        // Not more than there is.
        assert_eq!(line.at(1e9), line.at(MOST));
        assert_eq!(line.at(-1.0), line.at(0.0));
    }

    #[test]
    fn a_shelf_has_what_it_is_asked_for_below_and_above_its_pole() {
        let rate = 48_000;
        let gain = |frequency: f32| {
            let (mut shelf, mut most) = (Shelf::default(), 0.0_f32);
            let pole = Shelf::pole(1000.0, rate);
            for time in 0..48_000_u32 {
                let angle = std::f32::consts::TAU * frequency * time as f32 / rate as f32;
                let heard = shelf.pass(angle.sin(), pole, 0.5, 2.0);
                if time > 24_000 {
                    most = most.max(heard.abs());
                }
            }
            most
        };
        assert!((gain(10.0) - 0.5).abs() < 0.01, "{}", gain(10.0));
        assert!((gain(20_000.0) - 2.0).abs() < 0.01, "{}", gain(20_000.0));
        // At the pole both have the same part: half the power of each, at right angles.
        let middle = (0.5_f32.powi(2) + 2.0_f32.powi(2)).sqrt() / std::f32::consts::SQRT_2;
        assert!((gain(1000.0) - middle).abs() < 0.01, "{}", gain(1000.0));
    }
}
