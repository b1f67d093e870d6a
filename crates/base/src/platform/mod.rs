//! Differences between systems: each has a file with the same functions and texts. `native` is the
//! part that all of them have in common but the browser.
//!
//! Code that asks something of one system alone is with the part of the program that asks: the
//! loader of the headset's runtime (`xr`), the X server (`flat`), the guard of engines
//! (`computer`); what that asks of Windows is here all the same, as no other part calls functions
//! of it, and so is what the browser's headset is asked, as no other part speaks to the page.

#[cfg(not(target_arch = "wasm32"))]
mod native;
mod no_page;
#[cfg(unix)]
mod unix;
#[cfg(target_arch = "wasm32")]
mod web;
#[cfg(windows)]
mod windows;

#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    ANNOUNCES, ASKS_FOR_FILES, Alarm, BackgroundTask, CAN_QUIT, CATCHES_PANICS, DATA_DIR,
    DIRECTIONAL_LIGHTS, HAS_THREADS, HAS_WINDOW_BESIDE, IN_USE, LOCK_TIMEOUT, SHOWS_KEYBOARD,
    SOUND_AT_START, announce, any_number, args, ask_for_file, copy_whole, fills_screen, fs,
    hear_files, next, offer, page, show_keyboard, spawn, time_with_sleep, turn_full_screen,
    write_whole,
};
pub use no_page::NoPage;
#[cfg(unix)]
pub use unix::{
    NO_GRAPHICS, NO_WINDOW, RUNTIMES, alert, exit_at_once, go_on_as, open_lock, thread_time,
};
#[cfg(target_arch = "wasm32")]
pub use web::{
    ANNOUNCES, ASKS_FOR_FILES, Alarm, BackgroundTask, CAN_QUIT, CATCHES_PANICS, DATA_DIR,
    DIRECTIONAL_LIGHTS, HAS_THREADS, HAS_WINDOW_BESIDE, IN_USE, LOCK_TIMEOUT, NO_GRAPHICS,
    NO_WINDOW, PageHeadset, RUNTIMES, SHOWS_KEYBOARD, SOUND_AT_START, WebWorker, alert, announce,
    any_number, args, ask_for_file, copy_whole, fills_screen, fs, go_on_as, go_to_headset,
    hear_files, hear_of_export, hear_of_headset, next, offer, open_lock, page, show_keyboard,
    spawn, time_with_sleep, turn_full_screen, write_whole,
};
#[cfg(windows)]
pub use windows::{
    NO_GRAPHICS, NO_WINDOW, RUNTIMES, alert, end_together, exit_at_once, go_on_as, open_lock,
    thread_time, wait_for_end,
};

/// Whether headsets have runtimes that are asked for what they offer: a browser decides by itself.
pub const HAS_RUNTIMES: bool = cfg!(not(target_arch = "wasm32"));

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;

    #[test]
    fn opening_a_lock_keeps_what_is_in_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("lock");
        fs::write(&file, "text").unwrap();
        drop(open_lock(&file).unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
    }

    #[test]
    fn a_program_that_cannot_be_started_is_told() {
        let command = std::process::Command::new("/none/of/that/name");
        assert_eq!(go_on_as(command).kind(), std::io::ErrorKind::NotFound);
    }

    #[test]
    fn the_clock_that_goes_on_in_sleep_goes_on_awake_too() {
        let (before, awake) = (time_with_sleep(), Duration::from_millis(20));
        sleep(awake);
        let passed = time_with_sleep().saturating_sub(before);
        assert!(
            passed >= awake || cfg!(not(target_os = "linux")),
            "{passed:?}"
        );
    }

    #[test]
    fn texts_go_on_in_a_sentence() {
        for text in [NO_WINDOW, NO_GRAPHICS] {
            assert!(text.starts_with("no ") && !text.ends_with('.'), "{text}");
        }
    }
}
