//! `icochess perft`, `icochess moves` and `icochess show`: commands on one position.

use std::io::Write;

use clap::Args;
use icochess_boards::Variant;
use icochess_rules::{CellSet, PieceSymbols, Record};

use crate::report::{Failure, usage};
use crate::variant::variant;

/// Arguments of `icochess perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Number of plies
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
    /// Print letters instead of chess symbols, upper case for White
    #[arg(long)]
    letters: bool,
}

/// The position to use.
#[derive(Debug, Args)]
struct StartArgs {
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Position on the board, instead of its start
    // Parsed in `StartArgs::game`, once the board is known.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
}

impl StartArgs {
    /// Creates a game that starts at the position.
    fn game(&self) -> Result<Record, Failure> {
        let board = self.variant.board();
        let Some(text) = &self.position else {
            return Ok(board.new_game());
        };
        board.read_position(text).map_err(|problem| {
            usage(&format!(
                "invalid value '{text}' for '--position <TEXT>': {problem}"
            ))
        })
    }
}

impl PerftArgs {
    /// Prints the perft count of each first move, and the total.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.start.game()?;
        let position = game.position();
        let counts = position.divide(self.depth);
        for (mv, count) in &counts {
            writeln!(out, "{}: {count}", position.uci(*mv))?;
        }
        // Depth 0 has no first moves; the position itself is the only leaf.
        let total = if self.depth == 0 {
            1
        } else {
            counts.iter().map(|(_, count)| count).sum::<u64>()
        };
        Ok(writeln!(out, "Nodes searched: {total}")?)
    }
}

impl MovesArgs {
    /// Prints moves, check and outcome.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.start.game()?;
        let position = game.position();
        let moves: Vec<String> = position
            .divide(1)
            .iter()
            .map(|(mv, _)| position.uci(*mv))
            .collect();
        let checkers: Vec<&str> = position
            .checkers()
            .cells()
            .map(|cell| position.cell_name(cell))
            .collect();
        let check = if checkers.is_empty() {
            "-".into()
        } else {
            checkers.join(" ")
        };
        let outcome = game.outcome().map_or("ongoing", |o| o.keyword());
        writeln!(
            out,
            "{}\ncheck: {check}\noutcome: {outcome}",
            moves.join(" ")
        )?;
        Ok(())
    }
}

impl ShowArgs {
    /// Prints the diagram.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let symbols = if self.letters {
            PieceSymbols::Letters
        } else {
            PieceSymbols::Figurines
        };
        let game = self.start.game()?;
        Ok(write!(out, "{}", game.position().diagram(symbols))?)
    }
}
