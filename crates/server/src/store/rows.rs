//! Rows as both databases return them, and the statements that read them.

use icochess_wire::PlayedMove;
use serde::de::DeserializeOwned;

use super::{GameId, Role, StoreError, StoredGame, StoredState};

/// Reads a game.
pub const GAME: &str = "SELECT board, start, time, white_name, black_name, invited, clocks, offers, \
                        due_ms, ended FROM game WHERE id = $1";
/// Reads the moves of a game.
pub const MOVES: &str = "SELECT uci, left_ms, used_ms FROM move WHERE game = $1 ORDER BY ply";
/// Finds a secret by its hash.
pub const SECRET: &str = "SELECT game, role FROM secret WHERE hash = $1";
/// Deletes the moves of a game and swaps the players' secrets. Roles are unique in a game, so both
/// swap only on the way through a free one.
pub const START_OVER: [&str; 5] = [
    "DELETE FROM move WHERE game = $1",
    "DELETE FROM secret WHERE game = $1 AND role = 'invitation'",
    "UPDATE secret SET role = 'invitation' WHERE game = $1 AND role = 'white'",
    "UPDATE secret SET role = 'white' WHERE game = $1 AND role = 'black'",
    "UPDATE secret SET role = 'black' WHERE game = $1 AND role = 'invitation'",
];

/// Row of [`GAME`].
pub type GameRow = (
    String,
    Option<String>,
    String,
    Option<String>,
    Option<String>,
    String,
    Option<String>,
    String,
    Option<i64>,
    Option<String>,
);
/// Row of [`MOVES`].
pub type MoveRow = (String, Option<i64>, Option<i64>);
/// Row of [`SECRET`].
pub type SecretRow = (i64, String);

/// Converts a game with its moves.
///
/// # Errors
///
/// [`StoreError::Invalid`] if a value is invalid.
pub fn game(
    row: GameRow,
    moves: Vec<MoveRow>,
) -> Result<(StoredGame, Vec<PlayedMove>), StoreError> {
    let (board, start, time, white, black, invited, clocks, offers, due_ms, ended) = row;
    let game = StoredGame {
        board,
        start,
        time: json(&time)?,
        names: [white, black],
        invited: json(&invited)?,
        state: StoredState {
            clocks: clocks.as_deref().map(json).transpose()?,
            offers: json(&offers)?,
            due_ms: due_ms.map(i64::unsigned_abs),
            end: ended.as_deref().map(json).transpose()?,
        },
    };
    let played = |(uci, left_ms, used_ms): MoveRow| PlayedMove {
        uci,
        left_ms: left_ms.map(i64::unsigned_abs),
        used_ms: used_ms.map(i64::unsigned_abs),
    };
    Ok((game, moves.into_iter().map(played).collect()))
}

/// Converts a secret's game and right.
///
/// # Errors
///
/// [`StoreError::Invalid`] if the right is unknown.
pub fn secret((game, role): SecretRow) -> Result<(GameId, Role), StoreError> {
    let role = Role::from_id(&role).ok_or(StoreError::Invalid(role))?;
    Ok((GameId(game), role))
}

/// Converts numbers of games.
pub fn ids(rows: Vec<(i64,)>) -> Vec<GameId> {
    rows.into_iter().map(|(id,)| GameId(id)).collect()
}

/// Returns a number as the databases store it.
pub fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    icochess_wire::decode(text).map_err(|_| StoreError::Invalid(text.to_owned()))
}
