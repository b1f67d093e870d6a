//! Games in the database: one file, or Postgres for a cluster.

mod file;
#[cfg(feature = "cluster")]
pub mod postgres;
mod rows;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use icochess_wire::{Clocks, End, PlayedMove, Seat, Secret, Time};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use file::back_up;

use crate::metrics::Metrics;
use file::FileStore;
#[cfg(feature = "cluster")]
use postgres::PostgresStore;

/// Number of a game in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameId(pub i64);

/// Number of a node under one lease: a node that lost its lease gets another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId(pub i64);

impl NodeId {
    /// Node without a cluster. It owns all games.
    pub const ALONE: Self = Self(0);
}

/// Times before which games are old, in Unix milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Expiry {
    /// For games without a second player.
    pub unjoined_ms: u64,
    /// For finished games.
    pub finished_ms: u64,
    /// For games without a move since.
    pub idle_ms: u64,
}

/// Right that a secret grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// To play.
    Player(Seat),
    /// To take the free seat.
    Invited,
    /// To watch.
    Spectator,
}

impl Role {
    const fn id(self) -> &'static str {
        match self {
            Self::Player(Seat::White) => "white",
            Self::Player(Seat::Black) => "black",
            Self::Invited => "invitation",
            Self::Spectator => "watch",
        }
    }

    fn from_id(id: &str) -> Option<Self> {
        let seats = [Seat::White, Seat::Black].map(Self::Player);
        let mut all = seats.into_iter().chain([Self::Invited, Self::Spectator]);
        all.find(|role| role.id() == id)
    }
}

/// Game as stored, without its moves.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// Board.
    pub board: String,
    /// Start position.
    pub start: Option<String>,
    /// Time for the moves.
    pub time: Time,
    /// Names of White and Black; `None` for the free seat.
    pub names: [Option<String>; 2],
    /// Seat of the invited player; `None` in a rematch.
    pub invited: Option<Seat>,
    /// State of play.
    pub state: StoredState,
}

/// State of play that changes with moves and offers.
#[derive(Debug, Default, Clone)]
pub struct StoredState {
    /// Clocks, stopped.
    pub clocks: Option<Clocks>,
    /// Open offers.
    pub offers: StoredOffers,
    /// When the next move is due in a correspondence game, in Unix milliseconds.
    pub due_ms: Option<u64>,
    /// End of the game.
    pub end: Option<End>,
}

/// Open offers.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredOffers {
    /// Side that offers a draw.
    pub draw: Option<Seat>,
    /// Side that asks for a takeback.
    pub takeback: Option<Seat>,
    /// Side that offers a rematch.
    pub rematch: Option<Seat>,
}

/// Change of the database.
#[derive(Debug)]
pub enum Write {
    /// Adds a game with its secrets.
    Create {
        /// Game.
        game: Box<StoredGame>,
        /// Secrets with their rights.
        secrets: [(Secret, Role); 3],
    },
    /// Changes the state of play, after a move or a takeback if there was one.
    Change {
        /// Game.
        id: GameId,
        /// Move to add, with the number of plies before it.
        moved: Option<(usize, PlayedMove)>,
        /// Number of plies that remain after a takeback.
        kept_plies: Option<usize>,
        /// New state.
        state: StoredState,
    },
    /// Gives a seat to a player, with a new secret.
    Take {
        /// Game.
        id: GameId,
        /// Seat.
        seat: Seat,
        /// Secret of the seat.
        secret: Secret,
        /// Player's name.
        name: String,
        /// When the first move is due.
        due_ms: Option<u64>,
    },
    /// Starts over with swapped colours.
    Rematch {
        /// Game.
        id: GameId,
        /// When the first move is due.
        due_ms: Option<u64>,
    },
    /// Deletes a game.
    Delete {
        /// Game.
        id: GameId,
    },
}

