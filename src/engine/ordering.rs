//! In which order moves are searched: a good move first cuts most of the others
//! off.
//!
//! The move of the table comes before any is generated. Then captures, by what
//! they win, those that lose something last of all; between them quiet moves:
//! killers first (S. Akl, M. Newborn 1977), the others by history (J. Schaeffer
//! 1983). Quiet moves are generated only when they are reached.

use super::eval::{Evaluated, Evaluator};
use super::features::{SearchFeature, SearchFeatures};
use super::score::{MAX_PLY, Score};
use crate::rules::{CellSet, Move, Position, Role};

/// A move with how promising it is.
pub(super) type ScoredMove = (Move, i32);

/// Rank of the move of the table.
const TABLE_MOVE_SCORE: i32 = 1_000_000_000;
/// Captures and promotions that win something score from here on.
pub(super) const GOOD_CAPTURE_SCORE: i32 = 10_000_000;
const KILLER_SCORE: i32 = 1_000_000;
/// Captures that lose something.
const BAD_CAPTURE_SCORE: i32 = -1_000_000;
/// The most that a history says of a move, for or against it.
const MAX_HISTORY: i32 = 16_384;

/// Does the move neither take nor promote?
#[inline]
pub(super) fn is_quiet<B: Evaluated>(position: &Position<B>, mv: Move) -> bool {
    mv.promotion().is_none()
        && !position.by_side(!position.turn()).contains(mv.to)
        && (position.en_passant().is_none() || position.captured_cell(mv).is_none())
}

/// What a thread knows of moves before it searches them.
pub(super) struct Heuristics<'a, B: Evaluated> {
    evaluator: &'a Evaluator<B>,
    features: SearchFeatures,
    /// By ply: quiet moves that cut off a node beside.
    killers: Vec<[Option<Move>; 2]>,
    /// `[(side * cells + from) * cells + to]`: how often a quiet move was best.
    history: Vec<i32>,
    cells: usize,
}

impl<'a, B: Evaluated> Heuristics<'a, B> {
    pub fn new(evaluator: &'a Evaluator<B>, features: SearchFeatures) -> Self {
        let cells = B::tables().names.len();
        Self {
            evaluator,
            features,
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: vec![0; 2 * cells * cells],
            cells,
        }
    }

    #[inline]
    fn index(&self, position: &Position<B>, mv: Move) -> usize {
        let from = position.turn().index() * self.cells + mv.from.index();
        from * self.cells + mv.to.index()
    }

    /// What history says of a quiet move, within [`MAX_HISTORY`].
    #[inline]
    fn history(&self, position: &Position<B>, mv: Move) -> i32 {
        self.history[self.index(position, mv)]
    }

    /// Is the quiet move a killer of that ply?
    #[inline]
    pub fn is_killer(&self, ply: usize, mv: Move) -> bool {
        self.killers[ply].contains(&Some(mv))
    }

    /// What a capture or promotion wins at once, in hundredths of a pawn.
    fn gain(&self, position: &Position<B>, mv: Move) -> Score {
        let evaluator = self.evaluator;
        let captured = position
            .captured_cell(mv)
            .and_then(|cell| position.role_at(cell))
            .map_or(0, |role| evaluator.piece_value(role));
        let promoted = mv.promotion().map_or(0, |role| {
            evaluator.piece_value(role) - evaluator.piece_value(Role::PAWN)
        });
        captured + promoted
    }

    /// How promising a capture or promotion is. An odd score: whether it loses
    /// something is still to be seen.
    #[inline]
    pub fn score_capture(&self, position: &Position<B>, role: Role, mv: Move) -> i32 {
        let gain = self.gain(position, mv);
        if gain <= 0 {
            return 0;
        }
        let mover = self.evaluator.piece_value(role);
        let needs_exchange = i32::from(gain < mover);
        GOOD_CAPTURE_SCORE + 2 * (16 * gain - mover / 16) + needs_exchange
    }

    /// How promising any move is.
    pub fn score(
        &self,
        position: &Position<B>,
        mv: Move,
        table_move: Option<Move>,
        ply: usize,
    ) -> i32 {
        if Some(mv) == table_move {
            TABLE_MOVE_SCORE
        } else if is_quiet(position, mv) {
            self.score_quiet(position, mv, ply)
        } else {
            let role = position.role_at(mv.from).unwrap_or(Role::PAWN);
            self.score_capture(position, role, mv)
        }
    }

