//! Files in the browser's local storage, with the same function names as [`std::fs`].
//!
//! Each file is an entry: the path is the key, the text the value. A second entry holds the
//! modification time. A folder exists if it contains any file.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use js_sys::Date;
use web_sys::Storage;

pub use std::fs::TryLockError;

/// Attribute of the page while another page has the lock (`web/page.js`).
const ELSEWHERE: &str = "data-elsewhere";

fn store() -> io::Result<Storage> {
    let window = web_sys::window().ok_or(io::ErrorKind::Unsupported)?;
    let store = window.local_storage().ok().flatten();
    store.ok_or_else(|| io::Error::other("the browser keeps nothing for this page"))
}

fn key(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or(io::ErrorKind::InvalidFilename.into())
}

/// Returns the key of a file's modification time, in milliseconds since 1970.
fn key_of_time(path: &Path) -> io::Result<String> {
    Ok(format!("written/{}", key(path)?))
}

/// Returns the paths of all files.
fn paths() -> io::Result<Vec<String>> {
    let store = store()?;
    let number = store.length().unwrap_or(0);
    Ok((0..number)
        .filter_map(|at| store.key(at).ok().flatten())
        .collect())
}

/// Like [`std::fs::read_to_string`].
///
/// # Errors
///
/// An error if the file or the storage is missing.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    let text = store()?.get_item(key(path.as_ref())?).ok().flatten();
    text.ok_or(io::ErrorKind::NotFound.into())
}

/// Like [`std::fs::read`].
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
/// An error if the storage is full or missing.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let (store, time) = (store()?, key_of_time(path)?);
    let written = store
        .set_item(key(path)?, text)
        .and_then(|()| store.set_item(&time, &Date::now().to_string()));
    written.map_err(|_| io::ErrorKind::StorageFull.into())
}

/// Like [`std::fs::remove_file`].
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

/// Like [`std::fs::rename`].
///
/// # Errors
///
/// As [`read_to_string`] and [`write`](fn@write).
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    write(to.as_ref(), &read_to_string(&from)?)?;
    remove_file(from)
}

/// Like [`std::fs::create_dir_all`], but does nothing, as folders are implicit.
///
/// # Errors
///
/// An error if the storage is missing.
pub fn create_dir_all(_: impl AsRef<Path>) -> io::Result<()> {
    store().map(drop)
}

/// Like [`std::fs::remove_dir`], but does nothing, as empty folders don't exist.
///
/// # Errors
///
/// None.
pub fn remove_dir(_: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}

/// Like [`std::fs::read_link`].
///
/// # Errors
///
/// Always, because there are no links.
pub fn read_link(_: impl AsRef<Path>) -> io::Result<PathBuf> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Metadata of a file or folder, like [`std::fs::Metadata`].
#[derive(Debug, Clone, Copy)]
pub struct Metadata {
    /// Length of the text in bytes; `None` for a folder.
    bytes: Option<u64>,
    written: Option<SystemTime>,
}

impl Metadata {
    /// Returns whether this is a file.
    pub const fn is_file(&self) -> bool {
        self.bytes.is_some()
    }

    /// Returns whether this is a folder.
    pub const fn is_dir(&self) -> bool {
        self.bytes.is_none()
    }

    /// Returns the length of the text in bytes; 0 for a folder.
    #[expect(clippy::len_without_is_empty, reason = "as of std::fs::Metadata")]
    pub fn len(&self) -> u64 {
        self.bytes.unwrap_or_default()
    }

    /// Returns the modification time.
    ///
    /// # Errors
    ///
    /// An error if the time is unknown, as for folders.
    pub fn modified(&self) -> io::Result<SystemTime> {
        self.written.ok_or(io::ErrorKind::Unsupported.into())
    }
}

/// Like [`std::fs::metadata`].
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

/// Like [`std::fs::symlink_metadata`].
///
/// # Errors
///
/// As [`metadata`].
pub fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path)
}

/// Like [`std::fs::exists`].
///
/// # Errors
///
/// None.
pub fn exists(path: impl AsRef<Path>) -> io::Result<bool> {
    Ok(metadata(path).is_ok())
}

/// Entry of a folder.
#[derive(Debug, Clone)]
pub struct DirEntry {
    path: PathBuf,
    about: Metadata,
}

impl DirEntry {
    /// Returns the path.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Returns the name within the folder.
    pub fn file_name(&self) -> OsString {
        self.path.file_name().unwrap_or_default().to_owned()
    }

    /// Returns whether the entry is a file or a folder.
    ///
    /// # Errors
    ///
    /// None.
    pub const fn file_type(&self) -> io::Result<Metadata> {
        Ok(self.about)
    }
}

/// Like [`std::fs::read_dir`]; a missing folder is empty.
///
/// # Errors
///
/// An error if the storage is missing.
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

/// Open file.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    /// Remaining content to read.
    left: io::Cursor<Vec<u8>>,
}

impl File {
    /// Like [`std::fs::File::open`].
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

    /// Like [`std::fs::File::create_new`].
    ///
    /// # Errors
    ///
    /// An error if the file exists; otherwise as [`write`](fn@write).
    pub fn create_new(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        if read_to_string(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        write(path, "")?;
        Self::open(path)
    }

    /// Like [`std::fs::File::metadata`].
    ///
    /// # Errors
    ///
    /// As [`metadata`].
    pub fn metadata(&self) -> io::Result<Metadata> {
        metadata(&self.path)
    }

    /// Like [`std::fs::File::try_lock`]. The page takes a single lock for all files and marks
    /// itself while another page has it.
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
    /// Appends to the file, the only kind of write that the game needs.
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let more = std::str::from_utf8(from).map_err(|_| io::ErrorKind::InvalidData)?;
        write(&self.path, &(read_to_string(&self.path)? + more))?;
        Ok(from.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
