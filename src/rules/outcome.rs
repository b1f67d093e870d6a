//! How games end.

use std::fmt;

use super::piece::Side;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The loser is in check and has no legal move.
    Checkmate {
        /// Who gave it.
        winner: Side,
    },
    /// The loser gave up.
    Resignation {
        /// Who did not.
        winner: Side,
    },
    /// Nobody won.
    Draw(DrawReason),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// No sequence of moves can mate (FIDE 5.2.2).
    DeadPosition,
    /// The same position for the fifth time (FIDE 9.6.1).
    FivefoldRepetition,
    /// 150 plies without a capture or a pawn move (FIDE 9.6.2).
    SeventyFiveMoves,
    /// Both players agreed.
    Agreement,
    /// A player claimed the third occurrence of a position (FIDE 9.2).
    ThreefoldRepetition,
    /// A player claimed 100 plies without a capture or pawn move (FIDE 9.3).
    FiftyMoves,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Checkmate { winner } | Self::Resignation { winner } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn pgn_result(self) -> &'static str {
        match self.winner() {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// One lower-case word for the reason, as `icochess moves` prints it.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Resignation { .. } => "resignation",
            Self::Draw(reason) => match reason {
                DrawReason::Stalemate => "stalemate",
                DrawReason::DeadPosition => "dead-position",
                DrawReason::FivefoldRepetition => "fivefold-repetition",
                DrawReason::SeventyFiveMoves => "seventy-five-moves",
                DrawReason::Agreement => "agreement",
                DrawReason::ThreefoldRepetition => "threefold-repetition",
                DrawReason::FiftyMoves => "fifty-moves",
            },
        }
    }
}

impl fmt::Display for Outcome {
    /// A sentence for players: who won, or that it is a draw, and why.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Self::Resignation { winner } => {
                write!(f, "{winner} wins: {} resigned", !*winner)
            }
            Self::Draw(reason) => write!(
                f,
                "Draw by {}",
                match reason {
                    DrawReason::Stalemate => "stalemate",
                    DrawReason::DeadPosition => "dead position: neither side can mate",
                    DrawReason::FivefoldRepetition => "fivefold repetition",
                    DrawReason::SeventyFiveMoves => "75 moves without capture or pawn move",
                    DrawReason::Agreement => "agreement",
                    DrawReason::ThreefoldRepetition => "threefold repetition",
                    DrawReason::FiftyMoves => "50 moves without capture or pawn move",
                }
            ),
        }
    }
}
