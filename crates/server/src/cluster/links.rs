//! Messages between two nodes, and the detection of lost ones.
//!
//! NATS delivers messages at most once. So each node numbers its messages to each other node. A
//! node that misses one starts over with the sender: all connections between the two enter their
//! games again. A message a second proves that none is missing at the end.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use icochess_wire::ClientMessage;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::rooms::Entry;
use crate::store::NodeId;

/// Silence after which a node with a valid lease can't be reached.
const SILENCE: Duration = Duration::from_secs(8);

/// Message to another node.
#[derive(Debug, Serialize, Deserialize)]
pub enum Post {
    /// No message is missing.
    Proof,
    /// Messages of the receiver got lost: its connections must enter their games again.
    Reset,
    /// A connection enters a game that the receiver owns.
    Enter {
        /// Number of the connection at the sender.
        visitor: u64,
        /// Game.
        game: i64,
        /// Transmission time to the client and back.
        lag_ms: u32,
        /// Way into the game.
        entry: Entry,
    },
    /// A connection leaves.
    Leave {
        /// Number of the connection.
        visitor: u64,
    },
    /// A connection sent a message.
    Ask {
        /// Number of the connection.
        visitor: u64,
        /// Transmission time to the client and back.
        lag_ms: u32,
        /// Message.
        message: ClientMessage,
    },
    /// The owner of a game sends a text to a connection.
    Text {
        /// Number of the connection at the receiver.
        visitor: u64,
        /// Text.
        text: String,
    },
    /// A connection isn't in the game any more, and must enter again.
    Gone {
        /// Number of the connection at the receiver.
        visitor: u64,
    },
}

/// Message with its sender and number.
#[derive(Debug)]
pub struct Packet {
    /// Sender.
    pub from: NodeId,
    /// Number of messages that the sender sent to the receiver before.
    pub number: u64,
    /// Message.
    pub post: Post,
}

impl Packet {
    /// Reads a packet.
    ///
    /// # Errors
    ///
    /// A text for the log if it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let (from, number, post): (i64, u64, Post) =
            icochess_wire::decode(text).map_err(|error| error.to_string())?;
        let from = NodeId(from);
        Ok(Self { from, number, post })
    }
}

/// Links to other nodes.
#[derive(Debug)]
pub struct Links {
    own: NodeId,
    queue: mpsc::Sender<(NodeId, String)>,
    peers: Mutex<HashMap<NodeId, Peer>>,
}

/// Link to a node.
#[derive(Debug)]
struct Peer {
    sent: u64,
    received: u64,
    heard: Instant,
    /// Whether the silence was reported.
    is_broken: bool,
}

impl Default for Peer {
    fn default() -> Self {
        Self {
            sent: 0,
            received: 0,
            heard: Instant::now(),
            is_broken: false,
        }
    }
}

impl Links {
    /// Creates the links of a node, which put messages into a queue.
    pub fn new(own: NodeId, queue: mpsc::Sender<(NodeId, String)>) -> Self {
        let peers = Mutex::default();
        Self { own, queue, peers }
    }

    /// Sends a message. If the queue is full, the receiver notices that it is missing.
    pub fn post(&self, to: NodeId, post: &Post) {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        self.post_to(to, peers.entry(to).or_default(), post);
    }

    fn post_to(&self, to: NodeId, peer: &mut Peer, post: &Post) {
        let text = icochess_wire::encode(&(self.own.0, peer.sent, post));
        peer.sent += 1;
        let _ = self.queue.try_send((to, text));
    }

    /// Notes a received message. Returns `false` if messages before it are missing.
    pub fn is_next(&self, from: NodeId, number: u64) -> bool {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let peer = peers.entry(from).or_default();
        let is_next = number == peer.received;
        peer.received = number + 1;
        peer.heard = Instant::now();
        peer.is_broken = false;
        is_next
    }

    /// Returns whether a node has said nothing for too long.
    pub fn is_silent(&self, peer: NodeId) -> bool {
        let peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.get(&peer).is_some_and(Peer::is_silent)
    }

    /// Returns nodes that have become silent, or are missing in the list of living ones. That list
    /// is as old as `asked`.
    pub fn take_broken(&self, living: &[NodeId], asked: Instant) -> Vec<NodeId> {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let broken = peers.iter_mut().filter(|(id, peer)| {
            let is_dead = !living.contains(id) && peer.heard < asked;
            !peer.is_broken && (is_dead || peer.is_silent())
        });
        let mark = |(id, peer): (&NodeId, &mut Peer)| {
            peer.is_broken = true;
            *id
        };
        broken.map(mark).collect()
    }

    /// Forgets dead nodes, and proves to the others that no message is missing.
    pub fn prove(&self, living: &[NodeId], asked: Instant) {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.retain(|id, peer| living.contains(id) || peer.heard >= asked);
        for (id, peer) in peers.iter_mut() {
            self.post_to(*id, peer, &Post::Proof);
        }
    }
}

impl Peer {
    fn is_silent(&self) -> bool {
        self.heard.elapsed() >= SILENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_messages_are_noticed() {
        let (queue, mut sent) = mpsc::channel(2);
        let (one, other) = (NodeId(1), NodeId(2));
        let links = Links::new(one, queue);
        let receiver = Links::new(other, mpsc::channel(1).0);
        let mut receive = || {
            let (to, text) = sent.try_recv().unwrap();
            assert_eq!(to, other);
            let packet = Packet::read(text.as_bytes()).unwrap();
            assert_eq!(packet.from, one);
            receiver.is_next(packet.from, packet.number)
        };
        for _ in 0..3 {
            links.post(other, &Post::Leave { visitor: 7 });
        }
        assert!(receive() && receive());
        links.prove(&[other], Instant::now());
        assert!(!receive());
        links.post(other, &Post::Proof);
        assert!(receive());
    }
}
