//! A game: the moves played from a start, with undo and redo.

use super::board::Board;
use super::moves::Move;
use super::outcome::{DrawReason, Outcome};
use super::position::{IllegalMove, IllegalReason, Position};

/// The moves of a game and every position between them.
///
/// Undone moves stay and can be redone until another move is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<B: Board> {
    /// `positions[n]` is the position after `n` plies; never empty.
    positions: Vec<Position<B>>,
    moves: Vec<Move>,
    /// Plies played; those after it are undone.
    ply: usize,
}

impl<B: Board> Default for History<B> {
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl<B: Board> History<B> {
    /// A game that starts in `start`.
    #[must_use]
    pub fn new(start: Position<B>) -> Self {
        Self {
            positions: vec![start],
            moves: Vec::new(),
            ply: 0,
        }
    }

    /// The position the game started from.
    #[must_use]
    pub fn start(&self) -> &Position<B> {
        &self.positions[0]
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position<B> {
        &self.positions[self.ply]
    }

    /// The position before ply `ply` (0 is the start), undone ones included.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position<B>> {
        self.positions.get(ply)
    }

    /// The moves played, without the undone ones.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.ply]
    }

    /// All moves, undone ones included.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.moves
    }

    /// Plies played, without the undone ones.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The last move played.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// Plays a move. Undone moves are forgotten.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when it is not legal or the game is over; nothing
    /// changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove { mv, reason });
        }
        let next = self.position().play(mv)?;
        self.positions.truncate(self.ply + 1);
        self.moves.truncate(self.ply);
        self.positions.push(next);
        self.moves.push(mv);
        self.ply += 1;
        Ok(())
    }

    /// Takes the last move back; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        Some(self.moves[self.ply])
    }

    /// Plays the move last undone; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.ply)?;
        self.ply += 1;
        Some(mv)
    }

    /// How often the present position has occurred, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        // All of them: on boards whose pawns walk back, a position can come
        // again though pawns have moved since.
        self.positions[..=self.ply]
            .iter()
            .filter(|earlier| earlier.repeats(now))
            .count()
    }

    /// The draws that the side to move may claim now (FIDE 9.2 and 9.3).
    #[must_use]
    pub fn claims(&self) -> Vec<DrawReason> {
        let claimed_by = self.position().turn();
        let mut claims = Vec::new();
        if self.repetitions() >= 3 {
            claims.push(DrawReason::ThreefoldRepetition { claimed_by });
        }
        if self.position().clock() >= 100 {
            claims.push(DrawReason::FiftyMoves { claimed_by });
        }
        claims
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            (self.repetitions() >= 5).then_some(Outcome::Draw(DrawReason::FivefoldRepetition))
        })
    }
}
