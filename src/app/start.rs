//! Turns a failed start without window or graphics driver into one sentence.
//!
//! Bevy panics if it finds neither. During the start a panic becomes an error here, without the
//! usual backtrace.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use icochess_base::platform::{self, CATCHES_PANICS};
use icochess_cli::{source_path, without_build_paths};

thread_local! {
    /// `Some` while this thread builds the app, with the panic if there was one.
    static AT_WORK: RefCell<Option<Option<Failure>>> = const { RefCell::new(None) };
}

/// The message of a panic and its source file.
struct Failure {
    said: String,
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
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !note(panic) {
                usual(panic);
            }
        }));
    });
    AT_WORK.set(Some(None));
    let built = catch_unwind(AssertUnwindSafe(build));
    let failure = AT_WORK.take().flatten();
    built.map_err(|_| failure.map_or_else(|| "the game cannot start".to_owned(), Failure::told))
}

/// Records a panic if [`attempt`] will report it.
fn note(panic: &PanicHookInfo) -> bool {
    AT_WORK.with_borrow_mut(|at_work| {
        let is_told = at_work.is_some();
        if let Some(failure) = at_work {
            *failure = Some(Failure {
                said: panic.payload_as_str().unwrap_or_default().to_owned(),
                file: panic.location().map_or("", |at| at.file()).to_owned(),
            });
        }
        is_told
    })
}

impl Failure {
    fn told(self) -> String {
        let from = |part: &str| self.file.contains(part);
        // Players see one sentence; further lines are for programmers.
        let said = without_build_paths(self.said.lines().next().unwrap_or_default());
        let aside = if is_debug_text(&said) {
            String::new()
        } else {
            format!(" ({said})")
        };
        if from("bevy_winit") {
            format!("{}{aside}", platform::NO_WINDOW)
        } else if from("bevy_render") || from("wgpu") {
            format!("{}{aside}", platform::NO_GRAPHICS)
        } else if aside.is_empty() {
            format!("the game cannot start ({})", source_path(&self.file))
        } else {
            format!("the game cannot start: {said}")
        }
    }
}

/// Whether a panic message is debug output, with paths of the build machine, which doesn't help a
/// player.
fn is_debug_text(said: &str) -> bool {
    said.contains("`Err` value") || said.contains("{ ") || said.ends_with('{')
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn panic_becomes_a_sentence_on_this_thread_only() {
        assert_eq!(attempt(|| 3), Ok(3));
        let told = attempt(|| panic!("no paper\nin any drawer")).unwrap_err();
        assert_eq!(told, "the game cannot start: no paper");
        let inside = attempt(|| thread::spawn(|| panic!("expected here")).join().is_err());
        assert_eq!(inside, Ok(true));
        assert!(std::panic::catch_unwind(|| panic!("expected here, too")).is_err());
    }

    #[test]
    fn panic_is_reported_in_one_line() {
        let told = |file: &str| {
            let said = "no adapter fits\nbacktrace".to_owned();
            let file = format!("/sources/{file}/src/lib.rs");
            Failure { said, file }.told()
        };
        for (file, advice) in [
            ("bevy_winit-0.19.1", platform::NO_WINDOW),
            ("bevy_render-0.19.1", platform::NO_GRAPHICS),
            ("wgpu-core", platform::NO_GRAPHICS),
        ] {
            let told = told(file);
            assert!(told.contains(advice), "{told}");
            assert!(told.ends_with("(no adapter fits)"), "{told}");
        }
        assert_eq!(told("icochess"), "the game cannot start: no adapter fits");
    }

    #[test]
    fn report_has_no_debug_output_or_build_paths() {
        let said = "called `Result::unwrap()` on an `Err` value: Os(OsError { line: 765, file: \
                    \"/home/ann/.cargo/registry/src/winit/mod.rs\", error: Misc(\"none\") })";
        let told = Failure {
            said: said.to_owned(),
            file: "bevy_winit".to_owned(),
        };
        assert_eq!(told.told(), platform::NO_WINDOW);
        let file = "/home/ann/.cargo/registry/src/index/bevy_tasks-0.19.1/src/task_pool.rs";
        for (said, expected) in [
            (
                said,
                "the game cannot start (bevy_tasks-0.19.1/src/task_pool.rs)",
            ),
            (
                "no such file: /home/ann/.cargo/registry/src/index/x-1/y.ron",
                "the game cannot start: no such file: x-1/y.ron",
            ),
        ] {
            let (said, file) = (said.to_owned(), file.to_owned());
            assert_eq!(Failure { said, file }.told(), expected);
        }
    }
}
