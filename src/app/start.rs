//! Turns a failed start without window or graphics driver into one sentence.
//!
//! Bevy panics if it finds neither. During the start, this module turns a panic into an error,
//! without the usual backtrace.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use icochess_base::platform::{self, CATCHES_PANICS};
use icochess_cli::source_path;

thread_local! {
    /// The sentence for a panic of this thread, while it builds the app.
    static SENTENCE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `build`, which may panic in this thread.
///
/// # Errors
///
/// A sentence for the player in place of a panic.
pub(super) fn attempt<T>(build: impl FnOnce() -> T) -> Result<T, String> {
    if !CATCHES_PANICS {
        return Ok(build());
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |panic| {
            let text = panic.payload_as_str().unwrap_or_default();
            let file = panic.location().map_or("", |at| at.file());
            SENTENCE.with_borrow_mut(|now| match now {
                Some(now) => *now = sentence(text, file),
                None => previous(panic),
            });
        }));
    });
    SENTENCE.set(Some("the game cannot start".to_owned()));
    let built = catch_unwind(AssertUnwindSafe(build));
    let sentence = SENTENCE.take();
    built.map_err(|_| sentence.unwrap_or_default())
}

/// Returns the sentence for a panic with this message in this source file.
fn sentence(text: &str, file: &str) -> String {
    // Players see one sentence; further lines are for programmers.
    let text = text.lines().next().unwrap_or_default();
    let aside = if is_debug_text(text) {
        String::new()
    } else {
        format!(" ({text})")
    };
    if file.contains("bevy_winit") {
        format!("{}{aside}", platform::NO_WINDOW)
    } else if file.contains("bevy_render") || file.contains("wgpu") {
        format!("{}{aside}", platform::NO_GRAPHICS)
    } else if aside.is_empty() {
        format!("the game cannot start ({})", source_path(file))
    } else {
        format!("the game cannot start: {text}")
    }
}

/// Returns whether a panic message is debug output with paths of the build machine, which doesn't
/// help a player.
fn is_debug_text(text: &str) -> bool {
    text.contains("`Err` value") || text.contains("{ ") || text.ends_with('{')
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn panic_becomes_a_sentence_on_this_thread_only() {
        assert_eq!(attempt(|| 3), Ok(3));
        let message = attempt(|| panic!("no paper\nin any drawer")).unwrap_err();
        assert_eq!(message, "the game cannot start: no paper");
        let inside = attempt(|| thread::spawn(|| panic!("expected here")).join().is_err());
        assert_eq!(inside, Ok(true));
        assert!(std::panic::catch_unwind(|| panic!("expected here, too")).is_err());
    }

    #[test]
    fn panic_is_reported_in_one_line() {
        let message = |file: &str| {
            let file = format!("/sources/{file}/src/lib.rs");
            sentence("no adapter fits\nbacktrace", &file)
        };
        for (file, advice) in [
            ("bevy_winit-0.19.1", platform::NO_WINDOW),
            ("bevy_render-0.19.1", platform::NO_GRAPHICS),
            ("wgpu-core", platform::NO_GRAPHICS),
        ] {
            let message = message(file);
            assert!(message.contains(advice), "{message}");
            assert!(message.ends_with("(no adapter fits)"), "{message}");
        }
        assert_eq!(
            message("icochess"),
            "the game cannot start: no adapter fits"
        );
    }

    #[test]
    fn report_has_no_debug_output() {
        let text = "called `Result::unwrap()` on an `Err` value: Os(OsError { line: 765, file: \
                    \"/home/ann/.cargo/registry/src/winit/mod.rs\", error: Misc(\"none\") })";
        assert_eq!(sentence(text, "bevy_winit"), platform::NO_WINDOW);
        let file = "/home/ann/.cargo/registry/src/index/bevy_tasks-0.19.1/src/task_pool.rs";
        assert_eq!(
            sentence(text, file),
            "the game cannot start (bevy_tasks-0.19.1/src/task_pool.rs)"
        );
    }
}
