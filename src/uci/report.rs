//! What a search says of itself.

use std::sync::atomic::AtomicBool;

use oorandom::Rand64;

use super::options::{Algorithm, Options};
use crate::engine::{self, Evaluated, Info, Limits, Search, Table, score, simple};
use crate::rules::{History, Move};

/// Searches, and says what it finds in the words of the protocol.
pub(super) fn search<B: Evaluated>(
    game: &History<B>,
    limits: Limits,
    moves: &[Move],
    options: Options,
    table: &Table,
    stop: &AtomicBool,
    say: &mut dyn FnMut(String),
) {
    if options.algorithm != Algorithm::Strong {
        // "go infinite" and "go ponder" are answered when that is asked for.
        limits.wait(stop);
        let best = choose(game, options, stop).map_or("0000".into(), Move::uci::<B>);
        say(format!("bestmove {best}"));
        return;
    }
    let search = Search {
        evaluator: B::evaluator(),
        table,
        limits,
        moves,
        threads: options.threads,
        lines: options.lines,
    };
    let Some(found) = engine::search(game, &search, stop, &mut |info| say(line::<B>(info))) else {
        // As other engines have it: the null move, for there is no other.
        say("bestmove 0000".into());
        return;
    };
    if found.failed {
        say("info string the search has failed, the move is the best that was known".into());
    }
    let mut answer = format!("bestmove {}", found.best.uci::<B>());
    if let Some(ponder) = found.ponder {
        answer.push_str(&format!(" ponder {}", ponder.uci::<B>()));
    }
    say(answer);
}

/// The move of one of the simple algorithms; they know no limits but `stop`.
fn choose<B: Evaluated>(game: &History<B>, options: Options, stop: &AtomicBool) -> Option<Move> {
    let position = game.position();
    // The same seed gives the same game, not the same number for every move.
    let mut chance = Rand64::new(u128::from(options.seed) << 64 | u128::from(position.hash()));
    let (evaluator, level) = (B::evaluator(), options.level as u8);
    let found = match options.algorithm {
        Algorithm::Value => simple::value(position, evaluator, level, &mut chance, stop),
        Algorithm::Attack => simple::attack(position, evaluator, level, &mut chance, stop),
        Algorithm::Random | Algorithm::Strong => None,
    };
    // Also when nothing was found before the stop.
    found.or_else(|| simple::random(position, &mut chance))
}

fn line<B: Evaluated>(info: &Info) -> String {
    let millis = info.time.as_millis();
    let a_second = info.nodes as f64 / info.time.as_secs_f64().max(1e-3);
    let variation: String = info
        .variation
        .iter()
        .map(|mv| format!(" {}", mv.uci::<B>()))
        .collect();
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {a_second:.0} hashfull {} \
         time {millis} pv{variation}",
        info.depth,
        info.selective_depth,
        info.line,
        score::Uci(info.score),
        info.nodes,
        info.permille_full,
    )
}
