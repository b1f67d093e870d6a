//! Games in Postgres, which the nodes of a cluster share.
//!
//! Each game has an owner: a node with a lease. All changes of a game name the node that makes
//! them, and have no effect once another node owns the game. That check and the change are one
//! statement, so a node that lost its lease can't interfere.

mod codes;
mod nodes;

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use icochess_wire::{PlayedMove, RULES, Seat, Secret};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};

use crate::metrics::Metrics;

use super::rows::{self, integer};
use super::{
    Expiry, GameId, NodeId, Role, StoreError, StoredGame, StoredOffers, StoredState, Write, hash,
    unix_ms,
};

pub use nodes::{Claim, LEASE};

/// Statements that lead from each format of the database to the next.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];
/// Number of the lock that one migrating node holds: `icochess` in ASCII.
const MIGRATION_LOCK: i64 = 0x6963_6f63_6865_7373;
/// Connections of a node. Postgres commits the changes of several together.
const CONNECTIONS: u32 = 16;
/// Longest wait for an answer, also while Postgres is away.
const ANSWER: Duration = Duration::from_secs(5);

/// Database of a cluster.
#[derive(Debug, Clone)]
pub struct PostgresStore {
    pool: PgPool,
    /// A connection of its own, so that leases are renewed under load.
    leases: PgPool,
    metrics: Arc<Metrics>,
}

impl PostgresStore {
    /// Connects to a database, creating or updating its tables.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database can't be used or is from a newer version.
    pub async fn open(url: &str, metrics: Arc<Metrics>) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse().map_err(StoreError::Cluster)?;
        let options = options.application_name("icochess-server").options([
            // A move is acknowledged when it is on the disk, whatever the server's default.
            ("synchronous_commit", "on"),
            // Locks of a node that died between two statements must not outlive its lease.
            ("idle_in_transaction_session_timeout", "2s"),
            ("statement_timeout", "5s"),
            ("timezone", "UTC"),
        ]);
        let pool = |size| {
            PgPoolOptions::new()
                .max_connections(size)
                .acquire_timeout(ANSWER)
        };
        let connected = pool(CONNECTIONS).connect_with(options.clone()).await;
        let connected = connected.map_err(StoreError::Cluster)?;
        migrate(&connected).await?;
        Ok(Self {
            pool: connected,
            leases: pool(1).connect_lazy_with(options),
            metrics,
        })
    }

    /// Implements [`Store::write`](super::Store::write).
    pub async fn write(&self, node: NodeId, write: Write) -> Result<GameId, StoreError> {
        // If the answer is lost, the change may be on the disk: the room ends, and the next one
        // loads the game anew.
        let began = Instant::now();
        let written = answered(carry_out(&self.pool, node, &write)).await;
        self.metrics.count_write(began.elapsed());
        written
    }

    /// Implements [`Store::find`](super::Store::find).
    pub async fn find(&self, secret: Secret) -> Result<Option<(GameId, Role)>, StoreError> {
        let row = sqlx::query_as(rows::SECRET).bind(hash(secret));
        let row = answered(row.fetch_optional(&self.pool)).await?;
        row.map(rows::secret).transpose()
    }

    /// Implements [`Store::load`](super::Store::load). The caller owns the game, so no other
    /// node changes it between the two statements.
    pub async fn load(
        &self,
        id: GameId,
    ) -> Result<Option<(StoredGame, Vec<PlayedMove>)>, StoreError> {
        let row = sqlx::query_as(rows::GAME).bind(id.0);
        let Some(row) = answered(row.fetch_optional(&self.pool)).await? else {
            return Ok(None);
        };
        let moves = sqlx::query_as(rows::MOVES).bind(id.0);
        let moves = answered(moves.fetch_all(&self.pool)).await?;
        rows::game(row, moves).map(Some)
    }

    /// Implements [`Store::count`](super::Store::count), with Postgres' estimate: counting millions
    /// of rows takes long.
    pub async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query_as(
            "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'game'::regclass",
        );
        let (count,): (i64,) = answered(row.fetch_one(&self.pool)).await?;
        Ok(count.unsigned_abs())
    }

    /// Implements [`Store::overdue`](super::Store::overdue).
    pub async fn overdue(&self, node: NodeId, now_ms: u64) -> Result<Vec<GameId>, StoreError> {
        let query = sqlx::query_as(
            "SELECT id FROM game WHERE due_ms <= $1 AND (owner = $2 OR NOT EXISTS \
             (SELECT FROM node WHERE node.id = owner AND until > now())) LIMIT 1000",
        );
        let query = query.bind(integer(now_ms)).bind(node.0);
        Ok(rows::ids(answered(query.fetch_all(&self.pool)).await?))
    }

    /// Implements [`Store::expired`](super::Store::expired).
    pub async fn expired(&self, node: NodeId, expiry: Expiry) -> Result<Vec<GameId>, StoreError> {
        let query = sqlx::query_as(
            "SELECT id FROM game WHERE (changed_ms < $1 OR (ended IS NOT NULL AND changed_ms < $2) \
             OR ((white_name IS NULL OR black_name IS NULL) AND changed_ms < $3)) \
             AND (owner = $4 OR NOT EXISTS \
             (SELECT FROM node WHERE node.id = owner AND until > now())) LIMIT 1000",
        );
        let query = query
            .bind(integer(expiry.idle_ms))
            .bind(integer(expiry.finished_ms))
            .bind(integer(expiry.unjoined_ms))
            .bind(node.0);
        Ok(rows::ids(answered(query.fetch_all(&self.pool)).await?))
    }

    /// Implements [`Store::close`](super::Store::close).
    pub async fn close(&self) {
        // Statements of a database that is away can't end.
        let closed = async { tokio::join!(self.pool.close(), self.leases.close()) };
        let _ = tokio::time::timeout(ANSWER, closed).await;
    }
}

