//! Messages between the server and the clients of a game over a network. The crate opens no
//! connection.
//!
//! Each message is a JSON object in a WebSocket text frame; `type` names its kind.
//!
//! * [`ClientMessage`]: from a client to the server. The first is [`Hello`](ClientMessage::Hello).
//! * [`ServerMessage`]: from the server to a client.
//! * [`GameState`]: the whole game, sent at each connection; the client makes its record from it.
//! * [`Link`], [`Secret`] and [`Code`]: the ways into a game.
//!
//! Later versions may add kinds of message, fields, and values of [`RefusalReason`], [`EndReason`]
//! and [`Phrase`]. Receivers ignore unknown fields and read unknown kinds and values as `Unknown`
//! or `Other`. Any other change raises [`PROTOCOL`].
//!
//! ```
//! use icochess_wire::{ClientMessage, PROTOCOL, RULES, decode, encode};
//!
//! let hello = ClientMessage::Hello { protocol: PROTOCOL, rules: RULES };
//! assert_eq!(encode(&hello), r#"{"type":"hello","protocol":1,"rules":1}"#);
//! let later: ClientMessage = decode(r#"{"type": "sing", "song": 3}"#)?;
//! assert_eq!(later, ClientMessage::Unknown);
//! # Ok::<(), icochess_wire::Malformed>(())
//! ```

mod client;
mod game;
mod link;
mod presence;
mod secret;
mod server;
#[cfg(test)]
mod tests;
mod values;

pub use client::{ClientMessage, Create, SideChoice};
pub use game::{Clocks, GameState, PlayedMove, PlayerState, SideClock, StateError};
pub use link::{Link, LinkError, LinkKind, read_fragment, socket_url};
pub use presence::{Pose, Presence};
pub use secret::{BadCode, BadSecret, Code, Secret};
pub use server::{Refusal, RefusalReason, ServerMessage};
pub use values::{Claim, End, EndReason, Offer, Phrase, Seat, Time, TimeError};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Version of the messages. Client and server must have the same.
pub const PROTOCOL: u32 = 1;
/// Version of the boards' rules. Raise it with every change that makes a move legal or illegal, or
/// ends games differently.
pub const RULES: u32 = 1;

/// Maximum size of a client's message, in bytes.
pub const MAX_CLIENT_MESSAGE: usize = 4096;
/// Maximum size of a server's message, in bytes: a game of [`MAX_PLIES`] plies.
pub const MAX_SERVER_MESSAGE: usize = 1 << 20;
/// Maximum length of a move in UCI text, in bytes.
pub const MAX_UCI: usize = 24;
/// Maximum length of a start position, in bytes.
pub const MAX_START: usize = 2048;
/// Maximum length of a game over a network, in plies. The game then ends as a draw.
pub const MAX_PLIES: usize = 5000;
/// Maximum time per move in a correspondence game, in days.
pub const MAX_DAYS: u32 = 30;
/// Path of the WebSocket, relative to the page's folder.
pub const SOCKET_PATH: &str = "ws";
/// Port of a server that is started without options.
pub const DEFAULT_PORT: u16 = 8484;

/// Error of a text that isn't a message.
#[derive(Debug, thiserror::Error)]
#[error("not a message: {0}")]
pub struct Malformed(#[from] serde_json::Error);

/// Returns a message as JSON.
///
/// # Panics
///
/// Never: all messages have a JSON form.
pub fn encode<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("a message has string keys only")
}

/// Reads a message.
///
/// # Errors
///
/// [`Malformed`] if the text isn't a message of this type.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<T, Malformed> {
    Ok(serde_json::from_str(text)?)
}
