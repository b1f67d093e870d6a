//! Messages from a client.

use serde::{Deserialize, Serialize};

use crate::presence::Presence;
use crate::secret::{Code, Secret};
use crate::values::{Claim, Phrase, Seat, Time};

/// Message from a client to the server.
///
/// [`Hello`](Self::Hello) comes first. One of [`Create`](Self::Create), [`Join`](Self::Join),
/// [`JoinByCode`](Self::JoinByCode), [`Resume`](Self::Resume) and [`Watch`](Self::Watch) then
/// enters a game, also to leave another one. The others concern the game entered. The side comes
/// from the secret, so no message names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// States the versions of the client. The answer is
    /// [`Welcome`](crate::ServerMessage::Welcome), or a refusal before the connection closes.
    Hello {
        /// [`PROTOCOL`](crate::PROTOCOL) of the client.
        protocol: u32,
        /// [`RULES`](crate::RULES) of the client.
        rules: u32,
    },
    /// Creates a game and takes a seat. The answer is [`Created`](crate::ServerMessage::Created).
    Create(Create),
    /// Enters a game through a link's secret: takes the free seat with an invitation, or resumes
    /// with the secret of a seat. The answer is [`Joined`](crate::ServerMessage::Joined).
    Join {
        /// Secret of the link.
        secret: Secret,
        /// Player's name, possibly empty. Ignored with the secret of a seat.
        #[serde(default)]
        name: String,
    },
    /// Takes the free seat of the game with this code.
    JoinByCode {
        /// Code.
        code: Code,
        /// Player's name, possibly empty.
        #[serde(default)]
        name: String,
    },
    /// Returns to a seat.
    Resume {
        /// Secret of the seat.
        secret: Secret,
    },
    /// Watches a game.
    Watch {
        /// Secret of the spectators.
        secret: Secret,
    },
    /// Asks whose turn it is at a seat's game, without entering it. The answer is
    /// [`Turn`](crate::ServerMessage::Turn).
    Peek {
        /// Secret of the seat.
        secret: Secret,
    },
    /// Asks for a new code, which replaces the earlier one.
    NewCode,
    /// Makes a move. Repeating the message does no harm.
    Move {
        /// Number of plies played before the move.
        ply: u32,
        /// Move in UCI text.
        uci: String,
    },
    /// Resigns.
    Resign,
    /// Claims, accepts or offers a draw, in this order of preference. Offers and claims need the
    /// turn.
    Draw,
    /// Declines a draw offer.
    DeclineDraw,
    /// Asks for a takeback of the last move.
    OfferTakeback,
    /// Accepts a takeback request.
    AcceptTakeback,
    /// Declines a takeback request.
    DeclineTakeback,
    /// Deletes the game before both sides have moved.
    Abort,
    /// Offers a rematch with swapped colours after the game, or accepts the offer.
    Rematch,
    /// Ends the game because the opponent is away for too long.
    ClaimAway {
        /// Result.
        claim: Claim,
    },
    /// Says one of the phrases.
    Phrase {
        /// Phrase.
        phrase: Phrase,
    },
    /// Reports head and hands, at most 20 times a second.
    Presence(Presence),
    /// Asks for [`Pong`](crate::ServerMessage::Pong).
    Ping {
        /// Client's time, returned unchanged.
        t: u64,
    },
    /// A kind of message from a later version.
    #[serde(other)]
    Unknown,
}

/// Setup of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Create {
    /// Identifier of the board, as `icochess` or `chess`.
    pub board: String,
    /// Start position; the board's own if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Time for the moves.
    #[serde(default)]
    pub time: Time,
    /// Creator's side.
    #[serde(default)]
    pub side: SideChoice,
    /// Creator's name, possibly empty.
    #[serde(default)]
    pub name: String,
}

/// Choice of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// The server decides by chance.
    #[default]
    Random,
}

impl SideChoice {
    /// Returns the seat; `None` for chance.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::White => Some(Seat::White),
            Self::Black => Some(Seat::Black),
            Self::Random => None,
        }
    }
}
