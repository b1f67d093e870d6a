//! Reasons for failing to save, in words for players.

use std::io;
use std::path::{Path, PathBuf};

use icochess_base::platform::{IN_USE, MORE_ROOM, fs::TryLockError};
use icochess_message::reason;

#[derive(Debug, thiserror::Error)]
pub(super) enum SaveError {
    #[error(
        "another Icochess uses {}: {}",
        .0.display(), IN_USE
    )]
    InUse(PathBuf),
    /// Another process was using the folder at the start, and may have changed the settings.
    #[error(
        "another Icochess was using {}. Restart this one to change settings",
        .0.display()
    )]
    NotOurs(PathBuf),
    /// The file can't be written.
    #[error("{}", because(.dir, .error))]
    Write { dir: PathBuf, error: io::Error },
    /// The previous game can't be moved to the library.
    #[error("the game before cannot be moved to {}: {}", .to.display(), moved(.error))]
    PutAway { to: PathBuf, error: io::Error },
    /// The file would be too long to read it again.
    #[error("its text has {bytes} bytes, and {limit} are the most that is read: begin a new game")]
    TooLong {
        bytes: usize,
        /// Maximum length, [`MAX_BYTES`](icochess_rules::pgn::MAX_BYTES).
        limit: usize,
    },
    /// The writing code panicked with this message.
    #[error("there is a mistake in Icochess ({0})")]
    Panicked(String),
}

/// Explains why a folder isn't writable and what to do.
fn because(dir: &Path, error: &io::Error) -> String {
    let dir = dir.display();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            format!("there is no more room in {dir}: {MORE_ROOM}")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            format!("nothing may be written in {dir}: allow it")
        }
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            format!("the folder {dir} is gone: make it again")
        }
        _ => format!("{dir} cannot be written in: {}", reason(error)),
    }
}

/// Explains why a file can't be moved to a folder.
fn moved(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "it is no folder, so move it away".to_owned()
        }
        _ => reason(error),
    }
}

/// Converts a missing lock to an error for players.
pub(super) fn no_lock(dir: &Path, problem: TryLockError) -> SaveError {
    let dir = dir.to_owned();
    match problem {
        TryLockError::WouldBlock => SaveError::InUse(dir),
        TryLockError::Error(error) => SaveError::Write { dir, error },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_become_advice() {
        use io::ErrorKind as Kind;
        let message = |kind: Kind| because(Path::new("data"), &kind.into());
        for kind in [Kind::StorageFull, Kind::QuotaExceeded] {
            assert_eq!(message(kind), "there is no more room in data: make some");
        }
        for kind in [Kind::PermissionDenied, Kind::ReadOnlyFilesystem] {
            assert_eq!(message(kind), "nothing may be written in data: allow it");
        }
        for kind in [Kind::NotFound, Kind::NotADirectory] {
            assert_eq!(message(kind), "the folder data is gone: make it again");
        }
        let failed = because(Path::new("data"), &io::Error::from_raw_os_error(5));
        assert!(failed.starts_with("data cannot be written in: ") && !failed.contains('('));
        let other = because(Path::new("data"), &io::Error::other("it is on fire"));
        assert_eq!(other, "data cannot be written in: it is on fire");
    }
}
