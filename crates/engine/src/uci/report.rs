//! Search reports in protocol lines.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::options::Options;
use super::protocol::NO_MOVE;
use crate::{Evaluated, Info, Limits, Root, Search, TranspositionTable, score, values_file};
use icochess_endings::Endings;
use icochess_rules::{Move, Side};
use web_time::Instant;

/// Searches, reporting progress in protocol lines. Returns the `bestmove` line.
pub(super) fn search<B: Evaluated>(
    root: Root<B>,
    limits: Limits,
    moves: &[Move],
    options: &Options,
    table: &TranspositionTable,
    endings: Option<&Endings>,
    stop: &AtomicBool,
    say: &mut dyn FnMut(String),
) -> String {
    let from_file = options.values.as_deref().map(values_file::read::<B>);
    if let Some(Err(error)) = &from_file {
        say(format!("info string the built-in values are used: {error}"));
    }
    if table.mebibytes() < options.hash {
        let (found, asked) = (table.mebibytes(), options.hash);
        say(format!(
            "info string there is no memory for a table of {asked} MB, it has {found} MB"
        ));
    }
    let evaluator = match &from_file {
        Some(Ok((_, evaluator))) => evaluator,
        _ => B::evaluator(),
    };
    if options.debug {
        say(format!(
            "info string {}",
            conditions(&limits, root.position().turn(), options)
        ));
    }
    let search = Search {
        limits,
        search_moves: moves,
        threads: options.threads,
        multi_pv: options.multi_pv,
        endings,
        ..Search::new(evaluator, table)
    };
    let player = options.player();
    let start = Instant::now();
    let Some(found) = player.choose(root, &search, stop, &mut |info| say(line::<B>(info))) else {
        return NO_MOVE.into();
    };
    // An interrupted iteration has no line of its own, but its nodes and time count.
    if found.info.is_some_and(|info| info.nodes < found.nodes) {
        let (nodes, time) = (found.nodes, start.elapsed());
        let speed = per_second(nodes, time);
        say(format!(
            "info nodes {nodes} nps {speed:.0} time {}",
            time.as_millis()
        ));
    }
    if found.failed {
        say("info string the search has failed, the move is the best that was known".into());
    }
    let mut answer = format!("bestmove {}", B::tables().uci(found.best_move));
    if let Some(ponder) = found.ponder {
        answer.push_str(&format!(" ponder {}", B::tables().uci(ponder)));
    }
    answer
}

/// Returns the conditions of a search, for `debug on`.
fn conditions(limits: &Limits, side: Side, options: &Options) -> String {
    let player = options.player();
    let time = limits.optimum_time(side);
    let time = time.map_or("any time".to_owned(), |time| {
        format!("about {} ms", time.as_millis())
    });
    let number = |number: Option<u64>, of| number.map_or(String::new(), |n| format!(", {n} {of}"));
    format!(
        "{} level {} searches for {side}: {time}{}{}, {} MB, threads {}, overhead {} ms",
        player.algorithm,
        player.level,
        number(limits.depth.map(u64::from), "plies"),
        number(limits.nodes, "nodes"),
        options.hash,
        options.threads,
        limits.overhead.as_millis(),
    )
}

fn per_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-3)
}

fn line<B: Evaluated>(info: &Info) -> String {
    let millis = info.time.as_millis();
    let a_second = per_second(info.nodes, info.time);
    let pv: String = info
        .pv
        .iter()
        .map(|mv| format!(" {}", B::tables().uci(*mv)))
        .collect();
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {a_second:.0} hashfull {} \
         time {millis} pv{pv}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        score::Uci(info.score),
        info.nodes,
        info.hashfull,
    )
}
