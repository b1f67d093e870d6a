//! The search: which move is best.
//!
//! Iterative deepening with aspiration windows round a principal variation
//! search (negascout), on every thread alike; the threads help one another
//! through the transposition table, and keep out of each other's
//! way (`busy`).
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
//!   Reductions", 2006; the order of moves has its own module (`ordering`).
//! * futility: J. Schaeffer 1986, E. Heinz, "Extended Futility Pruning", 1998.
//! * quiescence: L. R. Harris 1975, D. Beal 1990.
//! * internal iterative reduction: an idea of E. Schröder.
//! * reverse futility, late move pruning (there "move count based pruning"),
//!   mate distance pruning and check extension have pages of these names in the
//!   wiki.
//!
//! What each brings is measured by leaving it out: see [`Technique`].

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::MOST_DEPTH;
use super::busy::Busy;
use super::clock::{Clock, Limits};
use super::eval::{Evaluated, Evaluator, Sums};
use super::ordering::{CAPTURE_RANK, Experience, Picker, Ranked, is_quiet};
use super::repetition::Line;
use super::score::{DRAW, INFINITE, LEAST_MATE, MATE, MOST_PLIES, Score, is_mate};
use super::skill::Errors;
use super::table::{Bound, Entry, Table, from_root, to_root};
use super::techniques::{Technique, Techniques};
use crate::rules::{CellSet, Move, Position, Role, rules_of};

// The numbers of the techniques were set by hand: depths in plies that are left,
// scores in hundredths of a pawn of the values they were set with (`Evaluator::margin`).

/// Half the width of the first aspiration window.
const WINDOW: Score = 20;
/// A window that fails is so many times wider.
const WIDER: Score = 3;
/// Wider than this, it is left open.
const WIDEST: Score = 500;
/// The least depth with an aspiration window.
const WINDOW_DEPTH: i32 = 5;
/// The margin of futility, and what each ply adds to it.
const FUTILITY: [Score; 2] = [200, 150];
/// The most depth of futility.
const FUTILITY_DEPTH: i32 = 3;
/// The margin of reverse futility for each ply.
const REVERSE_FUTILITY: Score = 90;
/// The most depth of reverse futility.
const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// Calm moves before late move pruning, and how many more for the square of the
/// depth.
const LATE: [i32; 2] = [4, 3];
/// The most depth of late move pruning.
const LATE_DEPTH: i32 = 4;
/// The least depth of a null move.
const NULL_DEPTH: i32 = 3;
/// The least depth of late move reductions.
const REDUCTION_DEPTH: i32 = 3;
/// The least depth of internal reduction.
const INTERNAL_DEPTH: i32 = 4;

/// Nodes between two looks at the clock.
const NODES_A_LOOK: u64 = 1024;

/// What an iteration has found out, for those who wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Plies of full depth.
    pub depth: u8,
    /// Plies of the longest line looked at.
    pub selective_depth: u8,
    /// Rank of the line among the best, from 1.
    pub line: usize,
    /// The score, for the side to move.
    pub score: Score,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Thousandths of the transposition table that are in use.
    pub permille_full: usize,
    /// The best moves for both sides; never empty.
    pub variation: Vec<Move>,
}

/// What the threads of one search share.
pub(super) struct Shared<'a, B: Evaluated> {
    pub evaluator: &'a Evaluator<B>,
    pub table: &'a Table,
    pub stop: &'a AtomicBool,
    pub nodes: &'a AtomicU64,
    pub clock: Clock,
    pub limits: Limits,
    pub techniques: Techniques,
    /// Lines wanted.
    pub lines: usize,
    /// Moves of the root that are not wanted.
    pub excluded: &'a [Move],
    /// Of a player below full strength.
    pub errors: Option<&'a Errors>,
    /// What the threads are at, if there are several.
    pub busy: Option<&'a Busy>,
}

