//! `icochess-lab match` and `icochess-lab bench`: games between computer players, and search speed.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use clap::Args;

use super::interrupt;
use crate::arena::{
    Adjudication, Bench, Contest, Contestant, Estimate, Openings, Sprt, SprtResult, Tally, bench,
    elo, pgn, read_positions,
};
use icochess_boards::{OnEvaluated, Variant};
use icochess_cli::{Failure, no_engine, variant};
use icochess_engine::{Evaluated, MAX_DEPTH, MAX_HASH, MAX_THREADS};
use icochess_rules::{DrawReason, Outcome, pgn as files};

/// Nodes of the search that rejects unbalanced openings. A quarter of it would accept openings in
/// which one side is soon mated.
const OPENING_NODES: u64 = 200_000;

/// Arguments of `icochess-lab match`.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The first player, such as strong:nodes=2000 or value:level=2
    #[arg(value_name = "A")]
    first: Contestant,
    /// The second player
    #[arg(value_name = "B")]
    second: Contestant,
    /// Games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Board to play on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Number of parallel games [default: by the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Seed of random choices: of openings, of their order if they come from a file, and of players
    /// that use random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of random plies at the start of each game; 0 for the start position
    ///
    /// Openings in which one side is clearly ahead are left out.
    ///
    /// From the start position, players that use no random numbers and have no time limit play the
    /// same two games again and again.
    #[arg(long, value_name = "PLIES", default_value_t = 4,
        value_parser = clap::value_parser!(u16).range(0..=200))]
    openings: u16,
    /// File with positions to start from instead, one per line, used in an order that depends on
    /// the seed
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    openings_file: Option<PathBuf>,
    /// Add the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Stop when the test accepts that A is ELO0 or ELO1 better than B
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Mebibytes of each player's table
    #[arg(long, value_name = "MB", default_value_t = 16,
        value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    hash: u32,
    /// Number of plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(1..=40_000))]
    max_plies: u32,
    /// Adjudicate a win when both players see one side this many centipawns
    /// ahead for three moves
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=30_000))]
    win_score: Option<i32>,
}

/// Arguments of `icochess-lab bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Board to search on
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Plies of full depth, instead of the board's own
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,
    /// Number of threads. With more than one, the number of nodes differs between runs
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
}

/// Wraps an error with the name of its file.
pub(super) fn named(file: &Path, error: impl ToString) -> io::Error {
    io::Error::other(format!("{}: {}", file.display(), error.to_string()))
}

/// Reads a file of openings, in an order that depends on the seed.
pub(super) fn openings_in<B: Evaluated>(file: &Path, seed: u64) -> io::Result<Openings<B>> {
    let text = fs::read_to_string(file).map_err(|error| named(file, error))?;
    let games = read_positions(&text).map_err(|error| named(file, error))?;
    Ok(Openings::shuffled(games, seed))
}

impl MatchArgs {
    /// Plays the games and prints the results.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the engine doesn't support the board, or for an I/O error of a file or `out`.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let played = self.variant.on_evaluated(Match { args: self, out });
        Ok(played.ok_or_else(|| no_engine(self.variant))??)
    }

    /// Returns the error of incompatible arguments, if any.
    pub(super) fn complaint(&self) -> Option<String> {
        if !self.games.is_multiple_of(2) {
            return Some(format!(
                "invalid value '{}' for '--games <N>': each opening is played twice, so it has \
                 to be even",
                self.games
            ));
        }
        let right = |elos: &[f64]| elos[0] < elos[1] && elos.iter().all(|elo| elo.abs() <= 1000.0);
        let wrong = self.sprt.as_ref().is_some_and(|elos| !right(elos));
        wrong.then(|| {
            "invalid values for '--sprt <ELO0> <ELO1>': ELO0 has to be less than ELO1, and both \
             from -1000 to 1000"
                .to_owned()
        })
    }

    fn test(&self) -> Option<Sprt> {
        let elos = self.sprt.as_ref()?;
        let [elo0, elo1] = [elos[0], elos[1]];
        Some(Sprt { elo0, elo1 })
    }

    fn contest<B: Evaluated>(&self) -> io::Result<Contest<B>> {
        let openings = match &self.openings_file {
            None => Openings::Random {
                plies: self.openings.into(),
                seed: self.seed,
                nodes: OPENING_NODES,
            },
            Some(file) => openings_in(file, self.seed)?,
        };
        let places = || {
            let cores = thread::available_parallelism().map_or(1, NonZero::get);
            let threads = self.first.threads.max(self.second.threads);
            (cores / threads).max(1)
        };
        Ok(Contest {
            contestants: [self.first.clone(), self.second.clone()],
            openings,
            rounds: (self.games / 2) as usize,
            both_colours: true,
            concurrency: self.concurrency.map_or_else(places, usize::from),
            seed: self.seed,
            hash: self.hash as usize,
            adjudication: Adjudication {
                max_plies: self.max_plies as usize,
                win_score: self.win_score,
            },
        })
    }
}

