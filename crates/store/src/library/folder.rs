//! Files of the saved games.

use std::collections::HashMap;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use super::messages::{Form, Import, LibraryFact, MAX_IMPORTED, Progress, Rest, Source};
use super::read_progress::{OnProgress, ReadProgress, Slice};
use crate::data_dir::{DataDir, EXPORTS, LibraryCopy, Slot, is_game};
use crate::files;
use crate::problem::SaveError;
use icochess_base::platform::{self, fs};
use icochess_core::library::{Entry, FileStamp, Names};
use icochess_message::reason;
use icochess_play::game::Boards;
use icochess_rules::pgn::Texts;
use icochess_rules::{PieceSymbols, Record, read_any_text};

/// Name of the index file, in the folder of the games.
const INDEX: &str = "index.ron";
/// File that an import is writing, in that folder.
const PART: &str = "import.part";
/// Version of the index, increased when the meaning of an entry changes.
const VERSION: u32 = 1;
/// Maximum size of an index to read, in bytes. It is enough for half a million games.
const MAX_INDEX: u64 = 1 << 28;
/// Maximum number of import problems in a message.
const MAX_PROBLEMS: usize = 3;

/// Entries by file name.
type Index = HashMap<String, Entry>;

#[derive(Debug, thiserror::Error)]
pub(super) enum LibraryError {
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error("{} cannot be read: {why}", .path.display())]
    Read { path: PathBuf, why: String },
    #[error("{} cannot be written: {}", .path.display(), reason(.error))]
    Write { path: PathBuf, error: io::Error },
    /// A text contains no game, or an unreadable one.
    #[error("{0}")]
    NoGame(String),
}

pub(super) struct Folder {
    data_dir: Arc<DataDir>,
    boards: Boards,
    /// Index from the last listing.
    index: Option<Index>,
}

impl Folder {
    pub(super) const fn new(data_dir: Arc<DataDir>, boards: Boards) -> Self {
        Self {
            data_dir,
            boards,
            index: None,
        }
    }

    /// Lists all games. Reads only files that have changed, and files that couldn't be read before.
    pub(super) async fn list(
        &mut self,
        report: OnProgress<'_>,
    ) -> Result<Vec<Entry>, LibraryError> {
        let games = self.data_dir.games();
        let found = found(&games)?;
        let index = match self.index.take() {
            Some(index) => index,
            None => read_index(&games.join(INDEX)).unwrap_or_default(),
        };
        let total = found.len();
        let mut entries = Vec::with_capacity(total);
        let mut is_news = index.len() != total;
        let mut slice = Slice::start();
        for (file, stamp) in found {
            let known = index.get(&file).filter(|known| known.stamp == stamp);
            // Retries unreadable games: a repaired file may have the same stamp.
            if let Some(known) = known.filter(|known| known.problem.is_none()) {
                entries.push(known.clone());
                continue;
            }
            if slice.is_over() {
                slice = Slice::after_pause().await;
                let done = entries.len();
                if !report(Progress::Listed { done, of: total }) {
                    break;
                }
            }
            let entry = match self.read(&file) {
                Ok(record) => Entry::of(&file, stamp, &record),
                Err(problem) => Entry::unreadable(&file, stamp, problem),
            };
            is_news |= known != Some(&entry);
            entries.push(entry);
        }
        Entry::sort(&mut entries);
        let is_whole = entries.len() == total;
        if is_whole && is_news {
            // Without an index, the next listing only takes longer.
            if self.data_dir.lock().is_ok() {
                let text = ron::to_string(&(VERSION, &entries)).unwrap_or_default();
                let _ = files::write(&games.join(INDEX), &text);
                // The index of earlier versions.
                let _ = fs::remove_file(games.join("index.tsv"));
            }
            self.index = Some(by_file(entries.clone()));
        } else {
            self.index = Some(index);
        }
        Ok(entries)
    }

    /// Returns the library file of the current game, if any. If another process uses the folder,
    /// none of its games is the current one.
    pub(super) fn played(&self) -> Option<String> {
        let mut guard = self.data_dir.lock().ok()?;
        guard.recognise();
        match guard.library_copy() {
            LibraryCopy::In(file) => Some(file.clone()),
            LibraryCopy::Unknown | LibraryCopy::Nowhere | LibraryCopy::Deleted(_) => None,
        }
    }

    pub(super) fn open(&self, file: &str) -> Result<Record, LibraryError> {
        self.read(file).map_err(|why| {
            let path = self.data_dir.games().join(file);
            LibraryError::Read { path, why }
        })
    }

    /// Renames a game. Returns whether it is the current one.
    pub(super) fn rename(&self, file: &str, names: &Names) -> Result<bool, LibraryError> {
        let guard = self.data_dir.lock()?;
        let mut record = self.open(file)?;
        names.write_to(&mut record);
        let path = self.data_dir.games().join(file);
        files::write(&path, &record.to_pgn())
            .map_err(|error| LibraryError::Write { path, error })?;
        Ok(*guard.library_copy() == LibraryCopy::In(file.to_owned()))
    }

