//! In which order moves are searched: a good move first cuts most of the others
//! off.
//!
//! The move of the table comes before any is generated. Then captures, by what
//! they win, those that lose something last of all; between them quiet moves:
//! killers first (S. Akl, M. Newborn 1977), the others by history (J. Schaeffer
//! 1983). Quiet moves are generated only when they are reached.

use super::eval::{Evaluated, Evaluator};
use super::score::{MOST_PLIES, Score};
use super::techniques::{Technique, Techniques};
use crate::rules::{CellSet, Move, Position, Role};

/// A move with how promising it is.
pub(super) type Ranked = (Move, i32);

/// Rank of the move of the table.
const TABLE_RANK: i32 = 1_000_000_000;
/// Captures and promotions that win something rank from here on.
pub(super) const CAPTURE_RANK: i32 = 10_000_000;
const KILLER_RANK: i32 = 1_000_000;
/// Captures that lose something.
const LOSING_RANK: i32 = -1_000_000;
/// The most that a history says of a move, for or against it.
const HISTORY_LIMIT: i32 = 16_384;

/// Does the move neither take nor promote?
#[inline]
pub(super) fn is_quiet<B: Evaluated>(position: &Position<B>, mv: Move) -> bool {
    mv.promotion().is_none()
        && !position.of(!position.turn()).contains(mv.to)
        && (position.passed().is_none() || position.captured_cell(mv).is_none())
}

/// What a thread knows of moves before it searches them.
pub(super) struct Experience<'a, B: Evaluated> {
    evaluator: &'a Evaluator<B>,
    techniques: Techniques,
    /// By ply: quiet moves that cut off a node beside.
    killers: Vec<[Option<Move>; 2]>,
    /// `[(side * cells + from) * cells + to]`: how often a quiet move was best.
    history: Vec<i32>,
    cells: usize,
}

impl<'a, B: Evaluated> Experience<'a, B> {
    pub fn new(evaluator: &'a Evaluator<B>, techniques: Techniques) -> Self {
        let cells = B::tables().names.len();
        Self {
            evaluator,
            techniques,
            killers: vec![[None; 2]; MOST_PLIES + 1],
            history: vec![0; 2 * cells * cells],
            cells,
        }
    }

    #[inline]
    fn place(&self, position: &Position<B>, mv: Move) -> usize {
        let from = position.turn().index() * self.cells + mv.from.index();
        from * self.cells + mv.to.index()
    }

    /// What history says of a quiet move, within [`HISTORY_LIMIT`].
    #[inline]
    fn history(&self, position: &Position<B>, mv: Move) -> i32 {
        self.history[self.place(position, mv)]
    }

    /// Is the quiet move a killer of that ply?
    #[inline]
    pub fn is_killer(&self, ply: usize, mv: Move) -> bool {
        self.killers[ply].contains(&Some(mv))
    }

    /// What a capture or promotion wins at once, in hundredths of a pawn.
    fn gain(&self, position: &Position<B>, mv: Move) -> Score {
        let evaluator = self.evaluator;
        let taken = position
            .captured_cell(mv)
            .and_then(|cell| position.role_at(cell))
            .map_or(0, |role| evaluator.worth(role));
        let grown = mv.promotion().map_or(0, |role| {
            evaluator.worth(role) - evaluator.worth(Role::PAWN)
        });
        taken + grown
    }

    /// How promising a capture or promotion is. An odd rank: whether it loses
    /// something is still to be seen.
    #[inline]
    pub fn capture_rank(&self, position: &Position<B>, role: Role, mv: Move) -> i32 {
        let gain = self.gain(position, mv);
        if gain <= 0 {
            return 0;
        }
        let mover = self.evaluator.worth(role);
        let about = if self.techniques.has(Technique::EvenTrades) {
            self.evaluator.worth(Role::PAWN) / 2
        } else {
            0
        };
        let is_unsure = i32::from(gain + about < mover);
        CAPTURE_RANK + 2 * (16 * gain - mover / 16) + is_unsure
    }

    /// How promising any move is.
    pub fn rank(
        &self,
        position: &Position<B>,
        mv: Move,
        table_move: Option<Move>,
        ply: usize,
    ) -> i32 {
        if Some(mv) == table_move {
            TABLE_RANK
        } else if is_quiet(position, mv) {
            self.quiet_rank(position, mv, ply)
        } else {
            let role = position.role_at(mv.from).unwrap_or(Role::PAWN);
            self.capture_rank(position, role, mv)
        }
    }

    /// How promising a quiet move is.
    #[inline]
    fn quiet_rank(&self, position: &Position<B>, mv: Move, ply: usize) -> i32 {
        if self.is_killer(ply, mv) {
            KILLER_RANK
        } else {
            self.history(position, mv)
        }
    }

