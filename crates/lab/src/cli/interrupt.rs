//! Ctrl-C and the like as a request to come to an end, for a command that has something
//! to say of what it has done so far.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

/// The signals of the C standard that ask a program to end: from the keyboard, and from
/// another program. Their numbers are the same on Unix and on Windows.
const SIGNALS: [c_int; 2] = [2, 15];
/// Stands for a signal that is ignored, as `SIG_IGN`: for one by whoever started the
/// program.
const IGNORED: usize = 1;

/// Set when somebody has asked for the end.
static ASKED: AtomicBool = AtomicBool::new(false);

#[expect(unsafe_code, reason = "the standard library knows no signals")]
unsafe extern "C" {
    /// Sets the handler of a signal; of the C standard library, which is linked anyway. It takes
    /// and gives a function, or the number of one; [`usize`] has the size of either.
    fn signal(number: c_int, handler: usize) -> usize;
}

/// Handles a signal. It comes between any two instructions of the program: so this may do little.
/// One more signal does no more: `timeout` sends each twice.
extern "C" fn note(_: c_int) {
    ASKED.store(true, Ordering::Relaxed);
}

fn set(number: c_int, handler: usize) -> usize {
    #[expect(unsafe_code, reason = "a foreign function")]
    // SAFETY: the number is that of a signal, and the handler is either `IGNORED` or
    // `note`, which does only what a handler may: it stores an atomic.
    unsafe {
        signal(number, handler)
    }
}

/// Installs handlers for the signals that ask for the end. Returns the flag, which is all that they
/// set.
pub(crate) fn asked() -> &'static AtomicBool {
    for number in SIGNALS {
        if set(number, note as *const () as usize) == IGNORED {
            set(number, IGNORED);
        }
    }
    &ASKED
}
