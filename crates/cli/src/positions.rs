//! `icochess perft`, `icochess moves` and `icochess show`: a position, and what follows from it.

use std::io::Write;

use clap::Args;
use icochess_boards::{OnBoard, Variant};
use icochess_rules::{Board, CellSet, Position, Signs, diagram, divide};

use crate::report::{Failure, usage};
use crate::variant::variant;

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

/// Arguments of `icochess show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Letters instead of chess symbols: upper case for White
    #[arg(long)]
    letters: bool,
}

/// The position that a command looks at.
#[derive(Debug, Args)]
struct StartArgs {
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
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

impl PerftArgs {
    /// Counts, and prints the counts.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        self.start.variant.on_board(Perft { args: self, out })
    }
}

impl MovesArgs {
    /// Prints moves, check and outcome.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        self.start.variant.on_board(Moves { args: self, out })
    }
}

impl ShowArgs {
    /// Prints the diagram.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        self.start.variant.on_board(Show { args: self, out })
    }
}

/// `icochess perft` on any board.
struct Perft<'a> {
    args: &'a PerftArgs,
    out: &'a mut dyn Write,
}

impl OnBoard for Perft<'_> {
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
struct Moves<'a> {
    args: &'a MovesArgs,
    out: &'a mut dyn Write,
}

impl OnBoard for Moves<'_> {
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

/// `icochess show` on any board.
struct Show<'a> {
    args: &'a ShowArgs,
    out: &'a mut dyn Write,
}

impl OnBoard for Show<'_> {
    type Output = Result<(), Failure>;

    fn run<B: Board>(self) -> Self::Output {
        let Self { args, out } = self;
        let signs = if args.letters {
            Signs::Letters
        } else {
            Signs::Figurines
        };
        let position = args.start.position::<B>()?;
        Ok(write!(out, "{}", diagram(&position, signs))?)
    }
}
