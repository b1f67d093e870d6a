//! The `icochess` program; see the library.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use icochess::cli::Cli;
use icochess::computer::external::guard;
use icochess::{link, platform};
use icochess_cli::{end_with, install_panic_hook, refuse};

fn main() -> ExitCode {
    install_panic_hook();
    // The arguments of a web page can be read only once.
    let args: Vec<_> = platform::args().collect();
    if let Some(ended) = guard::run_if_asked(args.iter().cloned()) {
        return ended;
    }
    let cli = Cli::try_parse_from(link::name_links(args)).unwrap_or_else(|refusal| {
        platform::alert(&refusal.to_string());
        refuse(&refusal)
    });
    match &cli.command {
        Some(command) => end_with(command.run(&mut io::stdout().lock())),
        None => icochess::app::run(cli.game),
    }
}