    /// Moves a game to the bin.
    pub(super) fn delete(&self, file: &str) -> Result<(), LibraryError> {
        let mut guard = self.data_dir.lock()?;
        let path = self.path(file).map_err(|why| LibraryError::Read {
            path: file.into(),
            why,
        })?;
        files::move_to_bin(&path).map_err(|error| LibraryError::Write { path, error })?;
        guard.record_deletion(file);
        Ok(())
    }

    /// Formats a game as text.
    pub(super) fn text(&self, source: &Source, form: &Form) -> Result<String, LibraryError> {
        let record = self.record(source)?;
        Ok(match form {
            Form::Pgn => record.to_pgn(),
            Form::Position => record.position().text() + "\n",
            Form::Diagram => record.position().diagram(PieceSymbols::Figurines),
            Form::Link(page) => page.link_to(&record),
        })
    }

    /// Exports a game to a file, as in [`offer`](Self::offer).
    pub(super) fn export(&self, source: &Source, form: &Form) -> Result<PathBuf, LibraryError> {
        let record = self.record(source)?;
        let text = self.text(&Source::Game(record.clone()), form)?;
        let extension = match form {
            Form::Pgn => "pgn",
            Form::Position | Form::Diagram | Form::Link(_) => "txt",
        };
        self.offer(&format!("{}.{extension}", file_stem(&record)), &text)
    }

    /// Exports all games to one file, as [`export`](Self::export) does. Texts that aren't
    /// valid games are included as they are.
    pub(super) fn export_all(&self) -> Result<PathBuf, LibraryError> {
        let games = self.data_dir.games();
        let mut saved = found(&games)?;
        saved.sort_by_key(|(_, stamp)| stamp.modified);
        let mut paths: Vec<PathBuf> = saved.iter().map(|(file, _)| games.join(file)).collect();
        if self.played().is_none() {
            paths.push(self.data_dir.dir().join(Slot::Game.file()));
        }
        let mut text = String::new();
        for path in paths {
            let game = files::read_ours(&path).map_err(|why| LibraryError::Read { path, why })?;
            if let Some(game) = game {
                text += game.trim_end();
                text += "\n\n";
            }
        }
        self.offer("icochess.pgn", &text)
    }

    /// Hands a file to the player. Returns its path, or only its name if the system asks the player
    /// for the location.
    fn offer(&self, name: &str, text: &str) -> Result<PathBuf, LibraryError> {
        if platform::offer(name, text) {
            return Ok(name.into());
        }
        let dir = self.data_dir.dir().join(EXPORTS);
        let failed = |path: &Path| {
            let path = path.to_owned();
            |error| LibraryError::Write { path, error }
        };
        fs::create_dir_all(&dir).map_err(failed(&dir))?;
        let path = files::free_name(&dir, name);
        files::write(&path, text).map_err(failed(&path))?;
        Ok(path)
    }

    /// Imports the games of a file or a text.
    pub(super) async fn import(
        &self,
        from: &Import,
        report: OnProgress<'_>,
    ) -> Result<LibraryFact, LibraryError> {
        match from {
            Import::Text(text) => {
                let progress = ReadProgress::new(text.len() as u64, report);
                self.add(text.as_bytes(), &progress).await
            }
            Import::File(path) => {
                let unread = |why: String| LibraryError::Read {
                    path: path.clone(),
                    why,
                };
                let about = fs::metadata(path).map_err(|error| unread(reason(&error)))?;
                // Opening a pipe may block forever.
                if !about.is_file() {
                    return Err(unread(files::NO_FILE.to_owned()));
                }
                let file = fs::File::open(path).map_err(|error| unread(reason(&error)))?;
                let progress = ReadProgress::new(about.len(), report);
                let added = self.add(file, &progress).await;
                added.map_err(|problem| match problem {
                    LibraryError::NoGame(why) => unread(why),
                    problem => problem,
                })
            }
        }
    }

    async fn add(
        &self,
        text: impl Read,
        progress: &ReadProgress<'_>,
    ) -> Result<LibraryFact, LibraryError> {
        let (mut files, mut problems, mut left_out) = (Vec::new(), Vec::new(), 0);
        let mut rest = Rest::None;
        let texts = Texts::new(BufReader::new(progress.reader(text)));
        for (index, text) in texts.enumerate() {
            if !progress.count_games(index).await {
                rest = Rest::Stopped;
                break;
            }
            let text = match text {
                Ok(text) => text,
                // No games follow after a read error.
                Err(problem) => {
                    rest = Rest::Unreadable(reason(&problem));
                    break;
                }
            };
            if index >= MAX_IMPORTED {
                rest = Rest::TooMany(index + 1 - MAX_IMPORTED);
                continue;
            }
            match read_any_text(self.boards.by_likelihood(), &text) {
                Ok(record) => files.push(self.add_one(&record)?),
                Err(problem) => {
                    left_out += 1;
                    if problems.len() < MAX_PROBLEMS {
                        problems.push(format!("game {}, {problem}", problem.game));
                    }
                }
            }
        }
        let is_empty = files.is_empty() && left_out == 0;
        match rest {
            Rest::Unreadable(why) if is_empty => Err(LibraryError::NoGame(why)),
            Rest::None if is_empty => Err(LibraryError::NoGame("there is no game in it".into())),
            rest => Ok(LibraryFact::Imported {
                files,
                problems,
                left_out,
                rest,
            }),
        }
    }

