//! The order in which moves are searched: a good move first cuts most of the others off.
//!
//! The move of the table comes before any is generated. Then captures, by what
//! they win, those that lose something last of all; between them quiet moves:
//! killers first, the others by history. Quiet moves are generated only when they
//! are reached, and those of parts of the board, which are many and seldom good, after
//! all others.

use super::eval::Evaluated;
use super::heuristics::{
    BAD_CAPTURE_SCORE, GOOD_CAPTURE_SCORE, Heuristics, ScoredMove, TABLE_MOVE_SCORE,
};
use icochess_rules::{AbsentCells, Move, MoveKind, Position};

/// The part of a node's moves that is in the list so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// At most the move of the transposition table.
    TableMove,
    /// That, and the captures.
    Captures,
    /// These, and the quiet moves of pieces.
    Quiets,
    /// All moves that are wanted.
    All,
}

/// The moves of a node, the most promising first.
pub(super) struct MovePicker {
    moves: Vec<ScoredMove>,
    /// Number of moves that were picked.
    picked: usize,
    /// Index where the part of the list begins that is being put in order.
    start: usize,
    stage: Stage,
    table_move: Option<Move>,
    ply: usize,
}

impl MovePicker {
    /// A picker of all moves; the move of the table, which is legal, comes before any is generated.
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

    /// Returns the list, whose memory can be used again.
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

    /// Adds the moves of parts of the board that are killers: they come with the others.
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

    /// Adds the moves of parts of the board that are not there yet.
    fn add_parts<B: Evaluated>(&mut self, position: &Position<B>, heuristics: &Heuristics<B>) {
        position.each_part_move(|mv| {
            if Some(mv) != self.table_move && !heuristics.is_killer(self.ply, mv) {
                let score = heuristics.score_quiet(position, mv, self.ply);
                self.moves.push((mv, score));
            }
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::features::SearchFeatures;
    use crate::score::Score;
    use icochess_boards::Chess;
    use icochess_rules::{Cell, Side};
    use std::sync::LazyLock;

    // The board's own is of the crate as others see it, which is not that of its unit tests.
    impl Evaluated for Chess {
        const VALUES: &'static str = include_str!("../../boards/src/chess/values.ron");
        const CLASSES: usize = 64;
        const PHASE: &'static [i32] = &[0, 1, 1, 2, 4, 0];
        const MARGIN_PAWN: Score = 240;
        const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL;

        fn class(_: Side, cell: Cell) -> usize {
            cell.index()
        }

        fn evaluator() -> &'static Evaluator<Self> {
            static EVALUATOR: LazyLock<Evaluator<Chess>> = LazyLock::new(Evaluator::built_in);
            &EVALUATOR
        }
    }

    /// Whether the only capture of a position comes before its quiet moves.
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
        // A bishop for a pawn, and a rook for a knight, are no trades.
        for guarded in [
            "4k3/2p5/3p4/8/5B2/8/8/4K3 w - - 0 1",
            "4k3/2p5/3n4/8/8/8/3R4/4K3 w - - 0 1",
        ] {
            assert!(!takes_first(guarded), "{guarded}");
        }
    }
}
