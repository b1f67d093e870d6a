//! `icochess pgn`: reads game files, tells what is wrong with them, and writes
//! them in export form.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::rules::pgn::{self, GameText, PgnError, Texts};
use crate::rules::{Board, Chess, Icochess};

/// Arguments of `icochess pgn`.
#[derive(Debug, Args)]
pub struct PgnArgs {
    /// The board of all games, instead of what the tag Variant of each says
    #[arg(long)]
    variant: Option<Variant>,
    /// Write the games that can be read in export form to standard output
    #[arg(long)]
    write: bool,
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The boards that games can be on.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Variant {
    /// The ball of 80 tiles
    Icochess,
    /// 8×8 squares
    Chess,
}

/// What is told about a game: its plies, variations included, and its text.
struct Read {
    plies: usize,
    text: Option<String>,
}

impl PgnArgs {
    /// Reads the file. The status is a failure if there were errors in it.
    ///
    /// # Errors
    ///
    /// What reading the file or writing to `out` gives.
    pub(super) fn run(&self, out: &mut impl Write) -> io::Result<ExitCode> {
        if self.file == Path::new("-") {
            return self.read(io::stdin().lock(), out);
        }
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.file.display()))
        };
        let file = File::open(&self.file).map_err(named)?;
        self.read(BufReader::with_capacity(1 << 16, file), out)
    }

    fn read(&self, input: impl BufRead, out: &mut impl Write) -> io::Result<ExitCode> {
        let mut out = BufWriter::new(out);
        let (mut games, mut plies, mut errors) = (0, 0, 0);
        for text in Texts::new(input) {
            match self.game(&text?) {
                Ok(read) => {
                    if let Some(text) = read.text {
                        // An empty line between games.
                        let space = if games > 0 { "\n" } else { "" };
                        write!(out, "{space}{text}")?;
                    }
                    games += 1;
                    plies += read.plies;
                }
                Err(error) => {
                    eprintln!("game {}, {error}", error.game);
                    errors += 1;
                }
            }
        }
        let summary = format!("{games} games, {plies} plies, {errors} errors");
        if self.write {
            eprintln!("{summary}");
        } else {
            writeln!(out, "{summary}")?;
        }
        out.flush()?;
        Ok(if errors > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    fn game(&self, text: &GameText) -> Result<Read, PgnError> {
        match self.variant {
            Some(Variant::Chess) => self.on_board::<Chess>(text),
            Some(Variant::Icochess) => self.on_board::<Icochess>(text),
            // A tag Variant that names the other board fails at once. Without
            // one the moves decide, or else who understood more of the game.
            None => self.on_board::<Chess>(text).or_else(|chess| {
                self.on_board::<Icochess>(text).map_err(|icochess| {
                    if icochess.offset > chess.offset {
                        icochess
                    } else {
                        chess
                    }
                })
            }),
        }
    }

    fn on_board<B: Board>(&self, text: &GameText) -> Result<Read, PgnError> {
        let game = text.parse::<B>()?;
        Ok(Read {
            plies: game.history.size(),
            text: self.write.then(|| pgn::write(&game)),
        })
    }
}