    /// How promising a quiet move is.
    #[inline]
    fn score_quiet(&self, position: &Position<B>, mv: Move, ply: usize) -> i32 {
        if self.is_killer(ply, mv) {
            KILLER_SCORE
        } else {
            self.history(position, mv)
        }
    }

    /// Notes that a quiet move was best, and that the others tried were not.
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
        let bonus = (depth * depth).min(400);
        for mv in tried {
            if is_quiet(position, mv) {
                let sign = if mv == best { 1 } else { -1 };
                let place = self.index(position, mv);
                let entry = &mut self.history[place];
                *entry += sign * bonus - *entry * bonus / MAX_HISTORY;
            }
        }
    }
}

/// What of a node's moves is in the list already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// At most the move of the table.
    TableMove,
    /// Captures.
    Captures,
    /// All that are wanted.
    All,
}

/// The moves of a node, the most promising first.
pub(super) struct MovePicker {
    moves: Vec<ScoredMove>,
    /// How many were picked.
    picked: usize,
    /// Where the part begins that is being put in order.
    start: usize,
    stage: Stage,
    table_move: Option<Move>,
    ply: usize,
}

impl MovePicker {
    /// All moves: that of the table, which is legal, before any is generated.
    pub fn new(list: Vec<ScoredMove>, table_move: Option<Move>, ply: usize) -> Self {
        let mut picker = Self {
            moves: list,
            picked: 0,
            start: 0,
            stage: Stage::TableMove,
            table_move,
            ply,
        };
        picker.moves.clear();
        picker
            .moves
            .extend(table_move.map(|mv| (mv, TABLE_MOVE_SCORE)));
        picker
    }

    /// The moves of a list, by the score they have there.
    pub fn of(list: Vec<ScoredMove>, ply: usize) -> Self {
        Self {
            moves: list,
            picked: 0,
            start: 0,
            stage: Stage::All,
            table_move: None,
            ply,
        }
    }

    /// The list, to be used again.
    pub fn into_moves(self) -> Vec<ScoredMove> {
        self.moves
    }

    /// The moves picked so far.
    pub fn picked(&self) -> &[ScoredMove] {
        &self.moves[..self.picked]
    }

    /// The next move.
    pub fn next<B: Evaluated>(
        &mut self,
        position: &Position<B>,
        heuristics: &Heuristics<B>,
    ) -> Option<ScoredMove> {
        loop {
            if self.picked < self.moves.len() {
                let scored = self.select(position);
                // Quiet moves come before captures that lose.
                if scored.1 >= GOOD_CAPTURE_SCORE || self.stage == Stage::All {
                    self.picked += 1;
                    return Some(scored);
                }
            }
            self.start = self.picked;
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Captures;
                    position.each_capture(|role, mv| {
                        if Some(mv) != self.table_move {
                            let score = heuristics.score_capture(position, role, mv);
                            self.moves.push((mv, score));
                        }
                    });
                }
                Stage::Captures => {
                    self.stage = Stage::All;
                    position.each_quiet(|_, mv| {
                        if Some(mv) != self.table_move {
                            let score = heuristics.score_quiet(position, mv, self.ply);
                            self.moves.push((mv, score));
                        }
                    });
                }
                Stage::All => return None,
            }
        }
    }

    /// Brings the most promising move that was not picked yet to its place.
    fn select<B: Evaluated>(&mut self, position: &Position<B>) -> ScoredMove {
        // Most nodes end with one of the first moves, so only these are looked
        // for one by one; then the others are put in order all at once.
        const SELECTED: usize = 3;
        loop {
            let index = self.picked;
            let rest = &mut self.moves[index..];
            if index - self.start < SELECTED {
                let best = rest.iter().enumerate().max_by_key(|(_, scored)| scored.1);
                rest.swap(0, best.map_or(0, |(index, _)| index));
            } else if index - self.start == SELECTED {
                rest.sort_unstable_by_key(|(_, score)| std::cmp::Reverse(*score));
            }
            let (mv, score) = rest[0];
            let needs_exchange = score >= GOOD_CAPTURE_SCORE && score % 2 != 0;
            if !needs_exchange || !position.is_attacked_without(mv.to, !position.turn(), mv.from) {
                return (mv, score);
            }
            self.moves.remove(index);
            self.moves.push((mv, BAD_CAPTURE_SCORE));
        }
    }
}
