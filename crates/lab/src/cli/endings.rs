//! `icochess-lab endings`: solves endings and prints their shares and longest lines.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use super::interrupt;
use icochess_boards::{OnBoard, Variant};
use icochess_cli::{Failure, print_progress, usage, variant};
use icochess_endings::{Counts, EndingClass, Endings};
use icochess_rules::{Board, Move, Position, san};

/// Arguments of `icochess-lab endings`.
#[derive(Debug, Args)]
pub struct EndingsArgs {
    /// Board to solve for
    #[arg(long, value_name = "NAME", value_parser = variant(), ignore_case = true, default_value_t)]
    variant: Variant,
    /// Classes to solve, such as KBNK; U is an unmoved pawn
    #[arg(long, value_name = "CLASS", num_args = 1.., conflicts_with = "men")]
    class: Vec<String>,
    /// Solve all classes with this number of men, kings included
    #[arg(long, value_name = "N", default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(2..=5))]
    men: u8,
}

impl EndingsArgs {
    /// Solves and prints.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the solver doesn't support the board or a class, or for an I/O error of `out`.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        self.variant.on_board(Solve { args: self, out })
    }
}

/// `icochess-lab endings` on any board.
struct Solve<'a> {
    args: &'a EndingsArgs,
    out: &'a mut dyn Write,
}

impl OnBoard for Solve<'_> {
    type Output = Result<ExitCode, Failure>;

    fn run<B: Board>(self) -> Self::Output {
        let Self { args, out } = self;
        let Some(endings) = Endings::of::<B>() else {
            return Err(usage(&format!("no endings are solved on {}", B::TITLE)));
        };
        let mut classes = Vec::new();
        for name in &args.class {
            let class = endings.class(name);
            let unknown = || usage(&format!("{name} is no class of {}, such as KRK", B::TITLE));
            classes.push(class.ok_or_else(unknown)?);
        }
        if classes.is_empty() {
            classes = endings.classes(args.men.into());
        }
        for (number, class) in (1..).zip(&classes) {
            let start = Instant::now();
            if !endings.solve(*class, interrupt::asked()) {
                print_progress(format_args!(
                    "only {} of {} classes are solved",
                    number - 1,
                    classes.len()
                ));
                return Ok(ExitCode::from(2));
            }
            let seconds = start.elapsed().as_secs_f64();
            print::<B>(out, &endings, *class, seconds)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints a solved class.
fn print<B: Board>(
    out: &mut dyn Write,
    endings: &Endings,
    class: EndingClass,
    seconds: f64,
) -> io::Result<()> {
    let (Some(table), Some(counts)) = (endings.table(class), endings.counts(class)) else {
        return Ok(());
    };
    let bytes = table.bytes();
    writeln!(
        out,
        "{}: {bytes} bytes, {seconds:.1} s",
        endings.name(class)
    )?;
    for (side, counts) in ["first", "second"].into_iter().zip(&counts) {
        let Counts { legal, won, lost } = counts;
        let share = |count: u64| 100.0 * count as f64 / (*legal).max(1) as f64;
        let (wins, losses): (u64, u64) = (won.iter().sum(), lost.iter().sum());
        writeln!(
            out,
            "  {side} side to move: {legal} positions, won {:.2}%{}, drawn {:.2}%, lost {:.2}%{}",
            share(wins),
            within(won),
            share(counts.drawn()),
            share(losses),
            within(lost),
        )?;
    }
    if let Some(position) = endings.longest::<B>(class, true) {
        let line = endings.line(&position);
        writeln!(out, "  {position}")?;
        writeln!(out, "  {}", text(position, &line))?;
    }
    out.flush()
}

/// Returns the most moves of a list by number of moves.
fn within(by_moves: &[u64]) -> String {
    let most = by_moves.iter().rposition(|count| *count > 0);
    most.map_or_else(String::new, |most| format!(" within {most}"))
}

/// Returns a line in move text, from White's first move on.
fn text<B: Board>(mut position: Position<B>, line: &[Move]) -> String {
    let mut text = String::new();
    for (ply, mv) in line.iter().enumerate() {
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += &san::write(&position, *mv);
        text.push(' ');
        position = position.play_unchecked(*mv);
    }
    text.trim_end().to_owned()
}
