//! Pictures and films of the board: a task for each file encodes and writes it.
//!
//! A film is a GIF. Its first shot decides the colours, and later shots contain only the pixels that
//! changed, so that a still board costs almost nothing.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, channel, sync_channel};
use std::time::Duration;

use bevy::math::UVec2;
use color_quant::NeuQuant;

use super::data_dir::EXPORTS;
use super::files;
use super::problem::SaveError;
use super::store::Store;
use icochess_base::platform::{self, BackgroundTask, fs};

/// Maximum number of shots that wait for the encoder. Further shots are left out.
const MAX_WAITING: usize = 8;
/// Size at which a film ends, in bytes. It is encoded in memory.
const MAX_FILM: usize = 100_000_000;
/// Fraction of the pixels that the colours are chosen from: one in this number.
const SAMPLED: i32 = 10;
/// Colour index of unchanged pixels, and number of the other colours.
const UNCHANGED: u8 = 255;
/// Difference of a colour channel up to which a pixel counts as unchanged.
const NOISE: u8 = 3;
/// Duration of the last picture of a film.
const AT_THE_END: Duration = Duration::from_secs(3);

/// Reason for a file without a shot.
const NO_SHOT: &str = "the graphics card drew no picture: please try again";

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// A PNG of the first shot.
    Picture,
    /// A GIF of all shots.
    Film,
}

/// A picture of the board, as drawn.
#[derive(Debug, Clone)]
pub struct Shot {
    /// Width and height, in pixels.
    pub size: UVec2,
    /// Four bytes a pixel: red, green, blue, and one that is ignored.
    pub pixels: Vec<u8>,
    /// Time since the start of the film.
    pub at: Duration,
}

/// The task for one file.
pub struct PictureTask {
    background: BackgroundTask,
    /// `None` after the last shot.
    shots: Option<SyncSender<Shot>>,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    outcome: Mutex<Receiver<Result<PathBuf, String>>>,
}

impl PictureTask {
    /// Starts the task for a file, named by its board.
    ///
    /// # Errors
    ///
    /// An error if the system can't create a thread.
    pub fn start(store: &Store, kind: PictureKind, board: &str) -> io::Result<Self> {
        let dir = store.dir().join(EXPORTS);
        let extension = match kind {
            PictureKind::Picture => "png",
            PictureKind::Film => "gif",
        };
        let date = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
        let board = files::name_part(board);
        let name = format!("icochess-{board}-{date}.{extension}");
        let (shots, taken) = sync_channel(MAX_WAITING);
        let (sender, outcome) = channel();
        let background = BackgroundTask::start("picture", move || async move {
            let encoded = match kind {
                PictureKind::Picture => encode_picture(platform::next(&taken).await),
                PictureKind::Film => encode_film(&taken).await,
            };
            let written = encoded.and_then(|bytes| write(&dir, &name, &bytes));
            // Fails if the receiver is gone, which doesn't matter.
            let _ = sender.send(written);
        })?;
        Ok(Self {
            background,
            shots: Some(shots),
            outcome: Mutex::new(outcome),
        })
    }

    /// Gives the task another shot, unless too many are waiting. Returns whether it takes more.
    pub fn give(&self, shot: Shot) -> bool {
        let given = self.shots.as_ref().map(|shots| shots.try_send(shot));
        matches!(given, Some(Ok(()) | Err(TrySendError::Full(_))))
    }

    /// Ends the shots, so that the task writes the file.
    pub fn finish(&mut self) {
        self.shots = None;
    }

    /// Continues the task where there are no threads.
    pub fn work(&self) {
        self.background.run_pending();
    }

    /// Returns the path of the written file, or only its name if the system asks the player for the
    /// location, or why there is none; `None` while the task is running.
    pub fn outcome(&mut self) -> Option<Result<PathBuf, String>> {
        match self.outcome.get_mut().ok()?.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("there is a mistake in Icochess".into())),
        }
    }
}

/// Hands a file to the player, under an unused name.
fn write(dir: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    if platform::offer_bytes(name, bytes) {
        return Ok(name.into());
    }
    let written = fs::create_dir_all(dir).and_then(|()| {
        let path = files::free_name(dir, name);
        platform::write_new(&path, bytes).map(|()| path)
    });
    written.map_err(|error| {
        let dir = dir.to_owned();
        SaveError::Write { dir, error }.to_string()
    })
}

fn encode_picture(shot: Option<Shot>) -> Result<Vec<u8>, String> {
    let shot = shot.ok_or(NO_SHOT)?;
    let colours = shot.pixels.chunks_exact(4);
    let colours: Vec<u8> = colours.flat_map(|it| [it[0], it[1], it[2]]).collect();
    png_of(shot.size, &colours).map_err(|error| error.to_string())
}

fn png_of(size: UVec2, colours: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.x, size.y);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colours)?;
    writer.finish()?;
    Ok(bytes)
}

async fn encode_film(shots: &Receiver<Shot>) -> Result<Vec<u8>, String> {
    let first = platform::next(shots).await.ok_or(NO_SHOT)?;
    let mut film = Film::start(first).map_err(|error| error.to_string())?;
    while film.encoder.get_ref().len() < MAX_FILM
        && let Some(shot) = platform::next(shots).await
    {
        film.add(shot).map_err(|error| error.to_string())?;
    }
    film.end().map_err(|error| error.to_string())
}