/// Waits for an answer of the database.
async fn answered<T, E: Into<StoreError>>(
    statement: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    let answer = tokio::time::timeout(ANSWER, statement).await;
    answer.map_err(|_| StoreError::Silent)?.map_err(Into::into)
}

/// Brings the tables to the latest format. One node does it, and the others wait.
async fn migrate(pool: &PgPool) -> Result<(), StoreError> {
    let known = u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX);
    let mut changes = pool.begin().await.map_err(StoreError::Cluster)?;
    sqlx::raw_sql("SET LOCAL statement_timeout = 0")
        .execute(&mut *changes)
        .await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(MIGRATION_LOCK)
        .execute(&mut *changes)
        .await?;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS format (version BIGINT NOT NULL)")
        .execute(&mut *changes)
        .await?;
    let (found,): (i64,) = sqlx::query_as("SELECT coalesce(max(version), 0) FROM format")
        .fetch_one(&mut *changes)
        .await?;
    let found = u32::try_from(found).unwrap_or(u32::MAX);
    if found > known {
        return Err(StoreError::NewerCluster { found, known });
    }
    for (number, migration) in (1_i64..).zip(MIGRATIONS).skip(found as usize) {
        sqlx::raw_sql(migration).execute(&mut *changes).await?;
        sqlx::query("INSERT INTO format (version) VALUES ($1)")
            .bind(number)
            .execute(&mut *changes)
            .await?;
    }
    Ok(changes.commit().await?)
}

