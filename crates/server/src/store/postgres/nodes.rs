//! Leases of the nodes, and owners of games.

use std::time::Duration;

use sqlx::postgres::types::PgInterval;

use super::super::{GameId, NodeId, StoreError};
use super::{PostgresStore, answered};

/// Validity of a lease after each renewal.
pub const LEASE: Duration = Duration::from_secs(5);

/// Result of claiming a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The node owns the game.
    Ours,
    /// Another node with a valid lease owns it.
    Theirs(NodeId),
    /// There is no such game.
    Missing,
}

impl PostgresStore {
    /// Adds a node with a lease.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn add_node(&self) -> Result<NodeId, StoreError> {
        let query = sqlx::query_as("INSERT INTO node (until) VALUES (now() + $1) RETURNING id");
        let row = query.bind(interval(LEASE)).fetch_one(&self.leases);
        let (id,): (i64,) = answered(row).await?;
        Ok(NodeId(id))
    }

    /// Renews a node's lease. Returns all nodes with a valid lease, or `None` if this node's lease
    /// has expired.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn renew(&self, node: NodeId) -> Result<Option<Vec<NodeId>>, StoreError> {
        let query = sqlx::query_as(
            "WITH own AS (UPDATE node SET until = now() + $2 WHERE id = $1 AND until > now() \
             RETURNING id) SELECT id FROM own \
             UNION ALL SELECT id FROM node WHERE id <> $1 AND until > now()",
        );
        let query = query.bind(node.0).bind(interval(LEASE));
        let rows: Vec<(i64,)> = answered(query.fetch_all(&self.leases)).await?;
        let nodes: Vec<_> = rows.into_iter().map(|(id,)| NodeId(id)).collect();
        Ok(nodes.contains(&node).then_some(nodes))
    }

    /// Removes a node: others may take over its games at once.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn remove_node(&self, node: NodeId) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM node WHERE id = $1").bind(node.0);
        answered(query.execute(&self.pool)).await?;
        Ok(())
    }

    /// Forgets nodes whose lease has expired, and old codes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        for statement in [
            "DELETE FROM node WHERE until < now()",
            "DELETE FROM code WHERE until < now()",
            "DELETE FROM wrong_codes WHERE time_window < extract(epoch FROM now()) / 600 - 1",
        ] {
            answered(sqlx::query(statement).execute(&self.pool)).await?;
        }
        Ok(())
    }

    /// Makes a node the owner of a game, unless another one with a valid lease owns it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn claim(&self, node: NodeId, game: GameId) -> Result<Claim, StoreError> {
        loop {
            let query = sqlx::query_as(
                "SELECT owner, EXISTS (SELECT FROM node WHERE node.id = owner AND until > now()) \
                 FROM game WHERE id = $1",
            );
            let row = query.bind(game.0).fetch_optional(&self.pool);
            let row: Option<(Option<i64>, bool)> = answered(row).await?;
            let earlier = match row {
                None => return Ok(Claim::Missing),
                Some((Some(owner), _)) if owner == node.0 => return Ok(Claim::Ours),
                Some((Some(owner), true)) => return Ok(Claim::Theirs(NodeId(owner))),
                Some((earlier, _)) => earlier,
            };
            let query = sqlx::query(
                "UPDATE game SET owner = $2 WHERE id = $1 AND owner IS NOT DISTINCT FROM $3",
            );
            let query = query.bind(game.0).bind(node.0).bind(earlier);
            let taken = answered(query.execute(&self.pool)).await?;
            if taken.rows_affected() == 1 {
                return Ok(Claim::Ours);
            }
            // Another node was faster.
        }
    }
}

fn interval(time: Duration) -> PgInterval {
    PgInterval {
        months: 0,
        days: 0,
        microseconds: i64::try_from(time.as_micros()).unwrap_or(i64::MAX),
    }
}
