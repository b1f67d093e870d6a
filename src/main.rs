//! The `icochess` program: see the library.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use icochess::cli::{Cli, Failure, tell};

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(command) = &cli.command {
        return match command.run(&mut io::stdout().lock()) {
            Ok(status) => status,
            // A reader that has seen enough (`| head`) is no failure.
            Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Err(Failure::Io(error)) => {
                tell(error);
                ExitCode::FAILURE
            }
            Err(Failure::Usage(error)) => error.exit(),
        };
    }
    start(cli)
}

#[cfg(feature = "app")]
fn start(cli: Cli) -> ExitCode {
    icochess::app::run(cli.game)
}

#[cfg(not(feature = "app"))]
fn start(_: Cli) -> ExitCode {
    tell(
        "this build has only the rules: use a command (see --help), \
         or build with the feature \"app\" to play",
    );
    ExitCode::FAILURE
}
