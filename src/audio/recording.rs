//! A sound device for tests. It records into memory, and optionally into a file to listen to.

use std::path::Path;
use std::sync::Arc;

use kira::backend::{Backend, Renderer};
use kira::sound::static_sound::{StaticSoundData, StaticSoundSettings};
use kira::{AudioManager, AudioManagerSettings, Capacities, Frame};

use super::output::Device;

/// Samples per callback of a sound card.
const AT_ONCE: usize = 512;

/// A sound device that records its output.
pub struct Recorder {
    renderer: Option<Renderer>,
    pub channels: u16,
}

impl Device for Recorder {
    fn channels(&self) -> u16 {
        self.channels
    }
}

impl Backend for Recorder {
    /// Sample rate in hertz, and channels.
    type Settings = (u32, u16);
    type Error = &'static str;

    fn setup((rate, channels): (u32, u16), _: usize) -> Result<(Self, u32), Self::Error> {
        let device = Self {
            renderer: None,
            channels,
        };
        Ok((device, rate))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), Self::Error> {
        self.renderer = Some(renderer);
        Ok(())
    }
}

/// Creates a recording device.
pub fn device(rate: u32, channels: u16) -> AudioManager<Recorder> {
    let settings = AudioManagerSettings {
        capacities: Capacities::default(),
        main_track_builder: Default::default(),
        internal_buffer_size: 128,
        backend_settings: (rate, channels),
    };
    AudioManager::new(settings).expect("a device")
}

/// Renders the next frames, with the channels interleaved.
pub fn listen(manager: &mut AudioManager<Recorder>, frames: usize) -> Vec<f32> {
    let device = manager.backend_mut();
    let renderer = device.renderer.as_mut().expect("it is on");
    let channels = usize::from(device.channels);
    let mut recorded = vec![0.0; frames * channels];
    for part in recorded.chunks_mut(AT_ONCE * channels) {
        renderer.on_start_processing();
        renderer.process(part, device.channels);
    }
    recorded
}

/// Renders the next frames of a stereo device, as left and right channels.
pub fn both_ears(manager: &mut AudioManager<Recorder>, frames: usize) -> [Vec<f32>; 2] {
    let recorded = listen(manager, frames);
    [0, 1].map(|ear| recorded.iter().skip(ear).step_by(2).copied().collect())
}

/// Creates a sound from samples.
pub fn sound(samples: impl IntoIterator<Item = f32>, rate: u32) -> StaticSoundData {
    let frames: Arc<[Frame]> = samples.into_iter().map(Frame::from_mono).collect();
    StaticSoundData {
        sample_rate: rate,
        frames,
        settings: StaticSoundSettings::default(),
        slice: None,
    }
}

/// Returns the loudness of samples, in decibels. A mean square of 1 is 0 dB.
pub fn loudness(samples: &[f32]) -> f32 {
    let square: f32 = samples.iter().map(|it| it * it).sum();
    10.0 * (square / samples.len() as f32).log10()
}

/// Returns the response at a frequency, in decibels, from the recorded impulse response.
pub fn response(recorded: &[f32], frequency: f32, rate: u32) -> f32 {
    let turn = std::f64::consts::TAU * f64::from(frequency) / f64::from(rate);
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (time, sample) in recorded.iter().enumerate() {
        let (sin, cos) = (turn * time as f64).sin_cos();
        real += f64::from(*sample) * cos;
        imaginary += f64::from(*sample) * sin;
    }
    20.0 * real.hypot(imaginary).log10() as f32
}

/// Returns the delay of the first signal relative to the second, in seconds, by cross-correlation.
pub fn lag([first, second]: [&[f32]; 2], rate: u32) -> f32 {
    const MAX_LAG: isize = 60;
    let alike = |lag: isize| -> f32 {
        let shifted = |time: usize| time.checked_add_signed(lag).and_then(|it| first.get(it));
        let products = second.iter().enumerate();
        products
            .map(|(time, it)| it * shifted(time).copied().unwrap_or(0.0))
            .sum()
    };
    let best = (-MAX_LAG..=MAX_LAG).max_by(|a, b| alike(*a).total_cmp(&alike(*b)));
    let best = best.expect("there are lags");
    // Refines the peak by a parabola through three samples.
    let [before, here, after] = [best - 1, best, best + 1].map(alike);
    let bend = before - 2.0 * here + after;
    let part = if bend == 0.0 {
        0.0
    } else {
        0.5 * (before - after) / bend
    };
    (best as f32 + part) / rate as f32
}

/// Writes a recording as WAV to the folder `ICOCHESS_TEST_OUT`, if that is set.
pub fn keep(name: &str, [left, right]: &[Vec<f32>; 2], rate: u32) {
    let Some(folder) = std::env::var_os("ICOCHESS_TEST_OUT") else {
        return;
    };
    let samples = left
        .iter()
        .zip(right)
        .flat_map(|(left, right)| [*left, *right]);
    let data: Vec<u8> = samples
        .flat_map(|it| ((it.clamp(-1.0, 1.0) * 32767.0) as i16).to_le_bytes())
        .collect();
    let mut file = Vec::new();
    let number = |file: &mut Vec<u8>, it: usize| file.extend((it as u32).to_le_bytes());
    file.extend(b"RIFF");
    number(&mut file, 36 + data.len());
    file.extend(b"WAVEfmt ");
    number(&mut file, 16);
    // PCM, two channels.
    file.extend([1, 0, 2, 0]);
    number(&mut file, rate as usize);
    number(&mut file, 4 * rate as usize);
    // Bytes per frame, bits per sample.
    file.extend([4, 0, 16, 0]);
    file.extend(b"data");
    number(&mut file, data.len());
    file.extend(data);
    let path = Path::new(&folder).join(name);
    std::fs::write(&path, file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
