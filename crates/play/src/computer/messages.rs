//! Requests to the computer player, and facts from it.

use bevy::prelude::Message;

use super::external::EngineError;
use super::settings::SidePlayer;
use super::thoughts::Purpose;
use icochess_rules::Side;

/// Request to the computer player.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub enum ComputerRequest {
    /// Set the player of a side.
    SetSide(Side, SidePlayer),
    /// Stop thinking until resumed.
    Pause,
    /// Continue after a pause.
    Resume,
    /// Play the best move found up to now.
    MoveNow,
    /// Show the next part of a hint for the human to move: the piece, the move, the reason. Then
    /// hide it, as during the search for it.
    Hint,
    /// Show or hide the move that the other side would play if it were its turn.
    Threat,
}

/// Fact about the computer player, for display to the players.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum ComputerFact {
    /// The transposition table is smaller than requested, in mebibytes.
    SmallTable {
        /// Requested size.
        asked: usize,
        /// Actual size.
        got: usize,
    },
    /// The search for a side failed. A search for a move plays the best move known.
    SearchFailed(Side, Purpose),
    /// This side would have no move if it were its turn.
    NoThreat(Side),
    /// No search can start, for this reason; the computer is paused.
    CannotThink(String),
    /// An external engine for playing or analysis failed. A playing engine also pauses the
    /// computer.
    EngineFailed {
        /// Name reported by the engine, or else from the settings.
        name: String,
        /// Cause of the failure.
        problem: EngineError,
    },
    /// This side declines the draw offer.
    DrawDeclined(Side),
}
