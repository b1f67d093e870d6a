//! The command line of the workbench.

mod arena;
mod chances;
mod endings;
mod interrupt;
mod network;
mod openings;
mod puzzles;
mod tune;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use icochess_cli::{Failure, usage};

pub use arena::{BenchArgs, MatchArgs};
pub use chances::ChancesArgs;
pub use endings::EndingsArgs;
pub use network::{SelfplayArgs, TrainArgs};
pub use openings::OpeningsArgs;
pub use puzzles::PuzzlesArgs;
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
    /// Play a match of two computer players, to find the better one
    ///
    /// A player is the name of an algorithm (random, value, attack or strong) with settings, each
    /// after a colon: level=4, seed=7, depth=6, nodes=20000, soft-nodes=5000 (finishes the
    /// iteration), time=0.1 (seconds a move), tc=10+0.1 (seconds, and for each move), threads=2,
    /// values=FILE.ron, network=FILE. A colon in the file name (values=C:\new\a.ron) ends it only before
    /// another setting. Strong without a limit gets 0.1 seconds a move. Errors are 95% intervals from pairs
    /// of games.
    Match(Box<MatchArgs>),
    /// Measure the search speed on a fixed set of positions
    ///
    /// The number of nodes changes only when the search or its values do.
    Bench(BenchArgs),
    /// Find the weights of the engine's evaluation by playing
    ///
    /// The engine plays itself from random openings. The weights are fitted so that the
    /// evaluation of quiet positions best predicts the results. One game in ten is held
    /// out to detect overfitting. Equal arguments give equal values.
    Tune(TuneArgs),
    /// Find the winning chance behind a score by playing
    ///
    /// The engine plays itself from random openings. White's winning chance is fitted to the scores
    /// and results as 1/(1+exp(-scale·score)). One game in five is held out, to compare predicted
    /// and actual results. Equal arguments give equal numbers.
    Chances(ChancesArgs),
    /// Find balanced openings for matches
    ///
    /// Prints distinct positions after random plies, one per line, if a search finds neither side
    /// ahead. Equal arguments give equal openings.
    Openings(OpeningsArgs),
    /// Play games for a network to learn from
    ///
    /// The engine plays itself from random openings. Appends quiet positions to a file, each with
    /// result and score, until the file has enough. A second run continues an interrupted one.
    Selfplay(SelfplayArgs),
    /// Train a network on positions of games
    ///
    /// One game in twenty is held out, to measure the error on unseen games. Equal arguments give
    /// equal networks.
    Train(TrainArgs),
    /// Find puzzles in games with errors
    ///
    /// The engine plays itself at low levels. Prints positions in which one move is much better
    /// than all others, one per line, with the solution, its motif and a rating. Equal arguments
    /// give equal puzzles.
    Puzzles(PuzzlesArgs),
    /// Solve endings with few men
    ///
    /// Prints for each class the number of positions, the shares that are won, drawn and lost with
    /// each side to move, and a longest line to mate. Four men take seconds a class, five minutes.
    Endings(EndingsArgs),
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
            Self::Chances(args) => args.run(out),
            Self::Openings(args) => args.run(out),
            Self::Selfplay(args) => args.run(out),
            Self::Train(args) => args.run(out),
            Self::Puzzles(args) => args.run(out),
            Self::Endings(args) => args.run(out),
        }
    }
}
