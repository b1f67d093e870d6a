//! One thread of a search: what it knows, and what it asks of a position.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::margins::Margins;
use super::window::Window;
use crate::abdada::CurrentlySearching;
use crate::eval::{Accumulator, Evaluated, Evaluator};
use crate::features::{SearchFeature, SearchFeatures};
use crate::handicap::Handicap;
use crate::heuristics::{Heuristics, ScoredMove};
use crate::limits::Limits;
use crate::move_picker::MovePicker;
use crate::repetition::SearchPath;
use crate::score::{MATE_IN_MAX_PLY, MAX_PLY, Score};
use crate::time_manager::TimeManager;
use crate::transposition::TranspositionTable;
use icochess_rules::{CellSet, Move, Position, Side};

/// Number of nodes between two looks at the clock.
const NODES_PER_POLL: u64 = 1024;

/// The state shared by the threads of one search; fields without a comment are as in
/// [`Search`](super::Search).
pub(super) struct Shared<'a, B: Evaluated> {
    pub evaluator: &'a Evaluator<B>,
    pub table: &'a TranspositionTable,
    pub stop: &'a AtomicBool,
    /// Nodes visited by all threads, as far as they have published them.
    pub nodes: &'a AtomicU64,
    pub time_manager: TimeManager,
    pub limits: Limits,
    pub features: SearchFeatures,
    /// Number of lines wanted.
    pub multi_pv: usize,
    /// Moves of the root that are not wanted.
    pub excluded: &'a [Move],
    /// The errors of a player below full strength.
    pub handicap: Option<&'a Handicap>,
    /// The moves that the threads are at, if there are several.
    pub searching: Option<&'a CurrentlySearching>,
}

/// A position of the search with the sums of its evaluation.
#[derive(Clone, Copy)]
pub(super) struct Node<B: Evaluated> {
    pub position: Position<B>,
    pub accumulator: Accumulator,
    pub in_check: bool,
}

/// Whether a piece of a side is attacked whose loss loses the game.
#[inline]
fn is_last_piece_attacked<B: Evaluated>(position: &Position<B>, side: Side) -> bool {
    let mut last = position.last_pieces(side).cells();
    last.any(|cell| position.is_attacked(cell, !side))
}

/// One thread of a search.
pub(super) struct Worker<'a, B: Evaluated> {
    pub shared: &'a Shared<'a, B>,
    /// The positions of the line at hand.
    pub path: SearchPath,
    /// By ply: the moves of a node; kept for their memory.
    pub move_lists: Vec<Vec<ScoredMove>>,
    /// By ply: moves put off, with their number, as another thread is searching them.
    pub deferred: Vec<Vec<(ScoredMove, i32)>>,
    /// By ply: the principal variation from there on.
    pub pvs: Vec<Vec<Move>>,
    pub heuristics: Heuristics<'a, B>,
    pub margins: Margins,
    /// Moves of the root that are not looked at: the better lines.
    pub excluded: Vec<Move>,
    /// The best move of the root in the iteration before.
    pub first_root_move: Option<Move>,
    /// Nodes visited by this thread.
    pub nodes: u64,
    /// Nodes of those that were published to `shared`.
    pub published: u64,
    pub seldepth: usize,
    pub stopped: bool,
}

impl<'a, B: Evaluated> Worker<'a, B> {
    pub fn new(shared: &'a Shared<'a, B>, path: SearchPath) -> Self {
        Self {
            shared,
            path,
            move_lists: vec![Vec::new(); MAX_PLY + 1],
            deferred: vec![Vec::new(); MAX_PLY + 1],
            pvs: vec![Vec::new(); MAX_PLY + 2],
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

    /// Counts a node. Returns whether the search is over.
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

    /// Adds the nodes of this thread to those of all, and returns the sum.
    pub fn publish_nodes(&mut self) -> u64 {
        let new = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    #[inline]
    pub fn has(&self, feature: SearchFeature) -> bool {
        self.shared.features.has(feature)
    }

    /// Whether the node is a draw before anybody moves.
    pub fn is_draw(&self, node: &Node<B>) -> bool {
        let position = &node.position;
        self.path.is_repeated()
            || position.halfmove_clock() >= 100 && (!node.in_check || position.has_legal_move())
            || B::is_dead(position)
    }

    #[inline]
    pub fn child(&self, node: &Node<B>, mv: Move) -> Node<B> {
        let position = node.position.play_unchecked(mv);
        self.shared.table.prefetch(position.hash());
        let accumulator = self.shared.evaluator.accumulator_after(
            &node.accumulator,
            &node.position,
            mv,
            &position,
        );
        self.node(position, accumulator)
    }

    /// A position with the sums of its evaluation as a node.
    #[inline]
    pub fn node(&self, position: Position<B>, accumulator: Accumulator) -> Node<B> {
        Node {
            in_check: position.is_check(),
            position,
            accumulator,
        }
    }

    /// Whether the side to move can win at once by capturing a piece whose loss loses the game.
    /// Only found on boards without kings, and for players that overlook nothing.
    #[inline]
    pub fn wins_at_once(&self, node: &Node<B>) -> bool {
        let turn = node.position.turn();
        B::ROYAL.is_none()
            && self.shared.handicap.is_none()
            && is_last_piece_attacked(&node.position, !turn)
    }

    /// The moves of a node that the player sees, of all or only of captures.
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
                // Not to move at all is no choice, not to take is.
                list.extend(first);
            }
        }
        MovePicker::of(list, ply)
    }

    pub fn evaluate(&self, node: &Node<B>, Window { alpha, beta }: Window) -> Score {
        let score = self
            .shared
            .evaluator
            .evaluate(&node.position, &node.accumulator, alpha, beta);
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
