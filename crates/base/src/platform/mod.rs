//! Platform differences. Each platform has a file with the same functions and texts; `native` has
//! the code common to all but the browser.
//!
//! Code needed by a single subsystem is in that subsystem: the OpenXR loader (`xr`), the X server
//! (`flat`) and the engine guard (`computer`). Exceptions are the Windows calls of the
//! guard and of the mirror window, and the browser's headset, so that only this module calls
//! Windows or the page.

use std::path::PathBuf;

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(unix)]
mod unix;
#[cfg(target_arch = "wasm32")]
mod web;
#[cfg(windows)]
mod windows;

#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    ANNOUNCES, Alarm, BackgroundTask, CAN_QUIT, CATCHES_PANICS, DATA_DIR, DIRECTIONAL_LIGHTS,
    HAS_THREADS, HAS_WINDOW_BESIDE, IN_USE, LOCK_TIMEOUT, MORE_ROOM, SHOWS_KEYBOARD,
    SOUND_AT_START, announce, any_number, args, ask_for_file, copy_whole, fills_screen, fs,
    is_storing, leave_game, next, offer, offer_bytes, on_given_file, on_typed_move, page,
    set_title, show_keyboard, spawn, storage_problem, time_with_sleep, turn_full_screen, use_tab,
    write_new, write_whole,
};
#[cfg(unix)]
pub use unix::{
    NO_GRAPHICS, NO_WINDOW, RUNTIMES, alert, exit_at_once, go_on_as, open_lock, thread_time,
};
#[cfg(target_arch = "wasm32")]
pub use web::{
    ANNOUNCES, Alarm, BackgroundTask, CAN_QUIT, CATCHES_PANICS, DATA_DIR, DIRECTIONAL_LIGHTS,
    HAS_THREADS, HAS_WINDOW_BESIDE, IN_USE, LOCK_TIMEOUT, MORE_ROOM, NO_GRAPHICS, NO_WINDOW,
    PageHeadset, RUNTIMES, SHOWS_KEYBOARD, SOUND_AT_START, WebWorker, alert, announce, any_number,
    args, ask_for_file, copy_whole, fills_screen, fs, go_on_as, go_to_headset, is_storing,
    leave_game, next, offer, offer_bytes, on_export, on_given_file, on_headset_change,
    on_typed_move, open_lock, page, set_title, show_keyboard, spawn, storage_problem,
    time_with_sleep, turn_full_screen, use_tab, write_new, write_whole,
};
#[cfg(windows)]
pub use windows::{
    NO_GRAPHICS, NO_WINDOW, RUNTIMES, alert, end_together, exit_at_once, go_on_as, open_lock,
    paint, thread_time, wait_for_end,
};

/// File that a player gave to the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenFile {
    /// Its path.
    Path(PathBuf),
    /// Its text; pages know no paths.
    Text(String),
}

/// Whether headsets have OpenXR runtimes to query; a browser handles them itself.
pub const HAS_RUNTIMES: bool = cfg!(not(target_arch = "wasm32"));

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;

    #[test]
    fn opening_a_lock_keeps_the_file_content() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("lock");
        fs::write(&file, "text").unwrap();
        drop(open_lock(&file).unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
    }

    #[test]
    fn missing_program_is_reported() {
        let command = std::process::Command::new("/none/of/that/name");
        assert_eq!(go_on_as(command).kind(), std::io::ErrorKind::NotFound);
    }

    #[test]
    fn sleep_clock_also_runs_awake() {
        let (before, awake) = (time_with_sleep(), Duration::from_millis(20));
        sleep(awake);
        let passed = time_with_sleep().saturating_sub(before);
        assert!(
            passed >= awake || cfg!(not(target_os = "linux")),
            "{passed:?}"
        );
    }

    #[test]
    fn texts_continue_a_sentence() {
        for text in [NO_WINDOW, NO_GRAPHICS] {
            assert!(text.starts_with("no ") && !text.ends_with('.'), "{text}");
        }
    }
}
