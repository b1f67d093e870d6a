//! State of one search thread, and its node-level helpers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::margins::Margins;
use super::window::Window;
use crate::abdada::CurrentlySearching;
use crate::eval::{Accumulator, Evaluated, Evaluator, SumsByPly};
use crate::features::{SearchFeature, SearchFeatures};
use crate::handicap::Handicap;
use crate::heuristics::{Heuristics, ScoredMove};
use crate::limits::Limits;
use crate::move_picker::MovePicker;
use crate::repetition::SearchPath;
use crate::score::{DRAW, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score};
use crate::time_manager::TimeManager;
use crate::transposition::TranspositionTable;
use icochess_endings::{Endings, Probe};
use icochess_rules::{CellSet, Move, Position, Side};

/// Nodes between two polls of the clock. At 100,000 nodes a second, these take 1.3 ms.
const NODES_PER_POLL: u64 = 128;

/// Plies without capture after which an advantage begins to count less, and after which it counts
/// nothing.
const IDLE: [usize; 2] = [100, 150];

/// State shared by the threads of one search. Fields without a comment are as in
/// [`Search`](super::Search).
pub(super) struct Shared<'a, B: Evaluated> {
    pub evaluator: &'a Evaluator<B>,
    pub table: &'a TranspositionTable,
    pub stop: &'a AtomicBool,
    /// Nodes published by all threads.
    pub nodes: &'a AtomicU64,
    pub time_manager: TimeManager,
    pub limits: Limits,
    pub features: SearchFeatures,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Root moves not to be searched.
    pub excluded: &'a [Move],
    /// Errors of a player below full strength.
    pub handicap: Option<&'a Handicap>,
    /// Solved endings.
    pub endings: Option<&'a Endings>,
    /// Plies since the last move of the game that can't be taken back.
    pub idle: usize,
    /// Moves currently being searched, if there are several threads.
    pub searching: Option<&'a CurrentlySearching>,
}

/// A search position with its evaluation sums.
#[derive(Clone, Copy)]
pub(super) struct Node<B: Evaluated> {
    pub position: Position<B>,
    /// Sums of the evaluation; out of date if a network evaluates.
    pub accumulator: Accumulator,
    pub in_check: bool,
    /// Plies since the last move that can't be taken back, such as a capture, in the game, too.
    pub idle: usize,
}

/// Returns whether an attacked piece of a side is one whose loss loses the game.
#[inline]
fn is_last_piece_attacked<B: Evaluated>(position: &Position<B>, side: Side) -> bool {
    let mut last = position.last_pieces(side).cells();
    last.any(|cell| position.is_attacked(cell, !side))
}

/// One search thread.
pub(super) struct Worker<'a, B: Evaluated> {
    pub shared: &'a Shared<'a, B>,
    /// Positions of the current line.
    pub path: SearchPath,
    /// By ply: move lists, kept to reuse their memory.
    pub move_lists: Vec<Vec<ScoredMove>>,
    /// By ply: moves deferred because another thread is searching them, with their numbers.
    pub deferred: Vec<Vec<(ScoredMove, i32)>>,
    /// By ply: the principal variation from that ply on.
    pub pvs: Vec<Vec<Move>>,
    /// By ply: quiet moves that were searched.
    pub searched: Vec<Vec<Move>>,
    /// By ply: evaluation of the position, or of an earlier one of the same side in check.
    pub evaluations: Vec<Option<Score>>,
    pub heuristics: Heuristics<'a, B>,
    /// Sums of the network, if it evaluates the positions.
    pub network: Option<SumsByPly<'a, B>>,
    pub margins: Margins,
    /// Excluded root moves, including the better lines of a multi-PV search.
    pub excluded: Vec<Move>,
    /// Best root move of the previous iteration.
    pub first_root_move: Option<Move>,
    /// Nodes visited by this thread.
    pub nodes: u64,
    /// Nodes already published to `shared`.
    pub published: u64,
    pub seldepth: usize,
    pub stopped: bool,
}

