//! Linux, macOS and the like.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Why there is no window, and what to do about it.
pub const NO_WINDOW: &str = "no window can be opened: expected a desktop session, with \
                             WAYLAND_DISPLAY or DISPLAY naming one that answers";

/// Why nothing can be drawn, and what to do about it.
pub const NO_GRAPHICS: &str = "no graphics card with a Vulkan driver can be used: install the \
                               driver of yours (Debian, Ubuntu, without a graphics card too: \
                               mesa-vulkan-drivers)";

/// Runtimes of headsets that this system has, as in "start one of them".
pub const RUNTIMES: &str = "SteamVR, Monado, WiVRn";

/// Shows what ends the program to who cannot have read it: here it stands on standard error, which
/// every session keeps.
pub const fn alert(_: &str) {}

/// Goes on as another program, which is this process from then on. Comes back only with an error.
pub fn go_on_as(mut command: Command) -> io::Error {
    command.exec()
}

/// Opens a file that is there to be locked, and makes it if it is not there.
///
/// # Errors
///
/// As [`File::open`].
pub fn open_lock(path: &Path) -> io::Result<File> {
    File::options()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
}

/// Whether what is known of a file at its path, and of one that is open, is of the same file: it may
/// have been removed and made anew.
pub fn is_same_file(found: &Metadata, open: &Metadata) -> bool {
    (found.dev(), found.ino()) == (open.dev(), open.ino())
}
