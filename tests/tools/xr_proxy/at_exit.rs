//! The end of a process that has the library loaded.

use std::thread;
use std::time::Duration;

use crate::state::{setup, with};

/// The destructor of the library: the dynamic linker runs it when the process exits (Linux).
#[used]
#[unsafe(link_section = ".fini_array")]
static DESTRUCTOR: extern "C" fn() = tidy_up;

extern "C" fn tidy_up() {
    let hangs = setup().hangs_at_exit && with(|state| state.records.instances > 0);
    if !hangs {
        return;
    }
    loop {
        // Not parked: what belongs to the thread is gone by now.
        thread::sleep(Duration::from_secs(60));
    }
}
