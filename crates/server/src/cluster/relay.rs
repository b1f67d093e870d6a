//! At a client's node: a game that another node owns.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use icochess_wire::{ClientMessage, RefusalReason, Secret, ServerMessage};
use serde::Deserialize;
use tokio::sync::{Notify, mpsc};

use super::Node;
use super::links::Post;
use crate::Server;
use crate::rooms::{Command, Entry, Visitor};
use crate::store::{GameId, NodeId};

/// Connections here whose game is at another node.
#[derive(Debug, Default)]
pub struct Remotes(Mutex<HashMap<u64, Remote>>);

/// Connection whose game is at another node.
#[derive(Debug)]
struct Remote {
    visitor: Visitor,
    owner: NodeId,
    /// Way back into the game if it moves.
    entry: Entry,
    progress: Progress,
    /// Signal that the connection must enter again.
    lost: Arc<Notify>,
}

/// How far a connection has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// The owner hasn't answered.
    Entering,
    /// The owner has sent the game.
    Entered,
    /// The owner has refused the connection.
    Refused,
}

/// Part of the messages that grant a seat.
#[derive(Deserialize)]
struct Seated {
    secret: Secret,
}

impl Remote {
    /// Records the effect of a text on the way back into the game.
    fn record(&mut self, text: &str) {
        let kind = text.strip_prefix(r#"{"type":""#);
        match kind.and_then(|rest| rest.split('"').next()) {
            Some("game") => self.progress = Progress::Entered,
            Some("created" | "joined") => {
                if let Ok(Seated { secret }) = icochess_wire::decode(text) {
                    self.entry = Entry::Again(secret);
                }
            }
            Some("superseded") => self.entry = Entry::Spectator,
            Some("refused") if self.progress == Progress::Entering => {
                // After a failure of the owner, the connection tries again.
                if let Ok(ServerMessage::Refused(refusal)) = icochess_wire::decode(text)
                    && refusal.reason != RefusalReason::ServerError
                {
                    self.progress = Progress::Refused;
                }
            }
            _ => {}
        }
    }
}

impl Remotes {
    /// Sends a text of a game's owner to a connection. Returns `false` if the connection isn't in a
    /// game there.
    pub fn deliver(&self, from: NodeId, visitor: u64, text: String) -> bool {
        let mut remotes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let remote = remotes.get_mut(&visitor);
        let Some(remote) = remote.filter(|remote| remote.owner == from) else {
            return false;
        };
        remote.record(&text);
        remote.visitor.outbox.send_text(text.into());
        true
    }

    /// Has a connection enter its game again, unless the owner has refused it.
    pub fn lose_visitor(&self, from: NodeId, visitor: u64) {
        let mut remotes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let remote = remotes.get(&visitor);
        let Some(remote) = remote.filter(|remote| remote.owner == from) else {
            return;
        };
        if remote.progress == Progress::Refused {
            remotes.remove(&visitor);
        } else {
            remote.lost.notify_one();
        }
    }

    /// Has all connections with games at a node enter them again. Returns their number.
    pub fn lose(&self, owner: NodeId) -> usize {
        let remotes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lost = remotes.values().filter(|remote| remote.owner == owner);
        lost.inspect(|remote| remote.lost.notify_one()).count()
    }

    /// Forgets all connections.
    pub fn clear(&self) {
        let mut remotes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remotes.clear();
    }

    fn insert(&self, remote: Remote) {
        let mut remotes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remotes.insert(remote.visitor.id, remote);
    }

    fn remove(&self, visitor: u64) -> Option<Remote> {
        let mut remotes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remotes.remove(&visitor)
    }
}

/// Game at another node.
#[derive(Clone, Copy)]
pub struct Link<'a> {
    /// Server.
    pub server: &'a Arc<Server>,
    /// This node.
    pub node: &'a Arc<Node>,
    /// Owner of the game.
    pub owner: NodeId,
    /// Game.
    pub game: GameId,
}

