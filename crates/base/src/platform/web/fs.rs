//! Files in the browser's own store, under the names of the functions of [`std::fs`] that the game
//! uses: each is an entry with its path as the key, and its text as the value. Another entry has the
//! time at which it was written. A folder is there if anything is in it, or may be.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use js_sys::Date;
use web_sys::Storage;

pub use std::fs::TryLockError;

/// The attribute that the page has while another one has the lock (`web/page.js`).
const ELSEWHERE: &str = "data-elsewhere";

fn store() -> io::Result<Storage> {
    let window = web_sys::window().ok_or(io::ErrorKind::Unsupported)?;
    let store = window.local_storage().ok().flatten();
    store.ok_or_else(|| io::Error::other("the browser keeps nothing for this page"))
}

fn key(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or(io::ErrorKind::InvalidFilename.into())
}

/// The key of the time at which a file was written, milliseconds since 1970.
fn key_of_time(path: &Path) -> io::Result<String> {
    Ok(format!("written/{}", key(path)?))
}

/// The paths of all files.
fn paths() -> io::Result<Vec<String>> {
    let store = store()?;
    let number = store.length().unwrap_or(0);
    Ok((0..number)
        .filter_map(|at| store.key(at).ok().flatten())
        .collect())
}

/// As [`std::fs::read_to_string`].
///
/// # Errors
///
/// An error if there is no such file, or no store.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    let text = store()?.get_item(key(path.as_ref())?).ok().flatten();
    text.ok_or(io::ErrorKind::NotFound.into())
}

/// As [`std::fs::read`].
///
/// # Errors
///
/// As [`read_to_string`].
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_to_string(path).map(String::into_bytes)
}

/// Writes a file.
///
/// # Errors
///
/// An error if the store is full, or there is none.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let (store, time) = (store()?, key_of_time(path)?);
    let written = store
        .set_item(key(path)?, text)
        .and_then(|()| store.set_item(&time, &Date::now().to_string()));
    written.map_err(|_| io::ErrorKind::StorageFull.into())
}

/// As [`std::fs::remove_file`].
///
/// # Errors
///
/// As [`read_to_string`].
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    read_to_string(path)?;
    let store = store()?;
    for key in [key(path)?, &key_of_time(path)?] {
        let removed = store.remove_item(key);
        removed.map_err(|_| io::Error::from(io::ErrorKind::Unsupported))?;
    }
    Ok(())
}

/// As [`std::fs::rename`].
///
/// # Errors
///
/// As [`read_to_string`] and [`write`](fn@write).
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    write(to.as_ref(), &read_to_string(&from)?)?;
    remove_file(from)
}

/// As [`std::fs::create_dir_all`]: a folder needs not be made.
///
/// # Errors
///
/// An error if there is no store.
pub fn create_dir_all(_: impl AsRef<Path>) -> io::Result<()> {
    store().map(drop)
}

/// As [`std::fs::remove_dir`]: a folder goes with what is in it.
///
/// # Errors
///
/// None.
pub fn remove_dir(_: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}

/// As [`std::fs::read_link`].
///
/// # Errors
///
/// Always: there are no links.
pub fn read_link(_: impl AsRef<Path>) -> io::Result<PathBuf> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Facts about a file, as [`std::fs::Metadata`].
#[derive(Debug, Clone, Copy)]
pub struct Metadata {
    /// The length of the text in bytes; `None` of a folder.
    bytes: Option<u64>,
    written: Option<SystemTime>,
}

impl Metadata {
    /// Whether it is no folder.
    pub const fn is_file(&self) -> bool {
        self.bytes.is_some()
    }

    /// Whether it is a folder.
    pub const fn is_dir(&self) -> bool {
        self.bytes.is_none()
    }

    /// The length of its text, bytes; 0 of a folder.
    #[expect(clippy::len_without_is_empty, reason = "as of std::fs::Metadata")]
    pub fn len(&self) -> u64 {
        self.bytes.unwrap_or_default()
    }

