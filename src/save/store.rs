//! The folder with the saved game and the settings.
//!
//! Files are written by a thread of their own (`task`), each to
//! a temporary file that then takes the place of the old one: after a power cut
//! there is the old file or the new one, never half of one. Two programs never
//! write in one folder (`lock`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::Resource;

use super::entries::{self, Read, Unknown};
use super::files;
use super::lock::Lock;
use super::settings::Settings;
use super::task::{self, Job, SaveError, Task, Told};
use crate::game::Game;
use crate::rules::pgn;

pub use super::files::read_text;
pub use super::task::{Saved, flush, is_current, last_saved, set_current};

/// The files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The game being played: `current.pgn`.
    Game,
    /// The settings: `settings.ron`.
    Settings,
}

impl Slot {
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Game => "current.pgn",
            Self::Settings => "settings.ron",
        }
    }
}

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

/// The folder with the saved game and the settings.
#[derive(Resource)]
pub struct Store {
    dir: PathBuf,
    task: Task,
    /// The settings as they were read.
    settings: Result<Read, String>,
    /// Why nothing could be saved at first.
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
                .ok_or(StoreError::NoFolder)?
                .data_dir()
                .to_owned(),
        };
        let create = |error| StoreError::Create {
            path: dir.clone(),
            error,
        };
        fs::create_dir_all(&dir).map_err(create)?;
        let (lock, problem) = match Lock::take(&dir) {
            Ok(lock) => (Some(lock), None),
            Err(problem) => (None, Some(task::no_lock(&dir, problem))),
        };
        if lock.is_some() {
            files::remove_half_written(&dir);
        }
        let settings = files::read_ours(&dir.join(Slot::Settings.file()))
            .and_then(|text| text.map_or_else(|| Ok(Read::default()), |it| entries::read(&it)));
        let unknown = settings
            .as_ref()
            .map_or_else(|_| Unknown::default(), |read| read.unknown.clone());
        let task = Task::begin(&dir, lock, unknown).map_err(create)?;
        Ok(Self {
            dir,
            task,
            settings,
            problem,
        })
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Why nothing could be saved when the folder was opened, in words for
    /// players; `None` if all was well.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.problem.as_ref().map(ToString::to_string)
    }

    /// Did another program use the folder when it was opened?
    #[must_use]
    pub const fn is_in_use(&self) -> bool {
        matches!(self.problem, Some(SaveError::InUse(_)))
    }

    /// Writes the game soon. With `another`, the game that is in the file is
    /// moved to the folder `games` first, or else nothing is written.
    pub fn write_game(&self, record: Arc<pgn::Game<Game>>, another: bool) {
        self.task.give(Job::Game { record, another });
    }

    /// Writes the settings soon.
    pub fn write_settings(&self, settings: Settings) {
        self.task.give(Job::Settings(Box::new(settings)));
    }

    /// What became of something that was to be written, if there is news.
    pub(super) fn hear(&self) -> Option<Told> {
        self.task.hear()
    }

    /// Reads the saved game; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Damaged`] when the file cannot be read as a game. It is still there:
    /// see [`Store::set_aside`].
    pub fn read_game(&self) -> Result<Option<pgn::Game<Game>>, Damaged> {
        let path = self.path(Slot::Game);
        let game = files::read_ours(&path).and_then(|text| {
            let game = text.map(|text| pgn::parse(&text).map_err(|error| error.to_string()));
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
            Ok(read) => Ok((read.settings.clone(), read.problems.clone())),
            Err(problem) => Err(damaged(self.path(Slot::Settings), problem.clone())),
        }
    }

    /// Moves a file that cannot be used out of the way, so that nothing
    /// overwrites it; not in a folder that another program uses.
    #[must_use]
    pub fn set_aside(&self, mut damaged: Damaged) -> Damaged {
        let name = damaged.path.file_name().unwrap_or_default();
        let name = format!("damaged-{}", name.to_string_lossy());
        let aside = files::free_name(&self.dir, &name);
        if !self.is_in_use() && fs::rename(&damaged.path, &aside).is_ok() {
            damaged.kept_as = Some(aside);
        }
        damaged
    }

    fn path(&self, slot: Slot) -> PathBuf {
        self.dir.join(slot.file())
    }
}

