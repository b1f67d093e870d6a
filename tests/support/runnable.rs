//! Skips or fails tests whose requirements this machine lacks.

use std::env;
use std::io::Write;

/// Skips or fails a test whose requirement is missing.
///
/// With `CI` set, a missing requirement fails the test. Otherwise a note goes to standard error,
/// past the capture of the test harness, and the test returns early and passes.
///
/// # Panics
///
/// If `CI` is set and `need` is an error.
pub fn runnable<T>(test: &str, need: Result<T, String>) -> Option<T> {
    match need {
        Ok(found) => Some(found),
        Err(why) if in_ci() => panic!("{test} could not run: {why}"),
        Err(why) => {
            // Not `eprintln!`, because the harness hides the captured output of tests that pass.
            let _ = writeln!(std::io::stderr(), "\nNOT RUN: {test}: {why}");
            None
        }
    }
}

fn in_ci() -> bool {
    env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
