//! A loudness meter for tests: ITU-R BS.1770-5 with the time scales of EBU Tech 3341.
//!
//! Measures each mono sound as if played unchanged in both ears.

/// Window of momentary loudness, in seconds.
const MOMENT: f64 = 0.4;
/// Window of short-term loudness, in seconds.
const SHORT_TERM: f64 = 3.0;
/// Step between windows, in seconds.
const STEP: f64 = 0.1;

/// A second-order filter: b0, b1, b2, a1, a2.
type Filter = [f64; 5];

/// Returns the two filters of K-weighting: a high shelf for the head and a high-pass. The standard
/// lists coefficients for 48 kHz only. These formulas yield the same coefficients, and those for
/// any other rate (De Man 2014, "Evaluation of Implementations of the EBU R128 Loudness
/// Measurement", AES 137).
fn k_weighting(rate: u32) -> [Filter; 2] {
    let tangent = |frequency: f64| (std::f64::consts::PI * frequency / f64::from(rate)).tan();
    let poles = |k: f64, q: f64| {
        let all = 1.0 + k / q + k * k;
        (all, 2.0 * (k * k - 1.0) / all, (1.0 - k / q + k * k) / all)
    };
    let (k, q) = (tangent(1_681.974_450_955_533), 0.707_175_236_955_419_6);
    let high = 10_f64.powf(3.999_843_853_973_347 / 20.0);
    let band = high.powf(0.499_666_774_154_541_6);
    let (all, a1, a2) = poles(k, q);
    let head = [
        (high + band * k / q + k * k) / all,
        2.0 * (k * k - high) / all,
        (high - band * k / q + k * k) / all,
        a1,
        a2,
    ];
    let (k, q) = (tangent(38.135_470_876_024_44), 0.500_327_037_323_877_3);
    let (_, a1, a2) = poles(k, q);
    [head, [1.0, -2.0, 1.0, a1, a2]]
}

fn filter(samples: &mut [f64], [b0, b1, b2, a1, a2]: Filter) {
    let (mut x1, mut x2, mut y1, mut y2) = (0.0, 0.0, 0.0, 0.0);
    for sample in samples {
        let x = *sample;
        let y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
        (x2, x1, y2, y1) = (x1, x, y1, y);
        *sample = y;
    }
}

/// Returns the largest loudness of windows of `seconds`, in LUFS. Shorter sounds are padded with
/// silence.
fn greatest(samples: &[f32], rate: u32, seconds: f64) -> f64 {
    let count = |seconds: f64| (seconds * f64::from(rate)).round() as usize;
    let (window, step) = (count(seconds), count(STEP));
    let mut weighted: Vec<f64> = samples.iter().copied().map(f64::from).collect();
    weighted.resize(samples.len().max(window) + step, 0.0);
    for own in k_weighting(rate) {
        filter(&mut weighted, own);
    }
    let windows = weighted.windows(window).step_by(step);
    let squares = windows.map(|window| window.iter().map(|it| it * it).sum::<f64>());
    let both_ears = 2.0 * squares.fold(0.0, f64::max) / window as f64;
    10.0 * both_ears.log10() - 0.691
}

/// Returns the largest momentary loudness of samples, in LUFS.
pub fn momentary(samples: &[f32], rate: u32) -> f64 {
    greatest(samples, rate, MOMENT)
}

/// Returns the largest short-term loudness of samples, in LUFS.
pub fn short_term(samples: &[f32], rate: u32) -> f64 {
    greatest(samples, rate, SHORT_TERM)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(frequency: f64, amplitude: f64, seconds: f64, rate: u32) -> Vec<f32> {
        let turn = std::f64::consts::TAU * frequency / f64::from(rate);
        let count = (seconds * f64::from(rate)) as usize;
        let samples = (0..count).map(|time| (amplitude * (turn * time as f64).sin()) as f32);
        samples.collect()
    }

    #[test]
    fn filters_match_the_standard_at_48_khz() {
        // ITU-R BS.1770-5, tables 1 and 2.
        let standard = [
            [
                1.535_124_859_586_97,
                -2.691_696_189_406_38,
                1.198_392_810_852_85,
                -1.690_659_293_182_41,
                0.732_480_774_215_85,
            ],
            [1.0, -2.0, 1.0, -1.990_047_454_833_98, 0.990_072_250_366_21],
        ];
        for (own, wanted) in k_weighting(48_000).iter().zip(standard) {
            for (own, wanted) in own.iter().zip(wanted) {
                assert!((own - wanted).abs() < 1e-9, "{own} for {wanted}");
            }
        }
    }

    #[test]
    fn tones_match_ebu_tech_3341() {
        // Test 1: 1 kHz at -23 dBFS in both channels is -23 LUFS.
        for (level, rate) in [(-23.0, 48_000), (-33.0, 48_000), (-23.0, 16_000)] {
            let samples = tone(1_000.0, 10_f64.powf(level / 20.0), 20.0, rate);
            for loudness in [momentary(&samples, rate), short_term(&samples, rate)] {
                assert!((loudness - level).abs() < 0.1, "{loudness} for {level}");
            }
        }
        // A tone that fills half of a window has half the power.
        let half = momentary(&tone(1_000.0, 0.1, 0.2, 48_000), 48_000);
        assert!((half + 20.0 + 3.0).abs() < 0.1, "{half}");
    }
}
