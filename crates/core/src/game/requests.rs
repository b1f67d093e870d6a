//! Requests to the match.

use super::seating::Seating;
use crate::clock::Pause;
use crate::library::Names;
use icochess_rules::{NodeId, Record, Side};

/// Request about the game as a whole. While a display is handed over from one player to
/// the other ([`GameHandover`](super::handover::GameHandover)), only another game is taken, a resignation, and Undo of who has
/// just moved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum GameRequest {
    /// Take the last move back, or the end that a player declared. Who looks back
    /// steps back instead. Where the other player has to agree
    /// ([`Referee::asks`](super::Referee::asks)), they are asked.
    Undo,
    /// Play the move last taken back. Who looks back steps forward instead.
    Redo,
    /// Go on with another game, on whatever board, or begin one.
    Load(Record),
    /// As [`Load`](Self::Load), with a saved game, which stays the one of its file.
    Open {
        /// The game.
        record: Record,
        /// The name of its file among the saved games.
        file: String,
    },
    /// This side resigns, which it may in either side's turn (FIDE 5.1.2).
    Resign(Side),
    /// This side claims a draw if it is to move and may; else agrees to the opponent's offer; else,
    /// to move, offers one. Asking again changes nothing: nobody agrees to their own offer.
    Draw(Side),
    /// Decline the draw that is offered.
    DeclineDraw,
    /// This side asks the other one to let it take its last move back.
    OfferTakeback(Side),
    /// Allow the takeback that is asked for.
    AcceptTakeback,
    /// Decline the takeback.
    DeclineTakeback,
    /// The time of this side is used up; sent by the clock.
    TimeOut(Side),
    /// Note the times of the clock in the record.
    KeepClock,
    /// Show that place of the record. The game stays where it stands, and waits.
    GoTo(NodeId),
    /// Show another position of the line.
    Step(Step),
    /// Show the position where the game stands again.
    ComeBack,
    /// Let the game go on from the position that is shown. A move made there does the same.
    /// If the other player has to agree ([`Referee::asks`](super::Referee::asks)), they
    /// are asked, and the game is shown where it stands.
    PlayOn,
    /// Change the notes in the record.
    Edit(Edit),
}

/// A step along the line that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// One ply back.
    Back,
    /// One ply on.
    Forward,
    /// To the start of the line.
    Start,
    /// To the end of the line.
    End,
}

/// A change of what is noted in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Set the comment at a node, which may be empty; commands for programs in it stay.
    Comment(NodeId, String),
    /// Add this glyph to a node, or remove it.
    ToggleNag(NodeId, u8),
    /// Set the names of the game.
    Names(Names),
    /// Another player has a side from now on: set their name, which may be empty, and how the
    /// people sit now.
    Side {
        /// The side.
        side: Side,
        /// The name of its player.
        name: String,
        /// The way in which the people sit.
        seating: Seating,
    },
    /// The variation with that node comes one step nearer to the main line, which
    /// stays that of the game.
    Promote(NodeId),
    /// The node and what follows it are deleted, if it is not of the game itself.
    Delete(NodeId),
}

impl Edit {
    /// The node; of the names and players of a game its start.
    pub const fn node(&self) -> NodeId {
        match self {
            Self::Comment(node, _)
            | Self::ToggleNag(node, _)
            | Self::Promote(node)
            | Self::Delete(node) => *node,
            Self::Names(_) | Self::Side { .. } => NodeId::ROOT,
        }
    }
}

/// Request to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum ClockRequest {
    /// The clock stands, for this reason beside others; a player's own is
    /// [`Pause::Player`].
    Pause(Pause),
    /// End the pause for this reason.
    Release(Pause),
    /// The players go on: all pauses end that wait for their word. The clock of a game
    /// that has not begun starts.
    Resume,
}
