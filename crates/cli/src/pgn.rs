//! `icochess pgn`: reads game files, reports their errors, and writes them in export format.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::print_progress;
use crate::variant::variant;
use icochess_boards::Variant;
use icochess_rules::Record;
use icochess_rules::pgn::{self, GameText, PgnError, Texts};

/// Arguments of `icochess pgn`.
#[derive(Debug, Args)]
pub struct PgnArgs {
    /// Board of all games, instead of the tag Variant of each
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true)]
    variant: Option<Variant>,
    /// Write the valid games to standard output in export format
    #[arg(long)]
    write: bool,
    /// PGN file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Maximum number of errors printed.
const MAX_ERRORS: usize = 100;

impl PgnArgs {
    /// Reads the file. Returns a failure status if the file contains errors.
    ///
    /// # Errors
    ///
    /// The I/O error of reading the file or writing to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> io::Result<ExitCode> {
        if self.file == Path::new("-") {
            return self.read(io::stdin().lock(), &|error| error, out);
        }
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.file.display()))
        };
        let file = File::open(&self.file).map_err(named)?;
        self.read(BufReader::with_capacity(1 << 16, file), &named, out)
    }

    /// Reads the games of an input. `named` adds the name of the input to read errors.
    fn read(
        &self,
        input: impl BufRead,
        named: &dyn Fn(io::Error) -> io::Error,
        out: &mut dyn Write,
    ) -> io::Result<ExitCode> {
        let mut out = BufWriter::new(out);
        let (mut games, mut plies, mut errors) = (0, 0, 0);
        for text in Texts::new(input) {
            match self.game(&text.map_err(named)?) {
                Ok(game) => {
                    if self.write {
                        // An empty line between games.
                        let space = if games > 0 { "\n" } else { "" };
                        write!(out, "{space}{}", game.to_pgn())?;
                    }
                    games += 1;
                    plies += game.size();
                }
                Err(error) => {
                    if errors < MAX_ERRORS {
                        print_progress(format_args!("game {}, {error}", error.game));
                    }
                    errors += 1;
                }
            }
        }
        match errors.saturating_sub(MAX_ERRORS) {
            0 => {}
            1 => print_progress("… and 1 more error is not shown"),
            more => print_progress(format_args!("… and {more} more errors are not shown")),
        }
        let summary = [
            count(games, "game", "games"),
            count(plies, "ply", "plies"),
            count(errors, "error", "errors"),
        ]
        .join(", ");
        if self.write {
            print_progress(&summary);
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

    fn game(&self, text: &GameText) -> Result<Record, PgnError> {
        let on = |variant: Variant| variant.board().read_text(text);
        // Without a Variant tag, try the boards by likelihood; most games are 8×8 chess.
        match self.variant {
            Some(variant) => on(variant),
            None => pgn::detect(Variant::by_likelihood(), on),
        }
    }
}

/// Formats a number with its noun.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