/// A film that is being encoded.
struct Film {
    encoder: gif::Encoder<Vec<u8>>,
    colours: NeuQuant,
    /// The picture so far, four bytes a pixel.
    shown: Vec<u8>,
    size: UVec2,
    /// The last changes, whose duration is still unknown, and their time.
    last: (gif::Frame<'static>, Duration),
}

impl Film {
    fn start(mut shot: Shot) -> Result<Self, gif::EncodingError> {
        make_opaque(&mut shot.pixels);
        let colours = NeuQuant::new(SAMPLED, usize::from(UNCHANGED), &shot.pixels);
        let [width, height] = shot.size.to_array().map(|side| side as u16);
        let mut encoder = gif::Encoder::new(Vec::new(), width, height, &colours.color_map_rgb())?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        let indices = shot.pixels.chunks_exact(4);
        let indices = indices.map(|pixel| colours.index_of(pixel) as u8).collect();
        Ok(Self {
            encoder,
            last: (frame(shot.size, indices), shot.at),
            colours,
            shown: shot.pixels,
            size: shot.size,
        })
    }

    fn add(&mut self, mut shot: Shot) -> Result<(), gif::EncodingError> {
        make_opaque(&mut shot.pixels);
        let is_same_size = shot.pixels.len() == self.shown.len();
        let changes = is_same_size.then(|| self.changes(&shot.pixels)).flatten();
        if let Some(indices) = changes {
            self.put_last(shot.at.saturating_sub(self.last.1))?;
            self.last = (frame(self.size, indices), shot.at);
        }
        Ok(())
    }

    /// Updates the picture, and returns the colour indices of its changes; `None` without any.
    fn changes(&mut self, pixels: &[u8]) -> Option<Vec<u8>> {
        let mut is_changed = false;
        let pairs = self.shown.chunks_exact_mut(4).zip(pixels.chunks_exact(4));
        let indices = pairs.map(|(old, new)| {
            let differs = |(a, b): (&u8, &u8)| a.abs_diff(*b) > NOISE;
            if !old.iter().zip(new).any(differs) {
                return UNCHANGED;
            }
            is_changed = true;
            old.copy_from_slice(new);
            self.colours.index_of(new) as u8
        });
        let indices = indices.collect();
        is_changed.then_some(indices)
    }

    fn put_last(&mut self, duration: Duration) -> Result<(), gif::EncodingError> {
        // Many programs show shorter pictures for a tenth of a second.
        let hundredths = (duration.as_millis() / 10).clamp(2, u128::from(u16::MAX));
        self.last.0.delay = hundredths as u16;
        self.encoder.write_frame(&self.last.0)
    }

    fn end(mut self) -> Result<Vec<u8>, gif::EncodingError> {
        self.put_last(AT_THE_END)?;
        self.encoder.into_inner()
    }
}

fn frame(size: UVec2, indices: Vec<u8>) -> gif::Frame<'static> {
    let [width, height] = size.to_array().map(|side| side as u16);
    gif::Frame {
        width,
        height,
        transparent: Some(UNCHANGED),
        buffer: Cow::Owned(indices),
        ..gif::Frame::default()
    }
}

fn make_opaque(pixels: &mut [u8]) {
    for pixel in pixels.chunks_exact_mut(4) {
        pixel[3] = u8::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: UVec2 = UVec2::splat(64);

    /// Returns a grey picture with a white square of this width, taken after `millis`.
    fn shot(width: usize, millis: u64) -> Shot {
        let mut pixels = [90, 90, 90, 0].repeat(64 * 64);
        for row in pixels.chunks_exact_mut(64 * 4).take(width) {
            row[..4 * width].fill(255);
        }
        let (size, at) = (SIZE, Duration::from_millis(millis));
        Shot { size, pixels, at }
    }

    #[test]
    fn film_has_only_the_changes_each_for_its_time() {
        let shots = [(0, 0), (0, 100), (9, 300), (9, 400), (20, 500), (20, 9_000)];
        let [first, others @ ..] = shots.map(|(width, millis)| shot(width, millis));
        let mut film = Film::start(first).unwrap();
        for shot in others {
            film.add(shot).unwrap();
        }
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let bytes = film.end().unwrap();
        let mut film = options.read_info(bytes.as_slice()).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = film.read_next_frame().unwrap() {
            let changed = frame.buffer.iter().filter(|it| **it != UNCHANGED).count();
            frames.push((frame.delay, changed));
        }
        let all = 64 * 64;
        assert_eq!(frames, [(30, all), (20, 9 * 9), (300, 20 * 20 - 9 * 9)]);
    }

    #[test]
    fn files_get_new_names_or_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("exports");
        let bytes = encode_picture(Some(shot(9, 0))).unwrap();
        for name in ["a-1.png", "a-2.png"] {
            assert_eq!(write(&dir, "a.png", &bytes), Ok(dir.join(name)));
        }
        let file = dir.join("a-1.png");
        assert_eq!(fs::read(&file).unwrap(), bytes);
        assert_eq!(encode_picture(None), Err(NO_SHOT.to_owned()));
        // A file instead of the folder.
        let why = write(&file, "a.png", &bytes).unwrap_err();
        assert!(why.contains("a-1.png"), "{why}");
    }
}
