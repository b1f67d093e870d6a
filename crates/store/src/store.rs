//! Data folder with the saved game and the settings.
//!
//! A separate thread (`task`) writes each file to a temporary file, which then replaces the
//! original. After a power cut, the file is therefore either old or new, never partial. A lock
//! ensures that only one process writes to a folder (`lock`).

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::Resource;

pub use super::data_dir::Slot;
use super::data_dir::{DataDir, EXPORTS, GAMES};
use super::entries::{self, Read, Unknown};
use super::files;
use super::lock::Lock;
use super::models::{self, ModelFile};
use super::player::PlayerChange;
use super::problem::{self, SaveError};
use super::queue::{GameRelation, Job, SaveQueue};
use super::seats::Seats;
use super::settings::Settings;
use super::task::{SaveReply, Task};
use icochess_base::platform::{self, DATA_DIR, fs};
use icochess_message::reason;
use icochess_play::game::Boards;
use icochess_rules::{AnyBoard, Record, pgn, read_any_pgn};

use super::files::read_file;
pub use super::files::read_text;

/// Reason why the data folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The platform has no standard data folder.
    #[error("no folder for saved games is known on this system: name one with --data-dir")]
    NoFolder,
    /// The folder can't be created.
    #[error("the folder {} for saved games cannot be made: {}", .path.display(), reason(.error))]
    Create {
        /// Path of the folder.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
}

/// Damaged file, and its new location.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}{}", .path.display(), kept(.kept_as.as_deref()))]
pub struct DamagedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// First error in the file, with its position.
    pub problem: String,
    /// Path that the file was moved to, so that the next save doesn't overwrite it.
    pub kept_as: Option<PathBuf>,
}

fn kept(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| {
        format!(" (it is kept as {})", path.display())
    })
}

/// Data folder with the saved game and the settings.
#[derive(Resource)]
pub struct Store {
    data_dir: Arc<DataDir>,
    task: Task,
    /// Settings as loaded, or the reason why loading failed.
    settings: Result<Read<Settings>, String>,
    /// Reason why saving was impossible at the start.
    problem: Option<SaveError>,
}

impl Store {
    /// Opens `dir`, or the platform's standard data folder, creating it if necessary. If the folder
    /// is read-only or used by another process, it can still be read, and every save retries. See
    /// [`Store::problem`].
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the folder doesn't exist and can't be created.
    pub fn open(dir: Option<&Path>) -> Result<Self, StoreError> {
        let dir = match dir {
            Some(dir) => dir.to_owned(),
            None => directories::ProjectDirs::from("", "", "icochess")
                .map(|dirs| dirs.data_dir().to_owned())
                .or_else(|| DATA_DIR.map(PathBuf::from))
                .ok_or(StoreError::NoFolder)?,
        };
        let create = |error| StoreError::Create {
            path: dir.clone(),
            error,
        };
        fs::create_dir_all(&dir).map_err(create)?;
        let (lock, problem) = match Lock::take(&dir) {
            Ok(lock) => (Some(lock), None),
            Err(problem) => (None, Some(problem::no_lock(&dir, problem))),
        };
        if lock.is_some() {
            for folder in ["", GAMES, EXPORTS, Slot::Players.file()] {
                let folder = dir.join(folder);
                files::remove_half_written(&folder);
                files::remove_half_written(&folder.join(files::BIN));
            }
        }
        let settings = files::read_ours(&dir.join(Slot::Settings.file()))
            .and_then(|text| text.map_or_else(|| Ok(Read::default()), |it| entries::read(&it)));
        let unknown = settings
            .as_ref()
            .map_or_else(|_| Unknown::default(), |read| read.unknown.clone());
        let is_in_use = matches!(problem, Some(SaveError::InUse(_)));
        let data_dir = Arc::new(DataDir::new(&dir, lock, is_in_use));
        let task = Task::start(Arc::clone(&data_dir), unknown).map_err(create)?;
        Ok(Self {
            data_dir,
            task,
            settings,
            problem,
        })
    }

    /// Returns the data folder.
    pub fn dir(&self) -> &Path {
        self.data_dir.dir()
    }

    /// Returns the queue of pending writes, for code that must wait for them.
    pub const fn queue(&self) -> &SaveQueue {
        self.task.queue()
    }

    /// Returns the reason why saving was impossible at the start, in words for players; `None` if
    /// it was possible.
    pub fn problem(&self) -> Option<String> {
        self.problem.as_ref().map(ToString::to_string)
    }

    /// Returns whether another process had the folder at the start.
    pub const fn is_in_use(&self) -> bool {
        matches!(self.problem, Some(SaveError::InUse(_)))
    }

    /// Queues a save of the game. With `another`, moves the previous game to the folder `games`
    /// first, and writes nothing if that fails.
    pub fn write_game(&self, record: Record, another: bool) {
        let relation = if another {
            GameRelation::Another(None)
        } else {
            GameRelation::Same
        };
        self.write(record, relation);
    }

    /// Queues a save of a game with this relation to the previous one.
    pub(super) fn write(&self, record: Record, relation: GameRelation) {
        self.queue().add(Job::Game { record, relation });
    }

    /// Returns the data folder for changes to the library.
    pub(super) fn data_dir(&self) -> &Arc<DataDir> {
        &self.data_dir
    }

