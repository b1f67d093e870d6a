//! The search: which move is best.
//!
//! Iterative deepening with aspiration windows round a principal variation search
//! (negascout), on every thread alike; the threads help one another through the
//! transposition table, and keep out of each other's way (`abdada`).
//!
//! Sources of the parts, beside the
//! [Chess Programming Wiki](https://www.chessprogramming.org):
//!
//! * principal variation search: T. A. Marsland, M. Campbell, "Parallel Search
//!   of Strongly Ordered Game Trees", 1982; A. Reinefeld, "An Improvement to the
//!   Scout Tree-Search Algorithm", 1983.
//! * iterative deepening with aspiration windows: D. Slate, L. Atkin, "CHESS
//!   4.5 – The Northwestern University Chess Program", 1977.
//! * null move: D. Beal 1989, C. Donninger 1993; not where pieces are few,
//!   for fear of zugzwang.
//! * late move reductions: T. Romstad, "An Introduction to Late Move
//!   Reductions", 2006; the order of moves has its own module (`move_picker`).
//! * futility: J. Schaeffer 1986, E. Heinz, "Extended Futility Pruning", 1998.
//! * quiescence: L. R. Harris 1975, D. Beal 1990.
//! * internal iterative reduction: an idea of E. Schröder.
//! * reverse futility, late move pruning (there "move count based pruning"),
//!   mate distance pruning and check extension have pages of these names in the
//!   wiki.
//!
//! The gain of each is measured by leaving it out: see [`SearchFeature`](super::SearchFeature).

mod alpha_beta;
mod deepening;
mod info;
mod margins;
mod quiescence;
mod reductions;
mod window;
mod worker;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

pub use info::Info;
use worker::{Shared, Worker};

use super::abdada::CurrentlySearching;
use super::eval::{Evaluated, Evaluator};
use super::features::SearchFeatures;
use super::handicap::Handicap;
use super::limits::Limits;
use super::repetition::SearchPath;
use super::root::Root;
use super::time_manager::TimeManager;
use super::transposition::TranspositionTable;
use icochess_rules::{Move, Position};
use web_time::Instant;

/// Most threads of one search.
pub const MAX_THREADS: usize = 256;

/// The parameters of a search.
#[derive(Clone)]
pub struct Search<'a, B: Evaluated> {
    /// The values of the evaluation.
    pub evaluator: &'a Evaluator<B>,
    /// The transposition table, with the findings of earlier searches.
    pub table: &'a TranspositionTable,
    /// The limits of the search.
    pub limits: Limits,
    /// The moves to choose from; all legal ones if empty.
    pub search_moves: &'a [Move],
    /// Number of threads.
    pub threads: usize,
    /// The function that each thread that the search begins calls first, beside the one that it is
    /// called in: not every system gives it the priority of that one.
    pub on_thread_start: fn(),
    /// Number of best lines wanted.
    pub multi_pv: usize,
    /// The features that the search uses.
    pub features: SearchFeatures,
}

impl<'a, B: Evaluated> Search<'a, B> {
    /// A search by one thread for the best line of all, with the board's
    /// features and without any limit. What differs is set beside it:
    ///
    /// ```
    /// use icochess_engine::{Evaluated, Limits, Search, TranspositionTable};
    /// use icochess_boards::Icochess;
    ///
    /// let table = TranspositionTable::new(1);
    /// let search = Search {
    ///     limits: Limits { nodes: Some(2000), ..Limits::default() },
    ///     ..Search::new(Icochess::evaluator(), &table)
    /// };
    /// assert_eq!((search.threads, search.multi_pv), (1, 1));
    /// ```
    pub fn new(evaluator: &'a Evaluator<B>, table: &'a TranspositionTable) -> Self {
        Self {
            evaluator,
            table,
            limits: Limits::default(),
            search_moves: &[],
            threads: 1,
            on_thread_start: || {},
            multi_pv: 1,
            features: B::SEARCH_FEATURES,
        }
    }

