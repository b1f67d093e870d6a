//! Linux, macOS and the like.

use std::ffi::{OsString, c_int};
use std::fs::{self, File};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, io};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::time::{ClockId, clock_gettime};

use super::native::Process;

/// The message that there is no window, with what to do about it; goes on in a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a desktop session, with \
                             WAYLAND_DISPLAY or DISPLAY naming one that answers";

/// The message that nothing can be drawn, with what to do about it; goes on in a sentence.
pub const NO_GRAPHICS: &str = "no graphics card with a Vulkan driver can be used: install the \
                               driver of yours (Debian, Ubuntu, without a graphics card too: \
                               mesa-vulkan-drivers)";

/// Runtimes of headsets that this system has, as in "start one of them".
pub const RUNTIMES: &str = "SteamVR, Monado, WiVRn";

/// Whether a runtime of which nothing is known may be asked for its headset at any time: here it comes
/// with a service of its own, which that does not start.
pub const ASKS_ANY_RUNTIME: bool = true;

/// The most letters of its name that Linux keeps of a process (`TASK_COMM_LEN`, `proc_pid_comm(5)`).
const NAME_LENGTH: usize = 15;

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

/// The files that may be the manifest of the headset's active runtime, the likeliest first, as the
/// loader looks for it (OpenXR loader specification, "Runtime Discovery"): the one that its variable has
/// `named`, if it has.
pub fn runtime_files(named: Option<OsString>) -> Vec<PathBuf> {
    if let Some(named) = named {
        return vec![named.into()];
    }
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let own = folder("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&folder("HOME")?).join(".config")));
    let others = folder("XDG_CONFIG_DIRS").unwrap_or_else(|| "/etc/xdg".into());
    let others = env::split_paths(&others).chain([PathBuf::from("/etc")]);
    let folders = own.into_iter().chain(others);
    let names = [
        format!("active_runtime.{}.json", env::consts::ARCH),
        "active_runtime.json".to_owned(),
    ];
    let files = folders.flat_map(|folder| {
        names
            .each_ref()
            .map(|name| folder.join("openxr/1").join(name))
    });
    files.collect()
}

/// The processes of that program, as Linux tells; elsewhere none is seen.
pub fn processes(program: &str) -> Vec<Process> {
    let names = names(program);
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let of_program = all.filter(|process| {
        let known = fs::read_to_string(process.path().join("comm"));
        known.is_ok_and(|known| names.iter().any(|name| name == known.trim_end()))
    });
    let about = of_program.filter_map(|it| fs::read_to_string(it.path().join("stat")).ok());
    about.filter_map(|about| process(&about)).collect()
}

/// The names that processes of a program may have: its own, or where NixOS starts it in a changed
/// environment (`wrapProgram`) the one that it has got there.
fn names(program: &str) -> [String; 2] {
    [program.to_owned(), format!(".{program}-wrapped")]
        .map(|name| name.chars().take(NAME_LENGTH).collect())
}

/// A process by what `/proc/[pid]/stat` says of it (`proc_pid_stat(5)`): its number is the first field,
/// that of its parent the fourth, and its start the 22nd. The second is its name in brackets, which may
/// have spaces and brackets itself.
fn process(about: &str) -> Option<Process> {
    let (id, _) = about.split_once(' ')?;
    let (_, rest) = about.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(1);
    Some(Process {
        id: id.parse().ok()?,
        parent: fields.next()?.parse().ok()?,
        started: Some(fields.nth(17)?.parse().ok()?),
    })
}

/// Whether there is an event of that name which is signalled: events have no names here.
pub const fn is_signalled(_: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_past_its_name_which_may_be_cut_off() {
        let about = "77 (a) b (c)) S 5 77 77 0 -1 4194560 9 0 0 0 1 2 0 0 20 0 3 0 8765 9 9";
        let expected = Process {
            id: 77,
            parent: 5,
            started: Some(8765),
        };
        assert_eq!(process(about), Some(expected));
        assert_eq!(process("77 (half"), None);
        assert_eq!(names("wivrn-server"), ["wivrn-server", ".wivrn-server-w"]);
    }

    #[test]
    fn the_last_manifest_is_that_of_the_whole_system() {
        let last = Path::new("/etc/openxr/1/active_runtime.json");
        assert_eq!(runtime_files(None).last().unwrap(), last);
    }

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
