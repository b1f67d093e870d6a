//! Requests about the saved games, and facts about them.

use std::path::PathBuf;

use bevy::prelude::Message;

use crate::library::Names;
use icochess_message::{Msg, msg};
use icochess_rules::Record;

/// Request to the saved games. Each is answered by a [`LibraryFact`], some frames
/// later. Files are named as in [`Entry::file`](crate::library::Entry::file).
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
}

/// The game that a text is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The saved game in this file.
    Saved(String),
    /// This game, such as the one being played.
    Game(Record),
}

/// The kind of text that is made of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The whole game as PGN.
    Pgn,
    /// The position text of the game's current position.
    Position,
    /// The game's current position as a picture of plain text, with chess symbols.
    Diagram,
}

/// Where games come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// A PGN file with one game or many.
    File(PathBuf),
    /// A PGN text with one game or many.
    Text(String),
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
        /// Why others were not, the first few with their places in the text.
        problems: Vec<String>,
        /// How many games were left out.
        left_out: usize,
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
