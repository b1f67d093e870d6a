//! `icochess pgn`: reads game files, tells what is wrong with them, and writes
//! them in export form.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::rules::pgn::{self, GameText, PgnError, Texts};
use crate::rules::{Board, OnBoard, Variant};

use super::Failure;

/// Arguments of `icochess pgn`.
#[derive(Debug, Args)]
pub struct PgnArgs {
    /// Board of all games, icochess or chess, instead of what the tag Variant of
    /// each says
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
    /// Reads the file.
    ///
    /// # Errors
    ///
    /// What reading the file or writing to `out` gives, or [`Failure::Told`].
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.file == Path::new("-") {
            return self.read(io::stdin().lock(), out);
        }
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.file.display()))
        };
        let file = File::open(&self.file).map_err(named)?;
        self.read(BufReader::with_capacity(1 << 16, file), out)
    }

    fn read(&self, input: impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
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
        if errors > 0 {
            return Err(Failure::Told);
        }
        Ok(())
    }

    fn game(&self, text: &GameText) -> Result<Read, PgnError> {
        let on = |variant: Variant| {
            variant.on_board(Reading {
                text,
                write: self.write,
            })
        };
        if let Some(variant) = self.variant {
            return on(variant);
        }
        // A tag Variant that names another board fails at once. Without one the
        // moves decide, or else who understood more of the game. What other
        // programs write is most likely 8×8 chess.
        let first = on(Variant::Chess);
        let others = Variant::ALL.into_iter().filter(|v| *v != Variant::Chess);
        others.fold(first, |best, variant| {
            best.or_else(|error| {
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

/// Reading a game as one on any board.
struct Reading<'a> {
    text: &'a GameText,
    write: bool,
}

impl OnBoard for Reading<'_> {
    type Output = Result<Read, PgnError>;

    fn run<B: Board>(self) -> Self::Output {
        let game = self.text.parse::<B>()?;
        Ok(Read {
            plies: game.history.size(),
            text: self.write.then(|| pgn::write(&game)),
        })
    }
}
