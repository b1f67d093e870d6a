//! Reading of untrusted files, and writing that survives a power cut.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use icochess_base::platform::{self, fs};
use icochess_message::reason;
use icochess_rules::pgn;

/// Reads a text file up to the size limit of a game.
///
/// # Errors
///
/// A message with the reason.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path, pgn::MAX_BYTES as u64)?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: not text: expected UTF-8")
    })
}

/// Reads a file of at most `limit` bytes.
fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| reason(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!(
            "the file is longer than {limit} bytes, the most that is read"
        ));
    }
    Ok(bytes)
}

/// Error for a path that isn't a regular file.
pub(super) const NO_FILE: &str = "it is a folder, a pipe or a device: expected a file";

/// Reads a text file; `None` if it doesn't exist. Only opens regular files, because opening a pipe
/// may block forever.
pub(super) fn read_ours(path: &Path) -> Result<Option<String>, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => read_file(path).map(Some),
    }
}

/// Reads a regular file as text, like [`read_text`].
pub(super) fn read_file(path: &Path) -> Result<String, String> {
    is_regular(path)?;
    read_text(path)
}

/// Reads a regular file of at most `limit` bytes.
pub(super) fn read_file_within(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    is_regular(path)?;
    read_bytes(path, limit)
}

/// Returns an error for paths that aren't regular files.
pub(super) fn is_regular(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(()),
        Ok(_) => Err(NO_FILE.to_owned()),
        Err(error) => Err(reason(&error)),
    }
}

/// Writes a file atomically, following symbolic links: readers see the old or the new content,
/// never a part.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    let path = target(path)?;
    if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
        return Err(io::Error::other(NO_FILE));
    }
    platform::write_whole(&path, text)
}

/// Resolves a symbolic link. The target may be missing; otherwise it must not be a link itself.
fn target(path: &Path) -> io::Result<PathBuf> {
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let end = path.with_file_name(fs::read_link(path)?);
            if end.is_symlink() {
                let nowhere = format!("the link {} leads nowhere", path.display());
                return Err(io::Error::other(nowhere));
            }
            Ok(end)
        }
        resolved => resolved,
    }
}

/// Moves a file to an unused name. Copies the target of a symbolic link instead, so that later
/// writes still follow the link.
pub(super) fn move_aside(path: &Path, aside: &Path) -> io::Result<()> {
    if !path.is_symlink() {
        return rename(path, aside);
    }
    platform::copy_whole(path, aside)
}

/// Moves a file to an unused name, possibly on another file system.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => move_across(from, to),
        renamed => renamed,
    }
}

/// Moves a file to another file system. A complete copy exists at every moment.
fn move_across(from: &Path, to: &Path) -> io::Result<()> {
    platform::copy_whole(from, to)?;
    fs::remove_file(from).inspect_err(|_| {
        // Without this, each retry would add another copy.
        if fs::symlink_metadata(from).is_ok() {
            let _ = fs::remove_file(to);
        }
    })
}

/// Returns an unused name in `dir`, made from `file` and a number.
pub(super) fn free_name(dir: &Path, file: &str) -> PathBuf {
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    (1_u32..)
        .map(|n| dir.join(format!("{stem}-{n}.{extension}")))
        .find(|path| fs::symlink_metadata(path).is_err())
        .unwrap_or_else(|| dir.join(file))
}

/// Folder for deleted files, inside the folder that they come from.
pub(super) const BIN: &str = "bin";

/// Moves a file to the folder `bin` next to it, under an unused name.
pub(super) fn move_to_bin(path: &Path) -> io::Result<()> {
    let (Some(dir), Some(file)) = (path.parent(), path.file_name()) else {
        return Err(io::Error::other(NO_FILE));
    };
    let bin = dir.join(BIN);
    let mut to = bin.join(file);
    if fs::symlink_metadata(&to).is_ok() {
        to = free_name(&bin, &file.to_string_lossy());
    }
    fs::create_dir_all(&bin)?;
    rename(path, &to)
}

/// Maximum length of a text within a file name, in bytes. Most file systems allow 255 bytes, and a
/// name has three such parts.
const MAX_NAME_BYTES: usize = 72;

/// Converts a text to a part of a file name that is valid on every system. The result may be empty.
pub(super) fn name_part(text: &str) -> String {
    let kept = |c: char| {
        if c.is_alphanumeric() || c == '.' {
            c
        } else {
            '_'
        }
    };
    let mut bytes = 0;
    let fits = |c: &char| {
        bytes += c.len_utf8();
        bytes <= MAX_NAME_BYTES
    };
    let part: String = text.chars().take(40).take_while(fits).map(kept).collect();
    part.trim_matches(['_', '.']).to_owned()
}

/// Prefix of the temporary folders of `atomicwrites`, and the name of the only file in each.
const HALF_WRITTEN: (&str, &str) = (".atomicwrite", "tmpfile.tmp");

