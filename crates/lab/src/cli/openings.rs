//! `icochess-lab openings`: finds balanced openings for matches.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::thread;

use clap::Args;

use super::interrupt;
use crate::arena::Balanced;
use icochess_boards::{OnEvaluated, Variant};
use icochess_cli::{Failure, no_engine, print_progress, variant};
use icochess_engine::Evaluated;

/// Arguments of `icochess-lab openings`.
#[derive(Debug, Args)]
pub struct OpeningsArgs {
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Openings to find
    #[arg(long, value_name = "N", default_value_t = 500,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Number of random plies
    #[arg(long, value_name = "PLIES", default_value_t = 8,
        value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Nodes of the search that rejects unbalanced openings
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Maximum advantage of one side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 30,
        value_parser = clap::value_parser!(i32).range(0..=30_000))]
    max_advantage: i32,
    /// Seed of the random plies
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of parallel searches [default: by the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl OpeningsArgs {
    /// Prints the openings.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the engine doesn't support the board, or for an I/O error of `out`.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let found = self.variant.on_evaluated(Find { args: self, out });
        Ok(found.ok_or_else(|| no_engine(self.variant))??)
    }
}

/// `icochess-lab openings` on any board.
struct Find<'a> {
    args: &'a OpeningsArgs,
    out: &'a mut dyn Write,
}

impl OnEvaluated for Find<'_> {
    type Output = io::Result<ExitCode>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let Self { args, out } = self;
        let OpeningsArgs {
            variant,
            count,
            plies,
            nodes,
            max_advantage,
            seed,
            threads,
        } = args;
        writeln!(
            out,
            "# icochess-lab openings --variant {variant} --count {count} --plies {plies} \
             --nodes {nodes} --max-advantage {max_advantage} --seed {seed}"
        )?;
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let by = Balanced {
            plies: (*plies).into(),
            seed: *seed,
            nodes: *nodes,
            max_advantage: *max_advantage,
            threads: threads.map_or(cores, usize::from),
        };
        let mut found = 0_u32;
        // An interrupt ends the run early, and keeps the openings found.
        by.find::<B>(interrupt::asked(), &mut |position| {
            writeln!(out, "{position}")?;
            out.flush()?;
            found += 1;
            if found.is_multiple_of(50) {
                print_progress(format_args!("{found} of {count} openings"));
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
        print_progress(format_args!("only {found} of {count} openings were found"));
        Ok(ExitCode::from(2))
    }
}
