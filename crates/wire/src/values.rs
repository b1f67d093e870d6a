//! Values in messages of both directions.

use std::ops::Not;

use icochess_core::clock::{ControlError, TimeControl};
use icochess_rules::{DrawReason, Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::MAX_DAYS;

/// Seat of a player, named by its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::White => Self::White,
            Seat::Black => Self::Black,
        }
    }
}

impl Not for Seat {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// Time for the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Time {
    /// No limit.
    #[default]
    Unlimited,
    /// A clock, as in PGN's `TimeControl` tag: `300+3`, in seconds.
    Clock(String),
    /// Correspondence: days per move.
    Days(u32),
}

/// Error of an invalid [`Time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// The clock's text is invalid.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// No days, or too many.
    #[error("expected 1 to {MAX_DAYS} days per move")]
    Days,
}

impl Time {
    /// Returns the time control; `None` without a clock.
    ///
    /// # Errors
    ///
    /// [`TimeError`] if the time is invalid.
    pub fn control(&self) -> Result<Option<TimeControl>, TimeError> {
        match self {
            Self::Unlimited => Ok(None),
            Self::Clock(text) => Ok(Some(text.parse()?)),
            Self::Days(days) if (1..=MAX_DAYS).contains(days) => Ok(None),
            Self::Days(_) => Err(TimeError::Days),
        }
    }
}

/// Offer to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// Draw.
    Draw,
    /// Takeback of the offering side's last move.
    Takeback,
    /// Rematch with swapped colours.
    Rematch,
}

/// Result that a player claims when the opponent is away for too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// Win.
    Win,
    /// Draw.
    Draw,
}

/// Phrase to say to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// "Hello!"
    Hello,
    /// "Good luck!"
    GoodLuck,
    /// "Nice move!"
    NiceMove,
    /// "Thinking…"
    Thinking,
    /// "Back in a moment."
    BackSoon,
    /// "Oops!"
    Oops,
    /// "Thank you!"
    Thanks,
    /// "Good game!"
    GoodGame,
    /// A phrase of a later version.
    #[serde(other)]
    Other,
}

impl Phrase {
    /// All phrases.
    pub const ALL: [Self; 8] = [
        Self::Hello,
        Self::GoodLuck,
        Self::NiceMove,
        Self::Thinking,
        Self::BackSoon,
        Self::Oops,
        Self::Thanks,
        Self::GoodGame,
    ];
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Winner; `None` for a draw or without a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// Reason.
    pub reason: EndReason,
    /// Side that claimed a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_by: Option<Seat>,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Checkmate.
    Checkmate,
    /// The loser has lost all pieces of a required kind.
    Extinction,
    /// The loser has only the king left, on a board where that loses.
    BareKing,
    /// Resignation.
    Resignation,
    /// Time ran out. A draw if the other side couldn't have won.
    TimeForfeit,
    /// A player left and the other claimed the game, or the game got too long.
    Adjudication,
    /// Stalemate.
    Stalemate,
    /// Neither side can mate.
    DeadPosition,
    /// A position occurred for the fifth time.
    FivefoldRepetition,
    /// 75 moves without a capture or a pawn move.
    SeventyFiveMoves,
    /// The players agreed.
    Agreement,
    /// A position occurred for the third time, and a player claimed the draw.
    ThreefoldRepetition,
    /// 50 moves without a capture or a pawn move, and a player claimed the draw.
    FiftyMoves,
    /// Aborted before both sides had moved, so there is no result.
    Aborted,
    /// A reason of a later version.
    #[serde(other)]
    Other,
}

impl End {
    /// End without a result.
    pub const ABORTED: Self = Self {
        winner: None,
        reason: EndReason::Aborted,
        claimed_by: None,
    };

