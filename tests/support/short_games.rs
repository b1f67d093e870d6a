//! Short games, to be played in the real game by picking things: each board has one in
//! `tests/short_game.ron` of its folder, in which what only that board has happens, but for
//! those of [`WITHOUT`].

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use icochess_boards::Variant;
use serde::Deserialize;

/// Folders of boards without such a game: what there is to pick on them is picked in the other
/// tests.
const WITHOUT: [&str; 2] = ["chess", "icochess"];

/// The game, in the folder of a board.
const FILE: &str = "tests/short_game.ron";

/// The way in which a move is made by picking.
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
    /// The picks, and the move that comes of each, in UCI text.
    pub moves: Vec<(Pick, String)>,
    /// The keyword of the outcome.
    pub outcome: String,
    /// A part of what is said then.
    pub told: String,
}

/// The games of all boards, in the order of their folders.
///
/// # Panics
///
/// If a board has none and is not excepted, or the other way round, or a file cannot be read.
pub fn short_games() -> Vec<ShortGame> {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/boards/src");
    let mut folders = BTreeSet::from(Variant::ALL.map(Variant::module));
    for folder in WITHOUT {
        assert!(folders.remove(folder), "{folder} is no folder of a board");
        let file = boards.join(folder).join(FILE);
        assert!(!file.exists(), "{} is excepted", file.display());
    }
    let files = folders.iter().map(|folder| boards.join(folder).join(FILE));
    files.map(|file| read(&file)).collect()
}

fn read(file: &Path) -> ShortGame {
    let text = fs::read_to_string(file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    ron::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