/// A position of the search with the sums of its evaluation.
#[derive(Clone, Copy)]
struct Node<B: Evaluated> {
    position: Position<B>,
    sums: Sums,
    check: bool,
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
    const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same for the other side.
    const fn flipped(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Is the score more than `alpha`?
    const fn above_alpha(self) -> Self {
        Self {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// Is the score at least `beta`?
    const fn at_beta(self) -> Self {
        Self {
            alpha: self.beta - 1,
            ..self
        }
    }
}

/// What the evaluation says of a node that is no part of the best line so far.
enum Judgement {
    /// It is good enough: this is its score.
    Enough(Score),
    /// Its quiet moves will not help.
    Hopeless,
    /// Its moves have to be looked at.
    Open,
}

/// The margins of the search in an evaluator's values.
struct Margins {
    window: Score,
    widest: Score,
    futility: [Score; 2],
    reverse_futility: Score,
}

impl Margins {
    fn of<B: Evaluated>(evaluator: &Evaluator<B>) -> Self {
        Self {
            window: evaluator.margin(WINDOW),
            widest: evaluator.margin(WIDEST),
            futility: FUTILITY.map(|margin| evaluator.margin(margin)),
            reverse_futility: evaluator.margin(REVERSE_FUTILITY),
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, B: Evaluated> {
    shared: &'a Shared<'a, B>,
    /// The positions of the line at hand.
    line: Line,
    lists: Vec<Vec<Ranked>>,
    /// By ply: moves put off, with their number, as another thread is at them.
    put_off: Vec<Vec<(Ranked, i32)>>,
    variations: Vec<Vec<Move>>,
    experience: Experience<'a, B>,
    margins: Margins,
    /// Moves of the root that are not looked at: the better lines.
    excluded: Vec<Move>,
    /// The best move of the root in the iteration before.
    first: Option<Move>,
    nodes: u64,
    /// Of those, told to `shared`.
    told: u64,
    selective_depth: usize,
    stopped: bool,
}

impl<'a, B: Evaluated> Worker<'a, B> {
    pub fn new(shared: &'a Shared<'a, B>, line: Line) -> Self {
        Self {
            shared,
            line,
            lists: vec![Vec::new(); MOST_PLIES + 1],
            put_off: vec![Vec::new(); MOST_PLIES + 1],
            variations: vec![Vec::new(); MOST_PLIES + 2],
            experience: Experience::new(shared.evaluator, shared.techniques),
            margins: Margins::of(shared.evaluator),
            excluded: Vec::new(),
            first: None,
            nodes: 0,
            told: 0,
            selective_depth: 0,
            stopped: false,
        }
    }

    /// Deepens until told to stop, and tells `report` of every line found. The
    /// result is the best line of an iteration that was stopped, empty if it has
    /// found none.
    pub fn deepen(&mut self, root: &Position<B>, mut report: impl FnMut(&Info)) -> Vec<Move> {
        let evaluator = self.shared.evaluator;
        let root = Node {
            position: *root,
            sums: evaluator.sums(root),
            check: root.is_check(),
        };
        let limits = &self.shared.limits;
        let most = limits.depth.unwrap_or(MOST_DEPTH);
        let mut best: Option<Info> = None;
        let mut unfinished = Vec::new();
        let mut steady = 0_u32;
        for depth in 1..=most {
            self.excluded.clear();
            self.excluded.extend(self.shared.excluded);
            let mut first = None;
            for line in 1..=self.shared.lines {
                self.selective_depth = 0;
                let before = best.as_ref().filter(|_| line == 1);
                let guess = before.map(|info| info.score);
                self.first = before.map(|info| info.variation[0]);
                let score = self.aspire(&root, i32::from(depth), guess);
                let variation = self.variations[0].clone();
                if self.stopped && line == 1 {
                    unfinished = variation;
                    break;
                }
                if self.stopped || variation.is_empty() {
                    break;
                }
                let info = Info {
                    depth,
                    selective_depth: self.selective_depth as u8,
                    line,
                    score,
                    nodes: self.tell_nodes(),
                    time: self.shared.clock.elapsed(),
                    permille_full: self.shared.table.permille_full(),
                    variation,
                };
                report(&info);
                self.excluded.push(info.variation[0]);
                first.get_or_insert(info);
            }
            let Some(found) = first else {
                break;
            };
            steady = match &best {
                Some(before) if before.variation[0] == found.variation[0] => steady + 1,
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
        self.tell_nodes();
        unfinished
    }

    /// Searches with a window round the last score, and a wider one if the
    /// score is not in it.
    fn aspire(&mut self, root: &Node<B>, depth: i32, guess: Option<Score>) -> Score {
        let Some(guess) = guess.filter(|guess| {
            depth >= WINDOW_DEPTH && !is_mate(*guess) && self.has(Technique::Aspiration)
        }) else {
            return self.search(root, Window::FULL, depth, 0, true);
        };
        let mut width = self.margins.window;
        let mut window = Window {
            alpha: guess - width,
            beta: guess + width,
        };
        // What was better than expected.
        let mut found = Vec::new();
        loop {
            let score = self.search(root, window, depth, 0, true);
            if self.stopped {
                if self.variations[0].is_empty() {
                    self.variations[0] = found;
                }
                return score;
            }
            if window.alpha < score && score < window.beta {
                return score;
            }
            width *= WIDER;
            if score <= window.alpha {
                window.alpha = (guess - width).max(-INFINITE);
            } else {
                window.beta = (guess + width).min(INFINITE);
                found.clone_from(&self.variations[0]);
                self.first = found.first().copied();
            }
            if width > self.margins.widest {
                window = Window::FULL;
            }
        }
    }

    /// Counts a node. Is the search over?
    fn visit(&mut self) -> bool {
        self.nodes += 1;
        let limit = self.shared.limits.nodes;
        if limit.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(NODES_A_LOOK) {
            let all = self.tell_nodes();
            self.stopped |= limit.is_some_and(|limit| all > limit)
                || self.shared.stop.load(Ordering::Relaxed)
                || self.shared.clock.is_up();
        }
        self.stopped
    }

    fn tell_nodes(&mut self) -> u64 {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    #[inline]
    fn has(&self, technique: Technique) -> bool {
        self.shared.techniques.has(technique)
    }

    /// Is the node a draw before anybody moves?
    fn is_drawn(&self, node: &Node<B>) -> bool {
        let position = &node.position;
        self.line.is_repeated()
            || position.clock() >= 100 && (!node.check || position.has_legal_move())
            || B::is_dead(position)
    }

    #[inline]
    fn child(&self, node: &Node<B>, mv: Move) -> Node<B> {
        let position = node.position.after(mv);
        self.shared.table.prefetch(position.hash());
        Node {
            sums: self
                .shared
                .evaluator
                .sums_after(&node.sums, &node.position, mv, &position),
            check: position.is_check(),
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
        may_pass: bool,
    ) -> Score {
        self.variations[ply].clear();
        let is_root = ply == 0;
        if !is_root {
            if self.is_drawn(node) {
                return DRAW;
            }
            if ply >= MOST_PLIES {
                return self.evaluate(node, window);
            }
            // A mate on the way here is nearer than any from here.
            window.alpha = window.alpha.max(ply as Score - MATE);
            window.beta = window.beta.min(MATE - 1 - ply as Score);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        if node.check && self.has(Technique::CheckExtension) {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiesce(node, window, ply, 0);
        }
        if self.visit() {
            return DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);

        let known = self.shared.table.get(node.position.hash());
        let first = self.first.filter(|_| is_root);
        let table_move = first.or_else(|| known.and_then(|entry| entry.mv));
        let may_reduce = !is_root && self.has(Technique::InternalReduction);
        if table_move.is_none() && depth >= INTERNAL_DEPTH && may_reduce {
            depth -= 1;
        }
        let mut is_hopeless = false;
        if !window.is_open() {
            if let Some(score) = known.and_then(|entry| settled(entry, window, depth, ply)) {
                return score;
            }
            if !node.check {
                match self.judge(node, window, depth, ply, may_pass) {
                    Judgement::Enough(score) => return score,
                    Judgement::Hopeless => is_hopeless = true,
                    Judgement::Open => {}
                }
            }
        }
        self.search_moves(node, window, depth, ply, table_move, is_hopeless)
    }

    /// What the evaluation says of a node without check and with a closed window;
    /// it may be asked what comes of not moving.
    fn judge(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> Judgement {
        let Window { alpha, beta } = window;
        let position = &node.position;
        let evaluation = self.evaluate(node, window);
        let may_stand = self.has(Technique::ReverseFutility);
        if may_stand
            && depth <= REVERSE_FUTILITY_DEPTH
            && evaluation - self.margins.reverse_futility * depth >= beta
            && beta > -LEAST_MATE
        {
            return Judgement::Enough(evaluation);
        }
        let may_pass = may_pass && depth >= NULL_DEPTH && self.has(Technique::NullMove);
        if may_pass
            && evaluation >= beta
            && self.has_pieces(position)
            && let Some(passed) = position.pass()
        {
            let next = Node {
                position: passed,
                sums: node.sums,
                check: false,
            };
            let rest = depth - 1 - (3 + depth / 4);
            self.line.push_null(&passed);
            let score = -self.search(&next, window.at_beta().flipped(), rest, ply + 1, false);
            self.line.pop();
            if self.stopped {
                return Judgement::Enough(DRAW);
            }
            if score >= beta {
                return Judgement::Enough(if is_mate(score) { beta } else { score });
            }
        }
        let [least, ply] = self.margins.futility;
        let reach = least + ply * depth;
        let is_hopeless = depth <= FUTILITY_DEPTH
            && evaluation + reach <= alpha
            && alpha.abs() < LEAST_MATE
            && self.has(Technique::Futility);
        if is_hopeless {
            Judgement::Hopeless
        } else {
            Judgement::Open
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
        is_hopeless: bool,
    ) -> Score {
        let position = &node.position;
        let is_root = ply == 0;
        let is_open = window.is_open();
        let list = std::mem::take(&mut self.lists[ply]);
        // The root and a player who errs look at all moves first.
        let mut picker = if is_root || self.shared.errors.is_some() {
            self.list(node, list, table_move, ply, true)
        } else {
            let tried = table_move.filter(|mv| position.is_legal(*mv));
            Picker::new(list, tried, ply)
        };

        let first_alpha = window.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut calm = 0;
        // First all that are picked, then those put off on the way.
        self.put_off[ply].clear();
        let mut are_picked = false;
        loop {
            let mut next = None;
            if !are_picked {
                let picked = picker.next(position, &self.experience);
                next = picked.map(|ranked| (ranked, count + 1));
                are_picked = next.is_none();
            }
            let Some(((mv, rank), number)) = next.or_else(|| self.put_off[ply].pop()) else {
                break;
            };
            if is_root && self.excluded.contains(&mv) {
                continue;
            }
            // Quiet, or a capture that loses.
            let is_calm = rank < CAPTURE_RANK;
            count = count.max(number);
            let may_leave_out = !are_picked && is_calm && best > -LEAST_MATE;
            // Late calm moves near the leaves are hardly ever best, and all that
            // come after them are as calm.
            let is_late = depth <= LATE_DEPTH
                && calm > LATE[0] + LATE[1] * depth * depth
                && !is_open
                && !node.check
                && self.has(Technique::LatePruning);
            if may_leave_out && is_late {
                are_picked = true;
                continue;
            }
            calm += i32::from(is_calm && !are_picked);
            let next = self.child(node, mv);
            if may_leave_out && is_hopeless && !next.check {
                continue;
            }
            let busy = self.shared.busy.filter(|_| depth >= Busy::LEAST_DEPTH);
            if let Some(busy) = busy.filter(|_| !are_picked && number > 1)
                && busy.is_at(position.hash(), mv)
            {
                self.put_off[ply].push(((mv, rank), number));
                continue;
            }
            let is_reducible = is_calm && !node.check && !next.check;
            let reduction = if is_reducible && number > 2 + 2 * i32::from(is_open) {
                self.reduction(mv, depth, number, ply, is_open)
            } else {
                0
            };
            let place = busy.map(|busy| busy.begin(position.hash(), mv));
            let score =
                self.search_move(node, &next, window, depth - 1, reduction, ply, number == 1);
            if let (Some(busy), Some(place)) = (busy, place) {
                busy.end(place);
            }
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    self.note_variation(ply, mv);
                }
            }
            if window.alpha >= window.beta {
                if is_quiet(position, mv) {
                    let waiting = &self.put_off[ply];
                    let is_tried = |mv: Move| waiting.iter().all(|((other, _), _)| *other != mv);
                    let tried = picker.picked().iter().map(|ranked| ranked.0);
                    let tried = tried.filter(|mv| is_tried(*mv));
                    self.experience.learn(position, tried, mv, depth, ply);
                }
                break;
            }
        }
        let is_over = picker.picked().is_empty();
        self.lists[ply] = picker.into_list();
        if self.stopped {
            return DRAW;
        }
        if is_over {
            return if node.check {
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
            self.shared.table.put(
                position.hash(),
                Entry {
                    mv: best_move,
                    score: from_root(best, ply),
                    depth: depth.clamp(0, 255) as u8,
                    bound,
                },
            );
        }
        best
    }

    /// By how much less a late calm move is searched first.
    fn reduction(&self, mv: Move, depth: i32, number: i32, ply: usize, is_open: bool) -> i32 {
        if depth < REDUCTION_DEPTH || !self.has(Technique::LateReductions) {
            return 0;
        }
        let spared = i32::from(is_open) + i32::from(self.experience.is_killer(ply, mv));
        (reduction_of(depth, number) - spared).clamp(0, depth - 2)
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
        self.line.push(&node.position, &next.position);
        let (all, better) = (window.flipped(), window.above_alpha().flipped());
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
        self.line.pop();
        score
    }

    /// The score once no capture is left that would change it.
    fn quiesce(&mut self, node: &Node<B>, window: Window, ply: usize, depth: i32) -> Score {
        if self.visit() {
            return DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if ply >= MOST_PLIES {
            return self.evaluate(node, window);
        }
        let Window { mut alpha, beta } = window;
        let position = &node.position;
        let mut best = -INFINITE;
        if !node.check {
            best = self.evaluate(node, window);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let list = std::mem::take(&mut self.lists[ply]);
        let mut picker = self.list(node, list, None, ply, node.check);
        while let Some((mv, rank)) = picker.next(position, &self.experience) {
            let is_calm = rank < CAPTURE_RANK;
            if is_calm && !node.check {
                // Only captures that lose are left.
                break;
            }
            if is_calm && best > -LEAST_MATE && depth < -1 {
                continue;
            }
            let next = self.child(node, mv);
            let score = -self.quiesce(&next, Window { alpha, beta }.flipped(), ply + 1, depth - 1);
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
        let is_mate = node.check && picker.picked().is_empty();
        self.lists[ply] = picker.into_list();
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
        mut list: Vec<Ranked>,
        table_move: Option<Move>,
        ply: usize,
        all: bool,
    ) -> Picker {
        let (position, experience) = (&node.position, &self.experience);
        list.clear();
        if all {
            position.each_move(|mv| {
                list.push((mv, experience.rank(position, mv, table_move, ply)));
            });
        } else {
            position.each_capture(|role, mv| {
                list.push((mv, experience.capture_rank(position, role, mv)));
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
        Picker::of(list, ply)
    }

    fn evaluate(&self, node: &Node<B>, Window { alpha, beta }: Window) -> Score {
        let score = self
            .shared
            .evaluator
            .score(&node.position, &node.sums, alpha, beta);
        let errors = self.shared.errors;
        (score + errors.map_or(0, |errors| errors.misjudge(&node.position)))
            .clamp(1 - LEAST_MATE, LEAST_MATE - 1)
    }

    /// Has the side to move two pieces beside king and pawns? With fewer a null
    /// move is not sound, as zugzwang is likely.
    fn has_pieces(&self, position: &Position<B>) -> bool {
        let pieces: u32 = (0..B::ROLES.len())
            .map(|role| Role::new(role as u8))
            .filter(|&role| {
                let rules = rules_of::<B>(role);
                !rules.royal && !rules.resets_clock
            })
            .map(|role| position.pieces(position.turn(), role).len())
            .sum();
        pieces >= 2
    }

    fn note_variation(&mut self, ply: usize, mv: Move) {
        let (here, rest) = self.variations.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&rest[0]);
    }
}

/// The score that an entry of the table gives, if that answers the question.
fn settled(entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
    let score = to_root(entry.score, ply);
    let holds = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (holds && i32::from(entry.depth) >= depth).then_some(score)
}

/// Depths and numbers of moves whose reductions are told apart.
const REDUCED: usize = 64;

/// By how many plies less a late quiet move is searched first, by depth and
/// number of the move.
static REDUCTIONS: LazyLock<[[u8; REDUCED]; REDUCED]> = LazyLock::new(|| {
    let ln = |number: usize| (number.max(1) as f64).ln();
    std::array::from_fn(|depth| {
        std::array::from_fn(|count| (0.5 + ln(depth) * ln(count) / 2.0) as u8)
    })
});

fn reduction_of(depth: i32, count: i32) -> i32 {
    let last = REDUCED as i32 - 1;
    REDUCTIONS[depth.clamp(0, last) as usize][count.clamp(0, last) as usize].into()
}
