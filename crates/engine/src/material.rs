//! The search of the simple opponents: full width, by material alone, by several threads.
//!
//! The threads share the moves of the root, and the best score that any of them has found. What
//! comes out is the same for every number of threads, and whichever is the quickest:
//!
//! * A move is looked at with a window just wide enough to tell whether it is as good as the best
//!   so far. That best is never more than the best of all in the end, so a move that equals the
//!   latter stays within its window, and its score is exact.
//! * The score of a worse move is exact too, or a bound that is less than the best so far.
//!
//! So the moves with the greatest score, in the order of the root, are the best ones and no others.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::eval::{Evaluated, Evaluator};
use super::score::{DRAW, INFINITE, MATE, Score, variant_score};
use icochess_rules::{CellSet, Move, Piece, Position, Role, rules_of};

/// Nodes of a thread between two looks at whether the search must end.
const NODES_PER_POLL: u64 = 256;

/// A full-width search that counts material.
pub struct MaterialSearch<'a, B: Evaluated> {
    evaluator: &'a Evaluator<B>,
    /// Whether the search must end after so many nodes.
    is_over: &'a (dyn Fn(u64) -> bool + Sync),
    threads: usize,
    /// The function that each of them calls first that is begun here.
    on_thread_start: fn(),
    /// Nodes of all threads, as far as they have published them.
    nodes: AtomicU64,
    /// Whether the search has to end, or a thread has failed.
    over: AtomicBool,
}

impl<'a, B: Evaluated> MaterialSearch<'a, B> {
    /// A search by so many threads that ends when `is_over` says so; it is told how many
    /// positions have been visited. If the system gives fewer threads, those do.
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

    /// The search with a function that each thread that it begins calls first.
    pub fn with_thread_start(mut self, on_thread_start: fn()) -> Self {
        self.on_thread_start = on_thread_start;
        self
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The moves that are best by material, `level` moves of both sides ahead, in their order, with
    /// their score for the side to move. Empty if there is no move, or if the search had to end
    /// before all were looked at.
    ///
    /// # Panics
    ///
    /// If a thread of the search panics, with what that says.
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

    /// Material of the side to move less that of the other, what is in reserve too.
    fn count(&self, position: &Position<B>) -> Score {
        let of = |side| -> Score {
            (0..B::ROLES.len())
                .map(|role| Role::new(role as u8))
                .filter(|role| !rules_of::<B>(*role).royal)
                .map(|role| {
                    let reserve = position.reserve(Piece { side, role });
                    let count = position.pieces(side, role).len() + u32::from(reserve);
                    count as Score * self.evaluator.piece_value(role)
                })
                .sum()
        };
        of(position.turn()) - of(!position.turn())
    }
}

/// The moves that the threads look at, and their progress.
struct RootMoves<'a, B: Evaluated> {
    position: &'a Position<B>,
    moves: &'a [Move],
    /// Plies to look ahead.
    depth: u32,
    /// The index of the move that nobody has begun with.
    next: AtomicUsize,
    /// The best score so far.
    best: AtomicI32,
}

/// One thread of a search.
struct Worker<'s, 'a, B: Evaluated> {
    search: &'s MaterialSearch<'a, B>,
    /// Nodes that are not published yet.
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

    /// Takes moves of the root until there are no more, and returns their indices and scores.
    fn look_at(mut self, root: &RootMoves<B>) -> Vec<(usize, Score)> {
        let mut scored = Vec::new();
        loop {
            let index = root.next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = root.moves.get(index) else {
                return scored;
            };
            // Just wide enough to tell a move as good as the best from a worse one.
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
            return self.search.count(position);
        }
        let mut best = -INFINITE;
        let mut moves = Vec::with_capacity(64);
        // Captures first: they are refuted or refute soonest.
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

    /// Publishes the nodes, and looks whether the search must end.
    fn poll(&mut self) {
        let all = self.publish();
        if (self.search.is_over)(all) {
            self.search.over.store(true, Ordering::Relaxed);
        }
        self.over = self.search.over.load(Ordering::Relaxed);
    }

    /// Adds the nodes of this thread to those of all, and returns the sum.
    fn publish(&mut self) -> u64 {
        let new = std::mem::take(&mut self.nodes);
        self.search.nodes.fetch_add(new, Ordering::Relaxed) + new
    }
}

impl<B: Evaluated> Drop for Worker<'_, '_, B> {
    /// Publishes what is left, and ends the others where this thread has failed.
    fn drop(&mut self) {
        self.publish();
        if thread::panicking() {
            self.search.over.store(true, Ordering::Relaxed);
        }
    }
}
