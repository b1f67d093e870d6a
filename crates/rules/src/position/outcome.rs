//! Outcomes of games.
//!
//! Sources: FIDE, *Laws of Chess*, articles 5, 6.9 and 9; PGN standard of 1994,
//! section 9.8.1 (the tag `Termination`).

use std::fmt;

use super::extinct::Extinct;
use crate::piece::Side;

/// The outcome of a finished game.
///
/// ```
/// use icochess_rules::{DrawReason, Outcome, Side};
///
/// let mate = Outcome::Checkmate { winner: Side::Black };
/// assert_eq!((mate.winner(), mate.pgn_result()), (Some(Side::Black), "0-1"));
/// let draw = Outcome::Draw(DrawReason::Stalemate);
/// assert_eq!((draw.to_string().as_str(), draw.keyword()), ("Draw by stalemate", "stalemate"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The loser is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Side,
    },
    /// The loser has lost all pieces of a kind that its board's rules require.
    Extinction {
        /// The side that captured the last piece.
        winner: Side,
        /// All lost kinds.
        of: Extinct,
    },
    /// The loser has only the royal piece left, on a board where a bare king loses.
    BareKing {
        /// The side that captured the last other piece.
        winner: Side,
    },
    /// The loser resigned.
    Resignation {
        /// The side that did not resign.
        winner: Side,
    },
    /// The loser's time ran out.
    TimeForfeit {
        /// The side with time left.
        winner: Side,
    },
    /// An arbiter decided, or the loser abandoned the game.
    Adjudication {
        /// The side that was declared the winner.
        winner: Side,
    },
    /// Neither side won.
    Draw(DrawReason),
    /// The result is known, but not the reason.
    Unstated {
        /// The winner; `None` for a draw.
        winner: Option<Side>,
    },
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// No sequence of moves can mate (FIDE 5.2.2).
    DeadPosition,
    /// The position occurred for the fifth time (FIDE 9.6.1).
    FivefoldRepetition,
    /// 150 plies without a capture or a pawn move (FIDE 9.6.2).
    SeventyFiveMoves,
    /// The players agreed.
    Agreement,
    /// A player claimed the third occurrence of a position (FIDE 9.2).
    ThreefoldRepetition {
        /// The claimant.
        claimed_by: Side,
    },
    /// A player claimed 100 plies without a capture or pawn move (FIDE 9.3).
    FiftyMoves {
        /// The claimant.
        claimed_by: Side,
    },
    /// Time ran out for one side, and the other could not have mated (FIDE 6.9).
    TimeForfeit,
    /// An arbiter decided.
    Adjudication,
}

impl Outcome {
    /// Returns the winner; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Checkmate { winner }
            | Self::Extinction { winner, .. }
            | Self::BareKing { winner }
            | Self::Resignation { winner }
            | Self::TimeForfeit { winner }
            | Self::Adjudication { winner } => Some(winner),
            Self::Draw(_) => None,
            Self::Unstated { winner } => winner,
        }
    }

    /// Returns the claimant of a draw that had to be claimed.
    pub const fn claimed_by(self) -> Option<Side> {
        match self {
            Self::Draw(
                DrawReason::ThreefoldRepetition { claimed_by }
                | DrawReason::FiftyMoves { claimed_by },
            ) => Some(claimed_by),
            _ => None,
        }
    }

    /// Returns whether this is a draw that the rules declare while moves are left (FIDE 5.2.2 and
    /// 9.6). Players often don't notice such a draw and play on.
    pub const fn is_automatic_draw(self) -> bool {
        matches!(
            self,
            Self::Draw(
                DrawReason::DeadPosition
                    | DrawReason::FivefoldRepetition
                    | DrawReason::SeventyFiveMoves
            )
        )
    }

    /// Returns the PGN result: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn pgn_result(self) -> &'static str {
        match self.winner() {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Returns a lower-case keyword for the reason, as printed by `icochess moves`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Extinction { .. } => "extinction",
            Self::BareKing { .. } => "bare-king",
            Self::Resignation { .. } => "resignation",
            Self::TimeForfeit { .. } | Self::Draw(DrawReason::TimeForfeit) => "time-forfeit",
            Self::Adjudication { .. } | Self::Draw(DrawReason::Adjudication) => "adjudication",
            Self::Draw(DrawReason::Stalemate) => "stalemate",
            Self::Draw(DrawReason::DeadPosition) => "dead-position",
            Self::Draw(DrawReason::FivefoldRepetition) => "fivefold-repetition",
            Self::Draw(DrawReason::SeventyFiveMoves) => "seventy-five-moves",
            Self::Draw(DrawReason::Agreement) => "agreement",
            Self::Draw(DrawReason::ThreefoldRepetition { .. }) => "threefold-repetition",
            Self::Draw(DrawReason::FiftyMoves { .. }) => "fifty-moves",
            Self::Unstated { .. } => "unstated",
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes a sentence for players: the winner, or a draw, and the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Self::Extinction { winner, of } => {
                write!(f, "{winner} wins: {} has {of} left", !winner)
            }
            Self::BareKing { winner } => {
                write!(f, "{winner} wins: {} has only the king left", !winner)
            }
            Self::Resignation { winner } => write!(f, "{winner} wins: {} resigned", !winner),
            Self::TimeForfeit { winner } => {
                write!(f, "{winner} wins: {} ran out of time", !winner)
            }
            Self::Adjudication { winner } => write!(f, "{winner} wins by adjudication"),
            Self::Draw(reason) => write!(f, "Draw by {reason}"),
            Self::Unstated {
                winner: Some(winner),
            } => write!(f, "{winner} wins; the record does not say how"),
            Self::Unstated { winner: None } => f.write_str("Draw; the record does not say why"),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Stalemate => f.write_str("stalemate"),
            Self::DeadPosition => f.write_str("dead position: neither side can mate"),
            Self::FivefoldRepetition => f.write_str("fivefold repetition"),
            Self::SeventyFiveMoves => f.write_str("75 moves without capture or pawn move"),
            Self::Agreement => f.write_str("agreement"),
            Self::ThreefoldRepetition { claimed_by } => {
                write!(f, "threefold repetition, claimed by {claimed_by}")
            }
            Self::FiftyMoves { claimed_by } => write!(
                f,
                "50 moves without capture or pawn move, claimed by {claimed_by}"
            ),
            Self::TimeForfeit => f.write_str("time: the side with time left cannot mate"),
            Self::Adjudication => f.write_str("adjudication"),
        }
    }
}
