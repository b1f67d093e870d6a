//! At the owner of a game: connections of clients at other nodes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use icochess_wire::ClientMessage;
use tokio::sync::{Notify, mpsc};

use super::links::Post;
use super::{Cluster, Node};
use crate::Server;
use crate::rooms::{Command, Entry, Outbox, RoomSender, Visitor};
use crate::store::{GameId, NodeId};

/// Messages of a guest that wait for the room.
const QUEUE: usize = 64;

/// Node of a guest, and its number there.
pub type Key = (NodeId, u64);

/// Connections of clients at other nodes.
#[derive(Debug, Default)]
pub struct Guests(Mutex<HashMap<Key, Guest>>);

/// Connection of a client at another node.
#[derive(Debug)]
struct Guest {
    /// Number of the connection in the room.
    id: u64,
    room: RoomSender,
    /// Closing this channel ends the guest.
    commands: mpsc::Sender<Command>,
    lag_ms: Arc<AtomicU32>,
}

impl Guests {
    /// Passes a guest's message on to the room. Returns `false` if there is no such guest, or it
    /// sends too fast.
    pub fn ask(&self, key: Key, lag_ms: u32, message: ClientMessage) -> bool {
        let guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guests.get(&key).is_some_and(|guest| {
            guest.lag_ms.store(lag_ms, Ordering::Relaxed);
            let command = Command::Ask(guest.id, message, Instant::now());
            guest.commands.try_send(command).is_ok()
        })
    }

    /// Has a guest leave.
    pub fn leave(&self, key: Key) {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guests.remove(&key);
    }

    /// Has all guests of a node leave. Returns their number.
    pub fn forget(&self, node: NodeId) -> usize {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = guests.len();
        guests.retain(|(of, _), _| *of != node);
        before - guests.len()
    }

    /// Has all guests leave.
    pub fn clear(&self) {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guests.clear();
    }

    fn insert(&self, key: Key, guest: Guest) {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guests.insert(key, guest);
    }

    fn take(&self, key: Key) -> Option<Guest> {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guests.remove(&key)
    }

    /// Removes a guest that ended by itself. Returns `false` if it has left before.
    fn end(&self, key: Key, id: u64) -> bool {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = guests.get(&key).is_some_and(|guest| guest.id == id);
        if is_known {
            guests.remove(&key);
        }
        is_known
    }
}

/// Lets a connection of another node enter a game.
pub fn enter(
    server: &Arc<Server>,
    node: &Arc<Node>,
    key: Key,
    game: GameId,
    lag_ms: u32,
    entry: Entry,
) {
    if let Some(earlier) = node.guests.take(key) {
        // Before the connection enters again. A full room learns it from the earlier guest's task.
        let _ = earlier.room.try_send(Command::Leave(earlier.id));
    }
    let (outbox, texts, full) = Outbox::new(server.limits().outbox, Arc::clone(&server.metrics));
    let visitor = Visitor {
        is_guest: true,
        ..Visitor::new(outbox)
    };
    visitor.lag_ms.store(lag_ms, Ordering::Relaxed);
    let (id, lag_ms) = (visitor.id, Arc::clone(&visitor.lag_ms));
    let (_, number) = key;
    let command = Command::Enter(visitor, entry);
    let Some(room) = server.rooms.send(server, game, command) else {
        node.links.post(key.0, &Post::Gone { visitor: number });
        return;
    };
    let (commands, queue) = mpsc::channel(QUEUE);
    let guest = Guest {
        id,
        room: room.clone(),
        commands,
        lag_ms,
    };
    node.guests.insert(key, guest);
    let (server, node) = (Arc::clone(server), Arc::clone(node));
    tokio::spawn(async move {
        forward(&node, key, &room, texts, queue, &full).await;
        // A room that has ended needs no notice.
        let _ = room.send(Command::Leave(id)).await;
        let is_stopping = server.cluster.as_ref().is_some_and(Cluster::is_stopping);
        if node.guests.end(key, id) && !is_stopping {
            node.links.post(key.0, &Post::Gone { visitor: number });
        }
    });
}

/// Forwards texts to a guest, and its messages to the room, until one of them ends.
async fn forward(
    node: &Node,
    (peer, visitor): Key,
    room: &RoomSender,
    mut texts: mpsc::Receiver<Utf8Bytes>,
    mut queue: mpsc::Receiver<Command>,
    full: &Notify,
) {
    loop {
        tokio::select! {
            biased;
            () = full.notified() => return,
            text = texts.recv() => match text {
                Some(text) => {
                    let text = text.as_str().to_owned();
                    node.links.post(peer, &Post::Text { visitor, text });
                }
                // The room dropped the guest.
                None => return,
            },
            command = queue.recv() => match command {
                Some(command) => if room.send(command).await.is_err() { return },
                // The guest has left.
                None => return,
            },
        }
    }
}
