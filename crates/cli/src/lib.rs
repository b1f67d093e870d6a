//! Commands that need neither a game nor a display, shared by the game and the workbench.

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

pub use panics::{install_panic_hook, panic_message, source_path, without_build_paths};
pub use pgn::PgnArgs;
pub use positions::{MovesArgs, PerftArgs, ShowArgs};
pub use report::{Failure, end_with, refuse, tell, tell_of_work, usage};
pub use variant::{no_engine, variant};

/// Commands that run without display, GPU or sound.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count the move sequences of DEPTH plies, for each first move
    Perft(PerftArgs),
    /// Print the legal moves, the checking pieces and the outcome
    ///
    /// Three lines: the moves sorted, `check:` with the tiles of the checking
    /// pieces or `-`, and `outcome:` with `ongoing` or how the game has ended.
    Moves(MovesArgs),
    /// Print the position as a diagram of chess symbols, such as ♜
    ///
    /// Filled symbols are Black's. Pieces that have no symbol are letters: upper case for White.
    Show(ShowArgs),
    /// Read the games of a PGN file and tell what is wrong with them
    ///
    /// One line for each error on standard error, and at the end how many games
    /// and plies were read. The board of a game is that of its tag Variant; in a
    /// game without one, the board on which all its moves are legal, 8×8 first.
    Pgn(PgnArgs),
    /// Talk to another program by the Universal Chess Interface
    ///
    /// The board can be changed with `setoption name UCI_Variant value …`.
    Uci(UciArgs),
}

/// Arguments of `icochess uci`.
#[derive(Debug, Args)]
pub struct UciArgs {
    /// Board to begin with
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
