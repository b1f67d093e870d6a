//! Tests on a machine that lacks something they need.

use std::env;
use std::io::Write;

/// Turns "this machine lacks what the test needs" into the end of the test.
///
/// With `CI` set that is a failure. Elsewhere it is said plainly on standard error (past the
/// capture of the test harness), and the test returns early and passes.
///
/// # Panics
///
/// With `CI` set, when `need` is an error.
pub fn runnable<T>(test: &str, need: Result<T, String>) -> Option<T> {
    match need {
        Ok(found) => Some(found),
        Err(why) if in_ci() => panic!("{test} could not run: {why}"),
        Err(why) => {
            // Not `eprintln!`: the harness would keep it to itself when the test passes.
            let _ = writeln!(std::io::stderr(), "\nNOT RUN: {test}: {why}");
            None
        }
    }
}

fn in_ci() -> bool {
    env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
