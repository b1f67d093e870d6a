//! Repetitions, draw claims and the outcome of a game, from its moves.

use crate::cell::CellSet;
use crate::game::tree::GameTree;
use crate::position::board::Board;
use crate::position::moves::Move;
use crate::position::outcome::{DrawReason, Outcome};
use crate::position::state::Position;

impl<B: Board> GameTree<B> {
    /// Counts the occurrences of the current position, including this one.
    pub fn repetitions(&self) -> usize {
        self.occurrences(self.position())
    }

    /// Returns the draws that the side to move may claim now (FIDE 9.2.1.2 and 9.3.2); none after
    /// the game has ended.
    pub fn claims(&self) -> Vec<DrawReason> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let position = self.position();
        claims(position, self.repetitions(), position)
    }

    /// Returns the draws that the side to move may claim by announcing the move `mv` (FIDE 9.2.1.1
    /// and 9.3.1). There are none if the move is illegal or ends the game itself by mate or
    /// stalemate, and none after the game.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{DrawReason, GameTree, Side};
    ///
    /// let mut game = GameTree::<Chess>::default();
    /// let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    /// for text in moves {
    ///     let mv = game.position().parse_uci(text)?;
    ///     game.play(mv).map_err(|illegal| illegal.reason)?;
    /// }
    /// assert!(game.claims().is_empty());
    /// let third = game.position().parse_uci("f6g8")?;
    /// let claimed_by = Side::Black;
    /// let claims = game.claims_after(third);
    /// assert_eq!(claims, [DrawReason::ThreefoldRepetition { claimed_by }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claims_after(&self, mv: Move) -> Vec<DrawReason> {
        let seventy_five = Outcome::Draw(DrawReason::SeventyFiveMoves);
        match self.position().play(mv) {
            // A fifty-move claim is still valid at 75 moves.
            Ok(after)
                if self.outcome().is_none()
                    && after.outcome().is_none_or(|end| end == seventy_five) =>
            {
                claims(self.position(), 1 + self.occurrences(&after), &after)
            }
            _ => Vec::new(),
        }
    }

    /// Returns the outcome of the game, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            (self.repetitions() >= 5).then_some(Outcome::Draw(DrawReason::FivefoldRepetition))
        })
    }

    /// Counts the occurrences of a position up to the current one.
    fn occurrences(&self, position: &Position<B>) -> usize {
        let pieces = position.occupied().len();
        // A position repeats only with the same side to move.
        let last = usize::from(self.position().turn() != position.turn());
        // Captured pieces and lost rights never return. Moved pawns may return, on boards where
        // they can walk back.
        self.path()[..=self.ply()]
            .iter()
            .rev()
            .skip(last)
            .step_by(2)
            .map(|id| self.node(*id).position())
            .take_while(|earlier| {
                earlier.occupied().len() == pieces && earlier.unmoved() == position.unmoved()
            })
            .filter(|earlier| earlier.repeats(position))
            .count()
    }
}

/// Returns the claims of the side to move in `now`, about a position that has occurred `times`
/// times.
fn claims<B: Board>(now: &Position<B>, times: usize, about: &Position<B>) -> Vec<DrawReason> {
    let claimed_by = now.turn();
    let mut claims = Vec::new();
    if times >= 3 {
        claims.push(DrawReason::ThreefoldRepetition { claimed_by });
    }
    if about.halfmove_clock() >= 100 {
        claims.push(DrawReason::FiftyMoves { claimed_by });
    }
    claims
}
