//! Linux, macOS and other Unix systems.

use std::ffi::c_int;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::time::{ClockId, clock_gettime};

/// Error message for a missing window, with advice; continues a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a desktop session, with \
                             WAYLAND_DISPLAY or DISPLAY naming one that answers";

/// Error message for missing graphics, with advice; continues a sentence.
pub const NO_GRAPHICS: &str = "no graphics card with a Vulkan driver can be used: install the \
                               driver of yours (Debian, Ubuntu, without a graphics card too: \
                               mesa-vulkan-drivers)";

/// OpenXR runtimes on this platform, as in "start one of them".
pub const RUNTIMES: &str = "SteamVR, Monado, WiVRn";

/// Does nothing: standard error is available in every session and already has the reason.
pub const fn alert(_: &str) {}

/// Replaces this process with another program. Returns only on error.
///
/// Output to a broken pipe is redirected to null. Before `exec` the standard library resets
/// `SIGPIPE`. A write by another thread, such as the headset's runtime, would then kill the
/// process.
pub fn go_on_as(mut command: Command) -> io::Error {
    if is_broken(io::stdout().as_fd()) {
        command.stdout(Stdio::null());
    }
    if is_broken(io::stderr().as_fd()) {
        command.stderr(Stdio::null());
    }
    command.exec()
}

/// Returns whether this is a pipe whose reading end is closed.
fn is_broken(pipe: BorrowedFd) -> bool {
    let mut polled = [PollFd::from_borrowed_fd(pipe, PollFlags::OUT)];
    let at_once = Timespec::default();
    poll(&mut polled, Some(&at_once)).is_ok() && polled[0].revents().contains(PollFlags::ERR)
}

#[expect(
    unsafe_code,
    reason = "the standard library ends no process without its exit handlers"
)]
unsafe extern "C" {
    /// POSIX function of the C library, which is linked anyway.
    safe fn _exit(status: c_int) -> !;
}

/// Ends the process at once. Skips exit handlers, because a library's cleanup may hang; buffered
/// output is lost.
pub fn exit_at_once(status: u8) -> ! {
    _exit(status.into())
}

/// Opens a lock file, creating it if necessary.
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

/// Returns the calling thread's CPU time; `None` if the system doesn't report it.
pub fn thread_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipe_is_broken_without_a_reader() {
        let (reader, writer) = io::pipe().unwrap();
        assert!(!is_broken(writer.as_fd()));
        drop(reader);
        assert!(is_broken(writer.as_fd()));
        // A file never counts as a broken pipe.
        let file = File::options().write(true).open("/dev/null").unwrap();
        assert!(!is_broken(file.as_fd()));
    }
}
