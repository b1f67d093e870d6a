//! Progress of a long task: telling how far it is, and stopping it.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use super::messages::Progress;

/// Bytes of a file between two looks: they are read in some milliseconds.
const STEP: u64 = 1 << 20;

/// A callback that is told how far a task is, and returns whether to go on.
pub(super) type OnProgress<'a> = &'a mut dyn FnMut(Progress) -> bool;

/// Progress of reading a file: how many bytes were read, and how many games were found.
pub(super) struct ReadProgress<'a> {
    tell: RefCell<OnProgress<'a>>,
    bytes: Cell<u64>,
    of: u64,
    games: Cell<usize>,
    is_stopped: Cell<bool>,
}

impl<'a> ReadProgress<'a> {
    /// The progress of reading `of` bytes, none of them read yet, which is told to `tell`.
    pub(super) const fn new(of: u64, tell: OnProgress<'a>) -> Self {
        Self {
            tell: RefCell::new(tell),
            bytes: Cell::new(0),
            of,
            games: Cell::new(0),
            is_stopped: Cell::new(false),
        }
    }

    /// A reader that counts what is read from `inner`. It fails when somebody wants it to stop.
    pub(super) const fn reader<R>(&self, inner: R) -> ProgressReader<'_, 'a, R> {
        ProgressReader {
            progress: self,
            inner,
        }
    }

    /// Notes how many games were found.
    pub(super) fn note_games(&self, games: usize) {
        self.games.set(games);
    }

    /// Tells how far it is. Returns whether to go on.
    pub(super) fn goes_on(&self) -> bool {
        let progress = Progress::Read {
            games: self.games.get(),
            bytes: self.bytes.get(),
            of: self.of,
        };
        if !self.is_stopped() && !(self.tell.borrow_mut())(progress) {
            self.is_stopped.set(true);
        }
        !self.is_stopped()
    }

    /// Whether somebody wanted it to stop.
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }
}

/// A reader whose progress is told.
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
    fn what_has_no_end_is_told_of_and_stopped() {
        let mut told = Vec::new();
        let mut tell = |progress: Progress| {
            told.push(progress);
            told.len() < 3
        };
        let progress = ReadProgress::new(1 << 40, &mut tell);
        progress.note_games(7);
        let mut reader = progress.reader(io::repeat(0));
        let read = io::copy(&mut reader, &mut io::sink());
        assert!(read.is_err() && progress.is_stopped() && !progress.goes_on());
        let expected = [1, 2, 3].map(|steps| Progress::Read {
            games: 7,
            bytes: steps * STEP,
            of: 1 << 40,
        });
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_short_is_read_to_its_end() {
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
