//! The OpenXR loader: the library that finds the runtime.

use std::sync::atomic::{AtomicBool, Ordering};

use openxr::{Entry, LoadError};

/// The loader's names, the likeliest first. The one with the number comes with whatever needs the
/// loader; the other one only with the package for developers.
#[cfg(all(unix, not(target_vendor = "apple")))]
const NAMES: [&str; 2] = ["libopenxr_loader.so.1", "libopenxr_loader.so"];
#[cfg(target_vendor = "apple")]
const NAMES: [&str; 1] = ["libopenxr_loader.dylib"];

/// Whether the loader was opened. What a process has loaded it may keep to its end.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Opens the loader.
///
/// # Errors
///
/// An error if there is none.
pub(super) fn entry() -> Result<Entry, LoadError> {
    let entry = open_any()?;
    IS_OPEN.store(true, Ordering::Relaxed);
    Ok(entry)
}

/// Whether the loader was opened in this process, so that the library of a runtime may be there, too.
pub(super) fn is_open() -> bool {
    IS_OPEN.load(Ordering::Relaxed)
}

/// The loader that is installed.
#[cfg(unix)]
fn open_any() -> Result<Entry, LoadError> {
    let [first, others @ ..] = NAMES;
    others
        .into_iter()
        .fold(open(first), |found, name| found.or_else(|_| open(name)))
}

/// The loader that is part of the program: `bevy_mod_openxr` links it there. It never fails.
#[cfg(windows)]
fn open_any() -> Result<Entry, LoadError> {
    Ok(Entry::linked())
}

#[cfg(unix)]
fn open(name: &str) -> Result<Entry, LoadError> {
    #[expect(
        unsafe_code,
        reason = "opens the system's OpenXR loader; whoever can replace it owns the session anyway"
    )]
    // SAFETY: the library of that name is the OpenXR loader, whose functions have the signatures
    // that the `openxr` crate declares.
    unsafe {
        Entry::load_from(std::path::Path::new(name))
    }
}
