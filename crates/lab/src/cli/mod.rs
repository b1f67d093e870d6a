//! The command line of the workbench.

mod arena;
mod interrupt;
mod tune;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use icochess_cli::{Failure, usage};

pub use arena::{BenchArgs, MatchArgs};
pub use tune::TuneArgs;

/// The workbench of Icochess: matches between settings of the engine, benchmarks of the
/// search, and fits of the weights of its evaluation
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// The game's commands that need no display, and the workbench commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// As in the game.
    #[command(flatten)]
    Shared(icochess_cli::Command),
    /// Let two computer players play games, and tell which is better
    ///
    /// A player is the name of an algorithm (random, value, attack or strong)
    /// with settings, each after a colon: level=4, seed=7, depth=6, nodes=20000,
    /// time=0.1 (seconds a move), tc=10+0.1 (seconds, and for each move),
    /// threads=2, values=FILE.ron. The name of the file may hold colons
    /// (values=C:\new\a.ron): one ends it only before another setting. Strong
    /// without a limit has 0.1 seconds a move. Errors are of 95 %, from pairs of
    /// games.
    Match(Box<MatchArgs>),
    /// Search a fixed set of positions, and tell how fast that was
    ///
    /// The number of nodes changes only when the search or its values do.
    Bench(BenchArgs),
    /// Find the weights of the engine's evaluation by playing
    ///
    /// The engine plays games against itself from random openings. Weights are
    /// sought with which the evaluation of quiet positions foretells best how
    /// the games ended. One game in ten is held out, to tell what was learnt
    /// from what was learnt by heart. The same arguments give the same values.
    Tune(TuneArgs),
}

impl Command {
    /// Runs the command and prints its result. Returns the exit status.
    ///
    /// # Errors
    ///
    /// [`Failure`] for a wrong argument or an I/O error.
    pub fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        match self {
            Self::Shared(command) => command.run(out),
            Self::Match(args) => match args.complaint() {
                Some(complaint) => Err(usage(&complaint)),
                None => args.run(out),
            },
            Self::Bench(args) => args.run(out),
            Self::Tune(args) => args.run(out),
        }
    }
}
