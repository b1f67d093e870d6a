//! `icochess-lab chances`: fits the winning chance behind a score to games.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::Args;

use super::arena::openings_in;
use super::interrupt;
use crate::arena::Openings;
use crate::chances::{Games, Tenth, fit, games, random_openings, split, tenths};
use icochess_boards::{OnEvaluated, Variant};
use icochess_cli::{Failure, no_engine, print_progress, variant};
use icochess_engine::Evaluated;

/// Arguments of `icochess-lab chances`.
#[derive(Debug, Args)]
pub struct ChancesArgs {
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Positions visited for each move
    #[arg(long, value_name = "N", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes for each move after which no further iteration starts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: Option<u64>,
    /// File with positions to start from instead of random openings, one per line, each used once
    /// at most
    #[arg(long, value_name = "FILE")]
    openings_file: Option<PathBuf>,
    /// Seed of the random openings, or of their order if they come from a file
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of parallel games [default: by the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ChancesArgs {
    /// Plays, fits and prints the scale and its test.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the engine doesn't support the board, or for an I/O error of `out`.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let fitted = self.variant.on_evaluated(Chances { args: self, out });
        Ok(fitted.ok_or_else(|| no_engine(self.variant))??)
    }
}

/// `icochess-lab chances` on any board.
struct Chances<'a> {
    args: &'a ChancesArgs,
    out: &'a mut dyn Write,
}

impl OnEvaluated for Chances<'_> {
    type Output = io::Result<ExitCode>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let Self { args, out } = self;
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let openings = match &args.openings_file {
            None => random_openings::<B>(args.seed),
            Some(file) => openings_in(file, args.seed)?,
        };
        // A second game from the same position would repeat the first.
        let most = match &openings {
            Openings::Given(games) => games.len(),
            _ => usize::MAX,
        };
        let count = most.min(args.games as usize);
        let to_play = Games {
            count,
            nodes: args.nodes,
            soft_nodes: args.soft_nodes,
            openings,
            threads: args.threads.map_or(cores, usize::from),
        };
        // An interrupt ends the run early, and the finished games are still fitted.
        let played = to_play.play(interrupt::asked(), &mut |over| {
            if over.is_multiple_of(100) {
                print_progress(format_args!("{over} of {count} games"));
            }
        })?;
        writeln!(
            out,
            "Board: {}, games: {}, unfinished: {}",
            args.variant, played.games, played.unfinished
        )?;
        let (fitted, held_out) = split(played.positions);
        writeln!(
            out,
            "Fitted: {} positions of {} games, without mates",
            fitted.len(),
            games(&fitted)
        )?;
        let Some(found) = fit(&fitted) else {
            writeln!(out, "No scale fits: too few games")?;
            return Ok(ExitCode::from(2));
        };
        writeln!(
            out,
            "Scale per centipawn: {:.5}, standard error {:.5}, built in {}",
            found.scale,
            found.error,
            B::WIN_CHANCE_SCALE
        )?;
        writeln!(
            out,
            "\nHeld out: {} positions of {} games",
            held_out.len(),
            games(&held_out)
        )?;
        writeln!(
            out,
            "chance     positions  games  predicted  actual  standard errors"
        )?;
        let tenths = tenths(&held_out, found.scale);
        for (index, tenth) in tenths.iter().enumerate() {
            row(out, index, tenth)?;
        }
        let off = tenths.iter().filter(|tenth| tenth.is_off()).count();
        writeln!(
            out,
            "Tenths off by more than 5 % and two standard errors: {off}"
        )?;
        if played.games < count {
            let missing = count - played.games;
            writeln!(out, "{missing} of {count} games were not played")?;
            return Ok(ExitCode::from(2));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the row of a tenth.
fn row(out: &mut dyn Write, index: usize, tenth: &Tenth) -> io::Result<()> {
    let (low, high) = (10 * index, 10 * index + 10);
    let chance = format!("{low}-{high} %");
    let [predicted, actual] = [tenth.predicted, tenth.actual].map(|score| 100.0 * score);
    let deviation = tenth.deviation();
    let deviation = deviation.map_or_else(|| "-".to_owned(), |it| format!("{it:+.1}"));
    writeln!(
        out,
        "{chance:9}  {:9}  {:5}  {predicted:7.1} %  {actual:4.1} %  {deviation:>15}",
        tenth.positions, tenth.games
    )
}