async fn carry_out(pool: &PgPool, node: NodeId, write: &Write) -> Result<GameId, StoreError> {
    match write {
        Write::Create { game, secrets } => create(pool, node, game, secrets).await,
        Write::Change {
            id,
            moved,
            kept_plies,
            state,
        } => {
            let (ply, played) = moved.as_ref().map(|(ply, played)| (*ply, played)).unzip();
            let StoredState {
                clocks,
                offers,
                due_ms,
                end,
            } = state;
            let query = sqlx::query(
                "WITH kept AS (UPDATE game SET clocks = $3, offers = $4, due_ms = $5, ended = $6, \
                 changed_ms = $7 WHERE id = $1 AND owner = $2 RETURNING id), \
                 taken_back AS (DELETE FROM move USING kept WHERE move.game = kept.id AND ply >= $8), \
                 moved AS (INSERT INTO move (game, ply, uci, left_ms, used_ms) \
                 SELECT id, $9, $10, $11, $12 FROM kept WHERE $9 IS NOT NULL) SELECT id FROM kept",
            );
            let changed = query
                .bind(id.0)
                .bind(node.0)
                .bind(clocks.map(|clocks| icochess_wire::encode(&clocks)))
                .bind(icochess_wire::encode(offers))
                .bind(due_ms.map(integer))
                .bind(end.map(|end| icochess_wire::encode(&end)))
                .bind(integer(unix_ms()))
                .bind(kept_plies.map(|plies| integer(plies as u64)))
                .bind(ply.map(|ply| integer(ply as u64)))
                .bind(played.map(|played| &played.uci))
                .bind(played.and_then(|played| played.left_ms).map(integer))
                .bind(played.and_then(|played| played.used_ms).map(integer))
                .fetch_optional(pool)
                .await?;
            changed.map(|_| *id).ok_or(StoreError::NotOwner)
        }
        Write::Take {
            id,
            seat,
            secret,
            name,
            due_ms,
        } => {
            let query = match seat {
                Seat::White => {
                    "WITH kept AS (UPDATE game SET white_name = $3, due_ms = $4, changed_ms = $5 \
                     WHERE id = $1 AND owner = $2 RETURNING id) \
                     INSERT INTO secret (hash, game, role) SELECT $6, id, $7 FROM kept \
                     ON CONFLICT (game, role) DO UPDATE SET hash = excluded.hash"
                }
                Seat::Black => {
                    "WITH kept AS (UPDATE game SET black_name = $3, due_ms = $4, changed_ms = $5 \
                     WHERE id = $1 AND owner = $2 RETURNING id) \
                     INSERT INTO secret (hash, game, role) SELECT $6, id, $7 FROM kept \
                     ON CONFLICT (game, role) DO UPDATE SET hash = excluded.hash"
                }
            };
            let taken = sqlx::query(query)
                .bind(id.0)
                .bind(node.0)
                .bind(name)
                .bind(due_ms.map(integer))
                .bind(integer(unix_ms()))
                .bind(hash(*secret))
                .bind(Role::Player(*seat).id())
                .execute(pool)
                .await?;
            owned(*id, taken.rows_affected())
        }
        Write::Rematch { id, due_ms } => start_over(pool, node, *id, *due_ms).await,
        Write::Delete { id } => {
            let query = sqlx::query(
                "DELETE FROM game WHERE id = $1 AND (owner = $2 OR NOT EXISTS \
                 (SELECT FROM node WHERE node.id = owner AND until > now()))",
            );
            let deleted = query.bind(id.0).bind(node.0).execute(pool).await?;
            owned(*id, deleted.rows_affected())
        }
    }
}

/// Returns the game if a change had an effect.
const fn owned(id: GameId, rows: u64) -> Result<GameId, StoreError> {
    if rows == 0 {
        return Err(StoreError::NotOwner);
    }
    Ok(id)
}

async fn create(
    pool: &PgPool,
    node: NodeId,
    game: &StoredGame,
    secrets: &[(Secret, Role); 3],
) -> Result<GameId, StoreError> {
    let [white, black] = &game.names;
    let query = sqlx::query_as(
        "WITH made AS (INSERT INTO game (rules, board, start, time, white_name, black_name, \
         invited, offers, changed_ms, owner) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
         RETURNING id), kept AS (INSERT INTO secret (hash, game, role) \
         SELECT hash, id, role FROM made, unnest($11, $12) AS rights (hash, role)) \
         SELECT id FROM made",
    );
    let hashes = secrets.iter().map(|(secret, _)| hash(*secret));
    let roles = secrets.iter().map(|(_, role)| role.id());
    let (id,): (i64,) = query
        .bind(i64::from(RULES))
        .bind(&game.board)
        .bind(game.start.as_deref())
        .bind(icochess_wire::encode(&game.time))
        .bind(white.as_deref())
        .bind(black.as_deref())
        .bind(icochess_wire::encode(&game.invited))
        .bind(icochess_wire::encode(&StoredOffers::default()))
        .bind(integer(unix_ms()))
        .bind(node.0)
        .bind(hashes.collect::<Vec<_>>())
        .bind(roles.collect::<Vec<_>>())
        .fetch_one(pool)
        .await?;
    Ok(GameId(id))
}

/// Deletes the moves and the state of a game, and swaps the players. Their secrets stay, so
/// nobody needs a new link.
async fn start_over(
    pool: &PgPool,
    node: NodeId,
    id: GameId,
    due_ms: Option<u64>,
) -> Result<GameId, StoreError> {
    let mut change = pool.begin().await?;
    let query = sqlx::query(
        "UPDATE game SET rules = $3, white_name = black_name, black_name = white_name, \
         invited = 'null', clocks = NULL, offers = $4, due_ms = $5, ended = NULL, changed_ms = $6 \
         WHERE id = $1 AND owner = $2",
    );
    let changed = query
        .bind(id.0)
        .bind(node.0)
        .bind(i64::from(RULES))
        .bind(icochess_wire::encode(&StoredOffers::default()))
        .bind(due_ms.map(integer))
        .bind(integer(unix_ms()))
        .execute(&mut *change)
        .await?;
    owned(id, changed.rows_affected())?;
    for statement in rows::START_OVER {
        let query = sqlx::query(statement).bind(id.0);
        query.execute(&mut *change).await?;
    }
    change.commit().await?;
    Ok(id)
}
