//! The search: which move is best.
//!
//! Iterative deepening with aspiration windows round a principal pv
//! search (negascout), on every thread alike; the threads help one another
//! through the transposition table, and keep out of each other's
//! way (`abdada`).
//!
//! Sources of the parts, beside the
//! [Chess Programming Wiki](https://www.chessprogramming.org):
//!
//! * principal pv search: T. A. Marsland, M. Campbell, "Parallel Search
//!   of Strongly Ordered Game Trees", 1982; A. Reinefeld, "An Improvement to the
//!   Scout Tree-Search Algorithm", 1983.
//! * iterative deepening with aspiration windows: D. Slate, L. Atkin, "CHESS
//!   4.5 – The Northwestern University Chess Program", 1977.
//! * null move: D. Beal 1989, C. Donninger 1993; not where pieces are few,
//!   for fear of zugzwang.
//! * late move reductions: T. Romstad, "An Introduction to Late Move
//!   Reductions", 2006; the order of moves has its own module (`ordering`).
//! * futility: J. Schaeffer 1986, E. Heinz, "Extended Futility Pruning", 1998.
//! * quiescence: L. R. Harris 1975, D. Beal 1990.
//! * internal iterative reduction: an idea of E. Schröder.
//! * reverse futility, late move pruning (there "move count based pruning"),
//!   mate distance pruning and check extension have pages of these names in the
//!   wiki.
//!
//! What each brings is measured by leaving it out: see [`SearchFeature`].

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::MAX_DEPTH;
use super::abdada::CurrentlySearching;
use super::clock::{Clock, Limits};
use super::eval::{Accumulator, Evaluated, Evaluator};
use super::features::{SearchFeature, SearchFeatures};
use super::ordering::{GOOD_CAPTURE_SCORE, Heuristics, MovePicker, ScoredMove, is_quiet};
use super::repetition::SearchPath;
use super::score::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score, is_mate};
use super::skill::Errors;
use super::transposition::{Bound, Entry, TranspositionTable, score_from_table, score_to_table};
use crate::rules::{CellSet, Move, Position, Role, rules_of};

// The numbers of the features were set by hand: scores in hundredths of a pawn,
// depths in plies that are left.

/// Half the width of the first aspiration window.
const ASPIRATION_DELTA: Score = 20;
/// A window that fails is so many times wider.
const ASPIRATION_FACTOR: Score = 3;
/// Wider than this, it is left open.
const ASPIRATION_MAX_DELTA: Score = 500;
/// The least depth with an aspiration window.
const ASPIRATION_MIN_DEPTH: i32 = 5;
/// The margin of futility, and what each ply adds to it.
const FUTILITY_MARGIN: [Score; 2] = [200, 150];
/// The most depth of futility.
const FUTILITY_MAX_DEPTH: i32 = 3;
/// The margin of reverse futility for each ply.
const REVERSE_FUTILITY_MARGIN: Score = 90;
/// The most depth of reverse futility.
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 6;
/// Calm moves before late move pruning, and how many more for the square of the
/// depth.
const LATE_MOVE_COUNT: [i32; 2] = [4, 3];
/// The most depth of late move pruning.
const LATE_MOVE_MAX_DEPTH: i32 = 4;
/// The least depth of a null move.
const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// The least depth of late move reductions.
const LATE_MOVE_REDUCTION_MIN_DEPTH: i32 = 3;
/// The least depth of internal reduction.
const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;

/// Nodes between two looks at the clock.
const NODES_PER_POLL: u64 = 1024;

/// What an iteration has found out, for those who wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Plies of full depth.
    pub depth: u8,
    /// Plies of the longest line looked at.
    pub seldepth: u8,
    /// Rank of the line among the best, from 1.
    pub multipv: usize,
    /// The score, for the side to move.
    pub score: Score,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Thousandths of the transposition table that are in use.
    pub hashfull: usize,
    /// The best moves for both sides; never empty.
    pub pv: Vec<Move>,
}

