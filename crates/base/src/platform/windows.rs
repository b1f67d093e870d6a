//! Windows, by functions of its system libraries.

use std::ffi::OsString;
use std::fs::File;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::Duration;
use std::{env, io, ptr};

use windows_sys::Win32::Foundation::{
    CloseHandle, ERROR_SUCCESS, FILETIME, INVALID_HANDLE_VALUE, WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOBOBJECT_BASIC_LIMIT_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Registry::{HKEY_LOCAL_MACHINE, RRF_RT_REG_SZ, RegGetValueW};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetProcessTimes, INFINITE, OpenEventW, OpenProcess,
    PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE, SYNCHRONIZATION_SYNCHRONIZE,
    TerminateProcess, WaitForSingleObject,
};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    MB_ICONERROR, MB_OK, MB_SETFOREGROUND, MessageBoxW,
};

use super::native::Process;

/// The message that there is no window, with what to do about it; goes on in a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a desktop session";

/// The message that nothing can be drawn, with what to do about it; goes on in a sentence.
pub const NO_GRAPHICS: &str = "no graphics card with a driver for Vulkan or Direct3D 12 can be \
                               used: install the driver of yours, from its maker";

/// Runtimes of headsets that this system has, as in "start one of them".
pub const RUNTIMES: &str = "SteamVR, Meta Quest Link";

/// Whether a runtime of which nothing is known may be asked for its headset at any time: here nobody
/// knows what that starts, or takes from who is in the headset.
pub const ASKS_ANY_RUNTIME: bool = false;

/// The longest path of a runtime's manifest, with the zero at its end; the loader takes as much.
const PATH_LENGTH: usize = 1024;

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

/// A text as functions of the system give it: what follows the first zero does not belong to it.
fn unended(text: &[u16]) -> OsString {
    let end = text.iter().position(|unit| *unit == 0);
    OsString::from_wide(&text[..end.unwrap_or(text.len())])
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

/// The files that may be the manifest of the headset's active runtime, the likeliest first, as the
/// loader looks for it (OpenXR loader specification, "Runtime Discovery"): the one that its variable has
/// `named`, if it has, and that of the registry: for an administrator's programs the loader does not heed
/// the variable.
pub fn runtime_files(named: Option<OsString>) -> Vec<PathBuf> {
    let all = [named, registered_runtime()].into_iter().flatten();
    all.map(PathBuf::from).collect()
}

/// The path of the active runtime's manifest, by the registry.
fn registered_runtime() -> Option<OsString> {
    let key = ended(r"SOFTWARE\Khronos\OpenXR\1");
    let value = ended("ActiveRuntime");
    let mut path = [0_u16; PATH_LENGTH];
    let mut size = size_of_val(&path) as u32;
    #[expect(unsafe_code, reason = "a function of the system")]
    // SAFETY: both texts end with a zero, there is room for as many bytes as is said, and all of it is
    // there until the call is over. The kind of the value is not asked for.
    let result = unsafe {
        RegGetValueW(
            HKEY_LOCAL_MACHINE,
            key.as_ptr(),
            value.as_ptr(),
            RRF_RT_REG_SZ,
            ptr::null_mut(),
            path.as_mut_ptr().cast(),
            &mut size,
        )
    };
    (result == ERROR_SUCCESS).then(|| unended(&path))
}

/// The processes of that program, without the `.exe` of its file.
pub fn processes(program: &str) -> Vec<Process> {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    let all = all_processes().into_iter();
    let of_program = all.filter(|it| unended(&it.szExeFile).eq_ignore_ascii_case(&file));
    let known = of_program.map(|it| Process {
        id: it.th32ProcessID,
        parent: it.th32ParentProcessID,
        started: start_of(it.th32ProcessID),
    });
    known.collect()
}

/// All processes that there are, as the system lists them.
fn all_processes() -> Vec<PROCESSENTRY32W> {
    let mut all = Vec::new();
    let mut entry = PROCESSENTRY32W {
        dwSize: size_of::<PROCESSENTRY32W>() as u32,
        ..Default::default()
    };
    #[expect(unsafe_code, reason = "functions of the system")]
    // SAFETY: the entry is of the size that it says; the list is open until it is closed here, once.
    unsafe {
        let list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
        if list != INVALID_HANDLE_VALUE {
            let mut is_there = Process32FirstW(list, &mut entry) != 0;
            while is_there {
                all.push(entry);
                is_there = Process32NextW(list, &mut entry) != 0;
            }
            CloseHandle(list);
        }
    }
    all
}

/// The time at which the process of that number was started, in units of 100 ns; `None` if it is
/// not told, as of others' processes, such as a service.
fn start_of(process: u32) -> Option<u64> {
    let mut times = [FILETIME::default(); 4];
    let [start, end, in_kernel, in_program] = &mut times;
    #[expect(unsafe_code, reason = "functions of the system")]
    // SAFETY: the times are there until the call is over; the handle is open until it is closed here, once.
    let is_told = unsafe {
        let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, process);
        !handle.is_null() && {
            let is_told = GetProcessTimes(handle, start, end, in_kernel, in_program) != 0;
            CloseHandle(handle);
            is_told
        }
    };
    let start = times[0];
    is_told.then_some((u64::from(start.dwHighDateTime) << 32) | u64::from(start.dwLowDateTime))
}

/// Whether there is an event of that name which is signalled.
pub fn is_signalled(event: &str) -> bool {
    let name = ended(event);
    #[expect(unsafe_code, reason = "functions of the system")]
    // SAFETY: the name ends with a zero; the handle is open until it is closed here, once.
    unsafe {
        let handle = OpenEventW(SYNCHRONIZATION_SYNCHRONIZE, 0, name.as_ptr());
        !handle.is_null() && {
            let is_signalled = WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
            CloseHandle(handle);
            is_signalled
        }
    }
}
