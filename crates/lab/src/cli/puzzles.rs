//! `icochess-lab puzzles`: finds puzzles in games with errors.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::arena::named;
use super::interrupt;
use crate::arena::read_positions;
use crate::puzzles::Puzzles;
use icochess_boards::{OnEvaluated, Variant};
use icochess_cli::{Failure, no_engine, print_progress, variant};
use icochess_engine::Evaluated;

/// Arguments of `icochess-lab puzzles`.
#[derive(Debug, Args)]
pub struct PuzzlesArgs {
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Puzzles to find
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Nodes of the search that proves each move
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File with positions to look at instead of games, one per line
    ///
    /// A mate need not be the only way to win there, only the fastest.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
}

impl PuzzlesArgs {
    /// Prints the puzzles.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the engine doesn't support the board, or for an I/O error of a file or `out`.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let found = self.variant.on_evaluated(Find { args: self, out });
        Ok(found.ok_or_else(|| no_engine(self.variant))??)
    }
}

/// `icochess-lab puzzles` on any board.
struct Find<'a> {
    args: &'a PuzzlesArgs,
    out: &'a mut dyn Write,
}

impl OnEvaluated for Find<'_> {
    type Output = io::Result<ExitCode>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let Self { args, out } = self;
        let PuzzlesArgs {
            variant,
            count,
            nodes,
            seed,
            positions,
        } = args;
        write!(
            out,
            "# icochess-lab puzzles --variant {variant} --count {count} --nodes {nodes} --seed {seed}"
        )?;
        let positions = match positions {
            None => None,
            Some(file) => {
                write!(out, " --positions {}", file.display())?;
                let text = fs::read_to_string(file).map_err(|error| named(file, error))?;
                Some(read_positions::<B>(&text).map_err(|error| named(file, error))?)
            }
        };
        writeln!(out)?;
        let by = Puzzles {
            nodes: *nodes,
            seed: *seed,
            positions,
        };
        let mut found = 0_u32;
        // An interrupt ends the run early, and keeps the puzzles found.
        by.find(interrupt::asked(), &mut |puzzle| {
            writeln!(out, "{puzzle}")?;
            out.flush()?;
            found += 1;
            if found.is_multiple_of(10) {
                print_progress(format_args!("{found} of {count} puzzles"));
            }
            Ok(if found == *count {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        if found == *count {
            return Ok(ExitCode::SUCCESS);
        }
        print_progress(format_args!("only {found} of {count} puzzles were found"));
        Ok(ExitCode::from(2))
    }
}
