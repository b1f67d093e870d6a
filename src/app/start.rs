//! Turns a failed start without window or graphics driver into one sentence.
//!
//! Bevy panics if it finds neither. During the start, this module turns a panic into an error,
//! without the usual backtrace.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use icochess_base::platform::{self, CATCHES_PANICS};
use icochess_cli::{source_path, without_build_paths};

thread_local! {
    /// `Some` while this thread builds the app. It contains the panic, if there was one.
    static AT_WORK: RefCell<Option<Option<Failure>>> = const { RefCell::new(None) };
}

/// The message of a panic and its source file.
struct Failure {
    text: String,
    file: String,
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
            if !record_panic(panic) {
                previous(panic);
            }
        }));
    });
    AT_WORK.set(Some(None));
    let built = catch_unwind(AssertUnwindSafe(build));
    let failure = AT_WORK.take().flatten();
    built.map_err(|_| failure.map_or_else(|| "the game cannot start".to_owned(), Failure::message))
}

/// Records a panic if [`attempt`] will report it.
fn record_panic(panic: &PanicHookInfo) -> bool {
    AT_WORK.with_borrow_mut(|at_work| {
        let is_at_work = at_work.is_some();
        if let Some(failure) = at_work {
            *failure = Some(Failure {
                text: panic.payload_as_str().unwrap_or_default().to_owned(),
                file: panic.location().map_or("", |at| at.file()).to_owned(),
            });
        }
        is_at_work
    })
}

impl Failure {
    fn message(self) -> String {
        let from = |part: &str| self.file.contains(part);
        // Players see one sentence; further lines are for programmers.
        let text = without_build_paths(self.text.lines().next().unwrap_or_default());
        let aside = if is_debug_text(&text) {
            String::new()
        } else {
            format!(" ({text})")
        };
        if from("bevy_winit") {
            format!("{}{aside}", platform::NO_WINDOW)
        } else if from("bevy_render") || from("wgpu") {
            format!("{}{aside}", platform::NO_GRAPHICS)
        } else if aside.is_empty() {
            format!("the game cannot start ({})", source_path(&self.file))
        } else {
            format!("the game cannot start: {text}")
        }
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
            let text = "no adapter fits\nbacktrace".to_owned();
            let file = format!("/sources/{file}/src/lib.rs");
            Failure { text, file }.message()
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
    fn report_has_no_debug_output_or_build_paths() {
        let text = "called `Result::unwrap()` on an `Err` value: Os(OsError { line: 765, file: \
                    \"/home/ann/.cargo/registry/src/winit/mod.rs\", error: Misc(\"none\") })";
        let message = Failure {
            text: text.to_owned(),
            file: "bevy_winit".to_owned(),
        };
        assert_eq!(message.message(), platform::NO_WINDOW);
        let file = "/home/ann/.cargo/registry/src/index/bevy_tasks-0.19.1/src/task_pool.rs";
        for (text, expected) in [
            (
                text,
                "the game cannot start (bevy_tasks-0.19.1/src/task_pool.rs)",
            ),
            (
                "no such file: /home/ann/.cargo/registry/src/index/x-1/y.ron",
                "the game cannot start: no such file: x-1/y.ron",
            ),
        ] {
            let (text, file) = (text.to_owned(), file.to_owned());
            assert_eq!(Failure { text, file }.message(), expected);
        }
    }
}
