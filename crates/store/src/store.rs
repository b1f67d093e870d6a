//! The folder with the saved game and the settings.
//!
//! Files are written by a thread of their own (`task`), each to
//! a temporary file that then takes the place of the old one: after a power cut
//! there is the old file or the new one, never half of one. Two programs never
//! write in one folder (`lock`).

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
use super::settings::Settings;
use super::task::{SaveReply, Task};
use icochess_base::platform::{DATA_DIR, fs};
use icochess_message::reason;
use icochess_play::game::Boards;
use icochess_rules::{AnyBoard, Record, pgn, read_any_pgn};

use super::files::read_file;
pub use super::files::read_text;

/// A reason why the folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The platform names no folder for data.
    #[error("no folder for saved games is known on this system: name one with --data-dir")]
    NoFolder,
    /// The folder cannot be made.
    #[error("the folder {} for saved games cannot be made: {}", .path.display(), reason(.error))]
    Create {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// A file that is there but cannot be used, and what became of it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}{}", .path.display(), kept(.kept_as.as_deref()))]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// The first error in it, with its place.
    pub problem: String,
    /// The file that it was moved to, out of the way of the next save.
    pub kept_as: Option<PathBuf>,
}

fn kept(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| {
        format!(" (it is kept as {})", path.display())
    })
}

/// The folder with the saved game and the settings.
#[derive(Resource)]
pub struct Store {
    data_dir: Arc<DataDir>,
    task: Task,
    /// The settings as they were read, or why they could not be.
    settings: Result<Read<Settings>, String>,
    /// The reason why nothing could be saved at first.
    problem: Option<SaveError>,
}

impl Store {
    /// Opens `dir`, or the usual folder of the platform, and makes it if it is
    /// not there. A folder that another program uses, or in which nothing may be
    /// written, is only read; each save tries again. See [`Store::problem`].
    ///
    /// # Errors
    ///
    /// [`StoreError`] when there is no such folder and none can be made.
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
        let task = Task::begin(Arc::clone(&data_dir), unknown).map_err(create)?;
        Ok(Self {
            data_dir,
            task,
            settings,
            problem,
        })
    }

    /// The data folder.
    pub fn dir(&self) -> &Path {
        self.data_dir.dir()
    }

    /// The queue of what is to be written, for whoever has to wait for it.
    pub const fn queue(&self) -> &SaveQueue {
        self.task.queue()
    }

    /// The reason why nothing could be saved when the folder was opened, in words for players;
    /// `None` if all was well.
    pub fn problem(&self) -> Option<String> {
        self.problem.as_ref().map(ToString::to_string)
    }

    /// Whether another program used the folder when it was opened.
    pub const fn is_in_use(&self) -> bool {
        matches!(self.problem, Some(SaveError::InUse(_)))
    }

    /// Writes the game soon. With `another`, the game that is in the file is
    /// moved to the folder `games` first, or else nothing is written.
    pub fn write_game(&self, record: Record, another: bool) {
        let relation = if another {
            GameRelation::Another(None)
        } else {
            GameRelation::Same
        };
        self.queue().add(Job::Game { record, relation });
    }

    /// Writes the game soon as [`Store::write_game`] does, for another game that was opened from
    /// `file` among the saved games: from now on it is kept there, too.
    pub fn write_opened(&self, record: Record, file: String) {
        let relation = GameRelation::Another(Some(file));
        self.queue().add(Job::Game { record, relation });
    }

    /// Writes the game soon, which goes on from a place in a game that had ended. That
    /// one stays as it was among the saved games.
    pub fn write_played_on(&self, record: Record) {
        let relation = GameRelation::PlayedOn;
        self.queue().add(Job::Game { record, relation });
    }

    /// The data folder, for changing the saved games.
    pub(super) fn data_dir(&self) -> &Arc<DataDir> {
        &self.data_dir
    }

    /// Has the settings written soon.
    pub fn write_settings(&self, settings: Settings) {
        self.queue().add(Job::Settings(Box::new(settings)));
    }

    /// Has a change of the players written soon.
    pub(super) fn write_player(&self, change: PlayerChange) {
        self.queue().add(Job::Player(change));
    }

    /// The next result of a job, if there is one.
    pub(super) fn hear(&self) -> Option<SaveReply> {
        self.task.hear()
    }

    /// Reads the saved game; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Damaged`] when the file cannot be read as a game. It is still there:
    /// see [`Store::set_aside`].
    pub fn read_game(&self, boards: &Boards) -> Result<Option<Record>, Damaged> {
        let path = self.path(Slot::Game);
        let game = files::read_ours(&path).and_then(|text| {
            let game = text.map(|text| boards.read_pgn(&text).map_err(|error| error.to_string()));
            game.transpose()
        });
        game.map_err(|problem| damaged(path, problem))
    }

    /// The settings as they were when the folder was opened, and a sentence for
    /// each value that cannot be used; the usual ones if there is no file.
    ///
    /// # Errors
    ///
    /// [`Damaged`] as for [`Store::read_game`].
    pub fn read_settings(&self) -> Result<(Settings, Vec<String>), Damaged> {
        match &self.settings {
            Ok(read) => Ok((read.values.clone(), read.problems.clone())),
            Err(problem) => Err(damaged(self.path(Slot::Settings), problem.clone())),
        }
    }

    /// The files of languages in the folder `languages`, by their names: the text of
    /// each, or why it cannot be read.
    pub fn read_languages(&self) -> Vec<(String, Result<String, String>)> {
        let dir = self.dir().join("languages");
        // Most have none.
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

    /// The files of models in the folder `models`, and in the folders in it.
    pub fn read_models(&self) -> Vec<ModelFile> {
        models::read(self.dir())
    }

    /// Moves a file that cannot be used out of the way, so that nothing
    /// overwrites it; not in a folder that another program uses.
    pub fn set_aside(&self, mut damaged: Damaged) -> Damaged {
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

fn damaged(path: PathBuf, problem: String) -> Damaged {
    Damaged {
        path,
        problem,
        kept_as: None,
    }
}

/// Whether a path leads to a file that can be read, and to no folder or pipe.
///
/// # Errors
///
/// [`Damaged`] says what is wrong with it.
pub fn check_file(path: &Path) -> Result<(), Damaged> {
    files::is_regular(path).map_err(|problem| damaged(path.to_owned(), problem))
}

/// Reads a game from a file that a player named, to be played on.
///
/// # Errors
///
/// [`Damaged`], as [`read_game`]; the file is left where it is.
pub fn read_game_file(path: &Path, boards: &[AnyBoard]) -> Result<Record, Damaged> {
    let game = read_file(path).and_then(|text| read_game(&text, boards));
    game.map_err(|problem| damaged(path.to_owned(), problem))
}

/// Reads a game from a text that a player gave, to be played on.
///
/// # Errors
///
/// A sentence that says what is wrong with it. Also for a game that, written as it would be saved,
/// leaves no room for as many moves as a game may have.
pub fn read_game(text: &str, boards: &[AnyBoard]) -> Result<Record, String> {
    let game = read_any_pgn(boards, text).map_err(|error| error.to_string())?;
    let (needed, most) = (game.most_bytes(), pgn::MAX_BYTES);
    if needed <= most {
        return Ok(game);
    }
    Err(format!(
        "played on it could have {needed} bytes, and {most} are the most that is read: \
         expected fewer comments"
    ))
}

#[cfg(test)]
mod tests;
