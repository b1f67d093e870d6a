//! Command reports on standard error, and command failures.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use icochess_message::{one_line, printable, reason};

/// Prints one line on standard error, prefixed with the program's name. Ignores write errors such
/// as a full disk or a closed pipe.
pub fn print_report(text: impl fmt::Display) {
    print_progress(format_args!("icochess: {text}"));
}

/// Prints a line on standard error without the prefix, for progress and findings.
pub fn print_progress(text: impl fmt::Display) {
    // Writes the line in one call, so that lines of two threads don't mix. `one_line` removes line
    // feeds from the text, so that a name in a file can't forge a report.
    let line = one_line(&text.to_string()).into_owned() + "\n";
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Creates the error for an invalid argument that clap accepted.
pub fn usage(complaint: &str) -> Failure {
    let message = format!("{complaint}\n\nFor more information, try '--help'.\n");
    Failure::Usage(clap::Error::raw(ErrorKind::ValueValidation, message))
}

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// An invalid argument.
    #[error(transparent)]
    Usage(clap::Error),
    /// A failed read or write.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reports a failure to the user and returns the program's exit status.
pub fn end_with(result: Result<ExitCode, Failure>) -> ExitCode {
    match result {
        Ok(status) => status,
        // A closed pipe (`| head`) is no failure.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => {
            print_report(reason(&error));
            ExitCode::FAILURE
        }
        Err(Failure::Usage(refusal)) => refuse(&refusal),
    }
}

/// Exits as clap does on invalid arguments or `--help`. Removes control and bidirectional
/// characters from quoted arguments.
pub fn refuse(refusal: &clap::Error) -> ! {
    let shown = refusal.to_string();
    match printable(&shown) {
        Cow::Owned(shown) if refusal.use_stderr() => {
            let shown = shown.strip_prefix("error: ").unwrap_or(&shown);
            clap::Error::raw(refusal.kind(), shown).exit()
        }
        _ => refusal.exit(),
    }
}