/// What the threads of one search share.
pub(super) struct Shared<'a, B: Evaluated> {
    pub evaluator: &'a Evaluator<B>,
    pub table: &'a TranspositionTable,
    pub stop: &'a AtomicBool,
    pub nodes: &'a AtomicU64,
    pub clock: Clock,
    pub limits: Limits,
    pub features: SearchFeatures,
    /// Lines wanted.
    pub multi_pv: usize,
    /// Moves of the root that are not wanted.
    pub excluded: &'a [Move],
    /// Of a player below full strength.
    pub errors: Option<&'a Errors>,
    /// What the threads are at, if there are several.
    pub searching: Option<&'a CurrentlySearching>,
}

/// A position of the search with the accumulator of its evaluation.
#[derive(Clone, Copy)]
struct Node<B: Evaluated> {
    position: Position<B>,
    accumulator: Accumulator,
    in_check: bool,
}

/// What is still of interest: a score that is at most `alpha`, or at least
/// `beta`, need not be known better.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// Every score.
    const FULL: Self = Self {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// May a score be between the bounds? If not, only one side is asked for.
    const fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same for the other side.
    const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Is the score more than `alpha`?
    const fn null_at_alpha(self) -> Self {
        Self {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// Is the score at least `beta`?
    const fn null_at_beta(self) -> Self {
        Self {
            alpha: self.beta - 1,
            ..self
        }
    }
}

/// What the evaluation says of a node that is no part of the best line so far.
enum Pruning {
    /// It is good enough: this is its score.
    Cutoff(Score),
    /// Its quiet moves will not help.
    Futile,
    /// Its moves have to be looked at.
    None,
}

/// One thread of a search.
pub(super) struct Worker<'a, B: Evaluated> {
    shared: &'a Shared<'a, B>,
    /// The positions of the line at hand.
    path: SearchPath,
    lists: Vec<Vec<ScoredMove>>,
    /// By ply: moves put off, with their number, as another thread is at them.
    deferred: Vec<Vec<(ScoredMove, i32)>>,
    pvs: Vec<Vec<Move>>,
    heuristics: Heuristics<'a, B>,
    /// Moves of the root that are not looked at: the better lines.
    excluded: Vec<Move>,
    /// The best move of the root in the iteration before.
    first: Option<Move>,
    nodes: u64,
    /// Of those, published to `shared`.
    published: u64,
    seldepth: usize,
    stopped: bool,
}

impl<'a, B: Evaluated> Worker<'a, B> {
    pub fn new(shared: &'a Shared<'a, B>, path: SearchPath) -> Self {
        Self {
            shared,
            path,
            lists: vec![Vec::new(); MAX_PLY + 1],
            deferred: vec![Vec::new(); MAX_PLY + 1],
            pvs: vec![Vec::new(); MAX_PLY + 2],
            heuristics: Heuristics::new(shared.evaluator, shared.features),
            excluded: Vec::new(),
            first: None,
            nodes: 0,
            published: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Deepens until told to stop, and tells `report` of every line found. The
    /// result is the best line of an iteration that was stopped, empty if it has
    /// found none.
    pub fn iterative_deepening(
        &mut self,
        root: &Position<B>,
        mut report: impl FnMut(&Info),
    ) -> Vec<Move> {
        let evaluator = self.shared.evaluator;
        let root = Node {
            position: *root,
            accumulator: evaluator.accumulator(root),
            in_check: root.is_check(),
        };
        let limits = &self.shared.limits;
        let most = limits.depth.unwrap_or(MAX_DEPTH);
        let mut best: Option<Info> = None;
        let mut unfinished = Vec::new();
        let mut steady = 0_u32;
        for depth in 1..=most {
            self.excluded.clear();
            self.excluded.extend(self.shared.excluded);
            let mut first = None;
            for multipv in 1..=self.shared.multi_pv {
                self.seldepth = 0;
                let before = best.as_ref().filter(|_| multipv == 1);
                let guess = before.map(|info| info.score);
                self.first = before.map(|info| info.pv[0]);
                let score = self.aspiration_search(&root, i32::from(depth), guess);
                let pv = self.pvs[0].clone();
                if self.stopped && multipv == 1 {
                    unfinished = pv;
                    break;
                }
                if self.stopped || pv.is_empty() {
                    break;
                }
                let info = Info {
                    depth,
                    seldepth: self.seldepth as u8,
                    multipv,
                    score,
                    nodes: self.publish_nodes(),
                    time: self.shared.clock.elapsed(),
                    hashfull: self.shared.table.hashfull(),
                    pv,
                };
                report(&info);
                self.excluded.push(info.pv[0]);
                first.get_or_insert(info);
            }
            let Some(found) = first else {
                break;
            };
            steady = match &best {
                Some(before) if before.pv[0] == found.pv[0] => steady + 1,
                _ => 0,
            };
            let score = found.score;
            best = Some(found);
            if self.stopped {
                break;
            }
            let mated = score.abs() >= MATE - i32::from(depth);
            let asked_mate = limits
                .mate
                .is_some_and(|moves| score >= MATE - 2 * i32::from(moves));
            let haste = 1.2 - 0.1 * f64::from(steady.min(6));
            let free = limits.are_open();
            if !free && (asked_mate || mated && limits.mate.is_none()) {
                break;
            }
            if !free && self.shared.clock.is_enough(haste) {
                break;
            }
        }
        self.publish_nodes();
        unfinished
    }

    /// Searches with a window round the last score, and a wider one if the
    /// score is not in it.
    fn aspiration_search(&mut self, root: &Node<B>, depth: i32, guess: Option<Score>) -> Score {
        let Some(guess) = guess.filter(|guess| {
            depth >= ASPIRATION_MIN_DEPTH && !is_mate(*guess) && self.has(SearchFeature::Aspiration)
        }) else {
            return self.search(root, Window::FULL, depth, 0, true);
        };
        let mut width = ASPIRATION_DELTA;
        let mut window = Window {
            alpha: guess - width,
            beta: guess + width,
        };
        // What was better than expected.
        let mut found = Vec::new();
        loop {
            let score = self.search(root, window, depth, 0, true);
            if self.stopped {
                if self.pvs[0].is_empty() {
                    self.pvs[0] = found;
                }
                return score;
            }
            if window.alpha < score && score < window.beta {
                return score;
            }
            width *= ASPIRATION_FACTOR;
            if score <= window.alpha {
                window.alpha = (guess - width).max(-INFINITE);
            } else {
                window.beta = (guess + width).min(INFINITE);
                found.clone_from(&self.pvs[0]);
                self.first = found.first().copied();
            }
            if width > ASPIRATION_MAX_DELTA {
                window = Window::FULL;
            }
        }
    }

    /// Counts a node. Is the search over?
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        let limit = self.shared.limits.nodes;
        if limit.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(NODES_PER_POLL) {
            let all = self.publish_nodes();
            self.stopped |= limit.is_some_and(|limit| all > limit)
                || self.shared.stop.load(Ordering::Relaxed)
                || self.shared.clock.is_up();
        }
        self.stopped
    }

    fn publish_nodes(&mut self) -> u64 {
        let new = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    #[inline]
    fn has(&self, feature: SearchFeature) -> bool {
        self.shared.features.has(feature)
    }

    /// Is the node a draw before anybody moves?
    fn is_draw(&self, node: &Node<B>) -> bool {
        let position = &node.position;
        self.path.is_repeated()
            || position.halfmove_clock() >= 100 && (!node.in_check || position.has_legal_move())
            || B::is_dead(position)
    }

    #[inline]
    fn child(&self, node: &Node<B>, mv: Move) -> Node<B> {
        let position = node.position.play_unchecked(mv);
        self.shared.table.prefetch(position.hash());
        Node {
            accumulator: self.shared.evaluator.accumulator_after(
                &node.accumulator,
                &node.position,
                mv,
                &position,
            ),
            in_check: position.is_check(),
            position,
        }
    }

    /// The score of a node, in the window or beyond its nearer bound.
    fn search(
        &mut self,
        node: &Node<B>,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        may_null_move: bool,
    ) -> Score {
        self.pvs[ply].clear();
        let is_root = ply == 0;
        if !is_root {
            if self.is_draw(node) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate(node, window);
            }
            // A mate on the way here is nearer than any from here.
            window.alpha = window.alpha.max(ply as Score - MATE);
            window.beta = window.beta.min(MATE - 1 - ply as Score);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        if node.in_check && self.has(SearchFeature::CheckExtension) {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiescence(node, window, ply, 0);
        }
        if self.count_node() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);

        let known = self.shared.table.probe(node.position.hash());
        let first = self.first.filter(|_| is_root);
        let table_move = first.or_else(|| known.and_then(|entry| entry.mv));
        let may_reduce = !is_root && self.has(SearchFeature::InternalIterativeReduction);
        if table_move.is_none() && depth >= INTERNAL_REDUCTION_MIN_DEPTH && may_reduce {
            depth -= 1;
        }
        let mut is_futile = false;
        if !window.is_pv() {
            if let Some(score) = known.and_then(|entry| table_cutoff(entry, window, depth, ply)) {
                return score;
            }
            if !node.in_check {
                match self.prune(node, window, depth, ply, may_null_move) {
                    Pruning::Cutoff(score) => return score,
                    Pruning::Futile => is_futile = true,
                    Pruning::None => {}
                }
            }
        }
        self.search_moves(node, window, depth, ply, table_move, is_futile)
    }

    /// What the evaluation says of a node without check and with a closed window;
    /// it may be asked what comes of not moving.
    fn prune(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        ply: usize,
        may_null_move: bool,
    ) -> Pruning {
        let Window { alpha, beta } = window;
        let position = &node.position;
        let evaluation = self.evaluate(node, window);
        let may_stand = self.has(SearchFeature::ReverseFutility);
        if may_stand
            && depth <= REVERSE_FUTILITY_MAX_DEPTH
            && evaluation - REVERSE_FUTILITY_MARGIN * depth >= beta
            && beta > -MATE_IN_MAX_PLY
        {
            return Pruning::Cutoff(evaluation);
        }
        let may_null_move =
            may_null_move && depth >= NULL_MOVE_MIN_DEPTH && self.has(SearchFeature::NullMove);
        if may_null_move
            && evaluation >= beta
            && self.has_non_pawn_material(position)
            && let Some(null) = position.null_move()
        {
            let next = Node {
                position: null,
                accumulator: node.accumulator,
                in_check: false,
            };
            let rest = depth - 1 - (3 + depth / 4);
            self.path.push_null(&null);
            let score = -self.search(&next, window.null_at_beta().negated(), rest, ply + 1, false);
            self.path.pop();
            if self.stopped {
                return Pruning::Cutoff(DRAW);
            }
            if score >= beta {
                return Pruning::Cutoff(if is_mate(score) { beta } else { score });
            }
        }
        let reach = FUTILITY_MARGIN[0] + FUTILITY_MARGIN[1] * depth;
        let is_futile = depth <= FUTILITY_MAX_DEPTH
            && evaluation + reach <= alpha
            && alpha.abs() < MATE_IN_MAX_PLY
            && self.has(SearchFeature::Futility);
        if is_futile {
            Pruning::Futile
        } else {
            Pruning::None
        }
    }

    /// The score that the moves of a node give it.
    fn search_moves(
        &mut self,
        node: &Node<B>,
        mut window: Window,
        depth: i32,
        ply: usize,
        table_move: Option<Move>,
        is_futile: bool,
    ) -> Score {
        let position = &node.position;
        let is_root = ply == 0;
        let is_pv = window.is_pv();
        let list = std::mem::take(&mut self.lists[ply]);
        // The root and a player who errs look at all moves first.
        let mut picker = if is_root || self.shared.errors.is_some() {
            self.list(node, list, table_move, ply, true)
        } else {
            let tried = table_move.filter(|mv| position.is_legal(*mv));
            MovePicker::new(list, tried, ply)
        };

        let first_alpha = window.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut quiet_count = 0;
        // First all that are picked, then those that were deferred.
        self.deferred[ply].clear();
        let mut all_picked = false;
        loop {
            let mut next = None;
            if !all_picked {
                let picked = picker.next(position, &self.heuristics);
                next = picked.map(|scored| (scored, count + 1));
                all_picked = next.is_none();
            }
            let Some(((mv, score), number)) = next.or_else(|| self.deferred[ply].pop()) else {
                break;
            };
            if is_root && self.excluded.contains(&mv) {
                continue;
            }
            // Quiet, or a capture that loses.
            let is_calm = score < GOOD_CAPTURE_SCORE;
            count = count.max(number);
            let may_leave_out = !all_picked && is_calm && best > -MATE_IN_MAX_PLY;
            // Late quiet_count moves near the leaves are hardly ever best, and all that
            // come after them are as quiet_count.
            let is_late = depth <= LATE_MOVE_MAX_DEPTH
                && quiet_count > LATE_MOVE_COUNT[0] + LATE_MOVE_COUNT[1] * depth * depth
                && !is_pv
                && !node.in_check
                && self.has(SearchFeature::LateMovePruning);
            if may_leave_out && is_late {
                all_picked = true;
                continue;
            }
            quiet_count += i32::from(is_calm && !all_picked);
            let next = self.child(node, mv);
            if may_leave_out && is_futile && !next.in_check {
                continue;
            }
            let searching = self
                .shared
                .searching
                .filter(|_| depth >= CurrentlySearching::MIN_DEPTH);
            if let Some(searching) = searching.filter(|_| !all_picked && number > 1)
                && searching.is_at(position.hash(), mv)
            {
                self.deferred[ply].push(((mv, score), number));
                continue;
            }
            let is_reducible = is_calm && !node.in_check && !next.in_check;
            let reduction = if is_reducible && number > 2 + 2 * i32::from(is_pv) {
                self.reduction(mv, depth, number, ply, is_pv)
            } else {
                0
            };
            let place = searching.map(|searching| searching.begin(position.hash(), mv));
            let score =
                self.search_move(node, &next, window, depth - 1, reduction, ply, number == 1);
            if let (Some(searching), Some(place)) = (searching, place) {
                searching.end(place);
            }
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    self.update_pv(ply, mv);
                }
            }
            if window.alpha >= window.beta {
                if is_quiet(position, mv) {
                    let waiting = &self.deferred[ply];
                    let is_tried = |mv: Move| waiting.iter().all(|((other, _), _)| *other != mv);
                    let tried = picker.picked().iter().map(|scored| scored.0);
                    let tried = tried.filter(|mv| is_tried(*mv));
                    self.heuristics.update(position, tried, mv, depth, ply);
                }
                break;
            }
        }
        let is_over = picker.picked().is_empty();
        self.lists[ply] = picker.into_moves();
        if self.stopped {
            return DRAW;
        }
        if is_over {
            return if node.in_check {
                ply as Score - MATE
            } else {
                DRAW
            };
        }
        if best == -INFINITE {
            // Every move of the root is a better line.
            return window.alpha;
        }
        if !is_root || self.excluded.is_empty() {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.shared.table.store(
                position.hash(),
                Entry {
                    mv: best_move,
                    score: score_to_table(best, ply),
                    depth: depth.clamp(0, 255) as u8,
                    bound,
                },
            );
        }
        best
    }

    /// By how much less a late quiet_count move is searched first.
    fn reduction(&self, mv: Move, depth: i32, number: i32, ply: usize, is_pv: bool) -> i32 {
        if depth < LATE_MOVE_REDUCTION_MIN_DEPTH || !self.has(SearchFeature::LateMoveReductions) {
            return 0;
        }
        let spared = i32::from(is_pv) + i32::from(self.heuristics.is_killer(ply, mv));
        (base_reduction(depth, number) - spared).clamp(0, depth - 2)
    }

    /// The score of a move from a node to `next`: that of the first in the whole
    /// window; of another at first only whether it is better, searched less deep.
    fn search_move(
        &mut self,
        node: &Node<B>,
        next: &Node<B>,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
        is_first: bool,
    ) -> Score {
        self.path.push(&node.position, &next.position);
        let (all, better) = (window.negated(), window.null_at_alpha().negated());
        let mut score = window.beta;
        if !is_first {
            score = -self.search(next, better, depth - reduction, ply + 1, true);
            if score > window.alpha && reduction > 0 {
                score = -self.search(next, better, depth, ply + 1, true);
            }
        }
        if is_first || score > window.alpha && score < window.beta {
            score = -self.search(next, all, depth, ply + 1, true);
        }
        self.path.pop();
        score
    }

    /// The score once no capture is left that would change it.
    fn quiescence(&mut self, node: &Node<B>, window: Window, ply: usize, depth: i32) -> Score {
        if self.count_node() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply >= MAX_PLY {
            return self.evaluate(node, window);
        }
        let Window { mut alpha, beta } = window;
        let position = &node.position;
        let mut best = -INFINITE;
        if !node.in_check {
            best = self.evaluate(node, window);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let list = std::mem::take(&mut self.lists[ply]);
        let mut picker = self.list(node, list, None, ply, node.in_check);
        while let Some((mv, score)) = picker.next(position, &self.heuristics) {
            let is_calm = score < GOOD_CAPTURE_SCORE;
            if is_calm && !node.in_check {
                // Only captures that lose are left.
                break;
            }
            if is_calm && best > -MATE_IN_MAX_PLY && depth < -1 {
                continue;
            }
            let next = self.child(node, mv);
            let score =
                -self.quiescence(&next, Window { alpha, beta }.negated(), ply + 1, depth - 1);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        let is_mate = node.in_check && picker.picked().is_empty();
        self.lists[ply] = picker.into_moves();
        if self.stopped {
            DRAW
        } else if is_mate {
            ply as Score - MATE
        } else {
            best
        }
    }

    /// The moves of a node that the player sees, of all or only of captures.
    fn list(
        &self,
        node: &Node<B>,
        mut list: Vec<ScoredMove>,
        table_move: Option<Move>,
        ply: usize,
        all: bool,
    ) -> MovePicker {
        let (position, heuristics) = (&node.position, &self.heuristics);
        list.clear();
        if all {
            position.each_move(|mv| {
                list.push((mv, heuristics.score(position, mv, table_move, ply)));
            });
        } else {
            position.each_capture(|role, mv| {
                list.push((mv, heuristics.score_capture(position, role, mv)));
            });
        }
        if let Some(errors) = self.shared.errors {
            let first = list.first().copied().filter(|_| all);
            list.retain(|(mv, _)| !errors.overlook(self.shared.evaluator, position, *mv));
            if list.is_empty() {
                // Not to move at all is no choice, not to take is.
                list.extend(first);
            }
        }
        MovePicker::of(list, ply)
    }

    fn evaluate(&self, node: &Node<B>, Window { alpha, beta }: Window) -> Score {
        let score = self
            .shared
            .evaluator
            .evaluate(&node.position, &node.accumulator, alpha, beta);
        let errors = self.shared.errors;
        (score + errors.map_or(0, |errors| errors.misjudge(&node.position)))
            .clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
    }

    /// Has the side to move two pieces beside king and pawns? With fewer a null
    /// move is not sound, as zugzwang is likely.
    fn has_non_pawn_material(&self, position: &Position<B>) -> bool {
        let pieces: u32 = (0..B::ROLES.len())
            .map(|role| Role::new(role as u8))
            .filter(|&role| {
                let rules = rules_of::<B>(role);
                !rules.royal && !rules.resets_halfmove_clock
            })
            .map(|role| position.pieces(position.turn(), role).len())
            .sum();
        pieces >= 2
    }

    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, rest) = self.pvs.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&rest[0]);
    }
}

/// The score that an entry of the table gives, if that answers the question.
fn table_cutoff(entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
    let score = score_from_table(entry.score, ply);
    let holds = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (holds && i32::from(entry.depth) >= depth).then_some(score)
}

/// Depths and numbers of moves whose reductions are published apart.
const REDUCTION_TABLE_SIZE: usize = 64;

/// By how many plies less a late quiet move is searched first, by depth and
/// number of the move.
static REDUCTIONS: LazyLock<[[u8; REDUCTION_TABLE_SIZE]; REDUCTION_TABLE_SIZE]> =
    LazyLock::new(|| {
        let ln = |number: usize| (number.max(1) as f64).ln();
        std::array::from_fn(|depth| {
            std::array::from_fn(|count| (0.5 + ln(depth) * ln(count) / 2.0) as u8)
        })
    });

fn base_reduction(depth: i32, count: i32) -> i32 {
    let last = REDUCTION_TABLE_SIZE as i32 - 1;
    REDUCTIONS[depth.clamp(0, last) as usize][count.clamp(0, last) as usize].into()
}
