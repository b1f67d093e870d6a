//! Messages from the server.

use serde::{Deserialize, Serialize};

use crate::game::{Clocks, GameState, PlayedMove};
use crate::presence::Presence;
use crate::secret::{Code, Secret};
use crate::values::{End, Offer, Phrase, Seat};

/// Message from the server to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Accepts the versions of the client.
    Welcome {
        /// [`PROTOCOL`](crate::PROTOCOL) of the server.
        protocol: u32,
        /// [`RULES`](crate::RULES) of the server.
        rules: u32,
        /// Version of the server's program.
        version: String,
    },
    /// The game exists. [`Game`](Self::Game) follows.
    Created {
        /// Secret of the creator's seat: keep it to return.
        secret: Secret,
        /// Secret for the friend's link.
        invitation: Secret,
        /// Secret for spectators' links.
        watch: Secret,
        /// Code for the friend; `None` if the server has too many at the moment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<Code>,
        /// Seconds until the code expires.
        #[serde(default)]
        code_expires_s: u32,
        /// Creator's side.
        seat: Seat,
    },
    /// The client has a seat, by link, by code or by a resumed secret. [`Game`](Self::Game) follows.
    Joined {
        /// Secret of the seat: keep it to return.
        secret: Secret,
        /// Side.
        seat: Seat,
    },
    /// The whole game, after each connection and whenever a client is out of step.
    Game(Box<GameState>),
    /// The friend took the free seat.
    Arrived {
        /// Friend's side.
        seat: Seat,
        /// Friend's name, possibly empty.
        name: String,
    },
    /// A move was made, and is on the server's disk.
    Moved {
        /// Number of plies played before the move.
        ply: u32,
        /// Move with its times.
        #[serde(flatten)]
        played: PlayedMove,
        /// Clocks after the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// Transmission time that the mover wasn't charged for, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u32,
        /// When the next move is due in a correspondence game, in Unix milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due_ms: Option<u64>,
    },
    /// Moves were taken back.
    TakenBack {
        /// Number of plies that remain.
        ply: u32,
        /// Clocks after the takeback.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// When the next move is due in a correspondence game, in Unix milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due_ms: Option<u64>,
    },
    /// A side made an offer.
    Offered {
        /// Offer.
        offer: Offer,
        /// Side that made it.
        by: Seat,
    },
    /// An offer was declined, by the opponent or by a move.
    Declined {
        /// Offer.
        offer: Offer,
        /// Side that had made it.
        by: Seat,
    },
    /// The game ended.
    Ended {
        /// How it ended.
        end: End,
        /// Clocks at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
    },
    /// The clocks started, stopped, or were corrected without a move.
    Clocks {
        /// Clocks.
        clocks: Clocks,
    },
    /// A player's connection is lost.
    Away {
        /// Side.
        seat: Seat,
        /// Time since, in milliseconds.
        away_ms: u64,
        /// Time until the opponent may claim the game, in milliseconds; `None` if never.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim_in_ms: Option<u64>,
    },
    /// A player is connected again.
    Back {
        /// Side.
        seat: Seat,
    },
    /// A player said a phrase.
    Phrase {
        /// Phrase.
        phrase: Phrase,
        /// Speaker.
        by: Seat,
    },
    /// The opponent's head and hands.
    Presence(Presence),
    /// A rematch begins, with swapped colours and the same secrets. [`Game`](Self::Game) follows.
    Rematched,
    /// A request was refused. The connection stays open unless the reason says otherwise.
    Refused(Refusal),
    /// A new code, which replaces the earlier one.
    Code {
        /// Code.
        code: Code,
        /// Seconds until it expires.
        expires_s: u32,
    },
    /// Answer to [`Peek`](crate::ClientMessage::Peek).
    Turn {
        /// Secret of the seat.
        secret: Secret,
        /// Side to move; `None` once the game is over or deleted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Seat>,
        /// When the move is due in a correspondence game, in Unix milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due_ms: Option<u64>,
    },
    /// Answer to [`Ping`](crate::ClientMessage::Ping).
    Pong {
        /// Client's time from the ping.
        t: u64,
    },
    /// The seat was opened elsewhere. This client only watches from now on.
    Superseded,
    /// A kind of message from a later version.
    #[serde(other)]
    Unknown,
}

/// Refusal of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Reason.
    pub reason: RefusalReason,
    /// Details in English, for logs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl From<RefusalReason> for Refusal {
    fn from(reason: RefusalReason) -> Self {
        let detail = String::new();
        Self { reason, detail }
    }
}

/// Reason for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// The server speaks another version of the messages; the connection closes.
    ProtocolVersion,
    /// The server has other rules; the connection closes.
    RulesVersion,
    /// The message can't be read, or isn't expected now.
    Malformed,
    /// The message is too large; the connection closes.
    TooLarge,
    /// Too many messages; the connection closes.
    TooFast,
    /// Too many connections from this address; the connection closes.
    TooManyConnections,
    /// Too many games from this address.
    TooManyGames,
    /// Too many wrong codes, from this address or altogether. Try again in ten minutes.
    TooManyTries,
    /// No game has this secret (any more).
    UnknownSecret,
    /// No game has this code (any more).
    UnknownCode,
    /// Somebody else has taken the free seat.
    SeatTaken,
    /// The client is in no game.
    NotInGame,
    /// Spectators, and tabs whose seat was opened elsewhere, only look.
    OnlyWatching,
    /// The friend hasn't come yet.
    NoOpponent,
    /// It's the opponent's turn.
    NotYourTurn,
    /// The move is illegal.
    IllegalMove,
    /// The ply isn't the game's next. [`Game`](ServerMessage::Game) follows.
    WrongPly,
    /// The game is over.
    GameOver,
    /// The offer or claim isn't possible now.
    NotPossible,
    /// The server doesn't know the board.
    BadBoard,
    /// The start position isn't valid on the board.
    BadStart,
    /// The time control is invalid.
    BadTime,
    /// The server has too many games or connections.
    ServerFull,
    /// The server failed; the connection closes, and the game stays as it was on disk.
    ServerError,
    /// A reason from a later version.
    #[serde(other)]
    Other,
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}
