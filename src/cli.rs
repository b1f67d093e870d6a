//! The command line: what it accepts, and the commands that need no game.

mod arena;
mod interrupt;
mod pgn;
mod report;
mod tune;

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

pub use arena::{BenchArgs, MatchArgs};
pub use pgn::PgnArgs;
pub use report::{Failure, tell};
pub use tune::TuneArgs;

#[cfg(feature = "app")]
use crate::rules::{AnyBoard, Record};
use crate::rules::{Board, CellSet, OnBoard, Position, Variant, divide};
use crate::uci;
use report::usage;

/// Chess on a pentakis icosidodecahedron, 80 triangular tiles on a ball that
/// floats in your room, and on 8×8 squares.
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
    /// The board to play on: icochess, chess, octhex146, startrek3d or startrek3d-adjacent; else that of the file or the
    /// position, or that which was played on last
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    pub variant: Option<Variant>,
    /// Go on with the game in this PGN file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "resume"])]
    pub load: Option<std::path::PathBuf>,
    /// Start from this position (six fields, as `icochess moves` reads them)
    // Read when the board is known: see `GameArgs::boards`.
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    pub position: Option<String>,
    /// Add the games of this PGN file to the saved ones
    #[arg(long, value_name = "FILE")]
    pub import: Option<std::path::PathBuf>,
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

#[cfg(feature = "app")]
impl GameArgs {
    /// The boards that what is named can be on, the likeliest first.
    #[must_use]
    pub fn boards(&self) -> Vec<AnyBoard> {
        let all = Variant::BY_LIKELIHOOD.into_iter();
        let wanted = all.filter(|variant| self.variant.is_none_or(|only| only == *variant));
        wanted.map(Variant::board).collect()
    }

    /// The game that begins in the position that is named, if one is.
    ///
    /// # Errors
    ///
    /// A sentence for the player: no board has such a position.
    pub fn start(&self) -> Option<Result<Record, String>> {
        let text = self.position.as_ref()?;
        let read = self
            .boards()
            .into_iter()
            .map(|board| board.read_position(text));
        // Or else what is wrong on the board that understood most of it.
        let start = read.reduce(|start, other| match (start, other) {
            (Err(problem), Err(other)) if other.offset > problem.offset => Err(other),
            (Err(_), Ok(start)) => Ok(start),
            (start, _) => start,
        })?;
        Some(start.map_err(|problem| {
            format!("invalid value '{text}' for '--position <TEXT>': {problem}")
        }))
    }
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
    /// Talk to another program by the Universal Chess Interface
    ///
    /// The board can be changed with `setoption name UCI_Variant value …`.
    Uci(UciArgs),
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

/// Arguments of `icochess perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
}

/// Arguments of `icochess moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    #[command(flatten)]
    start: StartArgs,
}

/// Arguments of `icochess uci`.
#[derive(Debug, Args)]
pub struct UciArgs {
    /// Board to begin with: icochess, chess, octhex146, startrek3d or startrek3d-adjacent
    #[arg(long, value_name = "NAME", default_value_t)]
    variant: Variant,
}

/// The position that a command looks at.
#[derive(Debug, Args)]
struct StartArgs {
    /// Board to play on: icochess, chess, octhex146, startrek3d or startrek3d-adjacent
    #[arg(long, value_name = "NAME", default_value_t)]
    variant: Variant,
    /// Position on that board, instead of the start
    // Read when the board is known: see `StartArgs::position`.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
}

impl StartArgs {
    fn position<B: Board>(&self) -> Result<Position<B>, Failure> {
        let Some(text) = &self.position else {
            return Ok(Position::start());
        };
        text.parse().map_err(|problem| {
            usage(&format!(
                "invalid value '{text}' for '--position <TEXT>': {problem}"
            ))
        })
    }
}

impl Command {
    /// Runs the command and prints its result. Gives the exit status.
    ///
    /// # Errors
    ///
    /// [`Failure`] with a wrong argument, or what reading the standard input or
    /// a file, or writing to `out` gives.
    pub fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        match self {
            Self::Perft(args) => args.start.variant.on_board(Perft { args, out })?,
            Self::Moves(args) => args.start.variant.on_board(Moves { args, out })?,
            Self::Uci(args) => {
                let session = uci::Session::new(args.variant);
                uci::run_with(session, BufReader::new(io::stdin()), out)?;
            }
            Self::Pgn(args) => return Ok(args.run(out)?),
            Self::Match(args) => {
                if let Some(complaint) = args.complaint() {
                    return Err(usage(&complaint));
                }
                return Ok(args.run(out)?);
            }
            Self::Bench(args) => return Ok(args.run(out)?),
            Self::Tune(args) => return args.run(out),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `icochess perft` on any board.
struct Perft<'a, W> {
    args: &'a PerftArgs,
    out: &'a mut W,
}

impl<W: Write> OnBoard for Perft<'_, W> {
    type Output = Result<(), Failure>;

    fn run<B: Board>(self) -> Self::Output {
        let Self { args, out } = self;
        let position = args.start.position::<B>()?;
        let counts = divide(&position, args.depth);
        for (mv, count) in &counts {
            writeln!(out, "{}: {count}", position.uci(*mv))?;
        }
        // Nothing to divide at depth 0, where the position itself is the one leaf.
        let total = if args.depth == 0 {
            1
        } else {
            counts.iter().map(|(_, count)| count).sum::<u64>()
        };
        Ok(writeln!(out, "Nodes searched: {total}")?)
    }
}

/// `icochess moves` on any board.
struct Moves<'a, W> {
    args: &'a MovesArgs,
    out: &'a mut W,
}

impl<W: Write> OnBoard for Moves<'_, W> {
    type Output = Result<(), Failure>;

    fn run<B: Board>(self) -> Self::Output {
        let Self { args, out } = self;
        let position = args.start.position::<B>()?;
        let moves: Vec<String> = divide(&position, 1)
            .iter()
            .map(|(mv, _)| position.uci(*mv))
            .collect();
        let checkers: Vec<&str> = position
            .checkers()
            .cells()
            .map(|cell| B::tables().name(cell))
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
        )?;
        Ok(())
    }
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
