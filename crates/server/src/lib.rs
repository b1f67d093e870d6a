//! Server for games over a network: sockets, a database file, and the page.
//!
//! * `options`: command line and settings; `limits`: limits by address and altogether;
//!   `addresses`: how other devices reach the server.
//! * `listener`: ports; `tls`: encryption; `web`: HTTP; `socket`: a client's WebSocket.
//! * `rooms`: games in memory; `room`: the task that owns one; `table`: the game itself.
//! * `codes`: codes of six digits; `store`: the database; `metrics`: counters.
//! * `cluster`: several servers that share the games, with the feature of that name.
//!
//! The messages are in the crate `icochess_wire`.

mod addresses;
#[cfg(feature = "cluster")]
mod cluster;
mod codes;
mod limits;
mod listener;
mod metrics;
mod options;
mod room;
mod rooms;
mod socket;
mod store;
mod table;
mod tls;
mod web;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use icochess_wire::Secret;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{error, warn};

pub use addresses::shown_addresses;
#[cfg(feature = "cluster")]
pub use cluster::ClusterError;
pub use limits::Limits;
#[cfg(feature = "cluster")]
pub use options::ClusterSettings;
pub use options::{Options, OptionsError, Settings, Task};
pub use store::{StoreError, back_up};
pub use tls::{TlsError, TlsFiles};

use codes::Codes;
use limits::{Sockets, Windows};
use listener::{bind, listen, serve};
use metrics::Metrics;
use rooms::{Command, Rooms};
use store::{Expiry, NodeId, Store, Write, unix_ms};
use tls::Tls;

/// Interval of the housekeeping.
const SWEEP: Duration = Duration::from_secs(60);
/// Longest wait for rooms, and then for connections, at the end.
const STOP: Duration = Duration::from_secs(5);

/// State that all connections share.
#[derive(Debug)]
struct Server {
    settings: Settings,
    store: Store,
    rooms: Rooms,
    codes: Codes,
    sockets: Sockets,
    /// Games created by each address in an hour.
    created: Windows,
    metrics: Arc<Metrics>,
    tls: Option<Tls>,
    #[cfg(feature = "cluster")]
    cluster: Option<cluster::Cluster>,
    /// Whether the server stops. All connections watch it.
    stopping: watch::Sender<bool>,
}

impl Server {
    const fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    /// Returns the node that owns new games; `None` while a cluster can't be reached.
    fn node(&self) -> Option<NodeId> {
        #[cfg(feature = "cluster")]
        if let Some(cluster) = &self.cluster {
            return cluster.node().map(|node| node.id);
        }
        Some(NodeId::ALONE)
    }

    /// Returns whether this server may still act as a node.
    fn holds(&self, node: NodeId) -> bool {
        self.node() == Some(node)
    }

    /// Returns whether connections can be served.
    fn is_ready(&self) -> bool {
        #[cfg(feature = "cluster")]
        if let Some(cluster) = &self.cluster {
            return cluster.is_ready();
        }
        true
    }

    /// Waits until the server stops.
    async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // An error would mean that the server has gone.
        let _ = stopping.wait_for(|stops| *stops).await;
    }
}

/// Error at the start of a server.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The cluster can't be used.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The certificate or its key can't be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The port can't be used.
    #[error("can't listen on {0}: {1}; choose another port with --listen")]
    Listen(SocketAddr, std::io::Error),
}

/// Server in operation.
#[derive(Debug)]
pub struct Running {
    server: Arc<Server>,
    addresses: Vec<SocketAddr>,
    metrics: Option<SocketAddr>,
    sweep: JoinHandle<()>,
}

