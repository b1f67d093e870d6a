//! `icochess pgn`: reads game files, tells what is wrong with them, and writes
//! them in export form.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::rules::pgn::{self, GameText, PgnError, Texts};
use crate::rules::{Board, OnBoard, Variant};

/// Arguments of `icochess pgn`.
#[derive(Debug, Args)]
pub struct PgnArgs {
    /// The board of all games, instead of what the tag Variant of each says:
    /// icochess or chess
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Write the games that can be read in export form to standard output
    #[arg(long)]
    write: bool,
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
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
        let write = self.write;
        let on = |variant: Variant| variant.on_board(ReadGame { text, write });
        // Without a tag Variant most games in the world are of 8×8 chess.
        let first = self.variant.unwrap_or(Variant::Chess);
        let others = Variant::ALL
            .into_iter()
            .filter(|variant| self.variant.is_none() && *variant != first);
        // A tag that names another board fails at once. Without one the moves
        // decide, or else who understood more of the game.
        others.fold(on(first), |read, variant| {
            read.or_else(|error| {
                on(variant).map_err(|other| {
                    if other.offset > error.offset {
                        other
                    } else {
                        error
                    }
                })
            })
        })
    }
}

/// Reads a game of a board, and writes it if that is wanted.
struct ReadGame<'a> {
    text: &'a GameText,
    write: bool,
}

impl OnBoard for ReadGame<'_> {
    type Output = Result<Read, PgnError>;

    fn run<B: Board>(self) -> Self::Output {
        let game = self.text.parse::<B>()?;
        Ok(Read {
            plies: game.history.size(),
            text: self.write.then(|| pgn::write(&game)),
        })
    }
}