fn damaged(path: PathBuf, problem: String) -> Damaged {
    Damaged {
        path,
        problem,
        kept_as: None,
    }
}

/// Reads a game from a file that a player named, to be played on.
///
/// # Errors
///
/// [`Damaged`]; the file is left where it is. Also of a game that, written as
/// it would be saved, leaves no room for as many moves as a game may have.
pub fn read_game_file(path: &Path) -> Result<pgn::Game<Game>, Damaged> {
    let game = read_text(path)
        .and_then(|text| pgn::parse(&text).map_err(|error| error.to_string()))
        .and_then(|game| {
            let (needed, most) = (game.most_bytes(), pgn::MAX_BYTES);
            if needed <= most {
                return Ok(game);
            }
            Err(format!(
                "played on it could have {needed} bytes, and {most} are the most that is read: \
                 expected fewer comments"
            ))
        });
    game.map_err(|problem| damaged(path.to_owned(), problem))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::GameTree;

    const LIMIT: Duration = Duration::from_secs(10);

    fn game(moves: &[&str]) -> Arc<pgn::Game<Game>> {
        let mut tree = GameTree::<Game>::default();
        for text in moves {
            let mv = crate::game::tables().parse_uci(text).unwrap();
            tree.play(mv).unwrap();
        }
        Arc::new(pgn::Game::new(tree))
    }

    /// The names in a folder, without that of the lock.
    fn files(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name != "lock")
            .collect();
        names.sort();
        names
    }

    fn plies(file: &Path) -> usize {
        read_game_file(file).unwrap().tree.ply()
    }

    /// What was told, after all is done.
    fn told(store: &Store) -> Vec<Told> {
        flush(LIMIT);
        std::iter::from_fn(|| store.hear()).collect()
    }

    /// What was told of a failure, after all is done.
    fn failure(store: &Store) -> String {
        match told(store).pop() {
            Some(Told::Failed(Slot::Game, problem)) => problem,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_game_and_settings_come_back_as_written() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("new/folder");
        let store = Store::open(Some(&folder)).unwrap();
        assert!(store.read_game().unwrap().is_none());
        assert_eq!(
            store.read_settings().unwrap(),
            (Settings::default(), vec![])
        );
        let settings = Settings {
            tile_names: true,
            ..Settings::default()
        };
        store.write_settings(settings.clone());
        store.write_game(game(&["a4g1"]), false);
        store.write_game(game(&["a4g1", "n4s1"]), false);
        flush(LIMIT);
        let read = store.read_game().unwrap().unwrap();
        assert_eq!(read.tree.ply(), 2);
        assert_eq!(read.tags["Event"], "Icochess");
        assert_eq!(read.tags["Date"].len(), "2026.11.22".len());
        assert_eq!(files(store.dir()), ["current.pgn", "settings.ron"]);
        drop(store);
        let store = Store::open(Some(&folder)).unwrap();
        assert_eq!(store.read_settings().unwrap(), (settings, vec![]));
    }

    #[test]
    fn entries_that_nobody_knows_survive() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("settings.ron");
        fs::write(&file, "(\n theme: Dark,\n volume: loud,\n haptics: 0.5,\n)").unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        let (settings, problems) = store.read_settings().unwrap();
        assert_eq!(settings.haptics, 0.5);
        assert_eq!(problems.len(), 1);
        store.write_settings(settings);
        flush(LIMIT);
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text.contains("theme: Dark") && text.contains("haptics: 0.5"),
            "{text}"
        );
    }

    #[test]
    fn another_game_is_put_away_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        // The third is one in which nothing has happened: not worth keeping.
        for moves in [&["a4g1"][..], &["b1o3"], &[], &["a3g1"]] {
            store.write_game(game(moves), true);
        }
        flush(LIMIT);
        let kept = dir.path().join(task::PUT_AWAY);
        assert_eq!(files(&kept), ["game-1.pgn", "game-2.pgn"]);
        let first = read_game_file(&kept.join("game-1.pgn")).unwrap();
        let mv = first.tree.played()[0];
        assert_eq!(crate::game::tables().uci(mv), "a4g1");
    }

    #[test]
    fn nothing_is_written_before_the_former_game_is_put_away() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        let current = dir.path().join("current.pgn");
        let in_the_way = dir.path().join(task::PUT_AWAY);
        store.write_game(game(&["a4g1", "n4s1"]), false);
        assert_eq!(told(&store), [Told::Saved(Slot::Game)]);
        fs::write(&in_the_way, "mine").unwrap();
        // Not by the new game, and not by its next moves either.
        for (moves, another) in [(&[][..], true), (&["b1o3"], false)] {
            store.write_game(game(moves), another);
            let problem = failure(&store);
            assert!(
                problem.contains("games") && problem.contains("move it away"),
                "{problem}"
            );
            assert_eq!(plies(&current), 2);
            assert_eq!(fs::read_to_string(&in_the_way).unwrap(), "mine");
        }
        fs::remove_file(&in_the_way).unwrap();
        store.write_game(game(&["b1o3", "n4s1", "a4g1"]), false);
        assert_eq!(told(&store), [Told::Saved(Slot::Game)]);
        assert_eq!(
            (plies(&current), plies(&in_the_way.join("game-1.pgn"))),
            (3, 2)
        );
    }

    #[test]
    fn a_folder_that_is_gone_is_told_and_tried_again() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("data");
        let store = Store::open(Some(&folder)).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        store.write_settings(Settings::default());
        store.write_game(game(&["a4g1"]), true);
        let problem = failure_of_all(&store);
        assert!(
            problem.contains("is gone") && problem.contains("data"),
            "{problem}"
        );
        fs::create_dir(&folder).unwrap();
        store.write_game(game(&["a4g1", "n4s1"]), false);
        // The settings were still to be written.
        let saved = [Told::Saved(Slot::Game), Told::Saved(Slot::Settings)];
        assert_eq!(told(&store), saved);
        assert_eq!(files(&folder), ["current.pgn", "settings.ron"]);
        assert!(Store::open(Some(&folder)).unwrap().is_in_use());
    }

    #[test]
    fn a_second_program_saves_nothing_until_the_first_has_ended() {
        let dir = tempfile::tempdir().unwrap();
        let first = Store::open(Some(dir.path())).unwrap();
        first.write_game(game(&["a4g1", "n4s1"]), true);
        flush(LIMIT);
        let second = Store::open(Some(dir.path())).unwrap();
        assert!(!first.is_in_use() && second.is_in_use());
        assert!(second.problem().unwrap().contains("another Icochess uses"));
        second.write_settings(Settings::default());
        second.write_game(game(&["b1o3"]), false);
        assert!(failure_of_all(&second).contains("--data-dir"));
        assert_eq!(files(dir.path()), ["current.pgn"]);
        assert_eq!(plies(&dir.path().join("current.pgn")), 2);
        // What is damaged may be what the first is at.
        let left = second.set_aside(damaged(dir.path().join("current.pgn"), String::new()));
        assert_eq!((left.kept_as, files(dir.path()).len()), (None, 1));

        drop(first);
        second.write_game(game(&["b1o3", "n4s1", "a4g1"]), false);
        flush(LIMIT);
        assert_eq!(plies(&dir.path().join("current.pgn")), 3);
        assert_eq!(plies(&dir.path().join("games/game-1.pgn")), 2);
    }

    /// What is told when nothing could be saved.
    fn failure_of_all(store: &Store) -> String {
        let told = told(store);
        let failed = |told: &Told| matches!(told, Told::Failed(..));
        assert!(told.iter().all(failed) && told.len() > 1, "{told:?}");
        format!("{told:?}")
    }

    #[test]
    fn of_the_states_that_wait_the_last_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        let many = 500;
        for n in 0..many {
            store.write_game(game(if n % 2 == 0 { &["a4g1"] } else { &[] }), n == 0);
        }
        store.write_game(game(&["a4g1", "n4s1", "b1o3"]), false);
        assert!(told(&store).len() < many);
        assert_eq!(plies(&dir.path().join("current.pgn")), 3);
        assert_eq!(files(dir.path()), ["current.pgn"]);
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
            // A start that ends early finds it again.
            for _ in 0..2 {
                let damaged = store.read_game().unwrap_err();
                assert!(damaged.to_string().contains("line"), "{damaged}");
            }
            let kept = store.set_aside(store.read_game().unwrap_err()).kept_as;
            let kept = kept.unwrap();
            assert_eq!(fs::read(&kept).unwrap(), *bad);
            assert!(kept.ends_with(format!("damaged-current-{}.pgn", n + 1)));
            assert!(store.read_game().unwrap().is_none());
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_damaged_and_hangs_nothing() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["current.pgn", "settings.ron"] {
            let pipe = dir.path().join(name);
            let made = std::process::Command::new("mkfifo").arg(pipe).status();
            assert!(made.unwrap().success());
        }
        let store = Store::open(Some(dir.path())).unwrap();
        for damaged in [
            store.read_game().unwrap_err(),
            store.read_settings().unwrap_err(),
        ] {
            assert!(damaged.problem.contains("expected a file"), "{damaged}");
            assert!(store.set_aside(damaged).kept_as.is_some());
        }
        store.write_game(game(&["a4g1"]), true);
        flush(LIMIT);
        assert_eq!(plies(&dir.path().join("current.pgn")), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_game_that_is_a_symbolic_link_stays_one() {
        let dir = tempfile::tempdir().unwrap();
        let (data, far) = (dir.path().join("data"), dir.path().join("far.pgn"));
        fs::create_dir(&data).unwrap();
        let link = data.join("current.pgn");
        std::os::unix::fs::symlink("../far.pgn", &link).unwrap();
        let store = Store::open(Some(&data)).unwrap();
        store.write_game(game(&["a4g1"]), true);
        store.write_game(game(&["b1o3", "n4s1"]), true);
        flush(LIMIT);
        assert!(link.is_symlink());
        assert_eq!((plies(&far), plies(&data.join("games/game-1.pgn"))), (2, 1));
    }

    #[test]
    fn what_was_left_half_written_is_removed_by_whoever_may_write() {
        let dir = tempfile::tempdir().unwrap();
        let left = dir.path().join(".atomicwriteXyz");
        let first = Store::open(Some(dir.path())).unwrap();
        fs::create_dir(&left).unwrap();
        fs::write(left.join("tmpfile.tmp"), "half a ga").unwrap();
        // Perhaps the first is at it.
        drop(Store::open(Some(dir.path())).unwrap());
        assert!(left.exists());
        drop(first);
        let _third = Store::open(Some(dir.path())).unwrap();
        assert!(!left.exists());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = Store::open(Some(&file.path().join("x"))).err().unwrap();
        assert!(error.to_string().contains("cannot be made"), "{error}");
    }

    #[test]
    fn a_game_that_could_outgrow_what_is_read_is_not_played_on() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("long.pgn");
        // What grows when it is written, as most files do.
        fs::write(&file, format!("a4g1{}*", "(b1o3)".repeat(40_000))).unwrap();
        let game = read_game_file(&file).unwrap();
        assert!(pgn::write(&game).len() > fs::metadata(&file).unwrap().len() as usize);
        let text = format!("a4g1 {{{}}} *", "x".repeat(pgn::MAX_BYTES - 100));
        fs::write(&file, &text).unwrap();
        assert!(pgn::parse::<Game>(&text).is_ok());
        let error = read_game_file(&file).unwrap_err();
        assert!(error.to_string().contains("fewer comments"), "{error}");
    }
}
