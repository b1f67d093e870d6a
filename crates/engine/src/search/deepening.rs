//! Iterative deepening with aspiration windows.

use super::info::Info;
use super::window::Window;
use super::worker::{Node, Worker};
use crate::eval::Evaluated;
use crate::features::SearchFeature;
use crate::limits::MAX_DEPTH;
use crate::score::{INFINITE, MATE, Score, is_mate};
use icochess_rules::{Move, Position};

// Parameters set by hand: scores in hundredths of a pawn, depths in remaining plies.

/// Factor by which a failed window is widened.
const ASPIRATION_FACTOR: Score = 3;
const ASPIRATION_MIN_DEPTH: i32 = 5;

impl<B: Evaluated> Worker<'_, B> {
    /// Deepens until stopped, calling `report` with each line found. Returns the best line of the
    /// stopped iteration, which is empty if none was found.
    pub fn iterative_deepening(
        &mut self,
        root: &Position<B>,
        mut report: impl FnMut(&Info),
    ) -> Vec<Move> {
        let evaluator = self.shared.evaluator;
        let root = self.node(*root, evaluator.accumulator(root), self.shared.idle);
        let limits = &self.shared.limits;
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH);
        let mut best: Option<Info> = None;
        let mut unfinished = Vec::new();
        let mut stable_iterations = 0_u32;
        for depth in 1..=max_depth {
            self.excluded.clear();
            self.excluded.extend(self.shared.excluded);
            let mut first = None;
            for multi_pv in 1..=self.shared.multi_pv {
                self.seldepth = 0;
                let before = best.as_ref().filter(|_| multi_pv == 1);
                let guess = before.map(|info| info.score);
                self.first_root_move = before.map(|info| info.pv[0]);
                let score = self.aspiration_search(&root, i32::from(depth), guess);
                let mut pv = self.pvs[0].clone();
                if self.stopped && multi_pv == 1 {
                    unfinished = pv;
                    break;
                }
                if self.stopped || pv.is_empty() {
                    break;
                }
                if is_mate(score) {
                    self.extend(&root.position, &mut pv);
                }
                let info = Info {
                    depth,
                    seldepth: self.seldepth as u8,
                    multi_pv,
                    score,
                    nodes: self.publish_nodes(),
                    time: self.shared.time_manager.elapsed(),
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
            stable_iterations = match &best {
                Some(before) if before.pv[0] == found.pv[0] => stable_iterations + 1,
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
            let haste = 1.2 - 0.1 * f64::from(stable_iterations.min(6));
            let free = limits.waits_for_stop();
            if !free && (asked_mate || mated && limits.mate.is_none()) {
                break;
            }
            let nodes = self.publish_nodes();
            let is_enough = self.shared.time_manager.is_soft_limit_reached(haste)
                || limits.is_soft_node_limit_reached(nodes);
            if !free && is_enough {
                break;
            }
        }
        self.publish_nodes();
        unfinished
    }

    /// Searches with a window around the last score, widening the window until it contains the
    /// score.
    fn aspiration_search(&mut self, root: &Node<B>, depth: i32, guess: Option<Score>) -> Score {
        let Some(guess) = guess.filter(|guess| {
            depth >= ASPIRATION_MIN_DEPTH && !is_mate(*guess) && self.has(SearchFeature::Aspiration)
        }) else {
            return self.search(root, Window::FULL, depth, 0, true);
        };
        let mut width = self.margins.aspiration_delta;
        let mut window = Window {
            alpha: guess - width,
            beta: guess + width,
        };
        // Line that failed high.
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
                self.first_root_move = found.first().copied();
            }
            if width > self.margins.aspiration_max_delta {
                window = Window::FULL;
            }
        }
    }
}
