//! Games in one file, all of which belong to one node.
//!
//! All changes go through one connection, which commits those that wait together. A change is on
//! the disk when [`FileStore::write`] returns.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use icochess_wire::{PlayedMove, Secret};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::metrics::Metrics;

use super::rows::{self, integer};
use super::writer::write_batches;
use super::{Expiry, GameId, NodeId, Role, StoreError, StoredGame, Write, hash};

/// Statements that lead from each format of the file to the next.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];
/// Changes in one commit.
pub(super) const BATCH: usize = 256;

/// Database in a file.
#[derive(Debug)]
pub struct FileStore {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    closing: watch::Sender<()>,
    writer: Mutex<Option<JoinHandle<()>>>,
    metrics: Arc<Metrics>,
}

/// Change with the channel for its result: the number of the game.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) write: Write,
    pub(super) done: oneshot::Sender<Result<GameId, StoreError>>,
}

impl FileStore {
    /// Opens a file, creating or updating it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file can't be used or is from a newer version.
    pub async fn open(file: &Path, metrics: Arc<Metrics>) -> Result<Self, StoreError> {
        if let Some(folder) = file.parent() {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|error| StoreError::Folder(folder.to_owned(), error))?;
        }
        let options = options(file).create_if_missing(true);
        let mut writer = SqliteConnection::connect_with(&options).await?;
        migrate(&mut writer, file).await?;
        let readers = SqlitePoolOptions::new().max_connections(2);
        let readers = readers.connect_with(options).await?;
        let (jobs, queue) = mpsc::channel(BATCH * 4);
        let closing = watch::Sender::default();
        let writing = write_batches(writer, queue, closing.subscribe());
        Ok(Self {
            jobs,
            readers,
            closing,
            writer: Mutex::new(Some(tokio::spawn(writing))),
            metrics,
        })
    }

    /// Implements [`Store::write`](super::Store::write).
    pub async fn write(&self, _: NodeId, write: Write) -> Result<GameId, StoreError> {
        let (done, result) = oneshot::channel();
        let began = Instant::now();
        let sent = self.jobs.send(Job { write, done }).await;
        sent.map_err(|_| StoreError::Closed)?;
        let written = result.await.map_err(|_| StoreError::Closed)?;
        self.metrics.count_write(began.elapsed());
        written
    }

    /// Implements [`Store::find`](super::Store::find).
    pub async fn find(&self, secret: Secret) -> Result<Option<(GameId, Role)>, StoreError> {
        let row = sqlx::query_as(rows::SECRET).bind(hash(secret));
        let row = row.fetch_optional(&self.readers).await?;
        row.map(rows::secret).transpose()
    }

    /// Implements [`Store::load`](super::Store::load).
    pub async fn load(
        &self,
        id: GameId,
    ) -> Result<Option<(StoredGame, Vec<PlayedMove>)>, StoreError> {
        let mut reading = self.readers.begin().await?;
        let row = sqlx::query_as(rows::GAME).bind(id.0);
        let Some(row) = row.fetch_optional(&mut *reading).await? else {
            return Ok(None);
        };
        let moves = sqlx::query_as(rows::MOVES).bind(id.0);
        let moves = moves.fetch_all(&mut *reading).await?;
        rows::game(row, moves).map(Some)
    }

    /// Implements [`Store::count`](super::Store::count).
    pub async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query_as("SELECT count(*) FROM game");
        let (count,): (i64,) = row.fetch_one(&self.readers).await?;
        Ok(count.unsigned_abs())
    }

    /// Implements [`Store::overdue`](super::Store::overdue).
    pub async fn overdue(&self, _: NodeId, now_ms: u64) -> Result<Vec<GameId>, StoreError> {
        let query = sqlx::query_as("SELECT id FROM game WHERE due_ms <= $1 LIMIT 1000");
        let query = query.bind(integer(now_ms));
        Ok(rows::ids(query.fetch_all(&self.readers).await?))
    }

    /// Implements [`Store::expired`](super::Store::expired).
    pub async fn expired(&self, _: NodeId, expiry: Expiry) -> Result<Vec<GameId>, StoreError> {
        let query = sqlx::query_as(
            "SELECT id FROM game WHERE changed_ms < $1 OR (ended IS NOT NULL AND changed_ms < $2) \
             OR ((white_name IS NULL OR black_name IS NULL) AND changed_ms < $3) LIMIT 1000",
        );
        let query = query
            .bind(integer(expiry.idle_ms))
            .bind(integer(expiry.finished_ms))
            .bind(integer(expiry.unjoined_ms));
        Ok(rows::ids(query.fetch_all(&self.readers).await?))
    }

    /// Implements [`Store::close`](super::Store::close).
    pub async fn close(&self) {
        self.closing.send_replace(());
        if let Some(writer) = self.writer.lock().await.take() {
            // A writer that panicked has nothing left to close.
            let _ = writer.await;
        }
        self.readers.close().await;
    }
}

/// Copies a database that may be in use.
///
/// # Errors
///
/// [`StoreError`] if the copy exists already or the database fails.
pub async fn back_up(file: &Path, copy: &Path) -> Result<(), StoreError> {
    if !file.is_file() {
        return Err(StoreError::Missing(file.to_owned()));
    }
    if copy.exists() {
        return Err(StoreError::Exists(copy.to_owned()));
    }
    let mut connection = SqliteConnection::connect_with(&options(file)).await?;
    let name = copy.to_string_lossy().into_owned();
    let made = sqlx::query("VACUUM INTO ?").bind(name);
    made.execute(&mut connection).await?;
    Ok(connection.close().await?)
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        // A commit survives the loss of power.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
        .foreign_keys(true)
}

async fn migrate(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let known = u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX);
    let row = sqlx::query("PRAGMA user_version").fetch_one(&mut *connection);
    let found: u32 = row.await?.try_get(0)?;
    if found > known {
        let file = file.to_owned();
        return Err(StoreError::Newer { file, found, known });
    }
    for (number, migration) in (1..).zip(MIGRATIONS).skip(found as usize) {
        let mut changes = connection.begin().await?;
        sqlx::raw_sql(migration).execute(&mut *changes).await?;
        // A pragma takes no bound values.
        let version = format!("PRAGMA user_version = {number}");
        let version = sqlx::raw_sql(sqlx::AssertSqlSafe(version));
        version.execute(&mut *changes).await?;
        changes.commit().await?;
    }
    Ok(())
}
