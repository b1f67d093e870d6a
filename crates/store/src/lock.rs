//! Lock of the data folder, which one process at a time may write to.
//!
//! It is a file lock of the operating system, which always ends with the process, so that no stale
//! lock can remain. A process that executes another program also loses the lock, and the new
//! program takes it again.

use std::path::Path;
use std::thread::sleep;

use bevy::platform::time::Instant;

use icochess_base::platform::{
    self, LOCK_TIMEOUT,
    fs::{File, TryLockError},
};

/// Locked file.
const FILE: &str = "lock";

/// Lock of a folder, released on drop.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder, waiting briefly for a process that is exiting.
    pub(super) fn take(dir: &Path) -> Result<Self, TryLockError> {
        let end = Instant::now() + LOCK_TIMEOUT;
        loop {
            match Self::try_take(dir) {
                Err(TryLockError::WouldBlock) if Instant::now() < end => sleep(LOCK_TIMEOUT / 20),
                result => return result,
            }
        }
    }

    /// Takes the lock of a folder if it's free. Another error means that the file can't be opened.
    pub(super) fn try_take(dir: &Path) -> Result<Self, TryLockError> {
        let file = platform::open_lock(&dir.join(FILE)).map_err(TryLockError::Error)?;
        if is_taken(&file.try_lock()) {
            return Err(TryLockError::WouldBlock);
        }
        Ok(Self { _file: file })
    }
}

/// Returns whether another process holds the lock. Any other error means that the file system has
/// no locks. Saving without a lock is better than not saving.
const fn is_taken(tried: &Result<(), TryLockError>) -> bool {
    matches!(tried, Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn take_waits_for_a_lock_about_to_be_released() {
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
    fn file_system_without_locks_is_writable() {
        assert!(is_taken(&Err(TryLockError::WouldBlock)));
        assert!(!is_taken(&Ok(())));
        // Linux: ENOLCK (NFS without its daemon), ENOSYS, EOPNOTSUPP, EINVAL, EIO.
        for code in [37, 38, 95, 22, 5] {
            let error = std::io::Error::from_raw_os_error(code);
            assert!(!is_taken(&Err(TryLockError::Error(error))), "{code}");
        }
    }

    #[test]
    fn missing_folder_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let none = dir.path().join("none");
        assert!(matches!(Lock::try_take(&none), Err(TryLockError::Error(_))));
    }
}
