//! Reasons why something is not saved, in words for players.

use std::io;
use std::path::{Path, PathBuf};

use super::lock::NoLock;
use icochess_base::platform::IN_USE;
use icochess_message::reason;

/// A reason why something is not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveError {
    /// Another program writes in the folder.
    #[error(
        "another Icochess uses {}: {}",
        .0.display(), IN_USE
    )]
    InUse(PathBuf),
    /// Another program used the folder when this one started, and may have changed the settings.
    #[error(
        "another Icochess was using {}. Restart this one to change settings",
        .0.display()
    )]
    NotOurs(PathBuf),
    /// The file cannot be written.
    #[error("{}", because(.dir, .error))]
    Write {
        /// The folder of the file.
        dir: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The game that was there cannot be moved out of the way.
    #[error("the game before cannot be moved to {}: {}", .to.display(), moved(.error))]
    PutAway {
        /// The folder it should be moved to.
        to: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file would be one that cannot be read.
    #[error("its text has {bytes} bytes, and {most} are the most that is read: begin a new game")]
    TooLong {
        /// The length of the file, bytes.
        bytes: usize,
        /// The greatest length allowed, [`MAX_BYTES`](icochess_rules::pgn::MAX_BYTES).
        most: usize,
    },
    /// The code that writes it panicked, with this message.
    #[error("there is a mistake in Icochess ({0})")]
    Panicked(String),
}

/// The reason why nothing can be written in a folder, and what to do.
fn because(dir: &Path, error: &io::Error) -> String {
    let dir = dir.display();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            format!("there is no more room in {dir}: make some")
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

/// The reason why a file cannot be moved to a folder.
fn moved(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "it is no folder, so move it away".to_owned()
        }
        _ => reason(error),
    }
}

/// The error for players when the lock is not held.
pub(super) fn no_lock(dir: &Path, problem: NoLock) -> SaveError {
    let dir = dir.to_owned();
    match problem {
        NoLock::Taken => SaveError::InUse(dir),
        NoLock::Io(error) => SaveError::Write { dir, error },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_becomes_what_to_do() {
        use io::ErrorKind as Kind;
        let told = |kind: Kind| because(Path::new("data"), &kind.into());
        for kind in [Kind::StorageFull, Kind::QuotaExceeded] {
            assert_eq!(told(kind), "there is no more room in data: make some");
        }
        for kind in [Kind::PermissionDenied, Kind::ReadOnlyFilesystem] {
            assert_eq!(told(kind), "nothing may be written in data: allow it");
        }
        for kind in [Kind::NotFound, Kind::NotADirectory] {
            assert_eq!(told(kind), "the folder data is gone: make it again");
        }
        let failed = because(Path::new("data"), &io::Error::from_raw_os_error(5));
        assert!(failed.starts_with("data cannot be written in: ") && !failed.contains('('));
        let other = because(Path::new("data"), &io::Error::other("it is on fire"));
        assert_eq!(other, "data cannot be written in: it is on fire");
    }
}
