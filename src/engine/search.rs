//! The search: which move is best.
//!
//! Iterative deepening with aspiration windows round a principal variation
//! search (negascout), on every thread alike; the threads help one another
//! through the transposition table only ("lazy SMP").
//!
//! Sources of the parts, beside the
//! [Chess Programming Wiki](https://www.chessprogramming.org):
//!
//! * principal variation search: T. A. Marsland, M. Campbell, 1982; A.
//!   Reinefeld, 1983.
//! * null move: D. Beal 1989, C. Donninger 1993; not where pieces are few,
//!   for fear of zugzwang.
//! * late move reductions and killers, history: S. Akl, M. Newborn 1977; J.
//!   Schaeffer 1983; E. Schröder, T. Romstad.
//! * mate distance pruning, internal iterative reduction, reverse futility.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::clock::{Clock, Limits};
use super::eval::{Evaluated, Evaluator, Sums};
use super::score::{DRAW, INFINITE, LEAST_MATE, MATE, MOST_PLIES, Score, is_mate};
use super::skill::Errors;
use super::table::{Bound, Entry, Table, from_root, to_root};
use super::techniques::{Technique, Techniques};
use crate::rules::{CellSet, Move, Position, Role, rules_of};

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
}

/// A position of the search with the sums of its evaluation.
#[derive(Clone, Copy)]
struct Node<B: Evaluated> {
    position: Position<B>,
    sums: Sums,
    check: bool,
}

/// A position on the way to the one at hand, for repetitions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Passed {
    hash: u64,
    men: u32,
}

impl Passed {
    pub fn of<B: Evaluated>(position: &Position<B>) -> Self {
        Self {
            hash: position.hash(),
            men: position.occupied().len(),
        }
    }
}

/// A move that waits to be searched, with how promising it is.
type Ranked = (Move, i32);

/// One thread of a search.
pub(super) struct Worker<'a, B: Evaluated> {
    shared: &'a Shared<'a, B>,
    /// The positions of the game and of the line at hand.
    passed: Vec<Passed>,
    lists: Vec<Vec<Ranked>>,
    variations: Vec<Vec<Move>>,
    killers: Vec<[Option<Move>; 2]>,
    /// `[(side * cells + from) * cells + to]`: how often a quiet move was best.
    history: Vec<i32>,
    cells: usize,
    /// Moves of the root that are not looked at: the better lines.
    excluded: Vec<Move>,
    nodes: u64,
    /// Of those, told to `shared`.
    told: u64,
    selective_depth: usize,
    stopped: bool,
}

impl<'a, B: Evaluated> Worker<'a, B> {
    pub fn new(shared: &'a Shared<'a, B>, passed: Vec<Passed>) -> Self {
        let cells = B::tables().names.len();
        Self {
            shared,
            passed,
            lists: vec![Vec::new(); MOST_PLIES + 1],
            variations: vec![Vec::new(); MOST_PLIES + 2],
            killers: vec![[None; 2]; MOST_PLIES + 1],
            history: vec![0; 2 * cells * cells],
            cells,
            excluded: Vec::new(),
            nodes: 0,
            told: 0,
            selective_depth: 0,
            stopped: false,
        }
    }

