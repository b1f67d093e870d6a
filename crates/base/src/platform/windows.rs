//! Windows, by functions of its system libraries.

use std::fs::File;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::process::{self, Command};
use std::time::Duration;
use std::{io, ptr};

use windows_sys::Win32::Foundation::CloseHandle;
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
    MB_ICONERROR, MB_OK, MB_SETFOREGROUND, MessageBoxW,
};

/// The message that there is no window, with what to do about it; goes on in a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a desktop session";

/// The message that nothing can be drawn, with what to do about it; goes on in a sentence.
pub const NO_GRAPHICS: &str = "no graphics card with a driver for Vulkan or Direct3D 12 can be \
                               used: install the driver of yours, from its maker";

/// Runtimes of headsets that this system has, as in "start one of them".
pub const RUNTIMES: &str = "SteamVR, Meta Quest Link";

/// Shows why the program ends to those who cannot have read it: a program without a console has no
/// standard error, so there is a box with the text. Returns when it is closed.
pub fn alert(text: &str) {
    if !io::stderr().as_raw_handle().is_null() {
        return;
    }
    let (text, title) = (ended(text), ended("Icochess"));
    #[expect(unsafe_code, reason = "a function of the system")]
    // SAFETY: both texts end with a zero, and are there until the call is over.
    unsafe {
        MessageBoxW(
            ptr::null_mut(),
            text.as_ptr(),
            title.as_ptr(),
            MB_OK | MB_ICONERROR | MB_SETFOREGROUND,
        );
    }
}

/// A text as functions of the system take it, with a zero at its end.
fn ended(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

/// Starts another program and ends this process. Comes back only with an error.
pub fn go_on_as(mut command: Command) -> io::Error {
    if let Err(error) = command.spawn() {
        return error;
    }
    exit_at_once(0)
}

/// Ends the process with this status at once. No exit handler runs, and no library is told: one may
/// tidy up for ever. What is still buffered is lost.
pub fn exit_at_once(status: u8) -> ! {
    #[expect(unsafe_code, reason = "a function of the system")]
    // SAFETY: the handle of a process for itself is always good.
    unsafe {
        TerminateProcess(GetCurrentProcess(), status.into());
    }
    process::exit(status.into())
}

/// Makes all that this process starts from now on end with it, however it ends, and take at most so
/// many mebibytes of memory each.
///
/// # Errors
///
/// An error if the system refuses; then all is as before.
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
    // SAFETY: the limits are what is named, are of that size, and are there until the call is over.
    //
    // The job is closed by nobody but the system, when this process has ended: that is what ends it.
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

/// Waits until the process of that number has ended, as one has that cannot be found.
pub fn wait_for_end(process: u32) {
    #[expect(unsafe_code, reason = "functions of the system")]
    // SAFETY: the handle is open until it is closed here, once.
    unsafe {
        let handle = OpenProcess(PROCESS_SYNCHRONIZE, 0, process);
        if !handle.is_null() {
            WaitForSingleObject(handle, INFINITE);
            CloseHandle(handle);
        }
    }
}

/// Others may read and write an open file, but neither remove nor rename it (`FILE_SHARE_READ` and
/// `FILE_SHARE_WRITE`, without `FILE_SHARE_DELETE`).
const SHARED: u32 = 0x1 | 0x2;

/// The processor time that the calling thread has taken; `None` where the system does not tell it: here
/// it counts whole ticks of its clock, which are longer than a frame.
pub const fn thread_time() -> Option<Duration> {
    None
}

/// Opens a file that is there to be locked, and makes it if it is not there. As long as it is open
/// it stays where it is.
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
