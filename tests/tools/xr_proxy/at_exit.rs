//! Behaviour at process exit while the library is loaded.

use std::thread;
use std::time::Duration;

use crate::state::{setup, with};

/// Destructor of the library, run by the dynamic linker at process exit (Linux).
#[used]
#[unsafe(link_section = ".fini_array")]
static DESTRUCTOR: extern "C" fn() = tidy_up;

extern "C" fn tidy_up() {
    let hangs = setup().hangs_at_exit && with(|state| state.records.instances > 0);
    if !hangs {
        return;
    }
    loop {
        // Not `park`: thread-locals are gone by now.
        thread::sleep(Duration::from_secs(60));
    }
}