    /// The time at which it was last written.
    ///
    /// # Errors
    ///
    /// An error if that is not known, as of a folder.
    pub fn modified(&self) -> io::Result<SystemTime> {
        self.written.ok_or(io::ErrorKind::Unsupported.into())
    }
}

/// As [`std::fs::metadata`].
///
/// # Errors
///
/// As [`read_to_string`].
pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    let path = path.as_ref();
    let bytes = match read_to_string(path) {
        Ok(text) => Some(text.len() as u64),
        Err(problem) => {
            let is_within = |file: &String| Path::new(file).starts_with(path);
            if !paths()?.iter().any(is_within) {
                return Err(problem);
            }
            None
        }
    };
    let written = store()?.get_item(&key_of_time(path)?).ok().flatten();
    let since = written.and_then(|since| since.parse().ok());
    Ok(Metadata {
        bytes,
        written: since.map(|since| UNIX_EPOCH + Duration::from_millis(since)),
    })
}

/// As [`std::fs::symlink_metadata`].
///
/// # Errors
///
/// As [`metadata`].
pub fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path)
}

/// As [`std::fs::exists`].
///
/// # Errors
///
/// None.
pub fn exists(path: impl AsRef<Path>) -> io::Result<bool> {
    Ok(metadata(path).is_ok())
}

/// An entry of a folder.
#[derive(Debug, Clone)]
pub struct DirEntry {
    path: PathBuf,
    about: Metadata,
}

impl DirEntry {
    /// The path.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The name within the folder.
    pub fn file_name(&self) -> OsString {
        self.path.file_name().unwrap_or_default().to_owned()
    }

    /// Whether it is a file or a folder.
    ///
    /// # Errors
    ///
    /// None.
    pub const fn file_type(&self) -> io::Result<Metadata> {
        Ok(self.about)
    }
}

/// As [`std::fs::read_dir`]; a folder that nothing is in is empty.
///
/// # Errors
///
/// An error if there is no store.
pub fn read_dir(path: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    let dir = path.as_ref();
    let mut found: Vec<PathBuf> = Vec::new();
    for file in paths()? {
        let first = Path::new(&file)
            .strip_prefix(dir)
            .ok()
            .and_then(|rest| rest.components().next());
        let path = first.map(|first| dir.join(first));
        found.extend(path.filter(|path| !found.contains(path)));
    }
    Ok(found.into_iter().map(|path| {
        let about = metadata(&path)?;
        Ok(DirEntry { path, about })
    }))
}

/// An open file.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    /// The content from here on, which is read next.
    left: io::Cursor<Vec<u8>>,
}

impl File {
    /// As [`std::fs::File::open`].
    ///
    /// # Errors
    ///
    /// As [`read_to_string`].
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        Ok(Self {
            path: path.to_owned(),
            left: io::Cursor::new(read(path)?),
        })
    }

    /// As [`std::fs::File::create_new`].
    ///
    /// # Errors
    ///
    /// An error if there is such a file, or as [`write`](fn@write).
    pub fn create_new(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        if read_to_string(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        write(path, "")?;
        Self::open(path)
    }

    /// As [`std::fs::File::metadata`].
    ///
    /// # Errors
    ///
    /// As [`metadata`].
    pub fn metadata(&self) -> io::Result<Metadata> {
        metadata(&self.path)
    }

    /// As [`std::fs::File::try_lock`]: the page holds one lock for all files, and tells while another
    /// page has it.
    ///
    /// # Errors
    ///
    /// An error while another page has the lock.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        let root = web_sys::window()
            .and_then(|it| it.document())
            .and_then(|it| it.document_element());
        if root.is_some_and(|it| it.has_attribute(ELSEWHERE)) {
            return Err(TryLockError::WouldBlock);
        }
        Ok(())
    }
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.left.read(into)
    }
}

impl Write for File {
    /// Adds to the end of the file: no file of the game is written otherwise.
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let more = std::str::from_utf8(from).map_err(|_| io::ErrorKind::InvalidData)?;
        write(&self.path, &(read_to_string(&self.path)? + more))?;
        Ok(from.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
