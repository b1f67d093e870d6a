//! Measures how much Value gains from several threads.
//!
//! ```text
//! cargo run -p icochess-lab --example time_value -- THREADS [LEVEL [VARIANT]]
//! ```
//!
//! Searches the board's benchmark positions with one thread and with THREADS in turn, and compares
//! the chosen moves. The default level is 2 and the default variant `icochess`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{env, process};

use icochess_boards::Variant;
use icochess_engine::{
    Algorithm, AnyEngine, ComputerPlayer, Limits, SearchOptions, TranspositionTable,
};
use icochess_lab::arena::read_records;
use icochess_rules::AnyBoard;

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("{error}");
        process::exit(2);
    }
}

fn run(words: &[String]) -> Result<(), String> {
    let usage = "usage: time_value THREADS [LEVEL [VARIANT]]";
    let number = |word: Option<&String>, fallback: usize| {
        word.map_or(Ok(fallback), |word| word.parse())
            .map_err(|_| usage.to_owned())
    };
    let threads = number(Some(words.first().ok_or(usage)?), 1)?;
    let level = number(words.get(1), 2)?;
    let level = u8::try_from(level).map_err(|error| error.to_string())?;
    let variant: Variant = match words.get(2) {
        None => Variant::default(),
        Some(word) => word.parse().map_err(|error| format!("{error}"))?,
    };
    let engine = variant.engine();
    let engine = engine.ok_or_else(|| format!("the engine does not play on {variant}"))?;
    compare(variant.board(), engine, threads, level)
}

fn compare(board: AnyBoard, engine: AnyEngine, threads: usize, level: u8) -> Result<(), String> {
    let games = read_records(board, engine.bench_positions()).map_err(|error| error.to_string())?;
    let table = TranspositionTable::new(0);
    let player = ComputerPlayer {
        algorithm: Algorithm::Value,
        level,
        seed: 1,
    };
    let never = AtomicBool::new(false);
    let mut times = [Duration::ZERO; 2];
    for game in &games {
        let found = [1, threads].map(|threads| {
            let means = SearchOptions {
                limits: Limits::default(),
                threads,
                on_thread_start: || {},
                table: &table,
            };
            let start = Instant::now();
            let root = engine.root(&**game);
            let found = root.and_then(|root| root.choose(&player, &means, &never, &mut |_| {}));
            (start.elapsed(), found.map(|found| found.best_move))
        });
        for (sum, (time, _)) in times.iter_mut().zip(&found) {
            *sum += *time;
        }
        if found[0].1 != found[1].1 {
            return Err(format!("another choice: {}", game.position().text()));
        }
    }
    let [one, several] = times.map(|time| time.as_secs_f64());
    println!(
        "{} positions, level {level}: {one:.2} s with 1 thread, {several:.2} s with {threads}: {:.2} times",
        games.len(),
        one / several
    );
    Ok(())
}