    /// Queues a save of the settings.
    pub fn write_settings(&self, settings: Settings) {
        self.queue().add(Job::Settings(Box::new(settings)));
    }

    /// Queues a change of the players.
    pub(super) fn write_player(&self, change: PlayerChange) {
        self.queue().add(Job::Player(change));
    }

    /// Returns the reason that written files couldn't be stored, in words for players.
    pub(super) fn storage_problem(&self) -> Option<String> {
        let dir = self.dir().to_owned();
        let problem = platform::storage_problem();
        problem.map(|error| SaveError::Write { dir, error }.to_string())
    }

    /// Returns the next result of a job, if any.
    pub(super) fn next_reply(&self) -> Option<SaveReply> {
        self.task.next_reply()
    }

    /// Reads the saved game; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`DamagedFile`] if the file can't be read as a game. The file stays in place: see
    /// [`Store::set_aside`].
    pub fn read_game(&self, boards: &Boards) -> Result<Option<Record>, DamagedFile> {
        let path = self.path(Slot::Game);
        let game = files::read_ours(&path).and_then(|text| {
            let game = text.map(|text| boards.read_pgn(&text).map_err(|error| error.to_string()));
            game.transpose()
        });
        game.map_err(|problem| damaged(path, problem))
    }

    /// Returns the settings as loaded when the folder was opened, with messages about invalid
    /// values. Without a file, these are the defaults.
    ///
    /// # Errors
    ///
    /// [`DamagedFile`] as for [`Store::read_game`].
    pub fn read_settings(&self) -> Result<(Settings, Vec<String>), DamagedFile> {
        match &self.settings {
            Ok(read) => Ok((read.values.clone(), read.problems.clone())),
            Err(problem) => Err(damaged(self.path(Slot::Settings), problem.clone())),
        }
    }

    /// Reads the seats in games over a network.
    ///
    /// # Errors
    ///
    /// [`DamagedFile`] as for [`Store::read_game`].
    pub(super) fn read_seats(&self) -> Result<Seats, DamagedFile> {
        let path = self.path(Slot::Seats);
        let seats = files::read_ours(&path)
            .and_then(|text| text.map_or_else(|| Ok(Seats::default()), |it| Seats::read(&it)));
        seats.map_err(|problem| damaged(path, problem))
    }

    /// Queues a save of the seats in games over a network.
    pub(super) fn write_seats(&self, seats: &Seats) {
        self.queue().add(Job::Seats(seats.text()));
    }

    /// Reads the language files in the folder `languages`. Returns their names, each with its text
    /// or with the reason why the file can't be read.
    pub fn read_languages(&self) -> Vec<(String, Result<String, String>)> {
        let dir = self.dir().join("languages");
        // Most players have no language files.
        let Ok(entries) = fs::read_dir(dir) else {
            return Vec::new();
        };
        let mut found: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "ftl"))
            .filter_map(|path| {
                let name = path.file_name()?.to_string_lossy().into_owned();
                Some((name, files::read_ours(&path).transpose()?))
            })
            .collect();
        found.sort();
        found
    }

    /// Reads the model files in the folder `models` and its subfolders.
    pub fn read_models(&self) -> Vec<ModelFile> {
        models::read(self.dir())
    }

    /// Moves a damaged file aside, so that nothing overwrites it. Does nothing if another process
    /// uses the folder.
    pub fn set_aside(&self, mut damaged: DamagedFile) -> DamagedFile {
        let name = damaged.path.file_name().unwrap_or_default();
        let name = format!("damaged-{}", name.to_string_lossy());
        let aside = files::free_name(self.dir(), &name);
        if !self.is_in_use() && fs::rename(&damaged.path, &aside).is_ok() {
            damaged.kept_as = Some(aside);
        }
        damaged
    }

    fn path(&self, slot: Slot) -> PathBuf {
        self.dir().join(slot.file())
    }
}

fn damaged(path: PathBuf, problem: String) -> DamagedFile {
    DamagedFile {
        path,
        problem,
        kept_as: None,
    }
}

/// Checks that a path leads to a regular file.
///
/// # Errors
///
/// [`DamagedFile`] with the reason.
pub fn check_file(path: &Path) -> Result<(), DamagedFile> {
    files::is_regular(path).map_err(|problem| damaged(path.to_owned(), problem))
}

/// Reads a game to continue from a file named by the player.
///
/// # Errors
///
/// [`DamagedFile`], as for [`read_game`]; the file stays in place.
pub fn read_game_file(path: &Path, boards: &[AnyBoard]) -> Result<Record, DamagedFile> {
    let game = read_file(path).and_then(|text| read_game(&text, boards));
    game.map_err(|problem| damaged(path.to_owned(), problem))
}

/// Reads a game to continue from a text given by the player.
///
/// # Errors
///
/// A message with the reason. Also rejects a game that could reach the size limit before the limit
/// of moves.
pub fn read_game(text: &str, boards: &[AnyBoard]) -> Result<Record, String> {
    let game = read_any_pgn(boards, text).map_err(|error| error.to_string())?;
    let (needed, limit) = (game.max_bytes(), pgn::MAX_BYTES);
    if needed <= limit {
        return Ok(game);
    }
    Err(format!(
        "played on it could have {needed} bytes, and {limit} are the most that is read: \
         expected fewer comments"
    ))
}

#[cfg(test)]
mod tests;
