//! Proofs of forced mates, by trying every move of both sides.

use std::collections::HashMap;

use icochess_rules::{Board, Move, Position};

/// Maximum number of moves that a [`Solver`] looks ahead.
pub const MAX_MOVES: usize = 8;

/// Bounds on the number of moves to mate: no mate in the first number, and a mate in at most the
/// second.
type Known = (u8, u8);

/// Finds forced mates. Results are cached by position hash.
///
/// Ignores draws by repetition and by the 50-move rule, so it should only be used for positions far
/// from both.
pub struct Solver {
    known: HashMap<u64, Known>,
    /// Most recent replies that avoided mate, by moves left.
    answers: [Option<Move>; MAX_MOVES + 1],
    /// Number of positions that the solver may still create.
    left: u64,
}

impl Solver {
    /// Creates a solver with a position limit.
    pub fn new(nodes: u64) -> Self {
        Self {
            known: HashMap::new(),
            answers: [None; MAX_MOVES + 1],
            left: nodes,
        }
    }

    /// Returns up to `limit` first moves that mate in at most `moves` moves. `None` if the position
    /// limit is reached.
    pub fn keys<B: Board>(
        &mut self,
        position: &Position<B>,
        moves: u8,
        limit: usize,
    ) -> Option<Vec<Move>> {
        let mut keys = Vec::new();
        for (mv, next) in self.children(position)? {
            if self.is_lost(&next, moves.checked_sub(1)?)? {
                keys.push(mv);
            }
            if keys.len() == limit {
                break;
            }
        }
        Some(keys)
    }

    /// Returns whether the side to move can mate in at most `moves` moves.
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

    /// Returns whether the side to move is mated, now or by force in at most `moves` moves of its
    /// opponent.
    fn is_lost<B: Board>(&mut self, position: &Position<B>, moves: u8) -> Option<bool> {
        if moves == 0 || !position.has_legal_move() {
            return Some(position.is_check() && !position.has_legal_move());
        }
        let level = usize::from(moves);
        let answer = self.answers[level].filter(|mv| position.is_legal(*mv));
        let mut replies = position.legal_moves();
        self.spend(replies.len() as u64)?;
        // Tries the reply that helped before first, then captures.
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

    /// Returns the legal moves with the positions after them, checks first.
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
