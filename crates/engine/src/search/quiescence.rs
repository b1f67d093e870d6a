//! Quiescence search: captures until the position is quiet.

use super::alpha_beta::table_cutoff;
use super::window::Window;
use super::worker::{Node, Worker};
use crate::eval::Evaluated;
use crate::features::SearchFeature;
use crate::heuristics::GOOD_CAPTURE_SCORE;
use crate::score::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score, variant_score};
use crate::transposition::{Bound, Entry, score_to_table};
use icochess_rules::Cell;

/// Quiescence plies with all captures; deeper plies allow recaptures only.
const RECAPTURES_DEPTH: i32 = 3;

impl<B: Evaluated> Worker<'_, B> {
    /// Returns the score of a node where the game continues, after all captures that could change
    /// it. `taken_on` is the cell of the last capture.
    pub(super) fn quiescence(
        &mut self,
        node: &Node<B>,
        window: Window,
        ply: usize,
        depth: i32,
        taken_on: Option<Cell>,
    ) -> Score {
        if self.count_node() {
            return DRAW;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply >= MAX_PLY {
            return self.evaluate(node, window, ply);
        }
        if self.wins_at_once(node) {
            return MATE - 1 - ply as Score;
        }
        let position = &node.position;
        let uses_table = self.has(SearchFeature::QuiescenceTable) && depth > -RECAPTURES_DEPTH;
        let mut table_move = None;
        if uses_table && let Some(entry) = self.shared.table.probe(position.hash()) {
            if !window.is_pv()
                && let Some(score) = table_cutoff(entry, window, 0, ply)
            {
                return score;
            }
            table_move = entry.mv;
        }
        let Window { mut alpha, beta } = window;
        let mut best_move = None;
        let mut best = -INFINITE;
        if !node.in_check {
            best = self.evaluate(node, window, ply);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let list = std::mem::take(&mut self.move_lists[ply]);
        let mut picker = self.generate(node, list, table_move, ply, node.in_check);
        while let Some((mv, score)) = picker.next(position, &self.heuristics) {
            let is_tactical = score >= GOOD_CAPTURE_SCORE;
            if !is_tactical && !node.in_check {
                // Only losing captures remain.
                break;
            }
            if !is_tactical && best > -MATE_IN_MAX_PLY && depth < -1 {
                continue;
            }
            if depth <= -RECAPTURES_DEPTH
                && !node.in_check
                && taken_on != Some(mv.to)
                && self.has(SearchFeature::Recaptures)
            {
                continue;
            }
            let next = self.child(node, mv, ply);
            self.heuristics.set_move(position, Some(mv), ply);
            let window = Window { alpha, beta }.negated();
            let score = match variant_score(&next.position, ply + 1) {
                Some(score) => -score,
                None => -self.quiescence(&next, window, ply + 1, depth - 1, Some(mv.to)),
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        let has_no_moves = node.in_check && picker.picked().is_empty();
        self.move_lists[ply] = picker.into_moves();
        if self.stopped {
            return DRAW;
        }
        if has_no_moves {
            return ply as Score - MATE;
        }
        if uses_table {
            let bound = if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            };
            let entry = Entry {
                mv: best_move,
                score: score_to_table(best, ply),
                depth: 0,
                bound,
            };
            self.shared.table.store(position.hash(), entry);
        }
        best
    }
}
