//! Linux, macOS and the like.

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

/// The message that there is no window, with what to do about it; goes on in a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a desktop session, with \
                             WAYLAND_DISPLAY or DISPLAY naming one that answers";

/// The message that nothing can be drawn, with what to do about it; goes on in a sentence.
pub const NO_GRAPHICS: &str = "no graphics card with a Vulkan driver can be used: install the \
                               driver of yours (Debian, Ubuntu, without a graphics card too: \
                               mesa-vulkan-drivers)";

/// Runtimes of headsets that this system has, as in "start one of them".
pub const RUNTIMES: &str = "SteamVR, Monado, WiVRn";

/// Shows why the program ends to those who cannot have read it: nothing, as here that stands on
/// standard error, which every session keeps.
pub const fn alert(_: &str) {}

/// Goes on as another program, which is this process from then on. Comes back only with an error.
///
/// Output that nobody reads any more is said to nobody. For `exec` the standard library gives up
/// what keeps words into a broken pipe from ending the process, once it has turned the output
/// elsewhere: one of another thread, as of the headset's runtime, would end it before the other
/// program is there.
pub fn go_on_as(mut command: Command) -> io::Error {
    if is_broken(io::stdout().as_fd()) {
        command.stdout(Stdio::null());
    }
    if is_broken(io::stderr().as_fd()) {
        command.stderr(Stdio::null());
    }
    command.exec()
}

/// Whether a pipe is read by nobody.
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
    /// Of POSIX, in the C library, which is linked anyway.
    safe fn _exit(status: c_int) -> !;
}

/// Ends the process with this status at once. No exit handler runs, and no library is told: one may
/// tidy up for ever. What is still buffered is lost.
pub fn exit_at_once(status: u8) -> ! {
    _exit(status.into())
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

/// The processor time that the calling thread has taken; `None` where the system does not tell it.
pub fn thread_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_broken_once_nobody_reads_it() {
        let (reader, writer) = io::pipe().unwrap();
        assert!(!is_broken(writer.as_fd()));
        drop(reader);
        assert!(is_broken(writer.as_fd()));
        // A file is never.
        let file = File::options().write(true).open("/dev/null").unwrap();
        assert!(!is_broken(file.as_fd()));
    }
}
