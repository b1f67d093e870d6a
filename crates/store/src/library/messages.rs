//! Requests to the library of saved games, and its facts.

use std::path::PathBuf;

use bevy::prelude::Message;

use icochess_base::link::WebPage;
use icochess_core::library::{Entry, Names};
use icochess_message::{Msg, msg};
use icochess_rules::Record;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Request to the library. Each request is answered by a [`LibraryFact`] a few frames later. Files
/// are named as in [`Entry::file`](icochess_core::library::Entry::file).
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum LibraryRequest {
    /// List the games on disk, for [`Library`](super::Library).
    List,
    /// Replace the current game with the one in this file.
    Open(String),
    /// Rename the game in this file.
    Rename(String, Names),
    /// Move the game in this file to the folder `bin`.
    Delete(String),
    /// Export a game to a separate file.
    Export(Source, Form),
    /// Export all games to one file, with the current one.
    ExportAll,
    /// Return a game as text, for the clipboard.
    Text(Source, Form),
    /// Import games.
    Import(Import),
    /// Cancel the request in progress, which reports the cancellation itself. This request has no
    /// other answer.
    Stop,
}

/// Progress of a long request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Listing of the games.
    Listed {
        /// Number of games listed so far.
        done: usize,
        /// Total number of games.
        of: usize,
    },
    /// Reading of a file.
    Read {
        /// Number of games found so far.
        games: usize,
        /// Number of bytes read so far.
        bytes: u64,
        /// Length of the file in bytes.
        of: u64,
    },
}

impl Progress {
    /// Returns the progress as a message.
    pub fn message(self) -> Msg {
        match self {
            Self::Listed { done, of } => msg!("games-done-of", done = done, count = of),
            Self::Read { games, bytes, of } => {
                let [read, size] = [bytes, of].map(megabytes);
                msg!("games-read", count = games, read = read, size = size)
            }
        }
    }
}

/// Returns a size in megabytes for display.
pub fn megabytes(bytes: u64) -> Msg {
    Msg::decimal(format!("{:.1}", bytes as f64 / MB))
}

/// Returns the time of day at which a game was last saved, such as `14:05`. Returns `None` if that
/// was on another day than the date of the game, as after an import.
pub fn time_of_day(game: &Entry) -> Option<String> {
    let saved = Timestamp::from_nanosecond(game.stamp.modified.into()).ok()?;
    let saved = saved.to_zoned(TimeZone::system());
    let is_same_day = saved.strftime("%Y.%m.%d").to_string() == game.date;
    is_same_day.then(|| saved.strftime("%H:%M").to_string())
}

/// Bytes per megabyte, as displayed.
const MB: f64 = 1e6;

/// Game to convert to text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Saved game in this file.
    Saved(String),
    /// Any game, such as the current one.
    Game(Record),
}

/// Text format of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// Complete game as PGN.
    Pgn,
    /// Position text of the current position.
    Position,
    /// Plain-text diagram of the current position, with chess symbols.
    Diagram,
    /// Link that opens the game on this page: see [`WebPage::link_to`].
    Link(WebPage),
}

/// Source of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// PGN file with one or more games.
    File(PathBuf),
    /// PGN text with one or more games.
    Text(String),
}

/// Maximum number of games per import, because each becomes a file.
pub const MAX_IMPORTED: usize = 10_000;

/// Part of a text that wasn't imported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Rest {
    /// All of the text was imported.
    #[default]
    None,
    /// The user cancelled.
    Stopped,
    /// The rest is unreadable, for this reason.
    Unreadable(String),
    /// The import limit was reached, with this number of games left.
    TooMany(usize),
}

/// Fact: an event in the library.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum LibraryFact {
    /// The list was read from disk.
    Listed,
    /// The game in this file is about to replace the current one.
    Opened(String),
    /// The game in this file was renamed.
    Renamed(String),
    /// The game in this file was moved to the folder `bin`.
    Deleted(String),
    /// A game was exported to this file.
    Exported(PathBuf),
    /// The requested text.
    Text(String),
    /// Games were imported.
    Imported {
        /// Files of the new games, in the order of the text.
        files: Vec<String>,
        /// The first few reasons for skipping games, with their positions in the text.
        problems: Vec<String>,
        /// Number of skipped games.
        left_out: usize,
        /// Part of the text that wasn't imported.
        rest: Rest,
    },
    /// A request failed, with this reason.
    Failed(String),
}

impl LibraryFact {
    /// Returns a notice for players; `None` if the result is visible anyway.
    pub fn notice(&self) -> Option<Msg> {
        Some(match self {
            Self::Listed | Self::Opened(_) | Self::Renamed(_) | Self::Text(_) => return None,
            Self::Deleted(file) => msg!("game-deleted", file = file.as_str()),
            Self::Exported(path) => msg!("game-exported", file = path.display().to_string()),
            Self::Imported {
                files,
                problems,
                left_out,
                rest,
            } => {
                let mut message = match rest {
                    Rest::Stopped => msg!("games-imported-stopped", count = files.len()),
                    _ => msg!("games-imported", count = files.len()),
                };
                if *left_out > 0 {
                    let why = problems.first().map_or("", String::as_str);
                    message = msg!(
                        "games-imported-but",
                        imported = message,
                        count = *left_out,
                        problem = why
                    );
                }
                match rest {
                    Rest::None | Rest::Stopped => message,
                    Rest::Unreadable(why) => msg!(
                        "games-imported-broken",
                        imported = message,
                        problem = why.as_str()
                    ),
                    Rest::TooMany(left) => msg!(
                        "games-imported-most",
                        imported = message,
                        count = *left,
                        most = MAX_IMPORTED
                    ),
                }
            }
            Self::Failed(why) => msg!("failed", problem = why.as_str()),
        })
    }
}
