//! Solves the positions of an EPD file with the engine. Prints the number of solved positions and
//! the moves played in the others.
//!
//! ```text
//! cargo run -p icochess-lab --example solve_epd -- FILE SECONDS [VARIANT]
//! ```
//!
//! A position is solved if the engine plays one of the best moves (`bm`) and none of the moves to
//! avoid (`am`). The engine uses one thread and SECONDS per position. The default variant is
//! `chess`.

use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{env, fs, process};

use icochess_boards::Variant;
use icochess_engine::{AnyEngine, ComputerPlayer, Limits, SearchOptions, TranspositionTable};
use icochess_rules::{AnyBoard, Move, Record};

/// Table size in mebibytes.
const TABLE: usize = 64;

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("{error}");
        process::exit(2);
    }
}

fn run(words: &[String]) -> Result<(), String> {
    let (file, seconds, variant) = match words {
        [file, seconds] => (file, seconds, Variant::Chess),
        [file, seconds, variant] => {
            let variant = variant.parse().map_err(|error| format!("{error}"))?;
            (file, seconds, variant)
        }
        _ => return Err("usage: solve_epd FILE SECONDS [VARIANT]".into()),
    };
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let seconds: f64 = seconds
        .parse()
        .map_err(|error| format!("{seconds}: {error}"))?;
    let time =
        Duration::try_from_secs_f64(seconds).map_err(|error| format!("{seconds}: {error}"))?;
    let engine = variant.engine();
    let engine = engine.ok_or_else(|| format!("the engine does not play on {variant}"))?;
    solve(variant.board(), engine, &text, time)
}

/// Solves a whole file.
fn solve(board: AnyBoard, engine: AnyEngine, text: &str, time: Duration) -> Result<(), String> {
    let table = TranspositionTable::new(TABLE);
    let (mut solved, mut count) = (0, 0);
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let task = Task::read(board, line).map_err(|error| format!("{line}\n{error}"))?;
        table.clear();
        let means = SearchOptions {
            limits: Limits {
                move_time: Some(time),
                ..Limits::default()
            },
            search_moves: &[],
            threads: 1,
            on_thread_start: || {},
            table: &table,
        };
        let (strongest, never) = (ComputerPlayer::default(), AtomicBool::new(false));
        let root = engine.root(&*task.game);
        let found = root.and_then(|root| root.choose(&strongest, &means, &never, &mut |_| {}));
        let found = found.ok_or_else(|| format!("{line}\nthere is no move"))?;
        count += 1;
        if task.is_solved_by(found.best_move) {
            solved += 1;
        } else {
            let played = task.game.position().san(found.best_move);
            let depth = found.info.map_or(0, |info| info.depth);
            println!("{played} at depth {depth}: {line}");
        }
    }
    println!("{solved} of {count} solved, {time:?} each");
    Ok(())
}

/// A position with its best moves and moves to avoid.
struct Task {
    /// A game that starts at the position.
    game: Record,
    best: Vec<Move>,
    avoid: Vec<Move>,
}

impl Task {
    /// Parses a line: a position of four or six fields, then operations that end with semicolons.
    fn read(board: AnyBoard, line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() < 4 {
            return Err("a position has at least four fields".into());
        }
        let counted = words.get(4..6).is_some_and(|counters| {
            let mut counters = counters.iter();
            counters.all(|counter| counter.parse::<u16>().is_ok())
        });
        let (position, rest) = if counted {
            (words[..6].join(" "), &words[6..])
        } else {
            (words[..4].join(" ") + " 0 1", &words[4..])
        };
        let game = board.read_position(&position);
        let game = game.map_err(|error| format!("{error}"))?;
        let position = game.position();
        let (mut best, mut avoid) = (Vec::new(), Vec::new());
        for operation in rest.join(" ").split(';') {
            let mut words = operation.split_whitespace();
            let moves = match words.next() {
                Some("bm") => &mut best,
                Some("am") => &mut avoid,
                _ => continue,
            };
            for word in words {
                let mv = position.parse_san(word);
                moves.push(mv.map_err(|error| format!("{error}"))?);
            }
        }
        if best.is_empty() && avoid.is_empty() {
            return Err("neither bm nor am says what to play".into());
        }
        Ok(Self { game, best, avoid })
    }

    fn is_solved_by(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }
}
