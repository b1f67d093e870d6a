//! Requests about the saved games, and facts about them.

use std::path::PathBuf;

use bevy::prelude::Message;

use icochess_base::link::WebPage;
use icochess_core::library::Names;
use icochess_message::{Msg, msg};
use icochess_rules::Record;

/// Request to the saved games. Each is answered by a [`LibraryFact`], some frames
/// later. Files are named as in [`Entry::file`](icochess_core::library::Entry::file).
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum LibraryRequest {
    /// List the games on disk, for [`Library`](super::Library).
    List,
    /// Go on with the game in this file, in place of the one being played.
    Open(String),
    /// Give the game in this file other names.
    Rename(String, Names),
    /// Move the game in this file into the folder `bin`.
    Delete(String),
    /// Write a game to a file of its own for other programs.
    Export(Source, Form),
    /// Return the text of a game, for the clipboard.
    Text(Source, Form),
    /// Add games to those that are saved.
    Import(Import),
    /// Stop at what takes long, if anything does. It has no answer of its own: that of the
    /// request that is stopped says so.
    Stop,
}

/// The progress of a request that takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// So many games are listed.
    Listed {
        /// Games that are done.
        done: usize,
        /// Games that there are.
        of: usize,
    },
    /// So much of a file was read.
    Read {
        /// Games that were found in it.
        games: usize,
        /// Bytes that were read.
        bytes: u64,
        /// The length of the file in bytes.
        of: u64,
    },
}

impl Progress {
    /// The progress in words for players.
    pub fn told(self) -> Msg {
        match self {
            Self::Listed { done, of } => msg!("games-done-of", done = done, count = of),
            Self::Read { games, bytes, of } => {
                let [read, size] =
                    [bytes, of].map(|bytes| Msg::decimal(format!("{:.1}", bytes as f64 / MB)));
                msg!("games-read", count = games, read = read, size = size)
            }
        }
    }
}

/// Bytes of a megabyte, as players see it.
const MB: f64 = 1e6;

/// The game that a text is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The saved game in this file.
    Saved(String),
    /// A game that is given, such as the one being played.
    Game(Record),
}

/// The kind of text that is made of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// The whole game as PGN.
    Pgn,
    /// The position text of the game's current position.
    Position,
    /// The game's current position as a picture of plain text, with chess symbols.
    Diagram,
    /// The address that opens the game on this page: see [`WebPage::link_to`].
    Link(WebPage),
}

/// A source of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// A PGN file with one game or many.
    File(PathBuf),
    /// A PGN text with one game or many.
    Text(String),
}

/// Most games that are taken from one file: each becomes a file of its own.
pub const MOST_IMPORTED: usize = 10_000;

/// The part of a text of which no games were made, whatever they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Rest {
    /// Nothing is left: all was read.
    #[default]
    None,
    /// It was not read, because somebody wanted it so.
    Stopped,
    /// It cannot be read, for this reason.
    Unreadable(String),
    /// So many games, because the others are as many as are taken from one file.
    TooMany(usize),
}

/// Fact: what happened to the saved games.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum LibraryFact {
    /// The list was read anew from the disk.
    Listed,
    /// The game in this file is about to take the place of the one being played.
    Opened(String),
    /// The game in this file has other names now.
    Renamed(String),
    /// The game in that file is in the folder `bin`.
    Deleted(String),
    /// A game was written to this file.
    Exported(PathBuf),
    /// The text that was asked for.
    Text(String),
    /// Games were added.
    Imported {
        /// The files of the new games, in the order of the text.
        files: Vec<String>,
        /// The reasons why others were not, the first few with their places in the text.
        problems: Vec<String>,
        /// The number of games that were left out.
        left_out: usize,
        /// The part of the text that was not looked at.
        rest: Rest,
    },
    /// A request failed, for the reason in this sentence.
    Failed(String),
}

impl LibraryFact {
    /// The notice to players; `None` for what they see by themselves.
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
                let mut told = match rest {
                    Rest::Stopped => msg!("games-imported-stopped", count = files.len()),
                    _ => msg!("games-imported", count = files.len()),
                };
                if *left_out > 0 {
                    let why = problems.first().map_or("", String::as_str);
                    told = msg!(
                        "games-imported-but",
                        imported = told,
                        count = *left_out,
                        problem = why
                    );
                }
                match rest {
                    Rest::None | Rest::Stopped => told,
                    Rest::Unreadable(why) => msg!(
                        "games-imported-broken",
                        imported = told,
                        problem = why.as_str()
                    ),
                    Rest::TooMany(left) => msg!(
                        "games-imported-most",
                        imported = told,
                        count = *left,
                        most = MOST_IMPORTED
                    ),
                }
            }
            Self::Failed(why) => msg!("failed", problem = why.as_str()),
        })
    }
}
