//! Changes of the database, committed in batches.

use icochess_wire::{RULES, Seat, Secret};
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, watch};
use tracing::error;

use super::file::{BATCH, Job};
use super::rows::{self, integer};
use super::{GameId, Role, StoreError, StoredGame, StoredOffers, Write, hash, unix_ms};

/// Commits waiting changes together until the store is closed.
pub(super) async fn write_batches(
    mut connection: SqliteConnection,
    mut queue: mpsc::Receiver<Job>,
    mut closing: watch::Receiver<()>,
) {
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            biased;
            count = queue.recv_many(&mut batch, BATCH) => if count == 0 { break },
            _ = closing.changed() => break,
        }
        match commit(&mut connection, &batch).await {
            Ok(results) => {
                for (job, result) in batch.drain(..).zip(results) {
                    // The asker may have gone.
                    let _ = job.done.send(result);
                }
            }
            Err(error) => {
                error!("commit failed: {error}");
                for job in batch.drain(..) {
                    let lost = StoreError::Commit(error.to_string());
                    let _ = job.done.send(Err(lost));
                }
            }
        }
    }
    if let Err(error) = connection.close().await {
        error!("the database didn't close: {error}");
    }
}

/// Carries out changes and commits those that succeed.
async fn commit(
    connection: &mut SqliteConnection,
    batch: &[Job],
) -> Result<Vec<Result<GameId, StoreError>>, sqlx::Error> {
    let mut changes = connection.begin().await?;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        // A change of several statements is all or nothing.
        let mut change = changes.begin().await?;
        let result = carry_out(&mut change, &job.write).await;
        match result {
            Ok(_) => change.commit().await?,
            Err(_) => change.rollback().await?,
        }
        results.push(result);
    }
    changes.commit().await?;
    Ok(results)
}

async fn carry_out(db: &mut SqliteConnection, write: &Write) -> Result<GameId, StoreError> {
    match write {
        Write::Create { game, secrets } => create(db, game, secrets).await,
        Write::Change {
            id,
            moved,
            kept_plies,
            state,
        } => {
            if let Some((ply, played)) = moved {
                sqlx::query(
                    "INSERT INTO move (game, ply, uci, left_ms, used_ms) VALUES (?, ?, ?, ?, ?)",
                )
                .bind(id.0)
                .bind(integer(*ply as u64))
                .bind(&played.uci)
                .bind(played.left_ms.map(integer))
                .bind(played.used_ms.map(integer))
                .execute(&mut *db)
                .await?;
            }
            if let Some(kept) = kept_plies {
                sqlx::query("DELETE FROM move WHERE game = ? AND ply >= ?")
                    .bind(id.0)
                    .bind(integer(*kept as u64))
                    .execute(&mut *db)
                    .await?;
            }
            sqlx::query(
                "UPDATE game SET clocks = ?, offers = ?, due_ms = ?, ended = ?, changed_ms = ? \
                 WHERE id = ?",
            )
            .bind(state.clocks.map(|clocks| icochess_wire::encode(&clocks)))
            .bind(icochess_wire::encode(&state.offers))
            .bind(state.due_ms.map(integer))
            .bind(state.end.map(|end| icochess_wire::encode(&end)))
            .bind(integer(unix_ms()))
            .bind(id.0)
            .execute(db)
            .await?;
            Ok(*id)
        }
        Write::Take {
            id,
            seat,
            secret,
            name,
            due_ms,
        } => {
            let role = Role::Player(*seat);
            sqlx::query("INSERT OR REPLACE INTO secret (hash, game, role) VALUES (?, ?, ?)")
                .bind(hash(*secret))
                .bind(id.0)
                .bind(role.id())
                .execute(&mut *db)
                .await?;
            let update = match seat {
                Seat::White => {
                    "UPDATE game SET white_name = ?, due_ms = ?, changed_ms = ? WHERE id = ?"
                }
                Seat::Black => {
                    "UPDATE game SET black_name = ?, due_ms = ?, changed_ms = ? WHERE id = ?"
                }
            };
            sqlx::query(update)
                .bind(name)
                .bind(due_ms.map(integer))
                .bind(integer(unix_ms()))
                .bind(id.0)
                .execute(db)
                .await?;
            Ok(*id)
        }
        Write::Rematch { id, due_ms } => {
            start_over(db, *id, *due_ms).await?;
            Ok(*id)
        }
        Write::Delete { id } => {
            let query = sqlx::query("DELETE FROM game WHERE id = ?").bind(id.0);
            query.execute(db).await?;
            Ok(*id)
        }
    }
}

async fn create(
    db: &mut SqliteConnection,
    game: &StoredGame,
    secrets: &[(Secret, Role)],
) -> Result<GameId, StoreError> {
    let [white, black] = &game.names;
    let row = sqlx::query(
        "INSERT INTO game (rules, board, start, time, white_name, black_name, invited, offers, \
         changed_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(RULES)
    .bind(&game.board)
    .bind(game.start.as_deref())
    .bind(icochess_wire::encode(&game.time))
    .bind(white.as_deref())
    .bind(black.as_deref())
    .bind(icochess_wire::encode(&game.invited))
    .bind(icochess_wire::encode(&StoredOffers::default()))
    .bind(integer(unix_ms()))
    .execute(&mut *db)
    .await?;
    let id = row.last_insert_rowid();
    for (secret, role) in secrets {
        sqlx::query("INSERT INTO secret (hash, game, role) VALUES (?, ?, ?)")
            .bind(hash(*secret))
            .bind(id)
            .bind(role.id())
            .execute(&mut *db)
            .await?;
    }
    Ok(GameId(id))
}

/// Deletes the moves and the state of a game, and swaps the players. Their secrets stay, so
/// nobody needs a new link.
async fn start_over(
    db: &mut SqliteConnection,
    id: GameId,
    due_ms: Option<u64>,
) -> Result<(), StoreError> {
    for statement in rows::START_OVER {
        let query = sqlx::query(statement).bind(id.0);
        query.execute(&mut *db).await?;
    }
    sqlx::query(
        "UPDATE game SET rules = ?, white_name = black_name, black_name = white_name, \
         invited = 'null', clocks = NULL, offers = ?, due_ms = ?, ended = NULL, changed_ms = ? WHERE id = ?",
    )
    .bind(RULES)
    .bind(icochess_wire::encode(&StoredOffers::default()))
    .bind(due_ms.map(integer))
    .bind(integer(unix_ms()))
    .bind(id.0)
    .execute(db)
    .await?;
    Ok(())
}
