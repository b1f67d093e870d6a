//! What the saved games are asked, and what they tell.

use std::path::PathBuf;

use bevy::prelude::Message;

use crate::library::Names;
use icochess_message::{Msg, msg};
use icochess_rules::Record;

/// Request to the saved games. Each is answered by a [`LibraryFact`], some frames
/// later. Files are named as in [`Entry::file`](crate::library::Entry::file).
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum LibraryRequest {
    /// Look what is there, for [`Library`](super::Library).
    List,
    /// Go on with that game in the place of the one being played.
    Open(String),
    /// Give that game other names.
    Rename(String, Names),
    /// Move that game into the folder `bin`.
    Delete(String),
    /// Write a game to a file of its own for other programs.
    Export(Source, Form),
    /// Tell the text of a game, for the clipboard.
    Text(Source, Form),
    /// Add games to those that are saved.
    Import(Import),
}

/// A game, to make a text of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The saved game in that file.
    Saved(String),
    /// This game, such as the one being played.
    Game(Record),
}

/// What text is made of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The whole game as PGN.
    Pgn,
    /// The position text of its place.
    Position,
}

/// Where games come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// A PGN file with one game or many.
    File(PathBuf),
    /// A PGN text with one game or many.
    Text(String),
}

/// Fact about the saved games.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum LibraryFact {
    /// The list is what is on disk.
    Listed,
    /// The game of that file is about to take the place of the one being played.
    Opened(String),
    /// The game in that file has other names.
    Renamed(String),
    /// The game in that file is in the folder `bin`.
    Deleted(String),
    /// The game was written to that file.
    Exported(PathBuf),
    /// The text that was asked for.
    Text(String),
    /// Games were added.
    Imported {
        /// Their files, in the order of the text.
        files: Vec<String>,
        /// Why others were not, the first few with their places in the text.
        problems: Vec<String>,
        /// How many were not.
        left_out: usize,
    },
    /// What was asked for cannot be done, and why.
    Failed(String),
}

impl LibraryFact {
    /// What players are told of it; `None` of what they see by themselves.
    #[must_use]
    pub fn notice(&self) -> Option<Msg> {
        Some(match self {
            Self::Listed | Self::Opened(_) | Self::Renamed(_) | Self::Text(_) => return None,
            Self::Deleted(file) => msg!("game-deleted", file = file.as_str()),
            Self::Exported(path) => msg!("game-exported", file = path.display().to_string()),
            Self::Imported {
                files,
                problems,
                left_out,
            } => {
                let told = msg!("games-imported", count = files.len());
                if *left_out == 0 {
                    return Some(told);
                }
                let why = problems.first().map_or("", String::as_str);
                msg!(
                    "games-imported-but",
                    imported = told,
                    count = *left_out,
                    problem = why
                )
            }
            Self::Failed(why) => msg!("failed", problem = why.as_str()),
        })
    }
}
