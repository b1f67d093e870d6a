//! Several servers ("nodes") that share the games.
//!
//! Postgres has the games and their owners, and NATS carries messages between nodes. A game is in
//! the memory of its owner only. Each node renews one lease for all its games. When the lease
//! expires, any node may take over a game, and the old owner can't write any more.
//!
//! * `links`: messages between nodes, and the detection of lost ones.
//! * `relay`: at a client's node, a game that another node owns.
//! * `guests`: at the owner, connections of clients at other nodes.

mod guests;
mod links;
mod relay;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use icochess_wire::RefusalReason;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{interval, timeout};
use tracing::{error, info, warn};

use crate::Server;
use crate::metrics::Metrics;
use crate::options::ClusterSettings;
use crate::room::Room;
use crate::rooms::Command;
use crate::store::postgres::{Claim, LEASE, PostgresStore};
use crate::store::{GameId, NodeId, StoreError};
use guests::Guests;
use links::{Links, Packet, Post};
use relay::Remotes;

/// Interval of the lease's renewal, and of the messages that prove a link.
const TICK: Duration = Duration::from_secs(1);
/// Longest wait for one renewal.
const RENEWAL: Duration = Duration::from_secs(2);
/// Time for connecting to NATS.
const CONNECT: Duration = Duration::from_secs(5);
/// Messages to other nodes that wait for NATS.
const QUEUE: usize = 65_536;
/// Pause before a game is claimed again.
const PAUSE: Duration = Duration::from_millis(200);
/// Claims that fail within [`SETTLED`] until a game's connections are closed.
const CLAIMS: u32 = 10;
/// Time after which a relay counts as a success.
const SETTLED: Duration = Duration::from_secs(3);

/// Error of a cluster at the start.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The database can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// NATS can't be used.
    #[error("can't use NATS: {0}; check --nats and that the NATS server runs")]
    Nats(String),
}

/// This server's part in a cluster.
#[derive(Debug)]
pub struct Cluster {
    store: PostgresStore,
    nats: Client,
    node: RwLock<Option<Arc<Node>>>,
    keeper: Mutex<Option<JoinHandle<()>>>,
    is_stopping: AtomicBool,
}

/// This server under one lease.
#[derive(Debug)]
pub struct Node {
    /// Number.
    pub id: NodeId,
    /// When the lease expires unless it is renewed.
    until: Mutex<Instant>,
    /// Signal that another lease has replaced this one.
    ended: Arc<Notify>,
    links: Links,
    guests: Guests,
    remotes: Remotes,
}

impl Cluster {
    /// Connects to the services that the nodes share.
    ///
    /// # Errors
    ///
    /// [`ClusterError`] if one of them can't be used.
    pub async fn connect(
        settings: &ClusterSettings,
        metrics: Arc<Metrics>,
    ) -> Result<(PostgresStore, Self), ClusterError> {
        let store = PostgresStore::open(&settings.postgres, metrics).await?;
        let options = ConnectOptions::new()
            .name("icochess-server")
            .connection_timeout(CONNECT)
            .subscription_capacity(QUEUE)
            .reconnect_delay_callback(|_| TICK)
            .event_callback(|event| async move {
                match event {
                    Event::Connected => info!("NATS: connected"),
                    event => warn!("NATS: {event}"),
                }
            });
        let servers: Vec<_> = settings.nats.split(',').map(str::trim).collect();
        let nats = options.connect(servers).await;
        let cluster = Self {
            store: store.clone(),
            nats: nats.map_err(|error| ClusterError::Nats(error.to_string()))?,
            node: RwLock::default(),
            keeper: Mutex::default(),
            is_stopping: AtomicBool::new(false),
        };
        Ok((store, cluster))
    }

    /// Returns this node; `None` without a valid lease.
    pub fn node(&self) -> Option<Arc<Node>> {
        let node = self.node.read().unwrap_or_else(PoisonError::into_inner);
        node.as_ref().filter(|node| node.is_valid()).cloned()
    }

    /// Returns whether database and NATS can be reached.
    pub fn is_ready(&self) -> bool {
        self.node().is_some() && self.nats.connection_state() == State::Connected
    }