impl Running {
    /// Starts a server in this runtime.
    ///
    /// # Errors
    ///
    /// [`StartError`] if the certificate, the database or a port can't be used.
    pub async fn start(settings: Settings) -> Result<Self, StartError> {
        let tls = settings.tls.clone().map(Tls::load).transpose()?;
        let listeners = listen(&settings).await?;
        let metrics_listener = match settings.metrics {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let metrics = Arc::new(Metrics::default());
        #[cfg(feature = "cluster")]
        let (store, cluster) = match &settings.cluster {
            Some(shared) => {
                let (store, cluster) =
                    cluster::Cluster::connect(shared, Arc::clone(&metrics)).await?;
                (Store::Postgres(store), Some(cluster))
            }
            None => (Store::open(&settings.database, &metrics).await?, None),
        };
        #[cfg(not(feature = "cluster"))]
        let store = Store::open(&settings.database, &metrics).await?;
        let server = Arc::new(Server {
            store,
            #[cfg(feature = "cluster")]
            cluster,
            rooms: Rooms::default(),
            codes: Codes::default(),
            sockets: Sockets::default(),
            created: Windows::new(SWEEP * 60),
            metrics,
            tls,
            stopping: watch::Sender::default(),
            settings,
        });
        #[cfg(feature = "cluster")]
        cluster::join(&server).await?;
        let mut addresses = Vec::new();
        let router = web::router(Arc::clone(&server));
        for listener in listeners {
            addresses.extend(listener.local_addr());
            tokio::spawn(serve(Arc::clone(&server), listener, router.clone(), true));
        }
        let metrics = metrics_listener.as_ref();
        let metrics = metrics.and_then(|listener| listener.local_addr().ok());
        if let Some(listener) = metrics_listener {
            let router = web::metrics_router(Arc::clone(&server));
            tokio::spawn(serve(Arc::clone(&server), listener, router, false));
        }
        let sweep = tokio::spawn(keep_house(Arc::clone(&server)));
        Ok(Self {
            server,
            addresses,
            metrics,
            sweep,
        })
    }

    /// Returns the addresses on which the server listens.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Returns the address of the metrics.
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Stops the server: closes connections, saves running clocks, and closes the database.
    pub async fn stop(self) {
        self.sweep.abort();
        #[cfg(feature = "cluster")]
        cluster::prepare_stop(&self.server);
        // First, so that clients learn the reason, and none enters another room.
        self.server.stopping.send_replace(true);
        if tokio::time::timeout(STOP, self.server.rooms.stop())
            .await
            .is_err()
        {
            warn!("some games took too long to stop");
        }
        #[cfg(feature = "cluster")]
        cluster::leave(&self.server).await;
        // Connections that don't close end with the program.
        let _ = tokio::time::timeout(STOP, self.server.stopping.closed()).await;
        self.server.store.close().await;
    }
}

/// Ends overdue correspondence games, deletes old ones, and reads a renewed certificate.
async fn keep_house(server: Arc<Server>) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        let now = Instant::now();
        server.codes.sweep(now);
        server.created.sweep(now);
        server.rooms.sweep();
        if let Some(tls) = &server.tls {
            tls.refresh();
        }
        if let Err(error) = sweep_games(&server).await {
            error!("housekeeping: {error}");
        }
    }
}

async fn sweep_games(server: &Arc<Server>) -> Result<(), StoreError> {
    let (now, limits) = (unix_ms(), server.limits());
    let Some(node) = server.node() else {
        return Ok(());
    };
    #[cfg(feature = "cluster")]
    if let Store::Postgres(store) = &server.store {
        store.sweep().await?;
    }
    for id in server.store.overdue(node, now).await? {
        // An overloaded room gets its turn at the next sweep.
        let _ = server.rooms.send(server, id, Command::Wake);
    }
    let before = |time: Duration| {
        let time: u64 = time.as_millis().try_into().unwrap_or(u64::MAX);
        now.saturating_sub(time)
    };
    let expiry = Expiry {
        unjoined_ms: before(limits.unjoined),
        finished_ms: before(limits.finished),
        idle_ms: before(limits.idle),
    };
    for id in server.store.expired(node, expiry).await? {
        if !server.rooms.contains(id) {
            match server.store.write(node, Write::Delete { id }).await {
                // Another node deleted it, or has just claimed it.
                #[cfg(feature = "cluster")]
                Err(StoreError::NotOwner) => {}
                written => {
                    written?;
                }
            }
        }
    }
    Ok(())
}

/// Returns a random number; `None` if the system has none.
fn random_u32() -> Option<u32> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).ok()?;
    Some(u32::from_le_bytes(bytes))
}

/// Returns a new secret; `None` if the system has no random numbers.
fn new_secret() -> Option<Secret> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(Secret::from_random(bytes))
}
