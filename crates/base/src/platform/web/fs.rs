//! Files of the browser's page (`web/files.js`), with the same function names as [`std::fs`].
//!
//! They are in memory. The page stores each change after it is made: see
//! [`is_storing`](super::is_storing). A folder exists if it contains any file.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use wasm_bindgen::prelude::wasm_bindgen;

pub use std::fs::TryLockError;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = icochessFiles)]
    fn paths() -> Vec<String>;

    #[wasm_bindgen(js_namespace = icochessFiles)]
    fn text(path: &str) -> Option<String>;

    /// Returns whether the folder contains any file.
    #[wasm_bindgen(js_namespace = icochessFiles, js_name = isFolder)]
    fn is_folder(path: &str) -> bool;

    /// Returns the time of the last change, in milliseconds since 1970.
    #[wasm_bindgen(js_namespace = icochessFiles)]
    fn time(path: &str) -> Option<f64>;

    #[wasm_bindgen(js_namespace = icochessFiles, js_name = write)]
    fn put(path: &str, text: &str);

    #[wasm_bindgen(js_namespace = icochessFiles)]
    fn remove(path: &str);

    /// Returns whether another page has the lock.
    #[wasm_bindgen(js_namespace = icochessFiles, js_name = isElsewhere)]
    fn is_elsewhere() -> bool;

    /// Returns whether changes are on their way to the browser's storage.
    #[wasm_bindgen(js_namespace = icochessFiles, js_name = isStoring)]
    pub(super) fn is_storing() -> bool;

    /// Returns the error that keeps changes from being stored.
    #[wasm_bindgen(js_namespace = icochessFiles)]
    pub(super) fn problem() -> Option<String>;
}

fn key(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or(io::ErrorKind::InvalidFilename.into())
}

/// Like [`std::fs::read_to_string`].
///
/// # Errors
///
/// An error if the file is missing.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    text(key(path.as_ref())?).ok_or(io::ErrorKind::NotFound.into())
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
/// An error if the path isn't Unicode.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    put(key(path)?, text);
    Ok(())
}

/// Like [`std::fs::remove_file`].
///
/// # Errors
///
/// As [`read_to_string`].
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    read_to_string(&path)?;
    remove(key(path.as_ref())?);
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
/// None.
pub fn create_dir_all(_: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
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
            if !is_folder(key(path)?) {
                return Err(problem);
            }
            None
        }
    };
    let since = time(key(path)?).map(|since| Duration::from_millis(since as u64));
    Ok(Metadata {
        bytes,
        written: since.map(|since| UNIX_EPOCH + since),
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
/// None.
pub fn read_dir(path: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    let dir = path.as_ref();
    let entry = |file: String| {
        let below = Path::new(&file).strip_prefix(dir).ok()?;
        Some(dir.join(below.components().next()?))
    };
    let found: BTreeSet<PathBuf> = paths().into_iter().filter_map(entry).collect();
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

    /// Opens the lock, which isn't a file of the page.
    pub(super) fn lock(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            left: io::Cursor::default(),
        }
    }

    /// Like [`std::fs::File::metadata`].
    ///
    /// # Errors
    ///
    /// As [`metadata`].
    pub fn metadata(&self) -> io::Result<Metadata> {
        metadata(&self.path)
    }

    /// Like [`std::fs::File::try_lock`]. The page takes a single lock for all files.
    ///
    /// # Errors
    ///
    /// An error while another page has the lock.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        if is_elsewhere() {
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