    fn keeper(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    fn set_node(&self, node: Option<Arc<Node>>) {
        *self.node.write().unwrap_or_else(PoisonError::into_inner) = node;
    }
}

impl Node {
    fn set_until(&self, until: Instant) {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    fn is_valid(&self) -> bool {
        Instant::now() < *self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Joins the cluster, and keeps the server in it from now on. Does nothing without a cluster.
///
/// # Errors
///
/// [`ClusterError`] if database or NATS fail.
pub async fn join(server: &Arc<Server>) -> Result<(), ClusterError> {
    if let Some(cluster) = &server.cluster {
        let node = enter(server, cluster).await?;
        let keeper = tokio::spawn(keep(Arc::clone(server), node));
        *cluster.keeper() = Some(keeper);
    }
    Ok(())
}

/// Refuses players of other nodes from now on, because the server stops.
pub fn prepare_stop(server: &Server) {
    if let Some(cluster) = &server.cluster {
        cluster.is_stopping.store(true, Ordering::Relaxed);
    }
}

/// Leaves the cluster: other nodes take over the games at once.
pub async fn leave(server: &Server) {
    let Some(cluster) = &server.cluster else {
        return;
    };
    if let Some(keeper) = cluster.keeper().take() {
        keeper.abort();
    }
    if let Some(node) = cluster.node() {
        cluster.set_node(None);
        if let Err(error) = cluster.store.remove_node(node.id).await {
            warn!("the lease remains until it expires: {error}");
        }
    }
}

/// Gets a lease, and listens to messages from other nodes.
async fn enter(server: &Arc<Server>, cluster: &Cluster) -> Result<Arc<Node>, ClusterError> {
    let asked = Instant::now();
    let id = cluster.store.add_node().await?;
    let failed = |error: &dyn std::error::Error| ClusterError::Nats(error.to_string());
    let inbox = cluster.nats.subscribe(subject(id)).await;
    let inbox = inbox.map_err(|error| failed(&error))?;
    // Other nodes learn this node's number once it owns a game, so it must listen by then.
    let flushed = timeout(CONNECT, cluster.nats.flush()).await;
    let flushed = flushed.map_err(|_| ClusterError::Nats("no answer".to_owned()))?;
    flushed.map_err(|error| failed(&error))?;
    let (queue, posts) = mpsc::channel(QUEUE);
    let node = Arc::new(Node {
        id,
        until: Mutex::new(asked + LEASE),
        ended: Arc::default(),
        links: Links::new(id, queue),
        guests: Guests::default(),
        remotes: Remotes::default(),
    });
    tokio::spawn(publish(cluster.nats.clone(), posts));
    tokio::spawn(listen(Arc::clone(server), Arc::clone(&node), inbox));
    info!("joined the cluster as node {}", id.0);
    cluster.set_node(Some(Arc::clone(&node)));
    Ok(node)
}

fn subject(node: NodeId) -> String {
    format!("icochess.node.{}", node.0)
}

/// Handles messages from other nodes until the lease has ended.
async fn listen(server: Arc<Server>, node: Arc<Node>, mut inbox: Subscriber) {
    loop {
        let message = tokio::select! {
            message = inbox.next() => message,
            () = node.ended.notified() => return,
        };
        match message.map(|message| Packet::read(&message.payload)) {
            Some(Ok(packet)) => receive(&server, &node, packet),
            Some(Err(error)) => warn!("message from another node: {error}"),
            None => return,
        }
    }
}

/// Publishes messages in order until the node has gone.
async fn publish(nats: Client, mut posts: mpsc::Receiver<(NodeId, String)>) {
    while let Some((to, text)) = posts.recv().await {
        // The receiver notices that a message is missing.
        if let Err(error) = nats.publish(subject(to), text.into()).await {
            error!("message to node {}: {error}", to.0);
        }
    }
}

/// Renews the lease until the server stops. Without a lease, ends all games and gets a new one.
async fn keep(server: Arc<Server>, mut node: Arc<Node>) {
    let Some(cluster) = &server.cluster else {
        return;
    };
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let asked = Instant::now();
        match timeout(RENEWAL, cluster.store.renew(node.id)).await {
            Ok(Ok(Some(nodes))) => {
                node.set_until(asked + LEASE);
                watch_links(&node, &nodes, asked);
                continue;
            }
            Ok(Ok(None)) => node.set_until(asked),
            Ok(Err(error)) => warn!("the lease isn't renewed: {error}"),
            Err(_) => warn!("the lease isn't renewed: the database doesn't answer"),
        }
        if node.is_valid() {
            continue;
        }
        error!(
            "node {} has lost its lease: its games go to other nodes",
            node.id.0
        );
        cluster.set_node(None);
        node.ended.notify_one();
        server.rooms.wake();
        node.guests.clear();
        node.remotes.clear();
        node = loop {
            match enter(&server, cluster).await {
                Ok(node) => break node,
                Err(error) => warn!("not in the cluster: {error}"),
            }
            tokio::time::sleep(TICK).await;
        };
    }
}

/// Ends links to nodes that are dead or silent, and proves the others.
fn watch_links(node: &Node, nodes: &[NodeId], asked: Instant) {
    for peer in node.links.take_broken(nodes, asked) {
        let lost = node.guests.forget(peer) + node.remotes.lose(peer);
        if lost > 0 {
            warn!("node {} is gone: {lost} connections with it", peer.0);
        }
    }
    node.links.prove(nodes, asked);
}

/// Handles a message from another node.
fn receive(server: &Arc<Server>, node: &Arc<Node>, packet: Packet) {
    let Packet { from, number, post } = packet;
    if !node.links.is_next(from, number) {
        warn!("messages from node {} are lost", from.0);
        node.links.post(from, &Post::Reset);
        node.guests.forget(from);
        node.remotes.lose(from);
        return;
    }
    match post {
        Post::Proof => {}
        Post::Reset => {
            node.remotes.lose(from);
        }
        Post::Enter {
            visitor,
            game,
            lag_ms,
            entry,
        } => {
            if !server.cluster.as_ref().is_some_and(Cluster::is_stopping) {
                let key = (from, visitor);
                guests::enter(server, node, key, GameId(game), lag_ms, entry);
            }
        }
        Post::Leave { visitor } => node.guests.leave((from, visitor)),
        Post::Ask {
            visitor,
            lag_ms,
            message,
        } => {
            if !node.guests.ask((from, visitor), lag_ms, message) {
                node.links.post(from, &Post::Gone { visitor });
            }
        }
        Post::Text { visitor, text } => {
            if !node.remotes.deliver(from, visitor, text) {
                node.links.post(from, &Post::Leave { visitor });
            }
        }
        Post::Gone { visitor } => node.remotes.lose_visitor(from, visitor),
    }
}

/// Runs a game: as its owner, or as a relay to the owner.
pub async fn host(server: Arc<Server>, id: GameId, mut inbox: mpsc::Receiver<Command>) {
    let Some(cluster) = &server.cluster else {
        return;
    };
    let mut entering = Vec::new();
    let mut failures = 0;
    let reason = loop {
        let Some(node) = cluster.node() else {
            break RefusalReason::ServerError;
        };
        match cluster.store.claim(node.id, id).await {
            Ok(Claim::Ours) => {
                return Room::run(Arc::clone(&server), node.id, id, entering, inbox).await;
            }
            Ok(Claim::Theirs(owner)) => {
                let began = Instant::now();
                let link = relay::Link {
                    server: &server,
                    node: &node,
                    owner,
                    game: id,
                };
                match relay::run(link, entering, &mut inbox).await {
                    relay::End::Idle => return,
                    relay::End::Failed(visitors) => {
                        entering = visitors;
                        break RefusalReason::ServerError;
                    }
                    relay::End::Lost(visitors) => entering = visitors,
                }
                if began.elapsed() >= SETTLED {
                    failures = 0;
                }
                failures += 1;
                if failures > CLAIMS {
                    error!("game {}: node {} doesn't serve it", id.0, owner.0);
                    break RefusalReason::ServerError;
                }
                tokio::time::sleep(PAUSE).await;
            }
            Ok(Claim::Missing) => break RefusalReason::UnknownSecret,
            Err(error) => {
                error!("game {}: {error}", id.0);
                break RefusalReason::ServerError;
            }
        }
    };
    inbox.close();
    let waiting = std::iter::from_fn(|| inbox.try_recv().ok());
    let waiting = waiting.filter_map(|command| match command {
        Command::Enter(visitor, _) => Some(visitor),
        _ => None,
    });
    let entering = entering.into_iter().map(|(visitor, _)| visitor);
    for visitor in entering.chain(waiting) {
        visitor.outbox.refuse(reason);
    }
}
