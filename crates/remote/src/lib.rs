//! A client's side of a game over a network, without Bevy.
//!
//! * [`session`]: the connection to one game as a state machine; takes events and the time, returns
//!   outputs.
//! * [`apply`](mod@apply): applies the server's messages to the match.
//! * [`socket`]: a WebSocket, the only part that connects to anything.
//!
//! The referee of the match plays a player's own move at once. The server's answer confirms it, or
//! brings the whole game, which then replaces the match.

pub mod apply;
pub mod session;
pub mod socket;