/// End of a relay.
pub enum End {
    /// No connection uses it.
    Idle,
    /// The owner can't be reached, or this node lost its lease.
    Failed(Vec<(Visitor, Entry)>),
    /// The game may have moved. The connections must enter again.
    Lost(Vec<(Visitor, Entry)>),
}

/// Passes commands on to the owner of a game. The answers come through [`Remotes`].
pub async fn run(
    link: Link<'_>,
    entering: Vec<(Visitor, Entry)>,
    inbox: &mut mpsc::Receiver<Command>,
) -> End {
    let lost = Arc::new(Notify::new());
    let mut relay = Relay {
        link,
        lost: Arc::clone(&lost),
        here: HashMap::new(),
    };
    if link.node.links.is_silent(link.owner) {
        return End::Failed(entering);
    }
    for (visitor, entry) in entering {
        relay.enter(visitor, entry);
    }
    loop {
        if relay.here.is_empty() && link.server.rooms.remove_idle(link.game, inbox) {
            return End::Idle;
        }
        let command = tokio::select! {
            biased;
            () = lost.notified() => {
                let visitors = relay.take_all();
                return if link.node.links.is_silent(link.owner) {
                    End::Failed(visitors)
                } else {
                    End::Lost(visitors)
                };
            }
            command = inbox.recv() => command,
        };
        if !link.server.holds(link.node.id) {
            return End::Failed(relay.take_all());
        }
        match command {
            None => return End::Idle,
            // A node that sent a guest here has old information: dropping it makes the node claim
            // the game.
            Some(Command::Enter(visitor, _)) if visitor.is_guest => {}
            Some(Command::Enter(visitor, entry)) => relay.enter(visitor, entry),
            Some(Command::Leave(id)) => relay.leave(id),
            Some(Command::Ask(id, message, _)) => relay.ask(id, message),
            Some(Command::Wake) => {}
            Some(Command::Stop(done)) => {
                let _ = done.send(());
                relay.take_all();
                return End::Idle;
            }
        }
    }
}

/// Relay of a game.
struct Relay<'a> {
    link: Link<'a>,
    lost: Arc<Notify>,
    here: HashMap<u64, Visitor>,
}

impl Relay<'_> {
    fn post(&self, post: &Post) {
        self.link.node.links.post(self.link.owner, post);
    }

    fn enter(&mut self, visitor: Visitor, entry: Entry) {
        self.here.insert(visitor.id, visitor.clone());
        self.post(&Post::Enter {
            visitor: visitor.id,
            game: self.link.game.0,
            lag_ms: visitor.lag_ms.load(Ordering::Relaxed),
            entry: entry.clone(),
        });
        self.link.node.remotes.insert(Remote {
            visitor,
            owner: self.link.owner,
            entry,
            progress: Progress::Entering,
            lost: Arc::clone(&self.lost),
        });
    }

    fn leave(&mut self, id: u64) {
        if self.here.remove(&id).is_some() {
            self.link.node.remotes.remove(id);
            self.post(&Post::Leave { visitor: id });
        }
    }

    fn ask(&self, id: u64, message: ClientMessage) {
        let Some(visitor) = self.here.get(&id) else {
            return;
        };
        // Infinite values have no JSON form.
        if matches!(&message, ClientMessage::Presence(presence) if !presence.is_valid()) {
            visitor.outbox.refuse(RefusalReason::Malformed);
            return;
        }
        self.post(&Post::Ask {
            visitor: id,
            lag_ms: visitor.lag_ms.load(Ordering::Relaxed),
            message,
        });
    }

    /// Removes the connections, with their ways back into the game.
    fn take_all(&mut self) -> Vec<(Visitor, Entry)> {
        let Link { node, owner, .. } = self.link;
        let taken = self.here.drain().filter_map(|(id, _)| {
            node.links.post(owner, &Post::Leave { visitor: id });
            let remote = node.remotes.remove(id)?;
            Some((remote.visitor, remote.entry))
        });
        taken.collect()
    }
}
