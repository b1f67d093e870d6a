//! The search for the best move.
//!
//! Every thread runs iterative deepening with aspiration windows around a principal variation
//! search (negascout). The threads share results through the transposition table, and avoid
//! duplicate work through `abdada`.
//!
//! Sources, in addition to the [Chess Programming Wiki](https://www.chessprogramming.org):
//!
//! * principal variation search: T. A. Marsland, M. Campbell, "Parallel Search of Strongly Ordered
//!   Game Trees", 1982; A. Reinefeld, "An Improvement to the Scout Tree-Search Algorithm", 1983.
//! * iterative deepening with aspiration windows: D. Slate, L. Atkin, "CHESS 4.5 – The Northwestern
//!   University Chess Program", 1977.
//! * null move: D. Beal 1989, C. Donninger 1993; disabled for few pieces because of zugzwang.
//! * late move reductions: T. Romstad, "An Introduction to Late Move Reductions", 2006; move
//!   ordering is in `move_picker`.
//! * futility: J. Schaeffer 1986, E. Heinz, "Extended Futility Pruning", 1998.
//! * exchanges: see `exchange`.
//! * quiescence: L. R. Harris 1975, D. Beal 1990.
//! * internal iterative reduction: an idea of E. Schröder.
//! * reverse futility, late move pruning (in the wiki "move count based pruning"), mate distance
//!   pruning, check extension and improving: pages of these names in the wiki.
//!
//! The gain of each feature can be measured by leaving it out: see
//! [`SearchFeature`](super::SearchFeature).

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
use icochess_endings::Endings;
use icochess_rules::{Move, Position};
use web_time::Instant;

/// Maximum number of threads of a search.
pub const MAX_THREADS: usize = 256;

/// Parameters of a search.
#[derive(Clone)]
pub struct Search<'a, B: Evaluated> {
    /// The evaluator to use.
    pub evaluator: &'a Evaluator<B>,
    /// The transposition table, with the results of earlier searches.
    pub table: &'a TranspositionTable,
    /// Limits of the search.
    pub limits: Limits,
    /// Moves to choose from; empty for all legal moves.
    pub search_moves: &'a [Move],
    /// Number of threads.
    pub threads: usize,
    /// Called first by each spawned thread, because on some systems a thread doesn't inherit its
    /// parent's priority.
    pub on_thread_start: fn(),
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Enabled search features.
    pub features: SearchFeatures,
    /// Solved endings, which the search looks up. It solves none itself. Players with a handicap
    /// don't use them.
    pub endings: Option<&'a Endings>,
}

impl<'a, B: Evaluated> Search<'a, B> {
    /// Creates a single-threaded search for one best line, with the board's features and no limits.
    /// Override fields as needed:
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
            endings: None,
        }
    }

    /// Splits the legal moves into allowed and excluded root moves.
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
    /// The opponent's best reply.
    pub ponder: Option<Move>,
    /// The last complete iteration; `None` if none was completed. A later, interrupted iteration
    /// may have changed `best_move`.
    pub info: Option<Info>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Whether a search thread panicked.
    pub failed: bool,
}

/// Searches for the best move in a position, normally the current position of a game.
///
/// Setting `stop` ends the search soon after. `report` is called with each line found. Returns
/// `None` only if there is no legal move, or a variant rule has ended the game.
///
/// If the search panics, the best move of the last complete iteration is returned, or else any
/// legal move. Uses fewer threads if the system can't spawn more.
pub fn search<B: Evaluated>(
    root: impl Into<Root<B>>,
    search: &Search<B>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Info),
) -> Option<SearchResult> {
    search_with(None, &root.into(), search, stop, report)
}

/// Searches as [`search`] does, with a player's handicap.
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
    // A single legal move needs no thought.
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
        endings: search.endings.filter(|_| handicap.is_none()),
        idle: root.idle(),
        searching: searching.as_ref(),
    };
    let path = SearchPath::new(position, root.repeated());
    let mut last = None;
    // Helpers end with the first thread.
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
