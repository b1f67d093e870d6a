//! Move ordering scores: captures by immediate gain, quiet moves by killers and history.
//!
//! Killers: S. Akl, M. Newborn, "The Principal Continuation and the Killer
//! Heuristic", 1977. History: J. Schaeffer, "The History Heuristic", 1983. Continuation history: the
//! page "History Heuristic" of the Chess Programming Wiki.

use super::eval::{Evaluated, Evaluator};
use super::features::{SearchFeature, SearchFeatures};
use super::score::{MAX_PLY, Score};
use icochess_rules::{AbsentCells, CellSet, Move, MoveKind, Position, Role};

/// A move with its ordering score; moves with higher scores are searched earlier.
pub(super) type ScoredMove = (Move, i32);

/// Score of the table move.
pub(super) const TABLE_MOVE_SCORE: i32 = 1_000_000_000;
const WINNING_CAPTURE_SCORE: i32 = 100_000_000;
/// Minimum score of captures and promotions that win material.
pub(super) const GOOD_CAPTURE_SCORE: i32 = 10_000_000;
/// Score of killer moves. The score of other quiet moves is their history.
const KILLER_SCORE: i32 = 1_000_000;
/// Score of captures that lose material.
pub(super) const BAD_CAPTURE_SCORE: i32 = -1_000_000;
/// Maximum absolute history score of a move.
const MAX_HISTORY: i32 = 16_384;

/// Returns whether a move is neither a capture nor a promotion.
#[inline]
pub(super) fn is_quiet<B: Evaluated>(position: &Position<B>, mv: Move) -> bool {
    mv.promotion().is_none()
        && !position.by_side(!position.turn()).contains(mv.to)
        && (position.en_passant().is_none() || position.captured_cell(mv).is_none())
}

/// Killers and history of one thread.
pub(super) struct Heuristics<'a, B: Evaluated> {
    evaluator: &'a Evaluator<B>,
    features: SearchFeatures,
    /// By ply: quiet moves that cut off a sibling node.
    killers: Vec<[Option<Move>; 2]>,
    /// By `[((part * 2 + side) * cells + from) * cells + to]`: how often a quiet move was best.
    /// Moves of board parts have `part` 1.
    history: Vec<i32>,
    /// By `[((earlier * 2 + side) * moves + before) * moves + move]`: how often a quiet move was best
    /// after a move of the other side, or, with `earlier` 1, after the own move before that. A move
    /// is a role and a target, `role * cells + to`. Empty without [`SearchFeature::Continuation`].
    continuation: Vec<i16>,
    /// By ply: role and target of the move to it; `None` for a null move.
    line: Vec<Option<usize>>,
    cells: usize,
}

impl<'a, B: Evaluated> Heuristics<'a, B> {
    pub fn new(evaluator: &'a Evaluator<B>, features: SearchFeatures) -> Self {
        let cells = B::tables().names.len();
        let moves = match features.has(SearchFeature::Continuation) {
            true => B::ROLES.len() * cells,
            false => 0,
        };
        Self {
            evaluator,
            features,
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: vec![0; (1 + usize::from(B::Absent::IS_USED)) * 2 * cells * cells],
            continuation: vec![0; 4 * moves * moves],
            line: vec![None; MAX_PLY + 2],
            cells,
        }
    }

    /// Sets the move that leads from this ply to the next; `None` for a null move.
    #[inline]
    pub fn set_move(&mut self, position: &Position<B>, mv: Option<Move>, ply: usize) {
        self.line[ply + 1] = mv.and_then(|mv| self.moved(position, mv));
    }

    /// Returns role and target of a move as an index; `None` without continuation histories.
    #[inline]
    fn moved(&self, position: &Position<B>, mv: Move) -> Option<usize> {
        if self.continuation.is_empty() {
            return None;
        }
        let role = position.role_at(mv.from)?;
        Some(role.index() * self.cells + mv.to.index())
    }

    /// Returns the places of a move's continuation histories.
    #[inline]
    fn continuations(&self, position: &Position<B>, mv: Move, ply: usize) -> [Option<usize>; 2] {
        let Some(now) = self.moved(position, mv) else {
            return [None; 2];
        };
        let moves = B::ROLES.len() * self.cells;
        let side = position.turn().index();
        let earlier = ply.checked_sub(1).and_then(|ply| self.line[ply]);
        let before = [self.line[ply], earlier];
        std::array::from_fn(|which| {
            before[which].map(|before| ((which * 2 + side) * moves + before) * moves + now)
        })
    }

    #[inline]
    fn index(&self, position: &Position<B>, mv: Move) -> usize {
        let is_part = B::Absent::IS_USED && mv.kind == MoveKind::Carriage;
        let list = 2 * usize::from(is_part) + position.turn().index();
        (list * self.cells + mv.from.index()) * self.cells + mv.to.index()
    }