    /// Deepens until told to stop, and tells `report` of every line found.
    pub fn deepen(&mut self, root: &Position<B>, first_depth: u8, mut report: impl FnMut(&Info)) {
        let evaluator = self.shared.evaluator;
        let root = Node {
            position: *root,
            sums: evaluator.sums(root),
            check: root.is_check(),
        };
        let limits = &self.shared.limits;
        let most = limits.depth.unwrap_or(MOST_PLIES as u8 - 28);
        let mut best: Option<Info> = None;
        let mut steady = 0_u32;
        for depth in first_depth..=most {
            self.excluded.clear();
            self.excluded.extend(self.shared.excluded);
            let mut first = None;
            for line in 1..=self.shared.lines {
                self.selective_depth = 0;
                let guess = best.as_ref().filter(|_| line == 1).map(|info| info.score);
                let score = self.aspire(&root, i32::from(depth), guess);
                let variation = self.variations[0].clone();
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
    }

    /// Searches with a window round the last score, and a wider one if the
    /// score is not in it.
    fn aspire(&mut self, root: &Node<B>, depth: i32, guess: Option<Score>) -> Score {
        let Some(guess) =
            guess.filter(|guess| depth >= 5 && !is_mate(*guess) && self.has(Technique::Aspiration))
        else {
            return self.search(root, -INFINITE, INFINITE, depth, 0, true);
        };
        let mut width = 20;
        let (mut alpha, mut beta) = (guess - width, guess + width);
        loop {
            let score = self.search(root, alpha, beta, depth, 0, true);
            if self.stopped || alpha < score && score < beta {
                return score;
            }
            width *= 3;
            if score <= alpha {
                alpha = (guess - width).max(-INFINITE);
            } else {
                beta = (guess + width).min(INFINITE);
            }
            if width > 500 {
                (alpha, beta) = (-INFINITE, INFINITE);
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
            self.tell_nodes();
            if self.shared.stop.load(Ordering::Relaxed) || self.shared.clock.is_up() {
                self.stopped = true;
            }
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

    fn is_repeated(&self) -> bool {
        let Some((now, before)) = self.passed.split_last() else {
            return false;
        };
        // Captures cannot be undone; everything else can, on some board.
        before
            .iter()
            .rev()
            .take_while(|passed| passed.men == now.men)
            .any(|passed| passed.hash == now.hash)
    }

    fn child(&self, node: &Node<B>, mv: Move) -> Node<B> {
        let position = node.position.after(mv);
        self.shared.table.expect(position.hash());
        Node {
            sums: self
                .shared
                .evaluator
                .sums_after(&node.sums, &node.position, mv, &position),
            check: position.is_check(),
            position,
        }
    }

    /// The score of a node, between `alpha` and `beta` or beyond the nearer.
    fn search(
        &mut self,
        node: &Node<B>,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> Score {
        self.variations[ply].clear();
        let position = &node.position;
        let is_root = ply == 0;
        let is_pv = beta - alpha > 1;
        if !is_root {
            if self.is_repeated() {
                return DRAW;
            }
            if position.clock() >= 100 && (!node.check || position.has_legal_move()) {
                return DRAW;
            }
            if B::is_dead(position) {
                return DRAW;
            }
            if ply >= MOST_PLIES {
                return self.evaluate(node, alpha, beta);
            }
            // A mate on the way here is nearer than any from here.
            alpha = alpha.max(ply as Score - MATE);
            beta = beta.min(MATE - 1 - ply as Score);
            if alpha >= beta {
                return alpha;
            }
        }
        if node.check && self.has(Technique::CheckExtension) {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiesce(node, alpha, beta, ply, 0);
        }
        if self.visit() {
            return DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);

        let known = self.shared.table.get(position.hash());
        if let Some(entry) = known
            && !is_pv
            && i32::from(entry.depth) >= depth
        {
            let score = to_root(entry.score, ply);
            let holds = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if holds {
                return score;
            }
        }
        let table_move = known.and_then(|entry| entry.mv);

        if !is_pv && !node.check {
            let standing = self.evaluate(node, alpha, beta);
            let may_stand = self.has(Technique::ReverseFutility);
            if may_stand && depth <= 6 && standing - 90 * depth >= beta && beta > -LEAST_MATE {
                return standing;
            }
            let may_pass = may_pass && self.has(Technique::NullMove);
            if may_pass && depth >= 3 && standing >= beta && self.may_pass(position) {
                let reduction = 3 + depth / 4;
                if let Some(passed) = position.pass() {
                    let next = Node {
                        position: passed,
                        sums: node.sums,
                        check: false,
                    };
                    self.passed.push(Passed::of(&passed));
                    let score = -self.search(
                        &next,
                        -beta,
                        1 - beta,
                        depth - 1 - reduction,
                        ply + 1,
                        false,
                    );
                    self.passed.pop();
                    if self.stopped {
                        return DRAW;
                    }
                    if score >= beta {
                        return if is_mate(score) { beta } else { score };
                    }
                }
            }
        }
        if table_move.is_none() && depth >= 4 && self.has(Technique::InternalReduction) {
            depth -= 1;
        }

        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        // Most nodes with a table move end with it: the others can wait.
        let may_wait = !is_root && self.shared.errors.is_none();
        let tried = table_move.filter(|mv| may_wait && position.is_legal(*mv));
        moves.extend(tried.map(|mv| (mv, TABLE_RANK)));

        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut tried_quiets = 0;
        let mut are_all_here = false;
        let mut next_index = 0;
        loop {
            if next_index == moves.len() {
                if !are_all_here {
                    are_all_here = true;
                    position.each_move(|mv| {
                        if Some(mv) != tried {
                            moves.push((mv, 0));
                        }
                    });
                    self.overlook(node, &mut moves);
                    self.rank(node, &mut moves[next_index..], table_move, ply);
                }
                if next_index == moves.len() {
                    break;
                }
            }
            let index = next_index;
            next_index += 1;
            let (mv, rank) = self.pick(position, &mut moves, index);
            if is_root && self.excluded.contains(&mv) {
                continue;
            }
            let quiet = rank < CAPTURE_RANK;
            count += 1;
            if !is_pv && !node.check && best > -LEAST_MATE && quiet && depth <= 4 {
                // Late quiet moves near the leaves are hardly ever best.
                if tried_quiets > 4 + 3 * depth * depth && self.has(Technique::LatePruning) {
                    continue;
                }
            }
            let next = self.child(node, mv);
            self.passed.push(Passed::of(&next.position));
            let mut score;
            if count == 1 {
                score = -self.search(&next, -beta, -alpha, depth - 1, ply + 1, true);
            } else {
                let mut reduction = 0;
                if depth >= 3
                    && count > 2 + 2 * i32::from(is_pv)
                    && quiet
                    && !node.check
                    && self.has(Technique::LateReductions)
                {
                    reduction = reduction_of(depth, count);
                    reduction -= i32::from(is_pv) + i32::from(next.check);
                    if rank >= KILLER_RANK {
                        reduction -= 1;
                    }
                    reduction = reduction.clamp(0, depth - 2);
                }
                score = -self.search(
                    &next,
                    -alpha - 1,
                    -alpha,
                    depth - 1 - reduction,
                    ply + 1,
                    true,
                );
                if score > alpha && reduction > 0 {
                    score = -self.search(&next, -alpha - 1, -alpha, depth - 1, ply + 1, true);
                }
                if score > alpha && score < beta {
                    score = -self.search(&next, -beta, -alpha, depth - 1, ply + 1, true);
                }
            }
            self.passed.pop();
            if self.stopped {
                break;
            }
            tried_quiets += i32::from(quiet);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.note_variation(ply, mv);
                }
            }
            if alpha >= beta {
                if quiet {
                    self.reward(position, &moves[..=index], mv, depth, ply);
                }
                break;
            }
        }
        self.lists[ply] = moves;
        if self.stopped {
            return DRAW;
        }
        if next_index == 0 {
            return if node.check {
                ply as Score - MATE
            } else {
                DRAW
            };
        }
        if best == -INFINITE {
            // Every move of the root is a better line.
            return alpha;
        }
        if !is_root || self.excluded.is_empty() {
            let bound = if best >= beta {
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

    /// The score once no capture is left that would change it.
    fn quiesce(
        &mut self,
        node: &Node<B>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        if self.visit() {
            return DRAW;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if ply >= MOST_PLIES {
            return self.evaluate(node, alpha, beta);
        }
        let position = &node.position;
        let mut best = -INFINITE;
        if !node.check {
            best = self.evaluate(node, alpha, beta);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let standing = best;
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        if node.check {
            position.each_move(|mv| moves.push((mv, 0)));
            if moves.is_empty() {
                self.lists[ply] = moves;
                return ply as Score - MATE;
            }
        } else {
            position.each_capture(|mv| moves.push((mv, 0)));
            self.overlook(node, &mut moves);
        }
        self.rank(node, &mut moves, None, ply);
        for index in 0..moves.len() {
            let (mv, rank) = self.pick(position, &mut moves, index);
            if !node.check {
                if rank < CAPTURE_RANK {
                    // Only captures that lose are left.
                    break;
                }
                let gain = self.gain(position, mv);
                if standing + gain + 150 <= alpha && self.has(Technique::DeltaPruning) {
                    best = best.max(standing + gain + 150);
                    continue;
                }
            } else if best > -LEAST_MATE && rank < CAPTURE_RANK && depth < -1 {
                continue;
            }
            let next = self.child(node, mv);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1, depth - 1);
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
        self.lists[ply] = moves;
        if self.stopped { DRAW } else { best }
    }

    /// Drops the moves that the player does not see, but not all of them.
    fn overlook(&self, node: &Node<B>, moves: &mut Vec<Ranked>) {
        let Some(errors) = self.shared.errors else {
            return;
        };
        let evaluator = self.shared.evaluator;
        let first = moves.first().copied();
        moves.retain(|(mv, _)| !errors.overlook(evaluator, &node.position, *mv));
        if moves.is_empty() {
            moves.extend(first);
        }
    }

    fn evaluate(&self, node: &Node<B>, alpha: Score, beta: Score) -> Score {
        let score = self
            .shared
            .evaluator
            .score(&node.position, &node.sums, alpha, beta);
        let errors = self.shared.errors;
        (score + errors.map_or(0, |errors| errors.misjudge(&node.position)))
            .clamp(1 - LEAST_MATE, LEAST_MATE - 1)
    }

    /// Is a null move sound here? Not where zugzwang is likely: at least two
    /// pieces beside king and pawns must be left.
    fn may_pass(&self, position: &Position<B>) -> bool {
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

    fn worth(&self, role: Role) -> Score {
        self.shared.evaluator.worth(role)
    }

    /// What a capture or promotion wins at once.
    fn gain(&self, position: &Position<B>, mv: Move) -> i32 {
        let taken = position
            .captured_cell(mv)
            .and_then(|cell| position.piece_at(cell))
            .map_or(0, |piece| self.worth(piece.role));
        let grown = mv
            .promotion()
            .map_or(0, |role| self.worth(role) - self.worth(Role::PAWN));
        taken + grown
    }

    /// Says how promising each move is.
    fn rank(&self, node: &Node<B>, moves: &mut [Ranked], table_move: Option<Move>, ply: usize) {
        let position = &node.position;
        let side = position.turn().index();
        let theirs = position.of(!position.turn());
        for (mv, rank) in moves {
            if Some(*mv) == table_move {
                *rank = TABLE_RANK;
                continue;
            }
            if !theirs.contains(mv.to) && mv.promotion().is_none() && position.passed().is_none() {
                *rank = if self.killers[ply].contains(&Some(*mv)) {
                    KILLER_RANK
                } else {
                    self.history[(side * self.cells + mv.from.index()) * self.cells + mv.to.index()]
                };
                continue;
            }
            let gain = self.gain(position, *mv);
            let mover = position
                .piece_at(mv.from)
                .map_or(0, |piece| self.worth(piece.role));
            // An odd rank: whether the capture loses is still to be seen.
            let is_unsure = i32::from(gain > 0 && gain < mover);
            *rank = if gain == 0 {
                0
            } else {
                CAPTURE_RANK + 2 * (16 * gain - mover / 16) + is_unsure
            };
        }
    }

    /// Brings the most promising move from `index` on to `index`.
    fn pick(&self, position: &Position<B>, moves: &mut Vec<Ranked>, index: usize) -> Ranked {
        loop {
            bring(moves, index);
            let (mv, rank) = moves[index];
            if rank < CAPTURE_RANK
                || rank % 2 == 0
                || !position.is_attacked_without(mv.to, !position.turn(), mv.from)
            {
                return (mv, rank);
            }
            // A capture that loses comes last.
            moves.remove(index);
            moves.push((mv, LOSING_RANK));
        }
    }

    /// Notes that a quiet move was best, and that those tried before were not.
    fn reward(
        &mut self,
        position: &Position<B>,
        tried: &[Ranked],
        best: Move,
        depth: i32,
        ply: usize,
    ) {
        let has_killers = self.has(Technique::Killers);
        let killers = &mut self.killers[ply];
        if has_killers && killers[0] != Some(best) {
            killers[1] = killers[0];
            killers[0] = Some(best);
        }
        if !self.has(Technique::History) {
            return;
        }
        let side = position.turn().index();
        let bonus = (depth * depth).min(400);
        for (mv, rank) in tried {
            if *rank >= CAPTURE_RANK || *rank == LOSING_RANK {
                continue;
            }
            let sign = if *mv == best { 1 } else { -1 };
            let place = (side * self.cells + mv.from.index()) * self.cells + mv.to.index();
            let entry = &mut self.history[place];
            *entry += sign * bonus - *entry * bonus / HISTORY_LIMIT;
        }
    }
}

const TABLE_RANK: i32 = 1_000_000_000;
/// Captures that win something rank from here on.
const CAPTURE_RANK: i32 = 10_000_000;
const KILLER_RANK: i32 = 1_000_000;
/// Captures that lose something.
const LOSING_RANK: i32 = -1_000_000;
const HISTORY_LIMIT: i32 = 16_384;

/// Brings the most promising move from `index` on to `index`.
///
/// Most nodes end with one of their first moves, so only these are looked for
/// one by one; then the others are put in order all at once.
fn bring(moves: &mut [Ranked], index: usize) {
    const ONE_BY_ONE: usize = 3;
    if index < ONE_BY_ONE {
        let best = (index..moves.len()).max_by_key(|&other| moves[other].1);
        moves.swap(index, best.unwrap_or(index));
    } else if index == ONE_BY_ONE {
        moves[index..].sort_unstable_by_key(|(_, rank)| std::cmp::Reverse(*rank));
    }
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
