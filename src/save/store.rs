//! The folder with the saved game and the settings.
//!
//! Files are written by one thread of their own, in the order asked for, each
//! to a temporary file that then takes the place of the old one: after a power
//! cut there is the old file or the new one, never half of one.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use atomicwrites::{AtomicFile, OverwriteBehavior};
use bevy::log::{error, warn};
use bevy::prelude::Resource;

use super::settings::Settings;
use crate::game::Game;
use crate::rules::pgn;

/// The files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The game being played: `current.pgn`.
    Game,
    /// The settings: `settings.ron`.
    Settings,
}

impl Slot {
    const fn file(self) -> &'static str {
        match self {
            Self::Game => "current.pgn",
            Self::Settings => "settings.ron",
        }
    }
}

/// Games that made room for another one are kept here.
const PUT_AWAY: &str = "games";

/// Why the folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The platform names no folder for data.
    #[error("no folder for saved games is known on this system: name one with --data-dir")]
    NoFolder,
    /// The folder cannot be made.
    #[error("the folder {} for saved games cannot be made: {error}", .path.display())]
    Create {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// A file that is there but cannot be used, and what became of it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}{}", .path.display(), kept(.kept_as.as_deref()))]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, and where.
    pub problem: String,
    /// Where it was moved to, out of the way of the next save.
    pub kept_as: Option<PathBuf>,
}

fn kept(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| {
        format!(" (it is kept as {})", path.display())
    })
}

enum Job {
    Write(Slot, String),
    PutAway,
}

/// Jobs given and not done yet.
#[derive(Default)]
struct Pending {
    count: Mutex<usize>,
    done: Condvar,
}

/// Is the game on disk the one being played?
static CURRENT: AtomicBool = AtomicBool::new(false);

/// Tells whether the game on disk is the one being played.
pub fn set_current(yes: bool) {
    CURRENT.store(yes, Ordering::Relaxed);
}

/// Is the game on disk the one being played? If not, it is an earlier one, or
/// there is none.
#[must_use]
pub fn is_current() -> bool {
    CURRENT.load(Ordering::Relaxed)
}

static PENDING: OnceLock<Arc<Pending>> = OnceLock::new();

/// Waits until everything asked for is on disk, `limit` at most; for the end
/// of the program, however it comes.
pub fn flush(limit: Duration) {
    if let Some(pending) = PENDING.get() {
        let count = pending.count.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = pending
            .done
            .wait_timeout_while(count, limit, |count| *count > 0);
    }
}

/// The folder with the saved game and the settings.
#[derive(Resource)]
pub struct Store {
    dir: PathBuf,
    jobs: Sender<Job>,
    pending: Arc<Pending>,
}

