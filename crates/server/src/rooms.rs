//! Games in memory, and the connections in them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
#[cfg(feature = "cluster")]
use icochess_wire::Secret;
use icochess_wire::{ClientMessage, Refusal, Seat, ServerMessage};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::Server;
use crate::metrics::Metrics;
use crate::room::Room;
use crate::store::{GameId, NodeId};

/// Commands that wait for a room.
const QUEUE: usize = 64;

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// Connection in a room.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Number of the connection.
    pub id: u64,
    /// Channel to the connection.
    pub outbox: Outbox,
    /// Transmission time to the client and back, in milliseconds.
    pub lag_ms: Arc<AtomicU32>,
    /// Whether the connection is at another node.
    #[cfg(feature = "cluster")]
    pub is_guest: bool,
}

impl Visitor {
    /// Creates a connection with a number of its own.
    pub fn new(outbox: Outbox) -> Self {
        Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            outbox,
            lag_ms: Arc::default(),
            #[cfg(feature = "cluster")]
            is_guest: false,
        }
    }

    /// Returns the transmission time that a mover isn't charged for.
    pub fn lag(&self, most: Duration) -> Duration {
        let lag = self.lag_ms.load(Ordering::Relaxed);
        Duration::from_millis(lag.into()).min(most)
    }
}

/// Bounded channel to a connection. A connection that doesn't keep up is closed.
#[derive(Debug, Clone)]
pub struct Outbox {
    texts: mpsc::Sender<Utf8Bytes>,
    full: Arc<Notify>,
    metrics: Arc<Metrics>,
}

impl Outbox {
    /// Creates the channel, with its receiver and the signal that it is full.
    pub fn new(
        size: usize,
        metrics: Arc<Metrics>,
    ) -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Notify>) {
        let (texts, receiver) = mpsc::channel(size);
        let full = Arc::new(Notify::new());
        let outbox = Self {
            texts,
            full: Arc::clone(&full),
            metrics,
        };
        (outbox, receiver, full)
    }

    /// Sends a message.
    pub fn send(&self, message: &ServerMessage) {
        self.send_text(icochess_wire::encode(message).into());
    }

    /// Sends an encoded message.
    pub fn send_text(&self, text: Utf8Bytes) {
        if matches!(
            self.texts.try_send(text),
            Err(mpsc::error::TrySendError::Full(_))
        ) {
            self.full.notify_one();
        }
    }

    /// Sends a refusal.
    pub fn refuse(&self, refusal: impl Into<Refusal>) {
        let refusal = refusal.into();
        self.metrics.count_refusal(refusal.reason);
        self.send(&ServerMessage::Refused(refusal));
    }
}

/// Way into a room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Entry {
    /// With a seat, and the message that confirms it.
    Player(Seat, Box<ServerMessage>),
    /// Through an invitation, with a name.
    Invited(String),
    /// To watch.
    Spectator,
    /// With the secret of a seat, after the game moved to another node.
    #[cfg(feature = "cluster")]
    Again(Secret),
}

/// Command to a room.
#[derive(Debug)]
pub enum Command {
    /// A connection enters.
    Enter(Visitor, Entry),
    /// A connection leaves.
    Leave(u64),
    /// A connection sent a message, at this moment.
    Ask(u64, ClientMessage, Instant),
    /// Check the time for a move in a game that may be out of memory.
    Wake,
    /// Save the clock and end.
    Stop(oneshot::Sender<()>),
}

/// Channel to a room.
pub type RoomSender = mpsc::Sender<Command>;

/// Rooms in memory.
#[derive(Debug, Default)]
pub struct Rooms(Mutex<HashMap<GameId, RoomSender>>);

impl Rooms {
    /// Sends a command to the room of a game, which is loaded if needed. Returns the channel, or
    /// `None` if the room is overloaded.
    pub fn send(&self, server: &Arc<Server>, id: GameId, command: Command) -> Option<RoomSender> {
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A room whose task has failed left a closed channel.
        let known = rooms.get(&id).filter(|room| !room.is_closed());
        let room = known.cloned().unwrap_or_else(|| {
            let (room, inbox) = mpsc::channel(QUEUE);
            tokio::spawn(host(Arc::clone(server), id, inbox));
            rooms.insert(id, room.clone());
            room
        });
        room.try_send(command).ok()?;
        Some(room)
    }

    /// Removes a room unless a command waits in its inbox. Returns whether it was removed.
    pub fn remove_idle(&self, id: GameId, inbox: &mpsc::Receiver<Command>) -> bool {
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = inbox.is_empty();
        if is_idle {
            rooms.remove(&id);
        }
        is_idle
    }

    /// Returns the number of games in memory.
    pub fn count(&self) -> usize {
        let rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.len()
    }

    /// Returns whether a game is in memory.
    pub fn contains(&self, id: GameId) -> bool {
        let rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(&id).is_some_and(|room| !room.is_closed())
    }

    /// Has all rooms check whether this node still owns their games.
    #[cfg(feature = "cluster")]
    pub fn wake(&self) {
        let rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for room in rooms.values() {
            // A room with a full queue checks at its next command.
            let _ = room.try_send(Command::Wake);
        }
    }

    /// Forgets rooms that have failed.
    pub fn sweep(&self) {
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, room| !room.is_closed());
    }

    /// Ends all rooms, after saving their clocks.
    pub async fn stop(&self) {
        let all: Vec<_> = {
            let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.drain().collect()
        };
        for (_, room) in all {
            let (done, stopped) = oneshot::channel();
            if room.send(Command::Stop(done)).await.is_ok() {
                // A room that failed has nothing to save.
                let _ = stopped.await;
            }
        }
    }
}

/// Runs the room of a game. In a cluster, that is at the node that owns the game.
async fn host(server: Arc<Server>, id: GameId, inbox: mpsc::Receiver<Command>) {
    #[cfg(feature = "cluster")]
    if server.cluster.is_some() {
        return crate::cluster::host(server, id, inbox).await;
    }
    Room::run(server, NodeId::ALONE, id, Vec::new(), inbox).await;
}
