//! Progress and cancellation of long work, and its pauses.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::tasks::futures_lite::future::yield_now;

use super::messages::Progress;

/// Longest work between two pauses. It leaves most of a frame to the game where both share a
/// thread.
const SLICE: Duration = Duration::from_millis(5);

/// Work between two pauses, with its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slice(Instant);

impl Slice {
    pub(super) fn start() -> Self {
        Self(Instant::now() + SLICE)
    }

    pub(super) fn is_over(self) -> bool {
        Instant::now() >= self.0
    }

    /// Pauses, until the next frame without threads, and begins another slice.
    pub(super) async fn after_pause() -> Self {
        yield_now().await;
        Self::start()
    }
}

/// Bytes between two progress reports, read within milliseconds.
const STEP: u64 = 1 << 20;

/// Callback for the progress of a task. Returns whether to continue.
pub(super) type OnProgress<'a> = &'a mut dyn FnMut(Progress) -> bool;

/// Progress of reading a file: bytes read and games found.
pub(super) struct ReadProgress<'a> {
    report: RefCell<OnProgress<'a>>,
    bytes: Cell<u64>,
    of: u64,
    games: Cell<usize>,
    is_stopped: Cell<bool>,
    slice: Cell<Slice>,
}

impl<'a> ReadProgress<'a> {
    /// Creates the progress of reading `of` bytes, with reports to `report`.
    pub(super) fn new(of: u64, report: OnProgress<'a>) -> Self {
        Self {
            report: RefCell::new(report),
            bytes: Cell::new(0),
            of,
            games: Cell::new(0),
            is_stopped: Cell::new(false),
            slice: Cell::new(Slice::start()),
        }
    }

    /// Wraps a reader to count the bytes read. The reader fails once cancelled.
    pub(super) const fn reader<R>(&self, inner: R) -> ProgressReader<'_, 'a, R> {
        ProgressReader {
            progress: self,
            inner,
        }
    }

    /// Records the number of games that were found. Pauses between slices, and reports the progress.
    /// Returns whether to continue.
    pub(super) async fn count_games(&self, games: usize) -> bool {
        self.games.set(games);
        if self.slice.get().is_over() {
            self.slice.set(Slice::after_pause().await);
            self.goes_on();
        }
        !self.is_stopped()
    }

    /// Reports the progress. Returns whether to continue.
    fn goes_on(&self) -> bool {
        let progress = Progress::Read {
            games: self.games.get(),
            bytes: self.bytes.get(),
            of: self.of,
        };
        if !self.is_stopped() && !(self.report.borrow_mut())(progress) {
            self.is_stopped.set(true);
        }
        !self.is_stopped()
    }

    const fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }
}

/// Reader that reports its progress.
pub(super) struct ProgressReader<'w, 'a, R> {
    progress: &'w ReadProgress<'a>,
    inner: R,
}

impl<R: Read> Read for ProgressReader<'_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let before = self.progress.bytes.get();
        let bytes = before + read as u64;
        self.progress.bytes.set(bytes);
        if bytes / STEP != before / STEP && !self.progress.goes_on() {
            return Err(io::Error::other("it was stopped"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_reported_and_cancelled() {
        let mut reports = Vec::new();
        let mut report = |progress: Progress| {
            reports.push(progress);
            reports.len() < 3
        };
        let progress = ReadProgress::new(1 << 40, &mut report);
        progress.games.set(7);
        let mut reader = progress.reader(io::repeat(0));
        let read = io::copy(&mut reader, &mut io::sink());
        assert!(read.is_err() && progress.is_stopped() && !progress.goes_on());
        let expected = [1, 2, 3].map(|steps| Progress::Read {
            games: 7,
            bytes: steps * STEP,
            of: 1 << 40,
        });
        assert_eq!(reports, expected);
    }

    #[test]
    fn short_input_is_read_without_reports() {
        let mut never = |_| panic!("it is done before anybody looks");
        let progress = ReadProgress::new(3, &mut never);
        let mut text = String::new();
        progress
            .reader(&b"1-0"[..])
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!((text.as_str(), progress.is_stopped()), ("1-0", false));
    }
}