    /// Notes that a quiet move was best, and that the others tried were not.
    pub fn learn(
        &mut self,
        position: &Position<B>,
        tried: impl Iterator<Item = Move>,
        best: Move,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if self.techniques.has(Technique::Killers) && killers[0] != Some(best) {
            killers[1] = killers[0];
            killers[0] = Some(best);
        }
        if !self.techniques.has(Technique::History) {
            return;
        }
        let bonus = (depth * depth).min(400);
        for mv in tried {
            if is_quiet(position, mv) {
                let sign = if mv == best { 1 } else { -1 };
                let place = self.place(position, mv);
                let entry = &mut self.history[place];
                *entry += sign * bonus - *entry * bonus / HISTORY_LIMIT;
            }
        }
    }
}

/// What of a node's moves is in the list already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// At most the move of the table.
    Table,
    /// Captures.
    Captures,
    /// All that are wanted.
    All,
}

/// The moves of a node, the most promising first.
pub(super) struct Picker {
    moves: Vec<Ranked>,
    /// How many were picked.
    picked: usize,
    /// Where the part begins that is being put in order.
    start: usize,
    stage: Stage,
    table_move: Option<Move>,
    ply: usize,
}

impl Picker {
    /// All moves: that of the table, which is legal, before any is generated.
    pub fn new(list: Vec<Ranked>, table_move: Option<Move>, ply: usize) -> Self {
        let mut picker = Self {
            moves: list,
            picked: 0,
            start: 0,
            stage: Stage::Table,
            table_move,
            ply,
        };
        picker.moves.clear();
        picker.moves.extend(table_move.map(|mv| (mv, TABLE_RANK)));
        picker
    }

    /// The moves of a list, by the rank they have there.
    pub fn of(list: Vec<Ranked>, ply: usize) -> Self {
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
    pub fn into_list(self) -> Vec<Ranked> {
        self.moves
    }

    /// The moves picked so far.
    pub fn picked(&self) -> &[Ranked] {
        &self.moves[..self.picked]
    }

    /// The next move.
    pub fn next<B: Evaluated>(
        &mut self,
        position: &Position<B>,
        experience: &Experience<B>,
    ) -> Option<Ranked> {
        loop {
            if self.picked < self.moves.len() {
                let ranked = self.bring(position);
                // Quiet moves come before captures that lose.
                if ranked.1 >= CAPTURE_RANK || self.stage == Stage::All {
                    self.picked += 1;
                    return Some(ranked);
                }
            }
            self.start = self.picked;
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Captures;
                    position.each_capture(|role, mv| {
                        if Some(mv) != self.table_move {
                            let rank = experience.capture_rank(position, role, mv);
                            self.moves.push((mv, rank));
                        }
                    });
                }
                Stage::Captures => {
                    self.stage = Stage::All;
                    position.each_quiet(|_, mv| {
                        if Some(mv) != self.table_move {
                            let rank = experience.quiet_rank(position, mv, self.ply);
                            self.moves.push((mv, rank));
                        }
                    });
                }
                Stage::All => return None,
            }
        }
    }

    /// Brings the most promising move that was not picked yet to its place.
    fn bring<B: Evaluated>(&mut self, position: &Position<B>) -> Ranked {
        // Most nodes end with one of the first moves, so only these are looked
        // for one by one; then the others are put in order all at once.
        const ONE_BY_ONE: usize = 3;
        loop {
            let index = self.picked;
            let rest = &mut self.moves[index..];
            if index - self.start < ONE_BY_ONE {
                let best = rest.iter().enumerate().max_by_key(|(_, ranked)| ranked.1);
                rest.swap(0, best.map_or(0, |(index, _)| index));
            } else if index - self.start == ONE_BY_ONE {
                rest.sort_unstable_by_key(|(_, rank)| std::cmp::Reverse(*rank));
            }
            let (mv, rank) = rest[0];
            let is_unsure = rank >= CAPTURE_RANK && rank % 2 != 0;
            if !is_unsure || !position.is_attacked_without(mv.to, !position.turn(), mv.from) {
                return (mv, rank);
            }
            self.moves.remove(index);
            self.moves.push((mv, LOSING_RANK));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Chess;

    /// Does the only capture of a position come before its quiet moves?
    fn takes_first(text: &str) -> bool {
        let position: Position<Chess> = text.parse().unwrap();
        let experience = Experience::new(Chess::evaluator(), Techniques::ALL);
        let mut picker = Picker::new(Vec::new(), None, 0);
        let (_, rank) = picker.next(&position, &experience).unwrap();
        rank >= CAPTURE_RANK
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