/// Removes partial files of killed processes from `dir`. Requires the lock, so that no other
/// process is writing.
pub(super) fn remove_half_written(dir: &Path) {
    let (folder, file) = HALF_WRITTEN;
    let is_ours = |name: &OsStr| name.to_str().is_some_and(|name| name.starts_with(folder));
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if is_ours(&entry.file_name()) && entry.file_type().is_ok_and(|it| it.is_dir()) {
            // Folders with other files stay.
            let _ = fs::remove_file(entry.path().join(file));
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleanup_removes_only_our_partial_files() {
        let dir = tempfile::tempdir().unwrap();
        let make = |folder: &str, file: &str| {
            let folder = dir.path().join(folder);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join(file), "x").unwrap();
            folder
        };
        let ours = make(".atomicwriteAbC123", "tmpfile.tmp");
        let empty = dir.path().join(".atomicwriteZ");
        fs::create_dir(&empty).unwrap();
        let other = make(".atomicwriteX", "letter.txt");
        let another = make("games", "tmpfile.tmp");
        remove_half_written(dir.path());
        assert!(!ours.exists() && !empty.exists());
        assert!(other.join("letter.txt").exists() && another.join("tmpfile.tmp").exists());
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_link_is_followed_to_its_target() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let (far, near) = (dir.path().join("far"), dir.path().join("near"));
        fs::create_dir(&far).unwrap();
        fs::create_dir(&near).unwrap();
        symlink("../far/two", near.join("one")).unwrap();
        symlink("three", far.join("two")).unwrap();
        let (link, file) = (near.join("one"), far.join("three"));
        // The link's target doesn't exist yet.
        assert_eq!(read_ours(&link), Ok(None));
        let error = write(&link, "x").unwrap_err();
        assert!(error.to_string().contains("leads nowhere"), "{error}");
        fs::write(&file, "").unwrap();
        for text in ["a", "b"] {
            write(&link, text).unwrap();
            assert!(link.is_symlink() && far.join("two").is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        let aside = free_name(&near, "old.pgn");
        move_aside(&link, &aside).unwrap();
        assert_eq!(fs::read_to_string(&aside).unwrap(), "b");
        assert!(link.is_symlink() && !aside.is_symlink());
    }

    /// Reading memory at address 0 fails, like a broken disk.
    #[cfg(target_os = "linux")]
    #[test]
    fn failed_copy_leaves_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("/proc/self/mem", &link).unwrap();
        let aside = free_name(dir.path(), "game.pgn");
        assert!(move_aside(&link, &aside).is_err());
        assert!(link.is_symlink() && !aside.exists());
    }

    /// This test needs a second writable file system, which every Linux system has.
    #[cfg(target_os = "linux")]
    #[test]
    fn file_moves_to_another_file_system() {
        use std::os::unix::fs::MetadataExt;
        let here = tempfile::tempdir().unwrap();
        let there = tempfile::tempdir_in("/dev/shm").unwrap();
        let device = |dir: &Path| fs::metadata(dir).unwrap().dev();
        assert_ne!(device(here.path()), device(there.path()), "one file system");
        let (from, to) = (
            here.path().join("current.pgn"),
            there.path().join("game.pgn"),
        );
        fs::write(&from, "a game").unwrap();
        move_aside(&from, &to).unwrap();
        assert!(!from.exists());
        assert_eq!(fs::read_to_string(&to).unwrap(), "a game");
        // An existing file isn't overwritten, and the source stays.
        fs::write(&from, "another").unwrap();
        assert!(move_across(&from, &to).is_err());
        assert_eq!(fs::read_to_string(&from).unwrap(), "another");
        assert_eq!(fs::read_to_string(&to).unwrap(), "a game");
        assert_eq!(fs::read_dir(there.path()).unwrap().count(), 1);
        // A file that even root can't remove isn't copied either.
        let stays = there.path().join("version");
        assert!(move_across(Path::new("/proc/version"), &stays).is_err());
        assert!(!stays.exists());
        // The bin may be a link to another file system.
        std::os::unix::fs::symlink(there.path(), here.path().join(BIN)).unwrap();
        move_to_bin(&from).unwrap();
        let moved = there.path().join("current.pgn");
        assert_eq!(fs::read_to_string(moved).unwrap(), "another");
    }

    #[test]
    fn three_parts_of_any_script_fit_into_a_file_name() {
        for text in ["名".repeat(40), "x".repeat(99), "🙂é".repeat(40)] {
            let part = name_part(&text);
            assert!(
                part.len() <= MAX_NAME_BYTES && 3 * part.len() < 240,
                "{part}"
            );
        }
        assert_eq!(name_part(&"名".repeat(40)), "名".repeat(24));
        assert_eq!(name_part("..a b/c.."), "a_b_c");
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_opened() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("pipe", &link).unwrap();
        for path in [&pipe, &link, dir.path()] {
            assert!(read_ours(path).unwrap_err().contains("expected a file"));
            assert!(write(path, "x").is_err());
        }
        assert_eq!(read_ours(&dir.path().join("none")), Ok(None));
    }
}