    /// Returns the outcome that a record declares, because its position doesn't show it; `None` for
    /// the other ends.
    pub fn declared(self) -> Option<Outcome> {
        let winner = self.winner.map(Side::from);
        let claimed_by = self.claimed_by.map(Side::from);
        match self.reason {
            EndReason::Resignation => Some(Outcome::Resignation { winner: winner? }),
            EndReason::TimeForfeit => Some(match winner {
                Some(winner) => Outcome::TimeForfeit { winner },
                None => Outcome::Draw(DrawReason::TimeForfeit),
            }),
            EndReason::Adjudication => Some(match winner {
                Some(winner) => Outcome::Adjudication { winner },
                None => Outcome::Draw(DrawReason::Adjudication),
            }),
            EndReason::Agreement => Some(Outcome::Draw(DrawReason::Agreement)),
            EndReason::ThreefoldRepetition => {
                let claimed_by = claimed_by?;
                let reason = DrawReason::ThreefoldRepetition { claimed_by };
                Some(Outcome::Draw(reason))
            }
            EndReason::FiftyMoves => {
                let claimed_by = claimed_by?;
                Some(Outcome::Draw(DrawReason::FiftyMoves { claimed_by }))
            }
            EndReason::Other => Some(Outcome::Unstated { winner }),
            EndReason::Checkmate
            | EndReason::Extinction
            | EndReason::BareKing
            | EndReason::Stalemate
            | EndReason::DeadPosition
            | EndReason::FivefoldRepetition
            | EndReason::SeventyFiveMoves
            | EndReason::Aborted => None,
        }
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Checkmate { .. } => EndReason::Checkmate,
            Outcome::Extinction { .. } => EndReason::Extinction,
            Outcome::BareKing { .. } => EndReason::BareKing,
            Outcome::Resignation { .. } => EndReason::Resignation,
            Outcome::TimeForfeit { .. } | Outcome::Draw(DrawReason::TimeForfeit) => {
                EndReason::TimeForfeit
            }
            Outcome::Adjudication { .. } | Outcome::Draw(DrawReason::Adjudication) => {
                EndReason::Adjudication
            }
            Outcome::Draw(DrawReason::Stalemate) => EndReason::Stalemate,
            Outcome::Draw(DrawReason::DeadPosition) => EndReason::DeadPosition,
            Outcome::Draw(DrawReason::FivefoldRepetition) => EndReason::FivefoldRepetition,
            Outcome::Draw(DrawReason::SeventyFiveMoves) => EndReason::SeventyFiveMoves,
            Outcome::Draw(DrawReason::Agreement) => EndReason::Agreement,
            Outcome::Draw(DrawReason::ThreefoldRepetition { .. }) => EndReason::ThreefoldRepetition,
            Outcome::Draw(DrawReason::FiftyMoves { .. }) => EndReason::FiftyMoves,
            Outcome::Unstated { .. } => EndReason::Other,
        };
        Self {
            winner: outcome.winner().map(Seat::from),
            reason,
            claimed_by: outcome.claimed_by().map(Seat::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{decode, encode};

    #[test]
    fn declared_ends_survive_a_round_trip() {
        let (winner, claimed_by) = (Side::Black, Side::White);
        for outcome in [
            Outcome::Resignation { winner },
            Outcome::TimeForfeit { winner },
            Outcome::Adjudication { winner },
            Outcome::Draw(DrawReason::Agreement),
            Outcome::Draw(DrawReason::ThreefoldRepetition { claimed_by }),
            Outcome::Draw(DrawReason::FiftyMoves { claimed_by }),
            Outcome::Draw(DrawReason::TimeForfeit),
            Outcome::Draw(DrawReason::Adjudication),
        ] {
            let end: End = decode(&encode(&End::from(outcome))).unwrap();
            assert_eq!(end.declared(), Some(outcome));
        }
        let mate = End::from(Outcome::Checkmate { winner });
        assert_eq!(mate.declared(), None);
    }

    #[test]
    fn values_of_later_versions_are_read() {
        assert_eq!(decode::<Phrase>(r#""hooray""#).unwrap(), Phrase::Other);
        let end: End = decode(r#"{"winner": "white", "reason": "stampede"}"#).unwrap();
        let winner = Some(Side::White);
        assert_eq!(end.declared(), Some(Outcome::Unstated { winner }));
    }

    #[test]
    fn times_have_bounds() {
        assert_eq!(Time::Unlimited.control(), Ok(None));
        assert_eq!(Time::Days(3).control(), Ok(None));
        let text = |time: &Time| time.control().map(|control| control.unwrap().to_string());
        assert_eq!(text(&Time::Clock("300+3".into())), Ok("300+3".into()));
        for wrong in [Time::Days(0), Time::Days(31), Time::Clock("5 min".into())] {
            assert!(wrong.control().is_err(), "{wrong:?}");
        }
        assert_eq!(encode(&Time::Unlimited), r#""unlimited""#);
        assert_eq!(encode(&Time::Days(3)), r#"{"days":3}"#);
    }
}
