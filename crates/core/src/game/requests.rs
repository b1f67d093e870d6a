//! Requests: the input of the match.

use super::seating::Seating;
use crate::clock::Pause;
use crate::library::Names;
use icochess_rules::{Annotation, Eval, NodeId, Record, Side};

/// Request about the game as a whole. While a display is being handed over
/// ([`GameHandover`](super::handover::GameHandover)), only a few are accepted: another game, a
/// resignation, edits, clock events, and Undo by the player who just moved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum GameRequest {
    /// Take back the last move, or a declared end of the game. While looking back, step back
    /// instead. The opponent is asked first if [`Referee::asks`](super::Referee::asks) says so.
    Undo,
    /// Redo the last move taken back. While looking back, step forward instead.
    Redo,
    /// Replace the game with a new or loaded one, on any board.
    Load(Record),
    /// As [`Load`](Self::Load), for a saved game that keeps its file.
    Open {
        /// Saved game.
        record: Record,
        /// Name of the game's file in the library.
        file: String,
    },
    /// Resign for this side, in either side's turn (FIDE 5.1.2).
    Resign(Side),
    /// Claim, accept or offer a draw for this side, in this order of preference. Claims and offers
    /// are possible only on the side's turn. Repeating the request has no effect: players can't
    /// accept their own offer.
    Draw(Side),
    /// Decline a draw offer.
    DeclineDraw,
    /// Ask the opponent to let this side take back its last move.
    OfferTakeback(Side),
    /// Accept a takeback request.
    AcceptTakeback,
    /// Decline a takeback request.
    DeclineTakeback,
    /// End the game because this side ran out of time; sent by the clock.
    TimeOut(Side),
    /// End the game as won by this side, or drawn. A server does so when a player has left.
    Adjudicate(Option<Side>),
    /// Save the clock's state in the record.
    KeepClock,
    /// Show a node of the record. Meanwhile the game waits at its live position.
    GoTo(NodeId),
    /// Show a node, where players try other moves: see
    /// [`Match::trying_from`](super::Match::trying_from).
    Try(NodeId),
    /// Show another position of the line.
    Step(Step),
    /// Show the live position again.
    ComeBack,
    /// Continue the game from the position shown, like a move made there. If the opponent must
    /// agree ([`Referee::asks`](super::Referee::asks)), ask first and show the live position.
    PlayOn,
    /// Edit annotations, tags or variations.
    Edit(Edit),
}

/// Step along the line on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// One ply back.
    Back,
    /// One ply forward.
    Forward,
    /// To the start of the line.
    Start,
    /// To the end of the line.
    End,
}

/// Edit of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Set a node's comment, possibly to empty text. PGN commands in the comment are kept.
    Comment(NodeId, String),
    /// Add a NAG to a node, or remove it.
    ToggleNag(NodeId, u8),
    /// Add evaluations of positions.
    Review(Vec<PlyReview>),
    /// Set the names of the game.
    Names(Names),
    /// Change the player of a side: set their name, possibly empty, and the new seating.
    Side {
        /// Side.
        side: Side,
        /// Name of the side's player.
        name: String,
        /// Seating after the change.
        seating: Seating,
    },
    /// Promote the variation with this node by one place. The game itself remains the main line.
    Promote(NodeId),
    /// Delete a node with its descendants, unless it belongs to the game itself.
    Delete(NodeId),
}

impl Edit {
    /// Returns the node; the root for reviews, names and players.
    pub const fn node(&self) -> NodeId {
        match self {
            Self::Comment(node, _)
            | Self::ToggleNag(node, _)
            | Self::Promote(node)
            | Self::Delete(node) => *node,
            Self::Review(_) | Self::Names(_) | Self::Side { .. } => NodeId::ROOT,
        }
    }
}

/// Evaluation of a position, and of the move to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlyReview {
    /// Node of the position.
    pub node: NodeId,
    /// Evaluation of the position.
    pub eval: Eval,
    /// Evaluation after the second best move from the position, if it was searched.
    pub second: Option<Eval>,
    /// Best line from the position in SAN, if any.
    pub best_line: Option<String>,
    /// NAG of the move, which doesn't replace the players' own.
    pub nag: Option<u8>,
}

impl PlyReview {
    /// Writes the review to the node's annotation.
    pub(super) fn write_to(&self, note: &mut Annotation) {
        note.set_eval(Some(self.eval));
        note.set_best_line(self.best_line.as_deref().unwrap_or_default());
        note.set_second(self.second);
        let is_judged = note.nags.iter().any(|nag| (1..10).contains(nag));
        if let Some(nag) = self.nag.filter(|_| !is_judged) {
            note.add_nag(nag);
        }
    }
}

/// Request to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_ecs::prelude::Message))]
pub enum ClockRequest {
    /// Pause the clock for this reason, in addition to others. A player's own reason is
    /// [`Pause::Player`].
    Pause(Pause),
    /// End the pause with this reason.
    Release(Pause),
    /// End all pauses that players can end, and start the clock of a game that hasn't started.
    Resume,
}