    /// The legal moves that may be chosen, and those that may not.
    pub(super) fn root_moves(&self, position: &Position<B>) -> (Vec<Move>, Vec<Move>) {
        if position.variant_outcome().is_some() {
            return (Vec::new(), Vec::new());
        }
        let moves = position.legal_moves().into_iter();
        moves.partition(|mv| self.search_moves.is_empty() || self.search_moves.contains(mv))
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move.
    pub best_move: Move,
    /// The best answer of the other side.
    pub ponder: Option<Move>,
    /// The findings of the last complete iteration; `None` if none was finished. An iteration that
    /// was stopped may have found a better move since.
    pub info: Option<Info>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Whether a thread of the search has failed.
    pub failed: bool,
}

/// Searches for the best move in a position, the present one of a game as a rule.
///
/// `stop` ends the search soon after it is set. Each line that the search finds
/// is told to `report`. The result is `None` only if there is no legal move, or a rule
/// of the board has ended the game.
///
/// A failure (panic) of the search loses nothing: the best move of the last
/// finished iteration counts, or else some legal move. If the system gives fewer
/// threads than asked for, those do.
pub fn search<B: Evaluated>(
    root: impl Into<Root<B>>,
    search: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<SearchResult> {
    search_with(None, &root.into(), search, stop, report)
}

/// Searches as [`search`] does, with the handicap of a player.
pub(super) fn search_with<B: Evaluated>(
    handicap: Option<&Handicap>,
    root: &Root<B>,
    search: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<SearchResult> {
    let position = root.position();
    let (moves, excluded) = search.root_moves(position);
    let fallback = *moves.first()?;
    let start = Instant::now();
    let (evaluator, table, mut limits) = (search.evaluator, search.table, search.limits.clone());
    // There is nothing to think about with one move only.
    if moves.len() == 1 && limits.is_timed(position.turn()) {
        limits.depth = Some(1);
    }
    table.new_search();
    let searching = (search.threads > 1).then(CurrentlySearching::default);
    let nodes = AtomicU64::new(0);
    let shared = Shared {
        evaluator,
        table,
        stop,
        nodes: &nodes,
        time_manager: TimeManager::new(&limits, position.turn(), start),
        limits,
        features: search.features,
        multi_pv: search.multi_pv.clamp(1, moves.len()),
        excluded: &excluded,
        handicap,
        searching: searching.as_ref(),
    };
    let path = SearchPath::new(position, root.repeated());
    let mut last = None;
    // Helpers end when the first thread does.
    let done = AtomicBool::new(false);
    let helper_shared = Shared {
        stop: &done,
        time_manager: TimeManager::new(&Limits::default(), position.turn(), start),
        limits: Limits {
            infinite: true,
            nodes: search.limits.nodes,
            ..Limits::default()
        },
        multi_pv: 1,
        ..shared
    };
    let mut better = Vec::new();
    let failed = thread::scope(|scope| {
        let helpers: Vec<_> = (1..search.threads)
            .map_while(|_| {
                let (shared, path) = (&helper_shared, path.clone());
                let begin = search.on_thread_start;
                let help = move || {
                    begin();
                    Worker::new(shared, path).iterative_deepening(position, |_| {});
                };
                thread::Builder::new().spawn_scoped(scope, help).ok()
            })
            .collect();
        let whole = catch_unwind(AssertUnwindSafe(|| {
            Worker::new(&shared, path).iterative_deepening(position, |info| {
                if info.multi_pv == 1 {
                    last = Some(info.clone());
                }
                report(info);
            })
        }));
        search.limits.wait(stop);
        done.store(true, Ordering::Relaxed);
        let helped = helpers.into_iter().map(thread::ScopedJoinHandle::join);
        let helped = helped.filter(Result::is_err).count() == 0;
        let failed = whole.is_err();
        better = whole.unwrap_or_default();
        failed || !helped
    });
    let line = match &last {
        Some(info) if better.is_empty() => &info.pv,
        _ => &better,
    };
    Some(SearchResult {
        best_move: line.first().copied().unwrap_or(fallback),
        ponder: line.get(1).copied(),
        nodes: nodes.into_inner(),
        info: last,
        failed,
    })
}
