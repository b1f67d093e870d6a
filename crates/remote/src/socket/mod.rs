//! A WebSocket for text messages to a server, natively and on a page.
//!
//! Nothing here blocks the caller. Natively, a thread owns the connection; on a page, the browser
//! does. Both queues are bounded, and a peer that overfills one loses the connection.
//!
//! ```
//! use icochess_remote::socket::{Event, Socket};
//!
//! // Nothing listens on this port.
//! let socket = Socket::open("ws://127.0.0.1:1/ws", 4096, || {});
//! # #[cfg(not(target_arch = "wasm32"))]
//! assert!(matches!(socket.wait(), Some(Event::Closed(_))));
//! ```

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod page;

#[cfg(not(target_arch = "wasm32"))]
use native as platform;
#[cfg(target_arch = "wasm32")]
use page as platform;

/// Maximum number of messages in each queue. A player sends and receives a few a second.
const MAX_QUEUED: usize = 256;

/// Event of a socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The server accepted the connection. Messages sent earlier are lost.
    Opened,
    /// The server sent a message.
    Text(String),
    /// The connection ended, or never began, for this reason. This is the last event.
    Closed(String),
}

/// Connection to a server. Dropping it closes the connection.
pub struct Socket(platform::Socket);

impl Socket {
    /// Starts to connect to an address, such as `wss://chess.example/ws`. Messages from the server
    /// may have `max_bytes` at most. `wake` is called after each event.
    pub fn open(address: &str, max_bytes: usize, wake: impl Fn() + Send + 'static) -> Self {
        Self(platform::Socket::open(address, max_bytes, wake))
    }

    /// Sends a message. Returns whether it was queued.
    pub fn send(&self, text: String) -> bool {
        self.0.send(text)
    }

    /// Returns the next event, if any.
    pub fn next(&self) -> Option<Event> {
        self.0.next()
    }

    /// Waits for the next event. Returns `None` after the last one.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait(&self) -> Option<Event> {
        self.0.wait()
    }
}
