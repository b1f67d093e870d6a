//! Full-width material search of the simple opponents, run on several threads.
//!
//! The threads share the root moves and the current best score. The result doesn't depend on the
//! number of threads or their speed:
//!
//! * The window of each move is just wide enough to detect a score equal to the current best. The
//!   current best never exceeds the final best. So a move that equals the final best stays inside
//!   its window and gets an exact score.
//! * A worse move gets an exact score, or a bound below the current best.
//!
//! So the best moves are exactly those scoring the maximum, in root order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::eval::{Evaluated, Evaluator};
use super::score::{DRAW, INFINITE, MATE, Score, variant_score};
use icochess_rules::{CellSet, Move, Piece, Position, Role, rules_of};

/// Nodes of a thread between two polls of the stop condition.
const NODES_PER_POLL: u64 = 256;

/// A full-width search that counts material.
pub struct MaterialSearch<'a, B: Evaluated> {
    evaluator: &'a Evaluator<B>,
    /// Gets the node count; returns whether the search must end.
    is_over: &'a (dyn Fn(u64) -> bool + Sync),
    threads: usize,
    /// Called first by each spawned thread.
    on_thread_start: fn(),
    /// Nodes published by all threads.
    nodes: AtomicU64,
    /// Whether the search must end, or a thread has panicked.
    over: AtomicBool,
}

impl<'a, B: Evaluated> MaterialSearch<'a, B> {
    /// Creates a search with `threads` threads that ends when `is_over` returns true. `is_over`
    /// gets the number of visited nodes. Uses fewer threads if the system can't spawn more.
    pub fn new(
        evaluator: &'a Evaluator<B>,
        threads: usize,
        is_over: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> Self {
        Self {
            evaluator,
            is_over,
            threads,
            on_thread_start: || {},
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Sets a function that each spawned thread calls first.
    pub fn with_thread_start(mut self, on_thread_start: fn()) -> Self {
        self.on_thread_start = on_thread_start;
        self
    }

    /// Returns the number of nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the best moves by material and their score for the side to move, searching `level`
    /// moves of both sides ahead. The moves keep their order. The list is empty if there is no
    /// move, or if the search ended before it had looked at all moves.
    ///
    /// # Panics
    ///
    /// If a search thread panics, with its message.
    pub fn best(&self, position: &Position<B>, moves: &[Move], level: u8) -> (Vec<Move>, Score) {
        let root = RootMoves {
            position,
            moves,
            depth: 2 * u32::from(level.max(1)),
            next: AtomicUsize::new(0),
            best: AtomicI32::new(-INFINITE),
        };
        let look = || Worker::new(self).look_at(&root);
        let help = || {
            (self.on_thread_start)();
            look()
        };
        let mut scored = thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads.min(moves.len()))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, help).ok())
                .collect();
            let mut scored = look();
            for helper in helpers {
                scored.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            scored
        });
        if self.over.load(Ordering::Relaxed) {
            return (Vec::new(), DRAW);
        }
        let best = root.best.into_inner();
        scored.retain(|(_, score)| *score == best);
        scored.sort_unstable();
        let found = scored.into_iter().map(|(index, _)| moves[index]);
        (found.collect(), best)
    }
}

/// Returns the material of the side to move minus its opponent's, including reserves.
pub fn count<B: Evaluated>(evaluator: &Evaluator<B>, position: &Position<B>) -> Score {
    let of = |side| -> Score {
        (0..B::ROLES.len())
            .map(|role| Role::new(role as u8))
            .filter(|role| !rules_of::<B>(*role).royal)
            .map(|role| {
                let reserve = position.reserve(Piece { side, role });
                let count = position.pieces(side, role).len() + u32::from(reserve);
                count as Score * evaluator.piece_value(role)
            })
            .sum()
    };
    of(position.turn()) - of(!position.turn())
}

/// Root moves shared by the threads, and their progress.
struct RootMoves<'a, B: Evaluated> {
    position: &'a Position<B>,
    moves: &'a [Move],
    /// Search depth, in plies.
    depth: u32,
    /// Index of the next unclaimed move.
    next: AtomicUsize,
    best: AtomicI32,
}

/// One search thread.
struct Worker<'s, 'a, B: Evaluated> {
    search: &'s MaterialSearch<'a, B>,
    /// Nodes not yet published.
    nodes: u64,
    over: bool,
}

impl<'s, 'a, B: Evaluated> Worker<'s, 'a, B> {
    const fn new(search: &'s MaterialSearch<'a, B>) -> Self {
        Self {
            search,
            nodes: 0,
            over: false,
        }
    }

    /// Searches root moves until none are left, and returns their indices and scores.
    fn look_at(mut self, root: &RootMoves<B>) -> Vec<(usize, Score)> {
        let mut scored = Vec::new();
        loop {
            let index = root.next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = root.moves.get(index) else {
                return scored;
            };
            // This window is just wide enough to distinguish a move equal to the best score from a
            // worse one.
            let beta = 1 - root.best.load(Ordering::Relaxed);
            let next = root.position.play_unchecked(mv);
            let score = -self.score(&next, -INFINITE, beta, root.depth - 1, 1);
            if self.over {
                return scored;
            }
            root.best.fetch_max(score, Ordering::Relaxed);
            scored.push((index, score));
        }
    }

    fn score(
        &mut self,
        position: &Position<B>,
        mut alpha: Score,
        beta: Score,
        depth: u32,
        ply: usize,
    ) -> Score {
        self.nodes += 1;
        if self.nodes == NODES_PER_POLL {
            self.poll();
        }
        if self.over {
            return DRAW;
        }
        if let Some(score) = variant_score(position, ply) {
            return score;
        }
        if !position.has_legal_move() {
            return if position.is_check() {
                ply as Score - MATE
            } else {
                DRAW
            };
        }
        if depth == 0 {
            return count(self.search.evaluator, position);
        }
        let mut best = -INFINITE;
        let mut moves = Vec::with_capacity(64);
        // Captures first, since they cause cutoffs soonest.
        position.each_capture(|_, mv| moves.push(mv));
        let captures = moves.len();
        position.each_move(|mv| {
            if !moves[..captures].contains(&mv) {
                moves.push(mv);
            }
        });
        for mv in moves {
            let next = position.play_unchecked(mv);
            best = best.max(-self.score(&next, -beta, -alpha, depth - 1, ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Publishes the nodes and checks the stop condition.
    fn poll(&mut self) {
        let all = self.publish();
        if (self.search.is_over)(all) {
            self.search.over.store(true, Ordering::Relaxed);
        }
        self.over = self.search.over.load(Ordering::Relaxed);
    }

    /// Adds this thread's nodes to the shared total, and returns the total.
    fn publish(&mut self) -> u64 {
        let new = std::mem::take(&mut self.nodes);
        self.search.nodes.fetch_add(new, Ordering::Relaxed) + new
    }
}

impl<B: Evaluated> Drop for Worker<'_, '_, B> {
    /// Publishes the remaining nodes, and stops the other threads if this one panicked.
    fn drop(&mut self) {
        self.publish();
        if thread::panicking() {
            self.search.over.store(true, Ordering::Relaxed);
        }
    }
}
