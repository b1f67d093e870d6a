//! The right to write in the folder, which one program at a time has.
//!
//! The lock is the system's, on a file of its own. It ends with the program,
//! however that ends, so that there is no old one to be cleared away; and with
//! a program that becomes another one, which takes it anew.

use std::io;
use std::path::Path;
use std::thread::sleep;

use bevy::platform::time::Instant;

use icochess_base::platform::{
    self, LOCK_TIMEOUT,
    fs::{File, TryLockError},
};

/// The file that is locked.
const FILE: &str = "lock";

/// A reason why the lock is not held.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoLock {
    /// Another program holds it.
    #[error("another Icochess uses the folder")]
    Taken,
    /// The file cannot be made or opened.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The right to write in a folder; given back when dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder. Waits a moment for a program that is ending.
    pub(super) fn take(dir: &Path) -> Result<Self, NoLock> {
        let end = Instant::now() + LOCK_TIMEOUT;
        loop {
            match Self::try_take(dir) {
                Err(NoLock::Taken) if Instant::now() < end => sleep(LOCK_TIMEOUT / 20),
                result => return result,
            }
        }
    }

    /// Takes the lock of a folder if it is free now.
    pub(super) fn try_take(dir: &Path) -> Result<Self, NoLock> {
        let file = platform::open_lock(&dir.join(FILE))?;
        if is_taken(&file.try_lock()) {
            return Err(NoLock::Taken);
        }
        Ok(Self { _file: file })
    }
}

/// Whether another program holds the lock that was tried. Any other error means a file system
/// without locks: better unlocked than not saved.
const fn is_taken(tried: &Result<(), TryLockError>) -> bool {
    matches!(tried, Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_is_held_once_and_given_back() {
        let dir = tempfile::tempdir().unwrap();
        let lock = Lock::take(dir.path()).unwrap();
        assert!(matches!(Lock::try_take(dir.path()), Err(NoLock::Taken)));
        drop(lock);
        assert!(Lock::take(dir.path()).is_ok());
    }

    #[test]
    fn a_lock_that_is_about_to_be_given_back_is_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let lock = Lock::take(dir.path()).unwrap();
        let ending = std::thread::spawn(move || {
            sleep(LOCK_TIMEOUT / 4);
            drop(lock);
        });
        assert!(Lock::take(dir.path()).is_ok());
        ending.join().unwrap();
    }

    #[test]
    fn a_file_system_without_locks_is_written_to() {
        assert!(is_taken(&Err(TryLockError::WouldBlock)));
        assert!(!is_taken(&Ok(())));
        // Of Linux: ENOLCK (NFS without its daemon), ENOSYS, EOPNOTSUPP, EINVAL, EIO.
        for code in [37, 38, 95, 22, 5] {
            let error = io::Error::from_raw_os_error(code);
            assert!(!is_taken(&Err(TryLockError::Error(error))), "{code}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let none = dir.path().join("none");
        assert!(matches!(Lock::try_take(&none), Err(NoLock::Io(_))));
    }
}
