//! Short games, to be played in the real game by picking things: each board may have one in
//! `tests/short_game.ron` of its folder, in which what only that board has happens.

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// How a move is made by picking.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Pick {
    /// A piece, and where it goes; the name of what it becomes if that is asked.
    Piece {
        from: String,
        to: String,
        #[serde(default)]
        becomes: Option<String>,
    },
    /// A part of the board, by an empty square of it, and the place where it goes.
    Part {
        from: String,
        square: String,
        to: String,
    },
}

/// A game from some position to its end.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortGame {
    /// The identifier of the board.
    pub board: String,
    /// The text of the position.
    pub start: String,
    /// What is picked, and the move that comes of it, in UCI text.
    pub moves: Vec<(Pick, String)>,
    /// The keyword of the outcome.
    pub outcome: String,
    /// A part of what is said then.
    pub told: String,
}

/// The games of all boards that have one.
///
/// # Panics
///
/// When there is none, or a file cannot be read.
pub fn short_games() -> Vec<ShortGame> {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/boards/src");
    let folders = fs::read_dir(&boards).expect("the folders of the boards");
    let files = folders.map(|folder| {
        folder
            .expect("a folder")
            .path()
            .join("tests/short_game.ron")
    });
    let mut games: Vec<ShortGame> = files
        .filter(|file| file.exists())
        .map(|file| read(&file))
        .collect();
    assert!(!games.is_empty(), "no games in {}", boards.display());
    games.sort_by(|a, b| a.board.cmp(&b.board));
    games
}

fn read(file: &Path) -> ShortGame {
    let text = fs::read_to_string(file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    ron::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
