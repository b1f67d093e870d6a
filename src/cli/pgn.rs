//! `icochess pgn`: reads game files, tells what is wrong with them, and writes
//! them in export form.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::tell_of_work;
use crate::rules::pgn::{self, GameText, PgnError, PgnProblem, Texts};
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

/// Most errors that are printed.
const MAX_ERRORS: usize = 100;

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
            return self.read(io::stdin().lock(), &|error| error, out);
        }
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.file.display()))
        };
        let file = File::open(&self.file).map_err(named)?;
        self.read(BufReader::with_capacity(1 << 16, file), &named, out)
    }

    /// `named` says in an error of reading what is read.
    fn read(
        &self,
        input: impl BufRead,
        named: &dyn Fn(io::Error) -> io::Error,
        out: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let mut out = BufWriter::new(out);
        let (mut games, mut plies, mut errors) = (0, 0, 0);
        for text in Texts::new(input) {
            match self.game(&text.map_err(named)?) {
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
                    if errors < MAX_ERRORS {
                        tell_of_work(format_args!("game {}, {error}", error.game));
                    }
                    errors += 1;
                }
            }
        }
        match errors.saturating_sub(MAX_ERRORS) {
            0 => {}
            1 => tell_of_work("… and 1 more error is not shown"),
            more => tell_of_work(format_args!("… and {more} more errors are not shown")),
        }
        let summary = [
            count(games, "game", "games"),
            count(plies, "ply", "plies"),
            count(errors, "error", "errors"),
        ]
        .join(", ");
        if self.write {
            tell_of_work(&summary);
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
        // A tag that names another board fails at once. Without one the start
        // and the moves decide, or else which board understood more of them.
        others.fold(on(first), |read, variant| match read {
            Err(error) if understood(&error.problem).is_some() => {
                on(variant).map_err(|other| farther(error, other))
            }
            read => read,
        })
    }
}

/// How much of a game a board understood before a problem that it may not be to
/// another board; `None` if it is one on every board.
fn understood(problem: &PgnProblem) -> Option<Understood> {
    match problem {
        PgnProblem::TagValue { tag: "Variant", .. } => Some(Understood::Nothing),
        PgnProblem::StartPosition(_) => Some(Understood::Variant),
        PgnProblem::Move { .. } | PgnProblem::GameOver { .. } => Some(Understood::Start),
        _ => None,
    }
}

/// What a board understood of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Understood {
    Nothing,
    /// That the game is on this board.
    Variant,
    /// The start position, and the moves before the problem.
    Start,
    /// All moves up to a problem that no board can read.
    Moves,
}

/// The error of the board that understood more, or else the first.
fn farther(first: PgnError, other: PgnError) -> PgnError {
    let reach = |error: &PgnError| understood(&error.problem).unwrap_or(Understood::Moves);
    let moves = reach(&first) == Understood::Start;
    match reach(&other).cmp(&reach(&first)) {
        Ordering::Greater => other,
        // Beyond the first's problem: that move was understood.
        Ordering::Equal if moves && other.offset > first.offset => other,
        _ => first,
    }
}

/// A number with its noun.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
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
            plies: game.tree.size(),
            text: self.write.then(|| pgn::write(&game)),
        })
    }
}