/// Error of the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file was written by a newer version.
    #[error(
        "{file} is from a newer icochess-server (format {found}, this one knows {known}): update \
         the server"
    )]
    Newer {
        /// File.
        file: PathBuf,
        /// Format of the file.
        found: u32,
        /// Latest known format.
        known: u32,
    },
    /// The folder of the file can't be created.
    #[error("can't create the folder {0}: {1}")]
    Folder(PathBuf, std::io::Error),
    /// The backup would replace a file.
    #[error("{0} exists already: name a new file")]
    Exists(PathBuf),
    /// There is no database to copy.
    #[error("there is no database {0}: name it with --database")]
    Missing(PathBuf),
    /// A row has invalid content.
    #[error("the database has an invalid row: {0}")]
    Invalid(String),
    /// The connection to the file is closed, because the server stops.
    #[error("the database is closed")]
    Closed,
    /// The changes of several games couldn't be committed.
    #[error("database: {0}")]
    Commit(String),
    /// The database failed.
    #[error("database: {0}")]
    Sql(#[from] sqlx::Error),
    /// The database of the cluster can't be used at the start.
    #[cfg(feature = "cluster")]
    #[error("can't use the cluster's database: {0}; check --cluster and that Postgres runs")]
    Cluster(sqlx::Error),
    /// The cluster's database was written by a newer version.
    #[cfg(feature = "cluster")]
    #[error(
        "the cluster's database is from a newer icochess-server (format {found}, this one knows \
         {known}): update the server"
    )]
    NewerCluster {
        /// Format of the database.
        found: u32,
        /// Latest known format.
        known: u32,
    },
    /// The database doesn't answer.
    #[cfg(feature = "cluster")]
    #[error("the database doesn't answer")]
    Silent,
    /// This node doesn't own the game any more.
    #[cfg(feature = "cluster")]
    #[error("this node doesn't own the game any more")]
    NotOwner,
}

/// Database.
#[derive(Debug)]
pub enum Store {
    /// File.
    File(FileStore),
    /// Postgres, which several nodes share.
    #[cfg(feature = "cluster")]
    Postgres(PostgresStore),
}

/// Calls a function of either database.
macro_rules! either {
    ($store:expr, $it:ident => $call:expr) => {
        match $store {
            Store::File($it) => $call,
            #[cfg(feature = "cluster")]
            Store::Postgres($it) => $call,
        }
    };
}

impl Store {
    /// Opens a file, creating or updating it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file can't be used or is from a newer version.
    pub async fn open(file: &Path, metrics: &Arc<Metrics>) -> Result<Self, StoreError> {
        let metrics = Arc::clone(metrics);
        Ok(Self::File(FileStore::open(file, metrics).await?))
    }

    /// Carries out a change for a node that owns the game. Returns the number of the game once the
    /// change is on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the change failed; the database is as before. In a cluster, that includes
    /// a node that doesn't own the game.
    pub async fn write(&self, node: NodeId, write: Write) -> Result<GameId, StoreError> {
        either!(self, store => store.write(node, write).await)
    }

    /// Returns the game and the right of a secret.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn find(&self, secret: Secret) -> Result<Option<(GameId, Role)>, StoreError> {
        either!(self, store => store.find(secret).await)
    }

    /// Returns a game with its moves.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails or a row is invalid.
    pub async fn load(
        &self,
        id: GameId,
    ) -> Result<Option<(StoredGame, Vec<PlayedMove>)>, StoreError> {
        either!(self, store => store.load(id).await)
    }

    /// Returns the number of games. In a cluster, that is an estimate.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn count(&self) -> Result<u64, StoreError> {
        either!(self, store => store.count().await)
    }

    /// Returns the node's correspondence games in which a move is overdue.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn overdue(&self, node: NodeId, now_ms: u64) -> Result<Vec<GameId>, StoreError> {
        either!(self, store => store.overdue(node, now_ms).await)
    }

    /// Returns the node's games to delete.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn expired(&self, node: NodeId, expiry: Expiry) -> Result<Vec<GameId>, StoreError> {
        either!(self, store => store.expired(node, expiry).await)
    }

    /// Closes the database once all changes are written.
    pub async fn close(&self) {
        either!(self, store => store.close().await);
    }
}

/// Returns the time of day in Unix milliseconds.
pub fn unix_ms() -> u64 {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    since.as_millis().try_into().unwrap_or(u64::MAX)
}

/// Returns the hash that stands for a secret. Secrets are random, so they need no salt.
fn hash(secret: Secret) -> Vec<u8> {
    Sha256::digest(secret.bytes()).to_vec()
}
