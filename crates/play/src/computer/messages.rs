//! Requests to the computer player, and facts from it.

use bevy::prelude::Message;

use super::external::EngineError;
use super::settings::SidePlayer;
use super::thoughts::Purpose;
use icochess_rules::Side;

/// Request to the computer player.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub enum ComputerRequest {
    /// Set who plays a side from now on.
    SetSide(Side, SidePlayer),
    /// Stop thinking until asked to go on.
    Pause,
    /// Go on after a pause.
    Resume,
    /// Play the best move found so far.
    MoveNow,
    /// Show a good move for the human to move, or hide the one that is shown or
    /// looked for.
    Hint,
}

/// Fact about the computer player that the players should hear of.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum ComputerFact {
    /// There was less memory than asked for, both in mebibytes.
    SmallTable {
        /// The size asked for.
        asked: usize,
        /// The size that there is.
        got: usize,
    },
    /// The search for a side's move failed. If it was to be played, the best one
    /// known is.
    SearchFailed(Side, Purpose),
    /// No search can be begun, for this reason; the computer is paused.
    CannotThink(String),
    /// The engine of others that plays, or was to evaluate, is of no use. If it plays, the computer
    /// is paused.
    EngineFailed {
        /// The name that it gives itself, or that the settings give it.
        name: String,
        /// The reason that it is of no use.
        problem: EngineError,
    },
    /// This side declines the draw that it was offered.
    DrawDeclined(Side),
}
