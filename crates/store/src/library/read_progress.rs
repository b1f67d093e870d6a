//! Progress and cancellation of reading a file.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use super::messages::Progress;

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
}

impl<'a> ReadProgress<'a> {
    /// Creates the progress of reading `of` bytes, with reports to `report`.
    pub(super) const fn new(of: u64, report: OnProgress<'a>) -> Self {
        Self {
            report: RefCell::new(report),
            bytes: Cell::new(0),
            of,
            games: Cell::new(0),
            is_stopped: Cell::new(false),
        }
    }

    /// Wraps a reader to count the bytes read. The reader fails once cancelled.
    pub(super) const fn reader<R>(&self, inner: R) -> ProgressReader<'_, 'a, R> {
        ProgressReader {
            progress: self,
            inner,
        }
    }

    pub(super) fn count_games(&self, games: usize) {
        self.games.set(games);
    }

    /// Reports the progress. Returns whether to continue.
    pub(super) fn goes_on(&self) -> bool {
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

    pub(super) const fn is_stopped(&self) -> bool {
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
        progress.count_games(7);
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
