//! Command-line arguments.

use clap::{ArgAction, Args, Parser};
use icochess_boards::Variant;
use icochess_cli::{Command, variant};
use icochess_rules::{AnyBoard, Record};

/// Chess on a ball of 80 triangular tiles that floats in your room, and on other boards.
///
/// Starts in the headset if there is one with an OpenXR runtime, else in a window. --flat and --vr
/// override this.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// A command to run instead of the game.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of the game, which no command has.
    #[command(flatten)]
    pub game: GameArgs,
}

/// Options of the game.
#[derive(Clone, Debug, Default, Args)]
pub struct GameArgs {
    /// Play in the window, even with a headset
    #[arg(long, conflicts_with = "vr")]
    pub flat: bool,
    /// Play in the headset; exit with status 2 if there is none
    #[arg(long)]
    pub vr: bool,
    /// Board to play on; by default the board of the file or position, or else the last one played
    #[arg(
        long,
        value_name = "NAME",
        value_parser = variant(),
        ignore_case = true,
        conflicts_with = "resume"
    )]
    pub variant: Option<Variant>,
    /// Continue a copy of the game in this PGN file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pgn", "position", "resume"])]
    pub load: Option<std::path::PathBuf>,
    /// Continue the game in this PGN text
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["position", "resume"])]
    pub pgn: Option<String>,
    /// Start from this position, in the six fields that `icochess moves` reads
    // Parsed by `GameArgs::start` once the board is known: see `GameArgs::boards`.
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    pub position: Option<String>,
    /// Play or watch the game of this link. The option's name may be left out
    #[arg(long, value_name = "LINK", conflicts_with_all = ["variant", "load", "pgn", "position", "resume"])]
    pub play: Option<String>,
    /// Add the games of this PGN file to the saved games
    #[arg(long, value_name = "FILE")]
    pub import: Option<std::path::PathBuf>,
    /// Continue the last saved game at once, even a finished one
    #[arg(long)]
    pub resume: bool,
    /// Folder for saved games and settings, instead of the platform's
    #[arg(long, value_name = "DIR", env = "ICOCHESS_DATA_DIR")]
    pub data_dir: Option<std::path::PathBuf>,
    /// Folder with actions and bindings for the headset, instead of the built-in ones (start from a
    /// copy of `xr_config`)
    #[arg(long, value_name = "DIR")]
    pub xr_config: Option<std::path::PathBuf>,
    /// Serve Bevy's remote protocol on 127.0.0.1
    #[cfg(feature = "inspect")]
    #[arg(
        long,
        value_name = "PORT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "15702"
    )]
    pub inspect: Option<u16>,
    /// Play without sound
    #[arg(long)]
    pub mute: bool,
    /// Report that the process before couldn't save the last moves
    #[arg(long, hide = true)]
    pub lost: bool,
    /// Count the losses of the headset in quick succession before this process
    #[arg(long, hide = true, action = ArgAction::Count)]
    pub after_headset: u8,
    /// Exit with status 0 if there is a headset, else print the reason and exit with status 1
    #[arg(long, hide = true)]
    pub look_for_headset: bool,
}

impl GameArgs {
    /// Returns the boards that the arguments allow, the most likely first.
    pub fn boards(&self) -> Vec<AnyBoard> {
        let all = Variant::by_likelihood().into_iter();
        let wanted = all.filter(|variant| self.variant.is_none_or(|only| only == *variant));
        wanted.map(Variant::board).collect()
    }

    /// Returns the game from the named position, if there is one.
    ///
    /// # Errors
    ///
    /// A sentence for the player if no board accepts the position.
    pub fn start(&self) -> Option<Result<Record, String>> {
        let text = self.position.as_ref()?;
        let read = self
            .boards()
            .into_iter()
            .map(|board| board.read_position(text));
        // If all boards fail, keeps the error of the board that parsed the most.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_of_the_arguments_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
