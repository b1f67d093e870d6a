//! Handling of Ctrl-C and similar signals, for commands that print partial results before they
//! exit.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signals of the C standard that ask a program to end, from the keyboard (SIGINT) and from another
/// program (SIGTERM). Their numbers are equal on Unix and Windows.
const SIGNALS: [c_int; 2] = [2, 15];
/// `SIG_IGN`, the handler of a signal that the parent process ignores.
const IGNORED: usize = 1;

/// Set by the signal handler.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

#[expect(unsafe_code, reason = "the standard library knows no signals")]
unsafe extern "C" {
    /// Sets a signal handler. This function is part of the C standard library, which is linked
    /// anyway. It takes and returns a function pointer or a special value such as `SIG_IGN`; both
    /// fit in [`usize`].
    fn signal(number: c_int, handler: usize) -> usize;
}

/// Handles a signal. It may interrupt any instruction, so it only sets a flag. Repeated signals
/// have no further effect; `timeout` sends each signal twice.
extern "C" fn handle_signal(_: c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

fn set(number: c_int, handler: usize) -> usize {
    #[expect(unsafe_code, reason = "a foreign function")]
    // SAFETY: `number` is a signal number. The handler is `IGNORED` or `handle_signal`, which only
    // stores an atomic and is therefore async-signal-safe.
    unsafe {
        signal(number, handler)
    }
}

/// Installs the signal handlers, which set the returned flag. Signals ignored by the parent process
/// stay ignored.
pub(crate) fn asked() -> &'static AtomicBool {
    for number in SIGNALS {
        if set(number, handle_signal as *const () as usize) == IGNORED {
            set(number, IGNORED);
        }
    }
    &INTERRUPTED
}
