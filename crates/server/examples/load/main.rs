//! Measures a server under load: `docs/notes/server.md`.

mod client;
mod kill;
mod program;
mod steady;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use icochess_boards::Variant;
use oorandom::Rand32;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Plays games on a server that it starts.
#[derive(Debug, Parser)]
struct Options {
    /// Games at once, with two connections each.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Seconds between two moves of a player.
    #[arg(long, default_value_t = 10.0)]
    every: f64,
    /// Seconds of the measurement.
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Kills the server this often at random moments, instead of measuring.
    #[arg(long)]
    kills: Option<usize>,
    /// Server program [default: in the folder above this one].
    #[arg(long)]
    server: Option<PathBuf>,
    /// Folder for the database [default: a temporary one].
    #[arg(long)]
    folder: Option<PathBuf>,
}

impl Options {
    fn interval(&self) -> Duration {
        Duration::from_secs_f64(self.every)
    }

    fn server(&self) -> Result<PathBuf> {
        if let Some(server) = &self.server {
            return Ok(server.clone());
        }
        let own = std::env::current_exe()?;
        let folder = own.ancestors().nth(2).ok_or("no folder of programs")?;
        Ok(folder.join("icochess-server"))
    }
}

/// Game that all tables of a board play.
struct Line {
    board: &'static str,
    moves: Vec<String>,
}

impl Line {
    /// Plies that are always enough for a measurement.
    const LENGTH: usize = 240;

    /// Draws a game that doesn't end too early.
    fn random(variant: Variant) -> Self {
        let mut chance = Rand32::new(1);
        loop {
            let mut record = variant.board().new_game();
            let mut moves = Vec::new();
            while record.outcome().is_none() && moves.len() < Self::LENGTH {
                let legal = record.position().legal_moves();
                let count = u32::try_from(legal.len()).unwrap_or(u32::MAX);
                let mv = legal[chance.rand_range(0..count) as usize];
                moves.push(record.position().uci(mv));
                if record.make_mut().play(mv).is_err() {
                    break;
                }
            }
            if record.outcome().is_none() && moves.len() == Self::LENGTH {
                let board = variant.id();
                return Self { board, moves };
            }
        }
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let runtime = tokio::runtime::Runtime::new();
    let done = runtime.map_err(Into::into).and_then(|runtime| {
        runtime.block_on(async {
            let lines = [Variant::Icochess, Variant::Chess].map(Line::random);
            match options.kills {
                Some(kills) => kill::run(&options, lines, kills).await,
                None => steady::run(&options, lines).await,
            }
        })
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}
