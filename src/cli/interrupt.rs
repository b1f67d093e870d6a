//! Ctrl-C and the like as a request to come to an end, for a command that has something
//! to say of what it has done so far.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

/// The signals of the C standard that ask a program to end: from the keyboard, and from
/// another program. Their numbers are the same on Unix and on Windows.
const SIGNALS: [c_int; 2] = [2, 15];
/// Stands for what is usual, as `SIG_DFL`: the program ends at once.
const USUAL: usize = 0;
/// Stands for a signal that is ignored, as `SIG_IGN`: for one by whoever started the
/// program.
const IGNORED: usize = 1;

/// Set when somebody has asked for the end.
static ASKED: AtomicBool = AtomicBool::new(false);

#[expect(unsafe_code, reason = "the standard library knows no signals")]
unsafe extern "C" {
    /// Of the C standard library, which is linked anyway. It takes and gives a function,
    /// or one of the numbers above; [`usize`] has the size of either.
    fn signal(number: c_int, handler: usize) -> usize;
}

/// What is done when a signal comes. Between any two instructions of the program: so it
/// may do little.
extern "C" fn note(number: c_int) {
    ASKED.store(true, Ordering::Relaxed);
    set(number, USUAL);
}

fn set(number: c_int, handler: usize) -> usize {
    #[expect(unsafe_code, reason = "a foreign function")]
    // SAFETY: the number is that of a signal, and the handler either one of the numbers
    // that stand for something or `note`, which does only what a handler may: it stores
    // an atomic, and sets a handler.
    unsafe {
        signal(number, handler)
    }
}

/// From now on the first signal that asks for the end sets the flag that is given; one
/// more ends the program at once.
pub(super) fn asked() -> &'static AtomicBool {
    for number in SIGNALS {
        if set(number, note as *const () as usize) == IGNORED {
            set(number, IGNORED);
        }
    }
    &ASKED
}
