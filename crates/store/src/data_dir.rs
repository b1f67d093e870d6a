//! Data folder and the lock for changing it.
//!
//! Two threads write to the folder: one saves the current game, the other manages the library. Each
//! holds the lock for every change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::files;
use super::lock::Lock;
use super::problem::{SaveError, no_lock};
use icochess_base::platform::fs;
use icochess_rules::pgn;

/// Folder of the saved games, within the data folder.
pub(super) const GAMES: &str = "games";

/// Folder of exported games, within the data folder.
pub(super) const EXPORTS: &str = "exports";

/// Extension of the saved games' files.
const EXTENSION: &str = "pgn";

/// Location of the current game in the library.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) enum LibraryCopy {
    /// Unknown, because an earlier run wrote the game.
    #[default]
    Unknown,
    /// Not in the library until it ends or another game replaces it.
    Nowhere,
    /// In this file.
    In(String),
    /// Deleted from the library, with the text that the file had then.
    Deleted(Vec<u8>),
}

/// Data folder, which only one thread at a time may change.
#[derive(Debug)]
pub(super) struct DataDir {
    dir: PathBuf,
    /// Whether another process had the folder at the start. The settings of this process are then
    /// outdated.
    was_in_use: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    lock: Option<Lock>,
    /// Whether the lock was acquired after the start and the writer doesn't know it yet.
    is_new: bool,
    /// Whether the folder has been closed. Nothing may be written afterwards.
    closed: bool,
    library_copy: LibraryCopy,
    /// Number of the next file, if known.
    next: Option<u32>,
}

impl DataDir {
    /// Creates the folder with its lock, if acquired. `was_in_use` means that another process has
    /// the folder.
    pub(super) fn new(dir: &Path, lock: Option<Lock>, was_in_use: bool) -> Self {
        let state = State {
            lock,
            ..State::default()
        };
        Self {
            dir: dir.to_owned(),
            was_in_use,
            state: Mutex::new(state),
        }
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    pub(super) fn games(&self) -> PathBuf {
        self.dir.join(GAMES)
    }

    /// Locks the folder against the other thread and other processes.
    ///
    /// # Errors
    ///
    /// An error for players if another process has the lock.
    pub(super) fn lock(&self) -> Result<DataDirGuard<'_>, SaveError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return Err(SaveError::InUse(self.dir.clone()));
        }
        if state.lock.is_none() {
            let lock = Lock::try_take(&self.dir).map_err(|why| no_lock(&self.dir, why))?;
            *state = State {
                lock: Some(lock),
                is_new: true,
                ..State::default()
            };
        }
        Ok(DataDirGuard {
            data_dir: self,
            state,
        })
    }

    /// Locks the folder for writing settings and players.
    ///
    /// # Errors
    ///
    /// As [`lock`](Self::lock), and if another process had the folder at the start, because that
    /// process's changes would be lost.
    pub(super) fn lock_settings(&self) -> Result<DataDirGuard<'_>, SaveError> {
        if self.was_in_use {
            return Err(SaveError::NotOurs(self.dir.clone()));
        }
        self.lock()
    }

    /// Releases the lock for good.
    pub(super) fn close(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.lock = None;
        state.closed = true;
    }
}

/// Permission to change the folder.
pub(super) struct DataDirGuard<'a> {
    data_dir: &'a DataDir,
    state: MutexGuard<'a, State>,
}

