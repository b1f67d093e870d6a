//! Codes of six digits, which every node knows.

use std::time::Duration;

use icochess_wire::Code;
use sqlx::postgres::types::PgInterval;

use super::super::{GameId, StoreError};
use super::{PostgresStore, answered};

/// Draws of a code until there are too many in use.
const DRAWS: usize = 10;

impl PostgresStore {
    /// Issues a code for a game, which replaces its earlier one. Returns `None` if there are too
    /// many codes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn issue_code(
        &self,
        game: GameId,
        most: usize,
        validity: Duration,
    ) -> Result<Option<Code>, StoreError> {
        self.withdraw_code(game).await?;
        let count = sqlx::query_as("SELECT count(*) FROM code WHERE until > now()");
        let (count,): (i64,) = answered(count.fetch_one(&self.pool)).await?;
        if usize::try_from(count).is_ok_and(|count| count >= most) {
            return Ok(None);
        }
        let draws = std::iter::from_fn(|| Code::new(crate::random_u32()? % Code::COUNT));
        for code in draws.take(DRAWS) {
            let query = sqlx::query(
                "INSERT INTO code (code, game, until) VALUES ($1, $2, now() + $3) \
                 ON CONFLICT (code) DO UPDATE SET game = excluded.game, until = excluded.until \
                 WHERE code.until <= now()",
            );
            let query = query.bind(code.to_string()).bind(game.0).bind(PgInterval {
                months: 0,
                days: 0,
                microseconds: i64::try_from(validity.as_micros()).unwrap_or(i64::MAX),
            });
            let issued = answered(query.execute(&self.pool)).await?;
            if issued.rows_affected() == 1 {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    /// Returns the game with this code.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn find_code(&self, code: Code) -> Result<Option<GameId>, StoreError> {
        let query = sqlx::query_as("SELECT game FROM code WHERE code = $1 AND until > now()");
        let row = query.bind(code.to_string()).fetch_optional(&self.pool);
        let row: Option<(i64,)> = answered(row).await?;
        Ok(row.map(|(game,)| GameId(game)))
    }

    /// Withdraws a game's code.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn withdraw_code(&self, game: GameId) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM code WHERE game = $1").bind(game.0);
        answered(query.execute(&self.pool)).await?;
        Ok(())
    }

    /// Returns the number of wrong codes at all nodes in the current ten minutes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn wrong_codes(&self) -> Result<u64, StoreError> {
        let query = sqlx::query_as(
            "SELECT count FROM wrong_codes \
             WHERE time_window = floor(extract(epoch FROM now()) / 600)",
        );
        let row: Option<(i64,)> = answered(query.fetch_optional(&self.pool)).await?;
        Ok(row.map_or(0, |(count,)| count.unsigned_abs()))
    }

    /// Counts a wrong code.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn count_wrong_code(&self) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO wrong_codes (time_window, count) \
             VALUES (floor(extract(epoch FROM now()) / 600), 1) \
             ON CONFLICT (time_window) DO UPDATE SET count = wrong_codes.count + 1",
        );
        answered(query.execute(&self.pool)).await?;
        Ok(())
    }
}