impl<'a, B: Evaluated> Worker<'a, B> {
    pub fn new(shared: &'a Shared<'a, B>, path: SearchPath) -> Self {
        // Players below full strength have levels measured without it.
        let uses_network = shared.handicap.is_none() && shared.features.has(SearchFeature::Network);
        let network = shared.evaluator.network().filter(|_| uses_network);
        Self {
            network: network.map(SumsByPly::new),
            shared,
            path,
            move_lists: vec![Vec::new(); MAX_PLY + 1],
            deferred: vec![Vec::new(); MAX_PLY + 1],
            pvs: vec![Vec::new(); MAX_PLY + 2],
            searched: vec![Vec::new(); MAX_PLY + 1],
            evaluations: vec![None; MAX_PLY + 1],
            heuristics: Heuristics::new(shared.evaluator, shared.features),
            margins: Margins::of(shared.evaluator),
            excluded: Vec::new(),
            first_root_move: None,
            nodes: 0,
            published: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Counts a node, and returns whether the search must end.
    pub fn count_node(&mut self) -> bool {
        self.nodes += 1;
        let limit = self.shared.limits.nodes;
        if limit.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(NODES_PER_POLL) {
            let all = self.publish_nodes();
            self.stopped |= limit.is_some_and(|limit| all > limit)
                || self.shared.stop.load(Ordering::Relaxed)
                || self.shared.time_manager.is_hard_limit_reached();
        }
        self.stopped
    }

    /// Adds this thread's new nodes to the shared total, and returns the total.
    pub fn publish_nodes(&mut self) -> u64 {
        let new = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    #[inline]
    pub fn has(&self, feature: SearchFeature) -> bool {
        self.shared.features.has(feature)
    }

    /// Returns whether the node is drawn by repetition, the 50-move rule or dead position.
    pub fn is_draw(&self, node: &Node<B>) -> bool {
        let position = &node.position;
        self.path.is_repeated()
            || position.halfmove_clock() >= 100 && (!node.in_check || position.has_legal_move())
            || B::is_dead(position)
    }

    /// Returns the exact score of a solved ending. `None` if a claim of the 50-move rule could come
    /// before the mate.
    #[inline]
    pub fn solved(&self, position: &Position<B>, ply: usize) -> Option<Score> {
        let probe = self.shared.endings?.probe(position)?;
        let Some(plies) = probe.plies() else {
            return Some(DRAW);
        };
        let mate = MATE - ply as Score - Score::from(plies);
        let is_in_time = position.halfmove_clock().saturating_add(plies) <= 100;
        (is_in_time && mate >= MATE_IN_MAX_PLY).then_some(match probe {
            Probe::Lost(_) => -mate,
            _ => mate,
        })
    }

    /// Appends the moves of a solved ending to a line from `root`.
    pub fn extend(&self, root: &Position<B>, line: &mut Vec<Move>) {
        let Some(endings) = self.shared.endings else {
            return;
        };
        let last = line.iter();
        let last = last.fold(*root, |position, mv| position.play_unchecked(*mv));
        if self.solved(&last, line.len()).is_some() {
            line.extend(endings.line(&last));
        }
    }

    /// Returns the node after a move from a node at `ply`.
    #[inline]
    pub fn child(&mut self, node: &Node<B>, mv: Move, ply: usize) -> Node<B> {
        let (before, position) = (&node.position, node.position.play_unchecked(mv));
        self.shared.table.prefetch(position.hash());
        let accumulator = if let Some(network) = &mut self.network {
            network.push(ply, Some((before, mv, &position)));
            node.accumulator
        } else {
            let evaluator = self.shared.evaluator;
            evaluator.accumulator_after(&node.accumulator, before, mv, &position)
        };
        let idle = if self.has(SearchFeature::Progress) && before.can_return_from(&position) {
            node.idle + 1
        } else {
            0
        };
        self.node(position, accumulator, idle)
    }

    /// Creates a node from a position and its evaluation sums.
    #[inline]
    pub fn node(&self, position: Position<B>, accumulator: Accumulator, idle: usize) -> Node<B> {
        Node {
            in_check: position.is_check(),
            position,
            accumulator,
            idle,
        }
    }

    /// Returns whether the side to move can capture a piece whose loss loses the game. Only checked
    /// on boards without kings, and for players without a handicap.
    #[inline]
    pub fn wins_at_once(&self, node: &Node<B>) -> bool {
        let turn = node.position.turn();
        B::ROYAL.is_none()
            && self.shared.handicap.is_none()
            && is_last_piece_attacked(&node.position, !turn)
    }

    /// Generates the moves of a node that the player doesn't overlook: all moves or captures only.
    pub fn generate(
        &self,
        node: &Node<B>,
        mut list: Vec<ScoredMove>,
        table_move: Option<Move>,
        ply: usize,
        all: bool,
    ) -> MovePicker {
        let (position, heuristics) = (&node.position, &self.heuristics);
        let last = position.last_pieces(!position.turn());
        list.clear();
        if all {
            position.each_move(|mv| {
                list.push((mv, heuristics.score(position, mv, table_move, ply, &last)));
            });
        } else {
            position.each_capture(|role, mv| {
                list.push((mv, heuristics.score_capture(position, role, mv, &last)));
            });
        }
        if let Some(handicap) = self.shared.handicap {
            let first = list.first().copied().filter(|_| all);
            list.retain(|(mv, _)| !handicap.overlooks(self.shared.evaluator, position, *mv));
            if list.is_empty() {
                // A player must move, but needn't capture.
                list.extend(first);
            }
        }
        MovePicker::of(list, ply)
    }

    /// Returns a score that has fallen since the last capture: in the end, a side that can't make
    /// progress repeats positions, and the game is drawn.
    #[inline]
    fn urged(&self, score: Score, node: &Node<B>) -> Score {
        if !self.has(SearchFeature::Progress) || self.shared.handicap.is_some() {
            return score;
        }
        let [begins, ends] = IDLE;
        let left = ends - node.idle.clamp(begins, ends);
        score * left as Score / (ends - begins) as Score
    }

    /// Returns the evaluation of a node at `ply`, which may be rough outside the window.
    pub fn evaluate(
        &mut self,
        node: &Node<B>,
        Window { alpha, beta }: Window,
        ply: usize,
    ) -> Score {
        if let Some(network) = &mut self.network {
            let score = network.score(ply, &node.position);
            return self.urged(score, node);
        }
        let score = self
            .shared
            .evaluator
            .evaluate(&node.position, &node.accumulator, alpha, beta);
        let score = self.urged(score, node);
        let handicap = self.shared.handicap;
        (score + handicap.map_or(0, |handicap| handicap.misjudgement(&node.position)))
            .clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
    }

    pub fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, rest) = self.pvs.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&rest[0]);
    }
}