/// `icochess-lab match` on any board.
struct Match<'a> {
    args: &'a MatchArgs,
    out: &'a mut dyn Write,
}

impl OnEvaluated for Match<'_> {
    type Output = io::Result<ExitCode>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let Self { args, out } = self;
        let contest = args.contest::<B>()?;
        let test = args.test();
        let mut record = args.pgn.as_deref().map(Record::open).transpose()?;
        let (mut tally, mut ends) = (Tally::default(), BTreeMap::new());
        let (mut plies, mut failures, mut distinct) = (0, 0, HashSet::new());
        let step = (args.games / 20).max(2);
        let mut decided = false;
        // An interrupt ends the match early, and the results of its finished games are still
        // printed.
        let run_result = contest.run(interrupt::asked(), &mut |finished| {
            let Some(outcome) = finished.game.outcome else {
                return Ok(ControlFlow::Continue(()));
            };
            tally.add(finished.number, outcome);
            *ends.entry(reason(outcome)).or_insert(0_u64) += 1;
            plies += finished.game.tree.ply() - finished.game.opening;
            failures += u64::from(finished.game.failed);
            distinct.insert(finished.game.digest());
            if let Some(record) = &mut record {
                let mut game = pgn(&contest.contestants, finished);
                game.tags.insert("Date".into(), today());
                record.add(&files::write(&game))?;
            }
            if tally.games().is_multiple_of(step) {
                progress(out, &tally, test)?;
            }
            decided = test.is_some_and(|test| {
                tally.first_pairs.count() > 0
                    && test.result(&tally.first_pairs) != SprtResult::Continue
            });
            Ok(if decided {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        let missing = args.games - tally.games();
        let status = if missing == 0 || decided {
            ExitCode::SUCCESS
        } else {
            writeln!(out, "\n{missing} of {} games were not played", args.games)?;
            ExitCode::from(2)
        };
        let run_result = run_result.map(|()| status);
        if tally.games() == 0 {
            return run_result;
        }
        // Prints the finished games' results even if the match was aborted.
        summary(out, args, &tally, test)?;
        let ends: Vec<String> = ends
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        writeln!(out, "Ends: {}", ends.join(", "))?;
        let distinct = distinct.len() as u64;
        if distinct < tally.games() {
            writeln!(
                out,
                "{distinct} distinct games: the others repeat them, so the errors are larger than \
                 printed"
            )?;
        }
        let games = tally.games();
        writeln!(out, "Plies a game: {:.1}", plies as f64 / games as f64)?;
        let [first, second] = tally.forfeits;
        if first + second > 0 {
            writeln!(out, "Lost on time: A {first}, B {second}")?;
        }
        if failures > 0 {
            writeln!(out, "Games with a failed search: {failures}")?;
        }
        run_result
    }
}

/// Returns today's date in PGN format.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

/// Returns a keyword for the outcome of a game.
fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw(DrawReason::Adjudication) => "most-plies",
        outcome => outcome.keyword(),
    }
}

