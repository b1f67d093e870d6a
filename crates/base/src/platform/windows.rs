//! Windows, through its system libraries.

use std::fs::File;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::process::{self, Command};
use std::time::Duration;
use std::{io, ptr};

use windows_sys::Win32::Foundation::{CloseHandle, HWND};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOBOBJECT_BASIC_LIMIT_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, INFINITE, OpenProcess, PROCESS_SYNCHRONIZE, TerminateProcess,
    WaitForSingleObject,
};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    MB_ICONERROR, MB_OK, MB_SETFOREGROUND, MessageBoxW, SendMessageW, WM_PAINT,
};

/// Error message for a missing window, with advice; continues a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a desktop session";

/// Error message for missing graphics, with advice; continues a sentence.
pub const NO_GRAPHICS: &str = "no graphics card with a driver for Vulkan or Direct3D 12 can be \
                               used: install the driver of yours, from its maker";

/// OpenXR runtimes on this platform, as in "start one of them".
pub const RUNTIMES: &str = "SteamVR, Meta Quest Link";

/// Shows why the program ends in a message box, if it has no console and so no standard error.
/// Returns when the box is closed.
pub fn alert(text: &str) {
    if !io::stderr().as_raw_handle().is_null() {
        return;
    }
    let (text, title) = (ended(text), ended("Icochess"));
    #[expect(unsafe_code, reason = "a function of the system")]
    // SAFETY: both texts are zero-terminated and outlive the call.
    unsafe {
        MessageBoxW(
            ptr::null_mut(),
            text.as_ptr(),
            title.as_ptr(),
            MB_OK | MB_ICONERROR | MB_SETFOREGROUND,
        );
    }
}

/// Makes a window of another thread paint, even while that thread is in a message loop of the
/// system. Returns when it has painted, or at once if there is no such window.
pub fn paint(window: isize) {
    #[expect(unsafe_code, reason = "a function of the system")]
    // SAFETY: the message has no pointers, and the system checks the window's handle.
    unsafe {
        SendMessageW(window as HWND, WM_PAINT, 0, 0);
    }
}

/// Converts a text to zero-terminated UTF-16.
fn ended(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

/// Starts another program and ends this process. Returns only on error.
pub fn go_on_as(mut command: Command) -> io::Error {
    if let Err(error) = command.spawn() {
        return error;
    }
    exit_at_once(0)
}

/// Ends the process at once. Skips exit handlers, because a library's cleanup may hang; buffered
/// output is lost.
pub fn exit_at_once(status: u8) -> ! {
    #[expect(unsafe_code, reason = "a function of the system")]
    // SAFETY: the pseudo-handle of the current process is always valid.
    unsafe {
        TerminateProcess(GetCurrentProcess(), status.into());
    }
    process::exit(status.into())
}

/// Ties all future child processes to this one: they end with it, and each may use at most `memory`
/// mebibytes.
///
/// # Errors
///
/// An error if the system refuses; nothing changes then.
pub fn end_together(memory: u64) -> io::Result<()> {
    let limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION {
        BasicLimitInformation: JOBOBJECT_BASIC_LIMIT_INFORMATION {
            LimitFlags: JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_PROCESS_MEMORY,
            ..Default::default()
        },
        ProcessMemoryLimit: (memory << 20) as usize,
        ..Default::default()
    };
    let size = size_of_val(&limits) as u32;
    let limits = ptr::from_ref(&limits).cast();
    #[expect(unsafe_code, reason = "functions of the system")]
    // SAFETY: the limits have the named type and size, and outlive the call.
    //
    // The job handle is never closed here. The system closes it when this process ends, which kills
    // the children.
    let is_done = unsafe {
        let job = CreateJobObjectW(ptr::null(), ptr::null());
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, limits, size) != 0
            && AssignProcessToJobObject(job, GetCurrentProcess()) != 0
    };
    if is_done {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Waits for the process with this ID to end. Returns at once if it can't be found.
pub fn wait_for_end(process: u32) {
    #[expect(unsafe_code, reason = "functions of the system")]
    // SAFETY: the handle stays open until it is closed here, once.
    unsafe {
        let handle = OpenProcess(PROCESS_SYNCHRONIZE, 0, process);
        if !handle.is_null() {
            WaitForSingleObject(handle, INFINITE);
            CloseHandle(handle);
        }
    }
}

/// Lets others read and write an open file, but not remove or rename it (`FILE_SHARE_READ` and
/// `FILE_SHARE_WRITE`, without `FILE_SHARE_DELETE`).
const SHARED: u32 = 0x1 | 0x2;

/// Returns `None`: Windows measures a thread's CPU time in clock ticks, which are longer than a
/// frame.
pub const fn thread_time() -> Option<Duration> {
    None
}

/// Opens a lock file, creating it if necessary. It can't be moved or removed while open.
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
        .share_mode(SHARED)
        .open(path)
}
