//! Forced mates, proved by trying every move of both sides.

use std::collections::HashMap;

use icochess_rules::{Board, Move, Position};

/// The most moves that a [`Solver`] looks ahead.
pub const MOST_MOVES: usize = 8;

/// The numbers of moves in which a position is a mate: surely not in the first, and in the second
/// at most.
type Known = (u8, u8);

/// Finds mates. What it has found out is kept, by the hash of the position.
///
/// Draws by repetition and by the plies since the last capture are left out:
/// ask it of positions that are far from both.
pub struct Solver {
    known: HashMap<u64, Known>,
    /// The last answers to moves that did not mate, by moves left.
    answers: [Option<Move>; MOST_MOVES + 1],
    /// Positions that it may still make.
    left: u64,
}

impl Solver {
    /// A solver that makes that many positions at most.
    pub fn new(nodes: u64) -> Self {
        Self {
            known: HashMap::new(),
            answers: [None; MOST_MOVES + 1],
            left: nodes,
        }
    }

    /// The first moves that mate in at most `moves` moves, up to `most` of
    /// them; `None` if that takes too many positions.
    pub fn keys<B: Board>(
        &mut self,
        position: &Position<B>,
        moves: u8,
        most: usize,
    ) -> Option<Vec<Move>> {
        let mut keys = Vec::new();
        for (mv, next) in self.children(position)? {
            if self.is_lost(&next, moves.checked_sub(1)?)? {
                keys.push(mv);
            }
            if keys.len() == most {
                break;
            }
        }
        Some(keys)
    }

    /// Can the side to move mate in at most `moves` moves?
    fn is_won<B: Board>(&mut self, position: &Position<B>, moves: u8) -> Option<bool> {
        if moves <= 1 {
            return self.is_mate_in_one(position).map(|mate| moves == 1 && mate);
        }
        let (not, at_most) = self.known(position);
        if moves <= not || at_most <= moves {
            return Some(at_most <= moves);
        }
        let mut won = false;
        for (_, next) in self.children(position)? {
            won = self.is_lost(&next, moves - 1)?;
            if won {
                break;
            }
        }
        let (not, at_most) = self.known(position);
        let known = if won {
            (not, at_most.min(moves))
        } else {
            (not.max(moves), at_most)
        };
        self.known.insert(position.hash(), known);
        Some(won)
    }

    /// Is the side to move mated, now or in at most `moves` moves of the other,
    /// whatever it plays?
    fn is_lost<B: Board>(&mut self, position: &Position<B>, moves: u8) -> Option<bool> {
        if moves == 0 || !position.has_legal_move() {
            return Some(position.is_check() && !position.has_legal_move());
        }
        let level = usize::from(moves);
        let answer = self.answers[level].filter(|mv| position.is_legal(*mv));
        let mut replies = position.legal_moves();
        self.spend(replies.len() as u64)?;
        // The answer that helped before, then captures.
        replies.sort_by_cached_key(|mv| {
            let captures = position.captured_cell(*mv).is_some();
            (answer != Some(*mv), !captures, *mv)
        });
        for mv in replies {
            if !self.is_won(&position.play_unchecked(mv), moves)? {
                self.answers[level] = Some(mv);
                return Some(false);
            }
        }
        Some(true)
    }

    fn is_mate_in_one<B: Board>(&mut self, position: &Position<B>) -> Option<bool> {
        let (mut mate, mut count) = (false, 0);
        position.each_child(|_, next| {
            count += 1;
            mate = mate || next.is_check() && !next.has_legal_move();
        });
        self.spend(count)?;
        Some(mate)
    }

    /// The legal moves with what comes of them, checks first.
    fn children<B: Board>(&mut self, position: &Position<B>) -> Option<Vec<(Move, Position<B>)>> {
        let mut children = Vec::new();
        position.each_child(|mv, next| children.push((mv, *next)));
        self.spend(children.len() as u64)?;
        children.sort_by_cached_key(|(mv, next)| (!next.is_check(), *mv));
        Some(children)
    }

    fn known<B: Board>(&self, position: &Position<B>) -> Known {
        let known = self.known.get(&position.hash()).copied();
        known.unwrap_or((0, u8::MAX))
    }

    fn spend(&mut self, nodes: u64) -> Option<()> {
        self.left = self.left.checked_sub(nodes)?;
        Some(())
    }
}
