//! The command line: what it accepts, and the commands that need no game.

mod pgn;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

pub use pgn::PgnArgs;

use crate::rules::{Board, CellSet, Icochess, Position, divide};

/// Chess on a pentakis icosidodecahedron: 80 triangular tiles on a ball that
/// floats in your room.
///
/// Without --flat or --vr it is played in the headset if an OpenXR runtime and
/// a headset are there, else in a window with the mouse.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// A command to run instead of the game.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to play.
    #[cfg(feature = "app")]
    #[command(flatten)]
    pub game: GameArgs,
}

/// Options of the game.
#[cfg(feature = "app")]
#[derive(Clone, Debug, Default, Args)]
pub struct GameArgs {
    /// Play in the window, even if a headset is there
    #[arg(long, conflicts_with = "vr")]
    pub flat: bool,
    /// Play in the headset, or end with status 2 if there is none
    #[arg(long)]
    pub vr: bool,
    /// Go on with the game in this PGN file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "resume"])]
    pub load: Option<std::path::PathBuf>,
    /// Start from this position (six fields, as `icochess moves` reads them)
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    pub position: Option<Position<Icochess>>,
    /// Go on with the last saved game without asking
    #[arg(long)]
    pub resume: bool,
    /// Folder for the saved game and the settings, instead of the usual one
    /// of the platform
    #[arg(long, value_name = "DIR", env = "ICOCHESS_DATA_DIR")]
    pub data_dir: Option<std::path::PathBuf>,
    /// Folder with the headset's actions and bindings, instead of the built-in
    /// ones (a copy of `xr_config`)
    #[arg(long, value_name = "DIR")]
    pub xr_config: Option<std::path::PathBuf>,
    /// Answer Bevy's remote protocol on 127.0.0.1
    #[arg(
        long,
        value_name = "PORT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "15702"
    )]
    pub inspect: Option<u16>,
    /// No sound
    #[arg(long)]
    pub mute: bool,
}

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
    /// Read the games of a PGN file and tell what is wrong with them
    ///
    /// One line for each error on standard error, and at the end how many games
    /// and plies were read. The board of a game is that of its tag Variant; in a
    /// game without one, the board on which all its moves are legal, 8×8 first.
    Pgn(PgnArgs),
}

/// Arguments of `icochess perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Position to count from, instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<Position<Icochess>>,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
}

/// Arguments of `icochess moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// Position to look at, instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<Position<Icochess>>,
}

impl Command {
    /// Runs the command and prints its result. Gives the exit status.
    ///
    /// # Errors
    ///
    /// What writing to `out`, or reading a file, gives.
    pub fn run(&self, out: &mut impl Write) -> io::Result<ExitCode> {
        match self {
            Self::Perft(args) => perft(args, out)?,
            Self::Moves(args) => moves(args, out)?,
            Self::Pgn(args) => return args.run(out),
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn perft(args: &PerftArgs, out: &mut impl Write) -> io::Result<()> {
    let position = args.position.unwrap_or_else(Position::start);
    let counts = divide(&position, args.depth);
    for (mv, count) in &counts {
        writeln!(out, "{}: {count}", mv.uci::<Icochess>())?;
    }
    // Nothing to divide at depth 0, where the position itself is the one leaf.
    let total = if args.depth == 0 {
        1
    } else {
        counts.iter().map(|(_, count)| count).sum::<u64>()
    };
    writeln!(out, "Nodes searched: {total}")
}

fn moves(args: &MovesArgs, out: &mut impl Write) -> io::Result<()> {
    let position = args.position.unwrap_or_else(Position::start);
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|mv| mv.uci::<Icochess>())
        .collect();
    moves.sort();
    let checkers: Vec<&str> = position
        .checkers()
        .cells()
        .map(|cell| Icochess::tables().name(cell))
        .collect();
    let check = if checkers.is_empty() {
        "-".into()
    } else {
        checkers.join(" ")
    };
    let outcome = position.outcome().map_or("ongoing", |o| o.keyword());
    writeln!(
        out,
        "{}\ncheck: {check}\noutcome: {outcome}",
        moves.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_of_the_arguments_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
