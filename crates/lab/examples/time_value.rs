//! Times Value by several threads, and prints what it comes to.
//!
//! ```text
//! cargo run -p icochess-lab --example time_value -- THREADS [LEVEL [VARIANT]]
//! ```
//!
//! The positions of the board's benchmark are looked at with one thread and with that many, in
//! turn, and the choices are compared. The level is 2 and the variant `icochess` unless they are
//! named.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{env, process};

use icochess_boards::{OnEvaluated, Variant};
use icochess_engine::{Algorithm, ComputerPlayer, Evaluated, Search, TranspositionTable};
use icochess_lab::arena::read_positions;

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("{error}");
        process::exit(2);
    }
}

fn run(words: &[String]) -> Result<(), String> {
    let usage = "usage: time_value THREADS [LEVEL [VARIANT]]";
    let number = |word: Option<&String>, usual: usize| {
        word.map_or(Ok(usual), |word| word.parse())
            .map_err(|_| usage.to_owned())
    };
    let threads = number(Some(words.first().ok_or(usage)?), 1)?;
    let level = number(words.get(1), 2)?;
    let level = u8::try_from(level).map_err(|error| error.to_string())?;
    let variant: Variant = match words.get(2) {
        None => Variant::default(),
        Some(word) => word.parse().map_err(|error| format!("{error}"))?,
    };
    let timed = variant.on_evaluated(Times { threads, level });
    timed.unwrap_or_else(|| Err(format!("the engine does not play on {variant}")))
}

struct Times {
    threads: usize,
    level: u8,
}

impl OnEvaluated for Times {
    type Output = Result<(), String>;

    fn run<B: Evaluated>(self) -> Self::Output {
        let games = read_positions::<B>(B::BENCH_POSITIONS).map_err(|error| error.to_string())?;
        let table = TranspositionTable::new(0);
        let player = ComputerPlayer {
            algorithm: Algorithm::Value,
            level: self.level,
            seed: 1,
        };
        let never = AtomicBool::new(false);
        let mut times = [Duration::ZERO; 2];
        for game in &games {
            let found = [1, self.threads].map(|threads| {
                let by = Search {
                    threads,
                    ..Search::new(B::evaluator(), &table)
                };
                let start = Instant::now();
                let found = player.choose(game, &by, &never, &mut |_| {});
                (start.elapsed(), found.map(|found| found.best_move))
            });
            for (sum, (time, _)) in times.iter_mut().zip(&found) {
                *sum += *time;
            }
            if found[0].1 != found[1].1 {
                return Err(format!("another choice: {}", game.position()));
            }
        }
        let [one, several] = times.map(|time| time.as_secs_f64());
        println!(
            "{} positions, level {}: {one:.2} s with 1 thread, {several:.2} s with {}: {:.2} times",
            games.len(),
            self.level,
            self.threads,
            one / several
        );
        Ok(())
    }
}