    /// Returns the history score of a quiet move.
    #[inline]
    pub fn history(&self, position: &Position<B>, mv: Move, ply: usize) -> i32 {
        let mut score = self.history[self.index(position, mv)];
        for place in self.continuations(position, mv, ply).into_iter().flatten() {
            score += i32::from(self.continuation[place]);
        }
        score
    }

    /// Returns whether a quiet move is a killer of this ply.
    #[inline]
    pub fn is_killer(&self, ply: usize, mv: Move) -> bool {
        self.killers[ply].contains(&Some(mv))
    }

    /// Returns whether moves of board parts are ordered after all others.
    pub const fn parts_come_last(&self) -> bool {
        self.features.has(SearchFeature::CarriagesLast)
    }

    /// Returns the killers of this ply.
    pub fn killers(&self, ply: usize) -> impl Iterator<Item = Move> + use<B> {
        self.killers[ply].into_iter().flatten()
    }

    /// Returns the immediate gain of a capture or promotion, in hundredths of a pawn.
    fn gain(&self, position: &Position<B>, mover: Role, mv: Move) -> Score {
        let evaluator = self.evaluator;
        let captured = position
            .captured_cell(mv)
            .and_then(|cell| position.role_at(cell))
            .map_or(0, |role| evaluator.piece_value(role));
        let promoted = mv.promotion().map_or(0, |role| {
            evaluator.piece_value(role) - evaluator.piece_value(mover)
        });
        captured + promoted
    }

    /// Returns the score of a capture or promotion. An odd score means that the exchange must still
    /// be checked for a loss. `last` holds the opponent's [`last_pieces`](Position::last_pieces).
    #[inline]
    pub fn score_capture(
        &self,
        position: &Position<B>,
        role: Role,
        mv: Move,
        last: &B::Set,
    ) -> i32 {
        if last.contains(mv.to) {
            return WINNING_CAPTURE_SCORE;
        }
        let gain = self.gain(position, role, mv);
        if gain <= 0 {
            return 0;
        }
        let mover = self.evaluator.piece_value(role);
        let needs_exchange = i32::from(gain + self.even_trade() < mover);
        GOOD_CAPTURE_SCORE + 2 * (16 * gain - mover / 16) + needs_exchange
    }

    /// Returns whether a capture loses more than an even trade may.
    #[inline]
    pub fn loses(&self, position: &Position<B>, mv: Move) -> bool {
        let least = -self.even_trade();
        !self.evaluator.exchange_gains(position, mv, least)
    }

    /// Returns the largest loss of an even trade, in hundredths of a pawn.
    fn even_trade(&self) -> Score {
        if self.features.has(SearchFeature::EvenTrades) {
            self.evaluator.piece_value(Role::PAWN) / 2
        } else {
            0
        }
    }

    /// Returns the score of any move.
    pub fn score(
        &self,
        position: &Position<B>,
        mv: Move,
        table_move: Option<Move>,
        ply: usize,
        last: &B::Set,
    ) -> i32 {
        if Some(mv) == table_move {
            TABLE_MOVE_SCORE
        } else if is_quiet(position, mv) {
            self.score_quiet(position, mv, ply)
        } else {
            let role = position.role_at(mv.from).unwrap_or(Role::PAWN);
            self.score_capture(position, role, mv, last)
        }
    }

    /// Returns the score of a quiet move.
    #[inline]
    pub fn score_quiet(&self, position: &Position<B>, mv: Move, ply: usize) -> i32 {
        if self.is_killer(ply, mv) {
            KILLER_SCORE
        } else if mv.kind == MoveKind::Carriage && self.parts_come_last() {
            self.history(position, mv, ply) - 6 * MAX_HISTORY
        } else {
            self.history(position, mv, ply)
        }
    }

    /// Records the best quiet move as a killer, and updates the history of all tried moves.
    pub fn update(
        &mut self,
        position: &Position<B>,
        tried: impl Iterator<Item = Move>,
        best: Move,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if self.features.has(SearchFeature::Killers) && killers[0] != Some(best) {
            killers[1] = killers[0];
            killers[0] = Some(best);
        }
        if !self.features.has(SearchFeature::History) {
            return;
        }
        let bonus = if self.features.has(SearchFeature::HistoryReductions) {
            (16 * depth * depth + 32 * depth).min(1600)
        } else {
            (depth * depth).min(400)
        };
        for mv in tried {
            if is_quiet(position, mv) {
                let sign = if mv == best { 1 } else { -1 };
                let place = self.index(position, mv);
                let entry = &mut self.history[place];
                *entry += sign * bonus - *entry * bonus / MAX_HISTORY;
                for place in self.continuations(position, mv, ply).into_iter().flatten() {
                    let entry = &mut self.continuation[place];
                    let old = i32::from(*entry);
                    *entry = (old + sign * bonus - old * bonus / MAX_HISTORY) as i16;
                }
            }
        }
    }
}