    fn add_one(&self, record: &Record) -> Result<String, LibraryError> {
        let mut guard = self.data_dir.lock()?;
        let games = self.data_dir.games();
        let failed = |error| LibraryError::Write {
            path: games.clone(),
            error,
        };
        fs::create_dir_all(&games).map_err(failed)?;
        let file = guard.free_file().map_err(failed)?;
        // The program may end in between, and must not leave part of a game in the list. Unlike
        // `files::write` this doesn't wait for the disk, because the source still exists.
        let part = games.join(PART);
        let written = fs::write(&part, record.to_pgn().as_str())
            .and_then(|()| fs::rename(&part, games.join(&file)));
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written.map_err(failed)?;
        Ok(file)
    }

    fn record(&self, source: &Source) -> Result<Record, LibraryError> {
        match source {
            Source::Saved(file) => self.open(file),
            Source::Game(record) => Ok(record.clone()),
        }
    }

    fn read(&self, file: &str) -> Result<Record, String> {
        let text = files::read_ours(&self.path(file)?)?.ok_or("there is no such game")?;
        let record = self.boards.read_pgn(&text);
        record.map_err(|error| error.to_string())
    }

    /// Returns the path of a game. The name must not lead outside the folder.
    fn path(&self, file: &str) -> Result<PathBuf, String> {
        let path = Path::new(file);
        if path.file_name() == Some(path.as_os_str()) && is_game(path) {
            Ok(self.data_dir.games().join(path))
        } else {
            Err("it is no name of a saved game".to_owned())
        }
    }
}

/// Returns the game files in a folder with their stamps. A missing folder is empty.
fn found(games: &Path) -> Result<Vec<(String, FileStamp)>, LibraryError> {
    let failed = |error: io::Error| LibraryError::Read {
        path: games.to_owned(),
        why: reason(&error),
    };
    let entries = match fs::read_dir(games) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut all = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if !is_game(&path) {
            continue;
        }
        // A link may be broken, or the file deleted in the meantime.
        let Ok(about) = fs::metadata(&path) else {
            continue;
        };
        let Ok(file) = entry.file_name().into_string() else {
            continue;
        };
        if about.is_file() {
            all.push((file, stamp(&about)));
        }
    }
    Ok(all)
}

fn stamp(about: &fs::Metadata) -> FileStamp {
    let since = about.modified().ok();
    let since = since.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    FileStamp {
        bytes: about.len(),
        modified: since.map_or(0, |since| {
            u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
        }),
    }
}

/// Reads the index. Returns `None` if it is missing or damaged, or has another version.
fn read_index(path: &Path) -> Option<Index> {
    let bytes = files::read_file_within(path, MAX_INDEX).ok()?;
    let (version, entries): (u32, Vec<Entry>) = ron::de::from_bytes(&bytes).ok()?;
    (version == VERSION).then(|| by_file(entries))
}

fn by_file(entries: Vec<Entry>) -> Index {
    let entries = entries.into_iter();
    entries.map(|entry| (entry.file.clone(), entry)).collect()
}

/// Returns a file name with the players and the date.
fn file_stem(record: &Record) -> String {
    let Names { white, black, .. } = Names::of(record);
    let date = record.tags().get("Date").cloned().unwrap_or_default();
    let parts = [white, black, date].map(|part| files::name_part(&part));
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        "game".to_owned()
    } else {
        parts.join("-")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;
    use crate::store::Store;

    #[test]
    fn import_pauses_between_games_and_keeps_those_before_a_stop() {
        const GAMES: usize = 5_000;
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        let folder = Folder::new(Arc::clone(store.data_dir()), Boards::default());
        let text = Import::Text("1. e4 e5 *\n\n".repeat(GAMES));
        let is_stopped = Cell::new(false);
        let mut report = |_: Progress| !is_stopped.get();
        let mut import = pin!(folder.import(&text, &mut report));
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..3 {
            assert!(import.as_mut().poll(&mut context).is_pending());
        }
        let saved = || found(&dir.path().join("games")).unwrap().len();
        let before = saved();
        assert!((1..GAMES).contains(&before), "{before}");
        is_stopped.set(true);
        let Poll::Ready(Ok(LibraryFact::Imported { files, rest, .. })) =
            import.as_mut().poll(&mut context)
        else {
            panic!("it goes on");
        };
        assert_eq!((files.len(), rest), (before, Rest::Stopped));
        assert_eq!(saved(), before);
    }
}
