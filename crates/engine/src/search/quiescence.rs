//! Quiescence search: captures until the position is quiet.

use super::window::Window;
use super::worker::{Node, Worker};
use crate::eval::Evaluated;
use crate::features::SearchFeature;
use crate::heuristics::GOOD_CAPTURE_SCORE;
use crate::score::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score, variant_score};
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
            return self.evaluate(node, window);
        }
        if self.wins_at_once(node) {
            return MATE - 1 - ply as Score;
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
        let list = std::mem::take(&mut self.move_lists[ply]);
        let mut picker = self.generate(node, list, None, ply, node.in_check);
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
            let next = self.child(node, mv);
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
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        let has_no_moves = node.in_check && picker.picked().is_empty();
        self.move_lists[ply] = picker.into_moves();
        if self.stopped {
            DRAW
        } else if has_no_moves {
            ply as Score - MATE
        } else {
            best
        }
    }
}
