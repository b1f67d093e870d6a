//! The reports of commands on standard error, and the reasons why they fail.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use icochess_message::{one_line, printable, reason};

/// Says something in one line on standard error, in the program's name. Where nobody can
/// hear it (the disk is full, the pipe is closed) the program goes on.
pub fn tell(what: impl fmt::Display) {
    tell_of_work(format_args!("icochess: {what}"));
}

/// Says something on standard error as [`tell`] does, but of the work itself:
/// how far it is, or what was found.
pub fn tell_of_work(what: impl fmt::Display) {
    // In one piece, so that lines of two threads do not mix. Only the last line feed is ours: a
    // name in a file must not look like a report of its own.
    let line = one_line(&what.to_string()).into_owned() + "\n";
    let _ = io::stderr().write_all(line.as_bytes());
}

/// A wrong argument, in the words of clap, which has seen to the others.
pub fn usage(complaint: &str) -> Failure {
    let message = format!("{complaint}\n\nFor more information, try '--help'.\n");
    Failure::Usage(clap::Error::raw(ErrorKind::ValueValidation, message))
}

/// The reason why a command has not done what it should.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// An argument is wrong.
    #[error(transparent)]
    Usage(clap::Error),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The exit status of a program whose command has ended so, of which the user is told.
pub fn end_with(result: Result<ExitCode, Failure>) -> ExitCode {
    match result {
        Ok(status) => status,
        // A reader that has seen enough (`| head`) is no failure.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => {
            tell(reason(&error));
            ExitCode::FAILURE
        }
        Err(Failure::Usage(refusal)) => refuse(&refusal),
    }
}

/// Ends the program as clap does when it cannot read the arguments, or was asked for help. What it
/// repeats of them steers no terminal and turns no text round.
pub fn refuse(refusal: &clap::Error) -> ! {
    let told = refusal.to_string();
    match printable(&told) {
        Cow::Owned(told) if refusal.use_stderr() => {
            let told = told.strip_prefix("error: ").unwrap_or(&told);
            clap::Error::raw(refusal.kind(), told).exit()
        }
        _ => refusal.exit(),
    }
}
