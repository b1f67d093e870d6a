//! Move ordering: a good first move cuts off most of the others.
//!
//! The table move is tried before any moves are generated. Winning captures follow, best gain
//! first, then quiet moves, then losing captures. Killers lead the quiet moves, and history orders
//! the rest. Quiet moves are only generated once they are reached. Moves of board parts are
//! numerous and seldom good, so they come after the other quiet moves.

use super::eval::Evaluated;
use super::heuristics::{
    BAD_CAPTURE_SCORE, GOOD_CAPTURE_SCORE, Heuristics, ScoredMove, TABLE_MOVE_SCORE,
};
use icochess_rules::{AbsentCells, Move, MoveKind, Position};

/// Moves of a node that the list holds so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// At most the table move.
    TableMove,
    /// The table move and captures.
    Captures,
    /// Also the quiet moves of pieces, without board parts.
    Quiets,
    /// All wanted moves.
    All,
}

/// Iterator over a node's moves, most promising first.
pub(super) struct MovePicker {
    moves: Vec<ScoredMove>,
    /// Number of moves already picked.
    picked: usize,
    /// Start of the part of the list being sorted.
    start: usize,
    stage: Stage,
    table_move: Option<Move>,
    ply: usize,
}

impl MovePicker {
    /// Creates a picker of all moves. The legal table move is picked before any moves are
    /// generated.
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

    /// Creates a picker over an already scored list.
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

    /// Returns the list so that its memory can be reused.
    pub fn into_moves(self) -> Vec<ScoredMove> {
        self.moves
    }

    /// Returns the moves already picked.
    pub fn picked(&self) -> &[ScoredMove] {
        &self.moves[..self.picked]
    }

    /// Returns the next move.
    pub fn next<B: Evaluated>(
        &mut self,
        position: &Position<B>,
        heuristics: &Heuristics<B>,
    ) -> Option<ScoredMove> {
        loop {
            if self.picked < self.moves.len() {
                let scored = self.select(position, heuristics);
                // Quiet moves precede losing captures.
                if scored.1 >= GOOD_CAPTURE_SCORE || self.stage >= Stage::Quiets {
                    self.picked += 1;
                    return Some(scored);
                }
            }
            self.start = self.picked;
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Captures;
                    let last = position.last_pieces(!position.turn());
                    position.each_capture(|role, mv| {
                        if Some(mv) != self.table_move {
                            let score = heuristics.score_capture(position, role, mv, &last);
                            self.moves.push((mv, score));
                        }
                    });
                }
                Stage::Captures => {
                    self.stage = Stage::Quiets;
                    position.each_quiet(|_, mv| {
                        if Some(mv) != self.table_move {
                            let score = heuristics.score_quiet(position, mv, self.ply);
                            self.moves.push((mv, score));
                        }
                    });
                    if B::Absent::IS_USED {
                        self.add_killing_parts(position, heuristics);
                        if !heuristics.parts_come_last() {
                            self.add_parts(position, heuristics);
                        }
                    }
                }
                Stage::Quiets => {
                    self.stage = Stage::All;
                    if B::Absent::IS_USED && heuristics.parts_come_last() {
                        self.add_parts(position, heuristics);
                    }
                }
                Stage::All => return None,
            }
        }
    }

    /// Adds killers that move a board part, so that they are ordered among the quiet moves.
    fn add_killing_parts<B: Evaluated>(
        &mut self,
        position: &Position<B>,
        heuristics: &Heuristics<B>,
    ) {
        for mv in heuristics.killers(self.ply) {
            let is_new = mv.kind == MoveKind::Carriage && Some(mv) != self.table_move;
            if is_new && position.is_legal(mv) {
                let score = heuristics.score_quiet(position, mv, self.ply);
                self.moves.push((mv, score));
            }
        }
    }

    /// Adds the moves of board parts, except killers and the table move.
    fn add_parts<B: Evaluated>(&mut self, position: &Position<B>, heuristics: &Heuristics<B>) {
        position.each_part_move(|mv| {
            if Some(mv) != self.table_move && !heuristics.is_killer(self.ply, mv) {
                let score = heuristics.score_quiet(position, mv, self.ply);
                self.moves.push((mv, score));
            }
        });
    }

    /// Swaps the best move not yet picked to the front of the rest.
    fn select<B: Evaluated>(
        &mut self,
        position: &Position<B>,
        heuristics: &Heuristics<B>,
    ) -> ScoredMove {
        // Most nodes end with one of the first moves, so this selects only these one by one, and
        // sorts the rest.
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
            if !needs_exchange || !heuristics.loses(position, mv) {
                return (mv, score);
            }
            self.moves.remove(index);
            self.moves.push((mv, BAD_CAPTURE_SCORE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Level, WEAKER_LEVELS};
    use crate::features::SearchFeatures;
    use crate::score::Score;
    use icochess_boards::Chess;
    use icochess_rules::{Cell, Side};
    use std::sync::LazyLock;

    // Unit tests compile this crate separately, so the implementation in `icochess_boards` is for
    // another `Evaluated` trait.
    impl Evaluated for Chess {
        const VALUES: &'static str = include_str!("../../boards/src/chess/values.ron");
        const CLASSES: usize = 64;
        const PHASE: &'static [i32] = &[0, 1, 1, 2, 4, 0];
        const MARGIN_PAWN: Score = 240;
        const WIN_CHANCE_SCALE: f64 = 0.0042;
        const LEVELS: [Level; WEAKER_LEVELS] = [Level::new(0, 1, 0, 0); WEAKER_LEVELS];
        const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL;

        fn class(_: Side, cell: Cell) -> usize {
            cell.index()
        }

        fn evaluator() -> &'static Evaluator<Self> {
            static EVALUATOR: LazyLock<Evaluator<Chess>> = LazyLock::new(Evaluator::built_in);
            &EVALUATOR
        }
    }

    /// Returns whether the only capture in a position is ordered before its quiet moves.
    fn takes_first(text: &str) -> bool {
        let position: Position<Chess> = text.parse().unwrap();
        let heuristics = Heuristics::new(Chess::evaluator(), SearchFeatures::ALL);
        let mut picker = MovePicker::new(Vec::new(), None, 0);
        let (_, rank) = picker.next(&position, &heuristics).unwrap();
        rank >= GOOD_CAPTURE_SCORE
    }

    #[test]
    fn bishop_and_knight_are_traded_either_way() {
        for guarded in [
            "4k3/2p5/3n4/8/5B2/8/8/4K3 w - - 0 1",
            "4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1",
        ] {
            assert!(takes_first(guarded), "{guarded}");
        }
        // Bishop for pawn and rook for knight aren't even trades.
        for guarded in [
            "4k3/2p5/3p4/8/5B2/8/8/4K3 w - - 0 1",
            "4k3/2p5/3n4/8/8/8/3R4/4K3 w - - 0 1",
        ] {
            assert!(!takes_first(guarded), "{guarded}");
        }
    }
}