impl Store {
    /// Opens `dir`, or the usual folder of the platform, and makes it if it is
    /// not there.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when there is no such folder and none can be made.
    pub fn open(dir: Option<&Path>) -> Result<Self, StoreError> {
        let dir = match dir {
            Some(dir) => dir.to_owned(),
            None => directories::ProjectDirs::from("", "", "icochess")
                .ok_or(StoreError::NoFolder)?
                .data_dir()
                .to_owned(),
        };
        fs::create_dir_all(&dir).map_err(|error| StoreError::Create {
            path: dir.clone(),
            error,
        })?;
        let (jobs, queue) = channel();
        let pending = Arc::clone(PENDING.get_or_init(Arc::default));
        let writer = Writer {
            dir: dir.clone(),
            pending: Arc::clone(&pending),
        };
        if let Err(error) = std::thread::Builder::new()
            .name("save".into())
            .spawn(move || writer.serve(&queue))
        {
            return Err(StoreError::Create { path: dir, error });
        }
        Ok(Self { dir, jobs, pending })
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes a file soon.
    pub fn write(&self, slot: Slot, text: String) {
        self.give(Job::Write(slot, text));
    }

    /// Writes the game soon. With `put_away`, the game that is there now is
    /// moved to the folder `games` first.
    pub fn write_game(&self, text: String, put_away: bool) {
        if put_away {
            self.give(Job::PutAway);
        }
        self.write(Slot::Game, text);
    }

    fn give(&self, job: Job) {
        *self
            .pending
            .count
            .lock()
            .unwrap_or_else(PoisonError::into_inner) += 1;
        if self.jobs.send(job).is_err() {
            self.pending.finish();
        }
    }

    /// Reads the saved game; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Damaged`] when the file cannot be read as a game. It is moved out of
    /// the way, so that nothing overwrites it.
    pub fn read_game(&self) -> Result<Option<pgn::Game<Game>>, Damaged> {
        self.read(Slot::Game, |text| {
            pgn::parse(text).map_err(|error| error.to_string())
        })
    }

    /// Reads the settings; the defaults if there are none.
    ///
    /// # Errors
    ///
    /// [`Damaged`] as for [`Store::read_game`].
    pub fn read_settings(&self) -> Result<Settings, Damaged> {
        self.read(Slot::Settings, Settings::from_text)
            .map(Option::unwrap_or_default)
    }

    fn read<T>(
        &self,
        slot: Slot,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Damaged> {
        let path = self.dir.join(slot.file());
        if !path.exists() {
            return Ok(None);
        }
        read_text(&path)
            .and_then(|text| parse(&text))
            .map(Some)
            .map_err(|problem| {
                let aside = free_name(&self.dir, &format!("damaged-{}", slot.file()));
                let kept_as = fs::rename(&path, &aside).is_ok().then_some(aside);
                Damaged {
                    path,
                    problem,
                    kept_as,
                }
            })
    }
}

/// Reads a file as text, no more than a game may have.
///
/// # Errors
///
/// A sentence that says why it cannot be read.
pub fn read_text(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let limit = pgn::MAX_BYTES as u64;
    fs::File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > limit {
        return Err(format!(
            "the file is longer than {limit} bytes, the most that is read"
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: not text: expected UTF-8")
    })
}

/// Reads a game from a file that a player named.
///
/// # Errors
///
/// [`Damaged`]; the file is left where it is.
pub fn read_game_file(path: &Path) -> Result<pgn::Game<Game>, Damaged> {
    read_text(path)
        .and_then(|text| pgn::parse(&text).map_err(|error| error.to_string()))
        .map_err(|problem| Damaged {
            path: path.to_owned(),
            problem,
            kept_as: None,
        })
}

/// A name in `dir` like `file` with a number that is not taken.
fn free_name(dir: &Path, file: &str) -> PathBuf {
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    (1_u32..)
        .map(|n| dir.join(format!("{stem}-{n}.{extension}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| dir.join(file))
}

impl Pending {
    fn finish(&self) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        *count = count.saturating_sub(1);
        self.done.notify_all();
    }
}

struct Writer {
    dir: PathBuf,
    pending: Arc<Pending>,
}

impl Writer {
    fn serve(&self, queue: &Receiver<Job>) {
        for job in queue {
            let result = match job {
                Job::Write(slot, text) => self.write(slot, &text),
                Job::PutAway => self.put_away(),
            };
            if let Err(problem) = result {
                error!("The game is not saved: {problem}");
            }
            self.pending.finish();
        }
    }

    fn write(&self, slot: Slot, text: &str) -> io::Result<()> {
        AtomicFile::new(
            self.dir.join(slot.file()),
            OverwriteBehavior::AllowOverwrite,
        )
        .write(|file| file.write_all(text.as_bytes()))
        .map_err(io::Error::from)
    }

    fn put_away(&self) -> io::Result<()> {
        let current = self.dir.join(Slot::Game.file());
        if !current.exists() {
            return Ok(());
        }
        let folder = self.dir.join(PUT_AWAY);
        fs::create_dir_all(&folder)?;
        let aside = free_name(&folder, "game.pgn");
        fs::rename(&current, &aside).inspect_err(|error| {
            warn!("{} cannot be put away: {error}", current.display());
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::History;

    const LIMIT: Duration = Duration::from_secs(10);

    fn game(moves: &[&str]) -> String {
        let mut history = History::<Game>::default();
        for text in moves {
            let mv = crate::rules::Move::from_uci::<Game>(text).unwrap();
            history.play(mv).unwrap();
        }
        pgn::write(&pgn::Game::new(history))
    }

    fn files(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_game_and_settings_come_back_as_written() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(&dir.path().join("new/folder"))).unwrap();
        assert!(store.read_game().unwrap().is_none());
        assert_eq!(store.read_settings().unwrap(), Settings::default());
        let settings = Settings {
            tile_names: true,
            ..Settings::default()
        };
        store.write(Slot::Settings, settings.to_text());
        store.write_game(game(&["a4g1"]), false);
        store.write_game(game(&["a4g1", "n4s1"]), false);
        flush(LIMIT);
        let read = store.read_game().unwrap().unwrap();
        assert_eq!(read.history.ply(), 2);
        assert_eq!(store.read_settings().unwrap(), settings);
        assert_eq!(files(store.dir()), ["current.pgn", "settings.ron"]);
    }

    #[test]
    fn another_game_is_put_away_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        for moves in [&["a4g1"][..], &["b1o3"], &["a3g1"]] {
            store.write_game(game(moves), true);
        }
        flush(LIMIT);
        let kept = dir.path().join(PUT_AWAY);
        assert_eq!(files(&kept), ["game-1.pgn", "game-2.pgn"]);
        let first = read_game_file(&kept.join("game-1.pgn")).unwrap();
        assert_eq!(first.history.played()[0].uci::<Game>(), "a4g1");
    }

    #[test]
    fn a_damaged_file_is_told_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        for (n, bad) in [&b"[Event \"x\"]\n\n1. a4g1 zz9 *\n"[..], b"ok\n\xff\xfe"]
            .iter()
            .enumerate()
        {
            fs::write(dir.path().join("current.pgn"), bad).unwrap();
            let damaged = store.read_game().unwrap_err();
            assert!(damaged.to_string().contains("line"), "{damaged}");
            let kept = damaged.kept_as.unwrap();
            assert_eq!(fs::read(&kept).unwrap(), *bad);
            assert!(kept.ends_with(format!("damaged-current-{}.pgn", n + 1)));
            assert!(store.read_game().unwrap().is_none());
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = Store::open(Some(&file.path().join("x"))).err().unwrap();
        assert!(error.to_string().contains("cannot be made"), "{error}");
    }
}
