//! Commands that need neither a game nor a display, shared by the game and the workbench.
//!
//! ```
//! use clap::Parser;
//! use icochess_cli::Command;
//!
//! #[derive(Parser)]
//! struct Cli {
//!     #[command(subcommand)]
//!     command: Command,
//! }
//!
//! let cli = Cli::try_parse_from(["icochess", "perft", "2", "--variant", "chess"])?;
//! let mut out = Vec::new();
//! cli.command.run(&mut out)?;
//! assert!(String::from_utf8(out)?.ends_with("400\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod panics;
mod pgn;
mod positions;
mod report;
mod variant;

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use icochess_boards::Variant;
use icochess_engine::uci;

pub use panics::{install_panic_hook, panic_message, source_path};
pub use pgn::PgnArgs;
pub use positions::{MovesArgs, PerftArgs, ShowArgs};
pub use report::{Failure, end_with, print_progress, print_report, refuse, usage};
pub use variant::{no_engine, variant};

/// Commands that run without display, GPU or sound.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count the move sequences of DEPTH plies by first move
    Perft(PerftArgs),
    /// Print the legal moves, the checking pieces and the outcome
    ///
    /// Three lines: the sorted moves; `check:` with the tiles of the checking pieces, or `-`;
    /// `outcome:` with `ongoing` or the end of the game.
    Moves(MovesArgs),
    /// Print the position as a diagram of chess symbols, such as ♜
    ///
    /// Filled symbols are Black's. Pieces without a symbol are letters, upper case for White.
    Show(ShowArgs),
    /// Check the games of a PGN file
    ///
    /// Prints each error as a line on standard error, then the number of games and plies. The tag
    /// Variant names the board. Without the tag, it is the first board on which all moves are legal,
    /// starting with 8×8.
    Pgn(PgnArgs),
    /// Run the engine for another program, by the Universal Chess Interface
    ///
    /// `setoption name UCI_Variant value …` changes the board.
    Uci(UciArgs),
}

/// Arguments of `icochess uci`.
#[derive(Debug, Args)]
pub struct UciArgs {
    /// First board
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
}

impl Command {
    /// Runs the command and prints its result. Returns the exit status.
    ///
    /// # Errors
    ///
    /// [`Failure`] for a wrong argument, or an I/O error of standard input, a file or `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        match self {
            Self::Perft(args) => args.run(out)?,
            Self::Moves(args) => args.run(out)?,
            Self::Show(args) => args.run(out)?,
            Self::Pgn(args) => return Ok(args.run(out)?),
            Self::Uci(args) => args.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl UciArgs {
    fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let session = uci::Session::new(Variant::for_uci(), self.variant.id())
            .ok_or_else(|| no_engine(self.variant))?;
        uci::run(session, BufReader::new(io::stdin()), out)?;
        Ok(())
    }
}
