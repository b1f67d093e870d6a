//! `icochess-lab selfplay` and `icochess-lab train`: positions for a network, and the network.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::Args;

use super::arena::named;
use crate::network::{Examples, Training};
use crate::tune::data::write;
use crate::tune::{Games, Sample, Style};
use icochess_boards::{OnEvaluated, Variant};
use icochess_cli::{Failure, no_engine, print_progress, usage, variant};
use icochess_engine::Evaluated;
use icochess_engine::eval::Network;
use icochess_engine::eval::network::Inputs;

/// Games of a batch, which is written at once.
const BATCH: usize = 500;
/// Games of a batch that start with different material on both sides.
const IMBALANCED: usize = 100;

/// Arguments of `icochess-lab selfplay`.
#[derive(Debug, Args)]
pub struct SelfplayArgs {
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// File to append the positions to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions that the file shall have
    #[arg(long, value_name = "N", default_value_t = 1_500_000)]
    positions: usize,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Network to play with, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Number of parallel games [default: by the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
}

impl SelfplayArgs {
    /// Plays and writes.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the engine doesn't support the board, or for an I/O error of a file.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let played = self.variant.on_evaluated(Selfplay { args: self, out });
        Ok(played.ok_or_else(|| no_engine(self.variant))??)
    }
}

/// `icochess-lab selfplay` on any board.
struct Selfplay<'a> {
    args: &'a SelfplayArgs,
    out: &'a mut dyn Write,
}

impl OnEvaluated for Selfplay<'_> {
    type Output = io::Result<ExitCode>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let Self { args, out } = self;
        let mut evaluator = B::evaluator().clone();
        if let Some(file) = &args.network {
            evaluator = evaluator.with_network(Some(Network::read(file)?));
        }
        let evaluator = Arc::new(evaluator);
        let (mut positions, mut batch) =
            written::<B>(&args.out).map_err(|e| named(&args.out, e))?;
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        while positions < args.positions {
            let games = Games {
                style: Style::FOR_NETWORK,
                even: BATCH - IMBALANCED,
                imbalanced: IMBALANCED,
                nodes: args.nodes,
                seed: u64::from(args.seed) << 32 | batch as u64,
                threads: args.concurrency.map_or(cores, usize::from),
            };
            let played = games.play(&evaluator, &mut |_| {})?;
            positions += played.len();
            let numbered = played.into_iter().map(|sample: Sample<B>| Sample {
                game: batch * BATCH + sample.game,
                ..sample
            });
            let numbered: Vec<_> = numbered.collect();
            let file = OpenOptions::new().append(true).create(true).open(&args.out);
            file.and_then(|mut file| file.write_all(write(&numbered).as_bytes()))
                .map_err(|error| named(&args.out, error))?;
            batch += 1;
            print_progress(format_args!("{positions} of {} positions", args.positions));
        }
        writeln!(out, "{positions} positions of {} games", batch * BATCH)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the number of positions in a file and of the next batch. Cuts off a line that an
/// interrupted run began.
fn written<B: Evaluated>(file: &Path) -> io::Result<(usize, usize)> {
    let text = match fs::read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((0, 0)),
        text => text?,
    };
    let end = text
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    if end < text.len() {
        OpenOptions::new()
            .write(true)
            .open(file)?
            .set_len(end as u64)?;
    }
    let Some(last) = text[..end].lines().last().transpose()? else {
        return Ok((0, 0));
    };
    let samples = crate::tune::data::read::<B>(&last).map_err(io::Error::other)?;
    let game = samples.first().map_or(0, |sample| sample.game);
    Ok((text[..end].lines().count(), game / BATCH + 1))
}

/// Arguments of `icochess-lab train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Board of the network
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// File with positions of games, as selfplay writes them; can be repeated
    #[arg(long, value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
    /// File to write the network to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Times that each position is seen
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Weight of the game's result in the target; the rest is the winning chance of the score
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    share: f64,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl TrainArgs {
    /// Trains and writes.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the board has no inputs for a network, or for an error of a file.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if !(0.0..=1.0).contains(&self.share) {
            return Err(usage("the share of the result has to be from 0 to 1"));
        }
        let trained = self.variant.on_evaluated(Train { args: self, out });
        trained.ok_or_else(|| no_engine(self.variant))?
    }
}

/// `icochess-lab train` on any board.
struct Train<'a> {
    args: &'a TrainArgs,
    out: &'a mut dyn Write,
}

impl OnEvaluated for Train<'_> {
    type Output = Result<ExitCode, Failure>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let Self { args, out } = self;
        let no_inputs = || usage(&format!("no networks are trained for {}", B::TITLE));
        let inputs = Inputs::<B>::new().ok_or_else(no_inputs)?;
        let (mut learnt, mut held_out) = (Examples::default(), Examples::default());
        for file in &args.data {
            let read = File::open(file).map(BufReader::new).and_then(|text| {
                Examples::read(&inputs, args.share, text, [&mut learnt, &mut held_out])
            });
            read.map_err(|error| named(file, error))?;
        }
        if learnt.is_empty() || held_out.is_empty() {
            return Err(usage("there are too few positions to learn from"));
        }
        writeln!(
            out,
            "{} positions, {} held out",
            learnt.len(),
            held_out.len()
        )?;
        let images = inputs.images();
        let training = Training {
            inputs: inputs.count(),
            scale: (1.0 / B::WIN_CHANCE_SCALE).round() as i16,
            images: &images,
            epochs: args.epochs,
            seed: args.seed,
            has_helper: thread::available_parallelism().is_ok_and(|cores| cores.get() > 1),
        };
        let weights = training.run(&learnt, &held_out, &mut |progress| {
            print_progress(format_args!(
                "epoch {}: error learnt {:.6}, held out {:.6}",
                progress.epoch, progress.learnt, progress.held_out
            ));
        });
        let bytes = weights.to_bytes();
        fs::write(&args.out, &bytes).map_err(|error| named(&args.out, error))?;
        writeln!(out, "{}: {} bytes", args.out.display(), bytes.len())?;
        Ok(ExitCode::SUCCESS)
    }
}
