//! `icochess-lab tune`: fits the weights of the evaluation to games.

use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::Args;
use clap::builder::ArgPredicate;

use crate::tune::{Fit, Fitted, Games, Sample, Style, data, text};
use icochess_boards::{OnEvaluated, Variant};
use icochess_cli::{Failure, no_engine, print_progress, usage, variant};
use icochess_engine::{Evaluated, values_file};

/// Arguments of `icochess-lab tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Number of games to play; none if positions are read with --data
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        default_value_if("data", ArgPredicate::IsPresent, "0")
    )]
    games: usize,
    /// Number of those games that start with different material on both sides [default: half of
    /// them]
    #[arg(long, value_name = "N")]
    imbalanced: Option<usize>,
    /// Positions visited for each move
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the fitted values to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Start from the values in this file instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Steps of the descent
    #[arg(long, value_name = "N", default_value_t = 900,
        value_parser = clap::value_parser!(u32).range(3..=1_000_000))]
    epochs: u32,
    /// Expected distance of a piece's value from its start value, in hundredths of a pawn; 0 fixes
    /// it
    #[arg(long, value_name = "CP", default_value_t = 100,
        value_parser = clap::value_parser!(u16).range(..=5000))]
    material: u16,
    /// Number of parallel games [default: by the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Also learn from the positions in this file; can be repeated
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Write the positions of the games to this file
    #[arg(long, value_name = "FILE")]
    save_data: Option<PathBuf>,
    /// A date to note in the file of values
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
}

impl TuneArgs {
    /// Plays, fits and writes the values.
    ///
    /// # Errors
    ///
    /// The I/O error of a file, or the error in its text.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if let Some(complaint) = self.complaint() {
            return Err(usage(&complaint));
        }
        let tuned = self.variant.on_evaluated(Tune { args: self, out });
        tuned.ok_or_else(|| no_engine(self.variant))??;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the error of incompatible arguments, if any.
    fn complaint(&self) -> Option<String> {
        if self.games == 0 && self.data.is_empty() {
            return Some(NOTHING.to_owned());
        }
        if self.imbalanced() > self.games {
            return Some(format!(
                "invalid value '{}' for '--imbalanced <N>': there are only {} games",
                self.imbalanced(),
                self.games
            ));
        }
        None
    }

    fn imbalanced(&self) -> usize {
        self.imbalanced.unwrap_or(self.games / 2)
    }

    /// Returns the command that reproduces the values.
    fn command(&self) -> String {
        let Self {
            variant,
            games,
            nodes,
            seed,
            epochs,
            material,
            ..
        } = self;
        let imbalanced = self.imbalanced();
        let mut command = format!(
            "icochess-lab tune --variant {variant} --games {games} --imbalanced {imbalanced} \
             --nodes {nodes} --seed {seed} --epochs {epochs} --material {material}"
        );
        let files = self.data.iter().map(|file| ("--data", file));
        for (option, file) in files.chain(self.start.iter().map(|file| ("--start", file))) {
            let name = file.file_name().unwrap_or(file.as_os_str());
            command += &format!(" {option} {}", name.to_string_lossy());
        }
        command
    }

    /// Returns a one-line description of the values' source.
    fn source(&self, fitted: &Fitted, games: usize) -> String {
        let Fitted {
            learnt,
            held_out,
            positions,
            ..
        } = fitted;
        let date = self
            .date
            .as_ref()
            .map_or(String::new(), |d| format!("{d}, "));
        format!(
            "{date}fitted to {positions} positions of {games} games; error learnt {:.5} to {:.5}, \
             held out {:.5} to {:.5}; {}",
            learnt[0],
            learnt[1],
            held_out[0],
            held_out[1],
            self.command()
        )
    }
}

/// The error for a run without any positions.
const NOTHING: &str = "there is no position to learn from: expected games to play (--games) or \
                       files with positions (--data)";

/// Wraps an error with the name of its file.
fn named(file: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Io(io::Error::new(
        io::ErrorKind::InvalidData,
        format!("{}: {error}", file.display()),
    ))
}

struct Tune<'a> {
    args: &'a TuneArgs,
    out: &'a mut dyn Write,
}

impl OnEvaluated for Tune<'_> {
    type Output = Result<(), Failure>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let Self { args, out } = self;
        let (start, evaluator) = match &args.start {
            None => values_file::parse::<B>(B::VALUES).map_err(io::Error::other)?,
            Some(file) => values_file::read(file)?,
        };
        let evaluator = Arc::new(evaluator);
        let mut samples: Vec<Sample<B>> = Vec::new();
        for file in &args.data {
            let text = fs::read_to_string(file).map_err(|e| named(file, e))?;
            add(&mut samples, data::read(&text).map_err(|e| named(file, e))?);
        }
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let games = Games {
            style: Style::FOR_WEIGHTS,
            even: args.games - args.imbalanced(),
            imbalanced: args.imbalanced(),
            nodes: args.nodes,
            seed: args.seed,
            threads: args.concurrency.map_or(cores, usize::from),
        };
        let played = games.play(&evaluator, &mut |over| {
            if over.is_multiple_of(100) {
                print_progress(format_args!("{over} of {} games", args.games));
            }
        })?;
        if played.is_empty() && samples.is_empty() {
            return Err(named(
                &args.out,
                format_args!("nothing is written: {NOTHING}"),
            ));
        }
        if let Some(file) = &args.save_data {
            fs::write(file, data::write(&played)).map_err(|e| named(file, e))?;
        }
        add(&mut samples, played);
        let samples = data::distinct(samples);
        let fit = Fit {
            epochs: args.epochs,
            material: args.material.into(),
        };
        let mut fitted = fit.run(&samples, &start).map_err(|e| named(&args.out, e))?;
        let count = games_in(&samples);
        writeln!(out, "{} positions of {count} games", samples.len())?;
        writeln!(
            out,
            "scale: {:.5} for each hundredth of a pawn",
            fitted.scale
        )?;
        for (name, [before, after]) in [("learnt", fitted.learnt), ("held out", fitted.held_out)] {
            writeln!(out, "error {name}: {before:.5} before, {after:.5} after")?;
        }
        writeln!(
            out,
            "a pawn was worth {:.2} before all was divided by that",
            fitted.pawn
        )?;
        write!(out, "{}", text::worths::<B>(&fitted.values))?;
        fitted.values.source = args.source(&fitted, count);
        fs::write(&args.out, text::write(&fitted.values)).map_err(|e| named(&args.out, e))?;
        Ok(())
    }
}

/// Appends samples, with game numbers that continue after the existing ones.
fn add<B: Evaluated>(samples: &mut Vec<Sample<B>>, more: Vec<Sample<B>>) {
    let first = samples
        .iter()
        .map(|sample| sample.game + 1)
        .max()
        .unwrap_or(0);
    samples.extend(more.into_iter().map(|sample| Sample {
        game: sample.game.saturating_add(first),
        ..sample
    }));
}

fn games_in<B: Evaluated>(samples: &[Sample<B>]) -> usize {
    let mut games: Vec<usize> = samples.iter().map(|sample| sample.game).collect();
    games.dedup();
    games.len()
}
