//! The OpenXR loader, the library that finds the runtime.

use std::sync::atomic::{AtomicBool, Ordering};

use openxr::{Entry, LoadError};

/// File names of the loader, the most likely first. Every package that depends on the loader has
/// the versioned name; only the development package has the other.
#[cfg(all(unix, not(target_vendor = "apple")))]
const NAMES: [&str; 2] = ["libopenxr_loader.so.1", "libopenxr_loader.so"];
#[cfg(target_vendor = "apple")]
const NAMES: [&str; 1] = ["libopenxr_loader.dylib"];

/// Whether the loader was opened. A process may keep loaded libraries until it ends.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Opens the loader.
///
/// # Errors
///
/// An error if no loader can be opened.
pub(super) fn entry() -> Result<Entry, LoadError> {
    let entry = open_any()?;
    IS_OPEN.store(true, Ordering::Relaxed);
    Ok(entry)
}

/// Returns whether this process opened the loader, and therefore may have loaded a runtime's
/// library.
pub(super) fn is_open() -> bool {
    IS_OPEN.load(Ordering::Relaxed)
}

/// Opens the installed loader.
#[cfg(unix)]
fn open_any() -> Result<Entry, LoadError> {
    let [first, others @ ..] = NAMES;
    others
        .into_iter()
        .fold(open(first), |found, name| found.or_else(|_| open(name)))
}

/// Returns the loader that `bevy_mod_openxr` links into the program. This never fails.
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
