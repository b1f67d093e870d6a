//! The headset's sound device or the system's default one, kept open by a thread.
//!
//! Replaces kira's own backend, which needs a device at the start and doesn't survive the loss of a
//! sound server (`docs/notes/sound.md`).

use std::io;
use std::mem;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use bevy::log::{info, warn};
use kira::backend::cpal::cpal::{
    self, DeviceId, ErrorKind, Stream,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};
use kira::backend::{Backend, Renderer};

use super::output::Device;

/// Time between attempts to open a device. A stream that lasts this long counts as steady.
const RETRY: Duration = Duration::from_secs(1);
/// Sample rate until a device is open, in hertz.
const FIRST_RATE: u32 = 48_000;
/// Upper limit of a sound's length, in seconds; ambiences loop.
const LONGEST: usize = 3;

/// The headset's or the default sound device, while there is one.
pub(super) struct SystemDevice {
    /// Channels of the open device, or 0. The thread ends when this is dropped.
    channels: Arc<AtomicU16>,
    /// The system's ID of the headset's device.
    headset: Option<String>,
}

impl Backend for SystemDevice {
    type Settings = Option<String>;
    type Error = io::Error;

    fn setup(headset: Option<String>, _: usize) -> Result<(Self, u32), io::Error> {
        let device = Self {
            channels: Arc::default(),
            headset,
        };
        Ok((device, FIRST_RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), io::Error> {
        let channels = Arc::downgrade(&self.channels);
        let renderer = Arc::new(Mutex::new(renderer));
        let headset = self.headset.take();
        let thread = thread::Builder::new().name("sound".into());
        thread
            .spawn(move || keep_open(&channels, RETRY, || open(&renderer, headset.as_deref())))
            .map(drop)
    }
}

impl Device for SystemDevice {
    fn channels(&self) -> u16 {
        self.channels.load(Ordering::Relaxed)
    }

    fn settings_for(headset: Option<String>) -> Option<String> {
        headset
    }
}

/// An open device.
struct Opened<S> {
    /// Plays until dropped.
    _stream: S,
    channels: u16,
    /// Receives the error that ends the stream.
    failure: Receiver<cpal::Error>,
}

/// Opens a device, and again whenever it fails, until `channels` is dropped.
fn keep_open<S>(
    channels: &Weak<AtomicU16>,
    retry: Duration,
    mut open: impl FnMut() -> Result<Opened<S>, cpal::Error>,
) {
    let publish = |count| {
        let channels = channels.upgrade();
        channels.map(|channels| channels.store(count, Ordering::Relaxed))
    };
    let mut is_reported = false;
    while publish(0).is_some() {
        let mut is_steady = false;
        let problem = match open() {
            Err(problem) => problem,
            Ok(device) => loop {
                if publish(device.channels).is_none() {
                    return;
                }
                match device.failure.recv_timeout(retry) {
                    Ok(problem) => break problem,
                    Err(RecvTimeoutError::Disconnected) => {
                        break ErrorKind::StreamInvalidated.into();
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        is_steady = true;
                        if mem::take(&mut is_reported) {
                            info!("Sound plays again.");
                        }
                    }
                }
            },
        };
        // A steady stream may have ended because another device became the default.
        if !is_steady {
            if !mem::replace(&mut is_reported, true) {
                warn!(
                    "No sound ({problem}): connect a sound device, or use --mute to play without."
                );
            }
            thread::sleep(retry);
        }
    }
}

/// Opens the headset's device, or else the default one, and plays the renderer's sound.
fn open(
    renderer: &Arc<Mutex<Renderer>>,
    headset: Option<&str>,
) -> Result<Opened<Stream>, cpal::Error> {
    // Catches ALSA's messages, which it would print at each attempt. Replaces the previous buffer.
    #[cfg(target_os = "linux")]
    let _ = alsa::Output::local_error_handler();
    let host = cpal::default_host();
    let device = headset.and_then(|id| host.device_by_id(&DeviceId::new(host.id(), id)));
    let device = device.or_else(|| host.default_output_device());
    let device = device.ok_or(ErrorKind::DeviceNotAvailable)?;
    let config = device.default_output_config()?.config();
    let channels = config.channels;
    prepare(&mut lock(renderer), config.sample_rate);
    let renderer = Arc::clone(renderer);
    let (fail, failure) = sync_channel(1);
    let stream = device.build_output_stream(
        config,
        move |samples: &mut [f32], _| {
            let mut renderer = lock(&renderer);
            renderer.on_start_processing();
            renderer.process(samples, channels);
        },
        move |error| {
            if ends_stream(error.kind()) {
                // A full channel already holds an error. Some streams repeat theirs endlessly.
                let _ = fail.try_send(error);
            }
        },
        None,
    )?;
    stream.play()?;
    Ok(Opened {
        _stream: stream,
        channels,
        failure,
    })
}

/// Locks the renderer. Never contended: there is one stream at a time.
fn lock(renderer: &Mutex<Renderer>) -> MutexGuard<'_, Renderer> {
    renderer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the sample rate, in hertz. Interrupted sounds end unheard, so that they don't continue now.
fn prepare(renderer: &mut Renderer, rate: u32) {
    renderer.on_change_sample_rate(rate);
    renderer.on_start_processing();
    renderer.process(&mut vec![0.0; 2 * LONGEST * rate as usize], 2);
}

/// Returns whether a stream with this error must be opened again. [`ErrorKind::DeviceChanged`] means that
/// the system has moved the stream to another device.
fn ends_stream(error: ErrorKind) -> bool {
    use ErrorKind::{DeviceChanged, RealtimeDenied, Xrun};
    !matches!(error, DeviceChanged | RealtimeDenied | Xrun)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn device_is_opened_until_it_works_and_after_each_loss() {
        let channels = Arc::new(AtomicU16::new(9));
        let weak = Arc::downgrade(&channels);
        let (opened, streams) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut attempts = [
                Err(ErrorKind::HostUnavailable),
                Err(ErrorKind::DeviceNotAvailable),
                Ok(2),
                Ok(1),
                Err(ErrorKind::BackendError),
                Ok(6),
            ]
            .into_iter();
            keep_open(&weak, Duration::from_millis(1), || {
                let channels = attempts.next().expect("no attempt too many")?;
                let (fail, failure) = sync_channel(1);
                opened.send(fail).unwrap();
                Ok(Opened {
                    _stream: (),
                    channels,
                    failure,
                })
            });
        });
        let next_stream = |expected| {
            let fail = streams.recv().unwrap();
            while channels.load(Ordering::Relaxed) != expected {
                thread::yield_now();
            }
            fail
        };
        for expected in [2, 1] {
            let fail = next_stream(expected);
            fail.send(ErrorKind::StreamInvalidated.into()).unwrap();
        }
        let fail = next_stream(6);
        drop(channels);
        thread.join().unwrap();
        assert!(fail.send(ErrorKind::Other.into()).is_err(), "it is closed");
    }
}
