//! Short games to play in the real game by picking cells and docks. Each board except [`WITHOUT`]
//! has one in `tests/short_game.ron` of its folder, which covers the board's special features.

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use icochess_boards::Variant;
use serde::Deserialize;

/// Folders of boards without a short game; other tests cover picking on them.
const WITHOUT: [&str; 2] = ["chess", "icochess"];

/// File with the game, relative to the folder of a board.
const FILE: &str = "tests/short_game.ron";

/// How a move is made by picking.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Pick {
    /// A piece and its target, and its promotion if the board asks for one.
    Piece {
        from: String,
        to: String,
        #[serde(default)]
        becomes: Option<String>,
    },
    /// A movable part of the board, picked by an empty square on it, with its target.
    Part {
        from: String,
        square: String,
        to: String,
    },
}

/// A game from a given position to its end.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortGame {
    /// Identifier of the board.
    pub board: String,
    /// Start position, as text.
    pub start: String,
    /// Picks, each with the resulting move (UCI).
    pub moves: Vec<(Pick, String)>,
    /// Keyword of the outcome.
    pub outcome: String,
    /// Part of the message shown at the end.
    pub told: String,
}

/// Returns the games of all boards, in the order of their folders.
///
/// # Panics
///
/// If a board outside the exceptions has no game, if an excepted board has one, or if a file can't
/// be read.
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