impl DataDirGuard<'_> {
    /// Returns whether another process may have written to the folder since the last call.
    pub(super) fn is_new(&mut self) -> bool {
        std::mem::take(&mut self.state.is_new)
    }

    pub(super) fn library_copy(&self) -> &LibraryCopy {
        &self.state.library_copy
    }

    pub(super) fn set_library_copy(&mut self, library_copy: LibraryCopy) {
        self.state.library_copy = library_copy;
    }

    /// Records the deletion of a saved game. If it is the current one, its moves so far are no
    /// longer wanted.
    pub(super) fn record_deletion(&mut self, file: &str) {
        if self.state.library_copy == LibraryCopy::In(file.to_owned()) {
            self.state.library_copy =
                fs::read(self.current()).map_or(LibraryCopy::Nowhere, LibraryCopy::Deleted);
        }
    }

    /// Finds the current game of an earlier run in the library, if the library has it.
    pub(super) fn recognise(&mut self) {
        if self.state.library_copy == LibraryCopy::Unknown {
            let twin = fs::read(self.current())
                .ok()
                .and_then(|text| self.twin(&text));
            self.state.library_copy = twin.map_or(LibraryCopy::Nowhere, LibraryCopy::In);
        }
    }

    /// Moves the last current game to the library, unless it's already there.
    pub(super) fn archive(&mut self) -> Result<(), SaveError> {
        let current = self.current();
        if fs::exists(&current).is_ok_and(|yes| yes) && !has_no_moves(&current) && !self.is_kept() {
            let to = self.data_dir.games();
            fs::create_dir_all(&to)
                .and_then(|()| files::move_aside(&current, &to.join(self.free_file()?)))
                .map_err(|error| SaveError::PutAway { to, error })?;
        }
        self.state.library_copy = LibraryCopy::Nowhere;
        Ok(())
    }

    /// Saves the current game in the library if it came from there or is over.
    pub(super) fn keep(&mut self, text: &str, is_over: bool) -> Result<(), SaveError> {
        let games = self.data_dir.games();
        let failed = |error| {
            let dir = games.clone();
            SaveError::Write { dir, error }
        };
        let file = match &self.state.library_copy {
            LibraryCopy::In(file) => file.clone(),
            LibraryCopy::Deleted(as_it_was) if as_it_was == text.as_bytes() => return Ok(()),
            LibraryCopy::Nowhere | LibraryCopy::Deleted(_) if is_over => {
                fs::create_dir_all(&games).map_err(failed)?;
                self.free_file().map_err(failed)?
            }
            _ => return Ok(()),
        };
        files::write(&games.join(&file), text).map_err(failed)?;
        self.state.library_copy = LibraryCopy::In(file);
        Ok(())
    }

    /// Returns an unused file name for a saved game.
    pub(super) fn free_file(&mut self) -> io::Result<String> {
        let games = self.data_dir.games();
        let mut next = match self.state.next {
            Some(next) => next,
            None => 1 + highest(&games)?,
        };
        let name = |number| format!("game-{number}.{EXTENSION}");
        while fs::symlink_metadata(games.join(name(next))).is_ok() {
            next += 1;
        }
        self.state.next = Some(next + 1);
        Ok(name(next))
    }

    fn current(&self) -> PathBuf {
        self.data_dir.dir.join(Slot::Game.file())
    }

    /// Returns whether the last current game is in the library unchanged.
    fn is_kept(&self) -> bool {
        let Ok(text) = fs::read(self.current()) else {
            return false;
        };
        match &self.state.library_copy {
            LibraryCopy::Deleted(as_it_was) => text == *as_it_was,
            LibraryCopy::Nowhere => false,
            LibraryCopy::In(file) => is_same(&self.data_dir.games().join(file), &text),
            LibraryCopy::Unknown => self.twin(&text).is_some(),
        }
    }

    /// Returns the saved game with exactly this text.
    fn twin(&self, text: &[u8]) -> Option<String> {
        if text.is_empty() {
            return None;
        }
        let games = fs::read_dir(self.data_dir.games()).ok()?;
        let files = games.flatten().filter(|entry| is_game(&entry.path()));
        let mut names = files.filter_map(|entry| {
            is_same(&entry.path(), text).then(|| entry.file_name().into_string().ok())?
        });
        names.next()
    }
}

/// Returns whether a path has the extension of a saved game.
pub(super) fn is_game(path: &Path) -> bool {
    path.extension().is_some_and(|found| found == EXTENSION)
}

/// Returns whether a file has exactly this text, comparing lengths first.
fn is_same(path: &Path, text: &[u8]) -> bool {
    let length = text.len() as u64;
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == length)
        && fs::read(path).is_ok_and(|found| found == text)
}

/// Returns the highest number of a saved game; 0 if there is none.
fn highest(games: &Path) -> io::Result<u32> {
    let mut highest = 0;
    for entry in fs::read_dir(games)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| {
            let number = name.strip_prefix("game-")?.strip_suffix(EXTENSION)?;
            number.strip_suffix('.')?.parse().ok()
        });
        highest = highest.max(number.unwrap_or(0));
    }
    Ok(highest)
}

/// Returns whether a file contains a game without moves, which isn't worth keeping.
fn has_no_moves(path: &Path) -> bool {
    let text = files::read_ours(path).ok().flatten();
    text.is_some_and(|text| pgn::is_blank(&text))
}

/// Files written by the save thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Current game: `current.pgn`.
    Game,
    /// Settings: `settings.ron`.
    Settings,
    /// Players: one file each in the folder `players`.
    Players,
    /// Seats in games over a network: `remote.ron`.
    Seats,
}

impl Slot {
    /// Returns the name of the file or folder.
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Game => "current.pgn",
            Self::Settings => "settings.ron",
            Self::Players => "players",
            Self::Seats => "remote.ron",
        }
    }
}
