//! Alpha-beta search of a node with null windows and pruning.

use super::reductions::base_reduction;
use super::window::Window;
use super::worker::{Node, Worker};
use crate::abdada::CurrentlySearching;
use crate::eval::Evaluated;
use crate::features::SearchFeature;
use crate::heuristics::{GOOD_CAPTURE_SCORE, is_quiet};
use crate::move_picker::MovePicker;
use crate::score::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score, is_mate, variant_score};
use crate::transposition::{Bound, Entry, score_from_table, score_to_table};
use icochess_rules::{AbsentCells, CellSet, Move, MoveKind, Position, Role, rules_of};

// Parameters set by hand: scores in hundredths of a pawn, depths in remaining plies.

const FUTILITY_MAX_DEPTH: i32 = 3;
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 6;
/// Quiet moves searched before late move pruning: a constant, and a factor of the squared depth.
const LATE_MOVE_COUNT: [i32; 2] = [4, 3];
const LATE_MOVE_MAX_DEPTH: i32 = 4;
const EXCHANGE_PRUNING_MAX_DEPTH: i32 = 6;
const NULL_MOVE_MIN_DEPTH: i32 = 3;
const LATE_MOVE_REDUCTION_MIN_DEPTH: i32 = 3;
/// Maximum depth at which quiet moves of board parts are pruned.
const CARRIAGE_PRUNING_MAX_DEPTH: i32 = 3;
/// Additional reduction of moves of board parts, in plies.
const CARRIAGE_REDUCTION: i32 = 1;
const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;
/// History of a move that is reduced by a ply less.
const HISTORY_PER_PLY: i32 = 4096;

/// Outcome of the static pruning checks for a node outside the principal variation.
enum Pruning {
    /// The node is good enough, with this score.
    Cutoff(Score),
    /// Quiet moves can't raise the score to alpha.
    Futile,
    /// All moves must be searched.
    None,
}

/// Change of the evaluation since the last move of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    /// It has risen, or isn't known.
    Rising,
    /// It hasn't risen.
    Falling,
    /// It isn't used.
    Unused,
}