/// Writes a line with the intermediate score.
fn progress(out: &mut dyn Write, tally: &Tally, test: Option<Sprt>) -> io::Result<()> {
    let [won, drawn, lost] = tally.first;
    write!(out, "{} games: +{won} ={drawn} -{lost}", tally.games())?;
    if let Some(estimate) = tally.first_pairs.estimate() {
        write!(out, ", {}", in_elo(estimate))?;
    }
    if let Some(estimate) = tally.white_pairs.estimate() {
        write!(out, ", White {:.1} %", 100.0 * estimate.score)?;
    }
    if let Some(test) = test {
        write!(out, ", LLR {:.2}", test.llr(&tally.first_pairs))?;
    }
    writeln!(out)?;
    out.flush()
}

/// Writes the results of the match.
fn summary(
    out: &mut dyn Write,
    args: &MatchArgs,
    tally: &Tally,
    test: Option<Sprt>,
) -> io::Result<()> {
    let pairs = &tally.first_pairs;
    writeln!(out, "\nA: {}\nB: {}", args.first, args.second)?;
    writeln!(out, "Board: {}, games: {}", args.variant, tally.games())?;
    writeln!(out, "A {}", results(tally.first))?;
    writeln!(out, "Pairs with 0, ½, 1, 1½, 2 points of A: {:?}", pairs.0)?;
    if let Some(estimate) = pairs.estimate() {
        writeln!(
            out,
            "A's score: {}\n{}, LOS {:.1} %",
            in_percent(estimate),
            in_elo(estimate),
            100.0 * pairs.los()
        )?;
    }
    if let Some(test) = test {
        let (low, high) = Sprt::bounds();
        let verdict = match test.result(pairs) {
            SprtResult::Continue => "open".to_owned(),
            SprtResult::AcceptH0 => format!("Elo {} accepted", test.elo0),
            SprtResult::AcceptH1 => format!("Elo {} accepted", test.elo1),
        };
        writeln!(
            out,
            "SPRT Elo {} against {}: LLR {:.2} ({low:.2} to {high:.2}), {verdict}",
            test.elo0,
            test.elo1,
            test.llr(pairs)
        )?;
    }
    writeln!(out, "White {}", results(tally.white))?;
    if let Some(estimate) = tally.white_pairs.estimate() {
        let (score, elo) = (in_percent(estimate), in_elo(estimate));
        writeln!(out, "White's score: {score}, {elo}")?;
    }
    Ok(())
}

fn results([won, drawn, lost]: [u64; 3]) -> String {
    format!("won {won}, drew {drawn}, lost {lost}")
}

fn in_percent(of: Estimate) -> String {
    let [score, low, high] = [of.score, of.low, of.high].map(|score| 100.0 * score);
    format!("{score:.1} % ({low:.1} to {high:.1})")
}

fn in_elo(of: Estimate) -> String {
    let [score, low, high] = [of.score, of.low, of.high].map(elo);
    format!("Elo {score:+.1} ({low:+.1} to {high:+.1})")
}

/// A file that games are appended to.
struct Record<'a> {
    path: &'a Path,
    file: File,
    /// Whether the file already contains a game.
    begun: bool,
}

impl<'a> Record<'a> {
    fn open(path: &'a Path) -> io::Result<Self> {
        let open = || {
            let file = OpenOptions::new().append(true).create(true).open(path)?;
            let begun = file.metadata()?.len() > 0;
            Ok(Self { path, file, begun })
        };
        open().map_err(|error: io::Error| named(path, error))
    }

    fn add(&mut self, game: &str) -> io::Result<()> {
        // An empty line between games.
        let space = if self.begun { "\n" } else { "" };
        self.begun = true;
        let text = format!("{space}{game}");
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| named(self.path, error))
    }
}

impl BenchArgs {
    /// Searches the positions and prints nodes, time and speed.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the engine doesn't support the board, or for an I/O error of `out`.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let by = Bench {
            depth: self.depth,
            threads: self.threads.into(),
            ..Bench::default()
        };
        let found = bench(self.variant, &by).ok_or_else(|| no_engine(self.variant))?;
        let found = found.map_err(io::Error::other)?;
        writeln!(
            out,
            "Positions: {}, depth {}\nNodes: {}\nTime: {:.3} s\nNodes a second: {}",
            found.positions,
            found.depth,
            found.nodes,
            found.time.as_secs_f64(),
            found.nodes_a_second()
        )?;
        Ok(ExitCode::SUCCESS)
    }
}
