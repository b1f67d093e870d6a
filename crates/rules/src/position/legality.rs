//! Legality of moves, and reasons why a move is illegal.

use super::moves::{Move, MoveKind};
use crate::cell::CellSet;
use crate::piece::Piece;
use crate::position::state::Position;
use crate::tables::equipment::{Equipment, rules_of};

/// An illegal move and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Attempted move.
    pub mv: Move,
    /// Why the move is illegal.
    pub reason: IllegalReason,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// There is no piece to move.
    #[error("there is no piece there")]
    NoPiece,
    /// The piece belongs to the side that isn't to move.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The piece doesn't move to that cell.
    #[error("the piece does not move that way")]
    NotReached,
    /// The side to move is in check and would remain so.
    #[error("it leaves the king in check")]
    StaysInCheck,
    /// The move would put the mover's own king in check.
    #[error("it puts the own king in check")]
    IntoCheck,
    /// A promotion is missing, or a promotion to that role isn't possible.
    #[error("the piece it becomes is missing, or is not one it may become there")]
    Promotion,
    /// A piece must enter from the reserve, or the chosen piece can't enter.
    #[error("the piece that enters is missing, or is not one that may enter there")]
    Gating,
    /// The part of the board can't move there, or can't with its pieces.
    #[error(
        "a part of the board moves to a free place, with own pieces on it and none that must \
         stay"
    )]
    Carriage,
    /// The king has the right to castle, but can't now.
    #[error("castling is not possible out of, through or into check, nor past a piece")]
    Castling,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The clock is stopped: a player paused the game.
    #[error("the clock is stopped")]
    ClockStopped,
    /// The next player isn't at the board yet, because the headset is being handed over.
    #[error("the board is handed over")]
    HandedOver,
    /// The game would continue from an earlier position without the other player's agreement.
    #[error("the other player has not agreed to play on from here")]
    NotAgreed,
    /// The record has the maximum number of moves, including variations.
    #[error("the record has {most} moves with all variations, the most that a file may hold")]
    RecordFull {
        /// Maximum number of plies: [`pgn::MAX_PLIES`](crate::pgn::MAX_PLIES).
        most: usize,
    },
}

impl<B: Equipment> Position<B> {
    /// Plays a move.
    ///
    /// ```
    /// use icochess_boards::Icochess;
    /// use icochess_rules::{IllegalReason, Position};
    ///
    /// let start = Position::<Icochess>::start();
    /// let next = start.play(start.parse_uci("a4g1")?);
    /// assert!(next.is_ok_and(|next| next.turn() != start.turn()));
    /// let refused = start.play(start.parse_uci("n4s1")?).unwrap_err();
    /// assert_eq!(refused.reason, IllegalReason::NotYourTurn);
    /// # Ok::<(), icochess_rules::ParseUciError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is illegal; the position doesn't change.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        match self.why_illegal(mv) {
            None => Ok(self.play_unchecked(mv)),
            Some(reason) => Err(IllegalMove { mv, reason }),
        }
    }

    /// Returns why a move is illegal here; `None` if it is legal.
    pub fn why_illegal(&self, mv: Move) -> Option<IllegalReason> {
        if mv.kind == MoveKind::Carriage {
            return if !self.is_carriage(mv) {
                Some(IllegalReason::Carriage)
            } else {
                let exposes = self.play_unchecked(mv).is_opposite_check();
                exposes.then(|| self.of_check())
            };
        }
        let Some(piece) = self.piece_at(mv.from) else {
            return Some(IllegalReason::NoPiece);
        };
        if piece.side != self.turn {
            return Some(IllegalReason::NotYourTurn);
        }
        if self.legal_targets(mv.from).contains(mv.to) {
            return self.why_not_of_kind(mv, piece);
        }
        if self.castling(mv).is_some() {
            return Some(IllegalReason::Castling);
        }
        let reached = self.pseudo_legal(mv.from, piece).contains(mv.to)
            || self.captured_cell(mv).is_some_and(|taken| taken != mv.to);
        Some(if reached {
            self.of_check()
        } else {
            IllegalReason::NotReached
        })
    }

    /// Returns the reason for a move that leaves the king attacked.
    fn of_check(&self) -> IllegalReason {
        if self.is_check() {
            IllegalReason::StaysInCheck
        } else {
            IllegalReason::IntoCheck
        }
    }

    /// Returns why a move between legal cells has the wrong kind; `None` if the kind is right.
    fn why_not_of_kind(&self, mv: Move, piece: Piece) -> Option<IllegalReason> {
        let becomes = self.promotions(piece, mv.to);
        let (entering, must_enter) = self.entering(mv.from, rules_of::<B>(piece.role));
        match mv.kind {
            MoveKind::Promotion(role) if becomes.contains(&role) => None,
            MoveKind::Promotion(_) => Some(IllegalReason::Promotion),
            MoveKind::Gating(role) if entering >> role.index() & 1 != 0 => None,
            MoveKind::Gating(_) => Some(IllegalReason::Gating),
            _ if !becomes.is_empty() => Some(IllegalReason::Promotion),
            _ => (entering != 0 && must_enter).then_some(IllegalReason::Gating),
        }
    }

    /// Returns whether the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.why_illegal(mv).is_none()
    }
}
