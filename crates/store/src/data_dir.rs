//! The folder of the game, and the right to change what is in it.
//!
//! Two threads write here: the one that saves what is played and the one that serves
//! the list of saved games. Who changes anything has it locked meanwhile.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::files;
use super::lock::Lock;
use super::problem::{SaveError, no_lock};
use icochess_base::platform::fs;
use icochess_rules::pgn;

/// The folder of the saved games, within the data folder.
pub(super) const GAMES: &str = "games";

/// The folder of the games for other programs, within the data folder.
pub(super) const EXPORTS: &str = "exports";

/// The extension of their files.
const EXTENSION: &str = "pgn";

/// The place of the game that is being played among the saved games.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) enum Kept {
    /// Not known yet: an earlier run of the program has written it.
    #[default]
    Unknown,
    /// Nowhere, until it ends or is left.
    Nowhere,
    /// In this file.
    In(String),
    /// Nowhere: it was deleted from there, when this was its text.
    Deleted(Vec<u8>),
}

/// The folder with the saved games, which one thread at a time may change.
#[derive(Debug)]
pub(super) struct DataDir {
    dir: PathBuf,
    /// Whether another program had the folder at the start. Then this program's settings are out of date.
    was_in_use: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    lock: Option<Lock>,
    /// Whether the lock was taken after the start and the writer has not noticed it yet.
    is_new: bool,
    /// Whether the folder was closed: nothing may be written any more.
    closed: bool,
    kept: Kept,
    /// The number of the next file, if it is known.
    next: Option<u32>,
}

impl DataDir {
    /// A folder with its lock, if this program has it, and whether another program has it.
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

    /// The data folder.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// The folder of the saved games.
    pub(super) fn games(&self) -> PathBuf {
        self.dir.join(GAMES)
    }

    /// Locks it, against the other thread and against other programs.
    ///
    /// # Errors
    ///
    /// An error for players if another program has it locked.
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
    /// As [`lock`](Self::lock); also if another program had the folder at the start, whose changes would be
    /// lost.
    pub(super) fn lock_settings(&self) -> Result<DataDirGuard<'_>, SaveError> {
        if self.was_in_use {
            return Err(SaveError::NotOurs(self.dir.clone()));
        }
        self.lock()
    }

    /// Gives the lock back for good.
    pub(super) fn close(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.lock = None;
        state.closed = true;
    }
}

/// The right to change what is in the folder.
pub(super) struct DataDirGuard<'a> {
    data_dir: &'a DataDir,
    state: MutexGuard<'a, State>,
}

impl DataDirGuard<'_> {
    /// Whether another program may have written here since the last call.
    pub(super) fn is_new(&mut self) -> bool {
        std::mem::take(&mut self.state.is_new)
    }

    /// The place of the game being played.
    pub(super) fn kept(&self) -> &Kept {
        &self.state.kept
    }

    /// Notes where the game being played is kept from now on.
    pub(super) fn set_kept(&mut self, kept: Kept) {
        self.state.kept = kept;
    }

    /// Notes that a saved game was deleted. If it is the one being played, what has been played
    /// of it so far is not wanted any more.
    pub(super) fn note_deleted(&mut self, file: &str) {
        if self.state.kept == Kept::In(file.to_owned()) {
            self.state.kept = fs::read(self.current()).map_or(Kept::Nowhere, Kept::Deleted);
        }
    }

    /// Finds out whether the game being played, as an earlier run has left it, is one
    /// of the saved games.
    pub(super) fn recognise(&mut self) {
        if self.state.kept == Kept::Unknown {
            let twin = fs::read(self.current())
                .ok()
                .and_then(|text| self.twin(&text));
            self.state.kept = twin.map_or(Kept::Nowhere, Kept::In);
        }
    }

    /// Moves the game that was played last to the saved games, unless it is there.
    pub(super) fn put_away(&mut self) -> Result<(), SaveError> {
        let current = self.current();
        if fs::exists(&current).is_ok_and(|yes| yes) && !has_no_moves(&current) && !self.is_kept() {
            let to = self.data_dir.games();
            fs::create_dir_all(&to)
                .and_then(|()| files::put_away(&current, &to.join(self.free_file()?)))
                .map_err(|error| SaveError::PutAway { to, error })?;
        }
        self.state.kept = Kept::Nowhere;
        Ok(())
    }

    /// Writes the game being played among the saved games, if it belongs there: it
    /// has come from there, or it is over.
    pub(super) fn keep(&mut self, text: &str, is_over: bool) -> Result<(), SaveError> {
        let games = self.data_dir.games();
        let failed = |error| {
            let dir = games.clone();
            SaveError::Write { dir, error }
        };
        let file = match &self.state.kept {
            Kept::In(file) => file.clone(),
            Kept::Deleted(as_it_was) if as_it_was == text.as_bytes() => return Ok(()),
            Kept::Nowhere | Kept::Deleted(_) if is_over => {
                fs::create_dir_all(&games).map_err(failed)?;
                self.free_file().map_err(failed)?
            }
            _ => return Ok(()),
        };
        files::write(&games.join(&file), text).map_err(failed)?;
        self.state.kept = Kept::In(file);
        Ok(())
    }

    /// The name of a file for another saved game: none has it yet.
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

    /// Whether the game that was played last is, unchanged, one of the saved games.
    fn is_kept(&self) -> bool {
        let Ok(text) = fs::read(self.current()) else {
            return false;
        };
        match &self.state.kept {
            Kept::Deleted(as_it_was) => text == *as_it_was,
            Kept::Nowhere => false,
            Kept::In(file) => is_same(&self.data_dir.games().join(file), &text),
            Kept::Unknown => self.twin(&text).is_some(),
        }
    }

    /// The saved game with exactly this text.
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

/// Whether a path has the name of a saved game.
pub(super) fn is_game(path: &Path) -> bool {
    path.extension().is_some_and(|found| found == EXTENSION)
}

/// Whether a file has exactly this text; compares the lengths first.
fn is_same(path: &Path, text: &[u8]) -> bool {
    let length = text.len() as u64;
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == length)
        && fs::read(path).is_ok_and(|found| found == text)
}

/// The highest number of a saved game; 0 if there is none.
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

/// Whether a file holds a game without moves, which is not worth keeping.
fn has_no_moves(path: &Path) -> bool {
    let text = files::read_ours(path).ok().flatten();
    text.is_some_and(|text| pgn::is_blank(&text))
}

/// The files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The game being played: `current.pgn`.
    Game,
    /// The settings: `settings.ron`.
    Settings,
    /// The people who play: a file for each in the folder `players`.
    Players,
}

impl Slot {
    /// The name of the file, or of the folder.
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Game => "current.pgn",
            Self::Settings => "settings.ron",
            Self::Players => "players",
        }
    }
}