impl<B: Evaluated> Worker<'_, B> {
    /// Returns the score of a node, exact within the window and a bound outside it.
    pub(super) fn search(
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
            if let Some(score) = variant_score(&node.position, ply) {
                return score;
            }
            if self.is_draw(node) {
                return DRAW;
            }
            if let Some(score) = self.solved(&node.position, ply) {
                // A trace of the evaluation still prefers the side with more chances.
                let is_drawn = score == DRAW;
                return if is_drawn {
                    self.evaluate(node, Window::FULL, ply) / 64
                } else {
                    score
                };
            }
            if ply >= MAX_PLY {
                return self.evaluate(node, window, ply);
            }
            // Mate distance pruning: a mate from this node can't be shorter than one already found.
            window.alpha = window.alpha.max(ply as Score - MATE);
            window.beta = window.beta.min(MATE - 1 - ply as Score);
            if window.alpha >= window.beta {
                return window.alpha;
            }
            // PV nodes need the winning move itself, so this applies only to others.
            if !window.is_pv() && self.wins_at_once(node) {
                return MATE - 1 - ply as Score;
            }
        }
        if node.in_check && self.has(SearchFeature::CheckExtension) {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiescence(node, window, ply, 0, None);
        }
        if self.count_node() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);

        let entry = self.shared.table.probe(node.position.hash());
        let first = self.first_root_move.filter(|_| is_root);
        let table_move = first.or_else(|| entry.and_then(|entry| entry.mv));
        let may_reduce = !is_root && self.has(SearchFeature::InternalIterativeReduction);
        if table_move.is_none() && depth >= INTERNAL_REDUCTION_MIN_DEPTH && may_reduce {
            depth -= 1;
        }
        let cutoff = entry.and_then(|entry| table_cutoff(entry, window, depth, ply));
        if let Some(score) = cutoff.filter(|_| !window.is_pv()) {
            return score;
        }
        let earlier = ply.checked_sub(2).and_then(|ply| self.evaluations[ply]);
        let evaluation = (!node.in_check).then(|| self.evaluate(node, window, ply));
        self.evaluations[ply] = evaluation.or(earlier);
        let trend = match evaluation.zip(earlier) {
            _ if !self.has(SearchFeature::Improving) => Trend::Unused,
            Some((now, earlier)) if now <= earlier => Trend::Falling,
            _ => Trend::Rising,
        };
        let mut is_futile = false;
        if let Some(evaluation) = evaluation.filter(|_| !window.is_pv()) {
            let seen = (evaluation, trend);
            match self.prune(node, window, depth, ply, may_null_move, seen) {
                Pruning::Cutoff(score) => return score,
                Pruning::Futile => is_futile = true,
                Pruning::None => {}
            }
        }
        self.search_moves(node, window, depth, ply, table_move, is_futile, trend)
    }

    /// Returns the pruning verdict for a node without check and with a null window. May search a
    /// null move.
    fn prune(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        ply: usize,
        may_null_move: bool,
        (evaluation, trend): (Score, Trend),
    ) -> Pruning {
        let Window { alpha, beta } = window;
        let position = &node.position;
        let may_stand = self.has(SearchFeature::ReverseFutility);
        let sure = i32::from(trend == Trend::Rising);
        let margin = self.margins.reverse_futility * (depth - sure);
        if may_stand
            && depth <= REVERSE_FUTILITY_MAX_DEPTH
            && evaluation - margin >= beta
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
                idle: node.idle + 1,
            };
            let reduced_depth = depth - 1 - (3 + depth / 4);
            self.path.push_null(&null);
            if let Some(network) = &mut self.network {
                network.push(ply, None);
            }
            self.heuristics.set_move(position, None, ply);
            let score = -self.search(
                &next,
                window.null_at_beta().negated(),
                reduced_depth,
                ply + 1,
                false,
            );
            self.path.pop();
            if self.stopped {
                return Pruning::Cutoff(DRAW);
            }
            if score >= beta {
                return Pruning::Cutoff(if is_mate(score) { beta } else { score });
            }
        }
        let [least, ply] = self.margins.futility;
        let margin = least + ply * depth;
        let is_futile = depth <= FUTILITY_MAX_DEPTH
            && evaluation + margin <= alpha
            && alpha.abs() < MATE_IN_MAX_PLY
            && self.has(SearchFeature::Futility);
        if is_futile {
            Pruning::Futile
        } else {
            Pruning::None
        }
    }

    /// Returns the score of a node by searching its moves.
    fn search_moves(
        &mut self,
        node: &Node<B>,
        mut window: Window,
        depth: i32,
        ply: usize,
        table_move: Option<Move>,
        is_futile: bool,
        trend: Trend,
    ) -> Score {
        let position = &node.position;
        let is_root = ply == 0;
        let is_pv = window.is_pv();
        let list = std::mem::take(&mut self.move_lists[ply]);
        // At the root, and for players with a handicap, all moves are generated in advance.
        let mut picker = if is_root || self.shared.handicap.is_some() {
            self.generate(node, list, table_move, ply, true)
        } else {
            let tried = table_move.filter(|mv| position.is_legal(*mv));
            MovePicker::new(list, tried, ply)
        };

        let first_alpha = window.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        let mut quiet_count = 0;
        let late = LATE_MOVE_COUNT[0] + LATE_MOVE_COUNT[1] * depth * depth;
        let late = if trend == Trend::Falling {
            late / 2
        } else {
            late
        };
        // First the picked moves, then the deferred ones.
        self.deferred[ply].clear();
        self.searched[ply].clear();
        let mut all_picked = false;
        loop {
            let mut next = None;
            if !all_picked {
                let picked = picker.next(position, &self.heuristics);
                next = picked.map(|scored| (scored, move_count + 1));
                all_picked = next.is_none();
            }
            let Some(((mv, score), move_number)) = next.or_else(|| self.deferred[ply].pop()) else {
                break;
            };
            if is_root && self.excluded.contains(&mv) {
                continue;
            }
            // Non-losing captures and promotions.
            let is_tactical = score >= GOOD_CAPTURE_SCORE;
            move_count = move_count.max(move_number);
            let may_prune = !all_picked && !is_tactical && best > -MATE_IN_MAX_PLY;
            // Late quiet moves near the leaves are rarely best.
            let is_late = depth <= LATE_MOVE_MAX_DEPTH
                && quiet_count > late
                && !is_pv
                && !node.in_check
                && self.has(SearchFeature::LateMovePruning);
            if may_prune && is_late {
                if !self.has(SearchFeature::LateCaptures) {
                    all_picked = true;
                    continue;
                }
                if is_quiet(position, mv) {
                    continue;
                }
            }
            quiet_count += i32::from(!is_tactical && !all_picked);
            let is_carriage = B::Absent::IS_USED && mv.kind == MoveKind::Carriage;
            if is_carriage
                && may_prune
                && depth <= CARRIAGE_PRUNING_MAX_DEPTH
                && !is_pv
                && !node.in_check
                && self.has(SearchFeature::CarriagePruning)
                && !has_point(position, mv)
            {
                continue;
            }
            let may_lose = is_root
                || node.in_check
                || !may_prune
                || depth > EXCHANGE_PRUNING_MAX_DEPTH
                || Some(mv) == table_move
                // Players with errors don't see such exchanges.
                || self.shared.handicap.is_some()
                || !self.has(SearchFeature::ExchangePruning);
            let next = self.child(node, mv, ply);
            if !may_lose && !next.in_check {
                let margin = self.margins.exchange[usize::from(!is_quiet(position, mv))];
                let least = -margin * depth;
                if !self.shared.evaluator.exchange_gains(position, mv, least) {
                    continue;
                }
            }
            if may_prune && is_futile && !next.in_check && next.position.variant_outcome().is_none()
            {
                continue;
            }
            let searching = self
                .shared
                .searching
                .filter(|_| depth >= CurrentlySearching::MIN_DEPTH);
            if let Some(searching) = searching.filter(|_| !all_picked && move_number > 1)
                && searching.contains(position.hash(), mv)
            {
                self.deferred[ply].push(((mv, score), move_number));
                continue;
            }
            let is_reducible = !is_tactical && !node.in_check && !next.in_check;
            let reduction = if is_reducible && move_number > 2 + 2 * i32::from(is_pv) {
                self.reduction(position, mv, depth, move_number, ply, is_pv, trend)
            } else {
                0
            };
            let mark = searching.map(|searching| searching.start(position.hash(), mv));
            self.heuristics.set_move(position, Some(mv), ply);
            if is_quiet(position, mv) {
                self.searched[ply].push(mv);
            }
            let score = self.search_move(
                node,
                &next,
                window,
                depth - 1,
                reduction,
                ply,
                move_number == 1,
            );
            if let (Some(searching), Some(mark)) = (searching, mark) {
                searching.finish(mark);
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
                    let tried = self.searched[ply].iter().copied();
                    self.heuristics.update(position, tried, mv, depth, ply);
                }
                break;
            }
        }
        let has_no_moves = picker.picked().is_empty();
        self.move_lists[ply] = picker.into_moves();
        if self.stopped {
            return DRAW;
        }
        if has_no_moves {
            return if node.in_check {
                ply as Score - MATE
            } else {
                DRAW
            };
        }
        if best == -INFINITE {
            // All root moves belong to better lines.
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

    /// Returns the reduction of a late quiet move, in plies.
    fn reduction(
        &self,
        position: &Position<B>,
        mv: Move,
        depth: i32,
        move_number: i32,
        ply: usize,
        is_pv: bool,
        trend: Trend,
    ) -> i32 {
        if depth < LATE_MOVE_REDUCTION_MIN_DEPTH || !self.has(SearchFeature::LateMoveReductions) {
            return 0;
        }
        let reduced_less = i32::from(is_pv) + i32::from(self.heuristics.is_killer(ply, mv));
        let is_carriage = B::Absent::IS_USED && mv.kind == MoveKind::Carriage;
        let reduced_more = if is_carriage && self.has(SearchFeature::CarriageReductions) {
            CARRIAGE_REDUCTION
        } else {
            0
        };
        let mut reduction = base_reduction(depth, move_number) + reduced_more - reduced_less;
        reduction += i32::from(trend == Trend::Falling);
        if self.has(SearchFeature::HistoryReductions) && is_quiet(position, mv) {
            let history = self.heuristics.history(position, mv, ply);
            reduction -= (history / HISTORY_PER_PLY).clamp(-2, 2);
        }
        reduction.clamp(0, depth - 2)
    }

    /// Returns the score of the move from a node to `next`. The first move gets the full window.
    /// Later moves are tried with a null window at reduced depth, and searched again if they beat
    /// alpha.
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

    /// Returns whether the side to move has at least two pieces other than king and pawns. With
    /// fewer pieces a null move is unsound because zugzwang is likely.
    fn has_non_pawn_material(&self, position: &Position<B>) -> bool {
        let pieces: u32 = (0..B::ROLES.len())
            .map(|role| Role::new(role as u8))
            .filter(|&role| {
                let rules = rules_of::<B>(role);
                !rules.royal && !rules.is_pawn
            })
            .map(|role| position.pieces(position.turn(), role).len())
            .sum();
        pieces >= 2
    }
}

/// Returns whether a move of a board part gives check or rescues an attacked piece that it carries.
fn has_point<B: Evaluated>(position: &Position<B>, mv: Move) -> bool {
    let mut carried = position.carried(mv).cells();
    carried.any(|cell| position.is_attacked(cell, !position.turn()))
        || position.play_unchecked(mv).is_check()
}

/// Returns the score of a table entry if it is deep enough and its bound settles the window.
#[inline]
pub(super) fn table_cutoff(entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
    let score = score_from_table(entry.score, ply);
    let holds = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (holds && i32::from(entry.depth) >= depth).then_some(score)
}
