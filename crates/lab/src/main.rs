//! The `icochess-lab` program: see the library.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use icochess_cli::end_with;
use icochess_lab::cli::Cli;

fn main() -> ExitCode {
    end_with(Cli::parse().command.run(&mut io::stdout().lock()))
}
