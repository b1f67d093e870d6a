//! Input and output of a session, and its state for the player.

use std::time::Duration;

use icochess_core::game::SeatRequest;
use icochess_wire::{
    Claim, ClientMessage, Code, Create, Phrase, Presence, RefusalReason, Secret, ServerMessage,
};

use super::KeptSeat;

/// How to enter a game.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// Create a game and invite a friend.
    Create(Create),
    /// Enter with the secret of a link, under this name.
    Join {
        /// Secret of the invitation, or of a seat.
        secret: Secret,
        /// Name, possibly empty.
        name: String,
    },
    /// Enter with a code, under this name.
    Code {
        /// Code.
        code: Code,
        /// Name, possibly empty.
        name: String,
    },
    /// Return to a seat.
    Resume(KeptSeat),
    /// Return to a seat in order to abort or resign the game.
    GiveUp(KeptSeat),
    /// Watch the game with this secret of its spectators.
    Watch(Secret),
}

/// Event of the session's socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// The connection stands.
    Opened,
    /// The server sent a text.
    Text(&'a str),
    /// The connection ended for this reason.
    Closed(&'a str),
}

/// Request of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// Request to the referee, except a move.
    Seat(SeatRequest),
    /// Ask for a new code.
    NewCode,
    /// Delete the game before both sides have moved.
    Abort,
    /// Offer or accept a rematch.
    Rematch,
    /// End the game because the friend is away for too long.
    Claim(Claim),
    /// Say a phrase.
    Say(Phrase),
}

/// Output of the session, to carry out in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Open a socket to this address.
    Open(String),
    /// Close the socket.
    Close,
    /// Send a message.
    Send(ClientMessage),
    /// Show the friend's head and hands.
    Show(Presence),
    /// Apply a message to the match: see [`apply`](crate::apply::apply).
    Apply(Box<ServerMessage>),
    /// Remember a seat, so that the player can return after a restart.
    Keep(KeptSeat),
    /// Forget the seat with this secret.
    Forget(Secret),
    /// Tell the player something.
    Tell(News),
}

/// Something to tell the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// The server refused a request.
    Refused(RefusalReason),
    /// The friend took their seat.
    Arrived,
    /// The friend said a phrase.
    Said(Phrase),
    /// The friend offers a rematch.
    RematchOffered,
    /// The game was aborted.
    Aborted,
    /// The request needs the connection, which is lost.
    NotConnected,
}

/// State of the session for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Connecting for the first time.
    Connecting,
    /// Waiting for the friend to take the other seat.
    Waiting,
    /// In the game.
    Playing,
    /// Watching the game of others.
    Watching,
    /// The game is over.
    Over,
    /// The connection is lost; the session returns by itself.
    Lost,
    /// The session ended.
    Ended(Ended),
}

/// Reason for the end of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The server refused the game.
    Refused(RefusalReason),
    /// The seat was opened elsewhere.
    Elsewhere,
    /// The server's board or rules are unknown here.
    Outdated,
    /// The player has left a game that is over, aborted or given up.
    Left,
}

/// The friend, as the server last described them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Friend {
    /// Name, possibly empty.
    pub name: String,
    /// Whether the seat is taken.
    pub has_come: bool,
    /// When the friend's connection was lost; `None` while it stands.
    pub away_since: Option<Duration>,
    /// When the player may claim the game; `None` if never.
    pub claim_at: Option<Duration>,
}
