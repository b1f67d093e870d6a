//! The games for the README's pictures, which `scripts/make-pictures` plays.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use icochess_boards::Variant;
use icochess_rules::{AnyBoard, Record, read_any_pgn};

use crate::testing::data_file;

/// Reads the game of a file in a board's folder, which must name its board.
fn game(folder: &str, file: &Path) -> Record {
    let text = fs::read_to_string(file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let boards = Variant::ALL.into_iter();
    let boards = boards.filter(|variant| variant.module() == folder);
    let boards: Vec<AnyBoard> = boards.map(Variant::board).collect();
    let game = read_any_pgn(&boards, &text);
    let game = game.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let variant = format!("[Variant \"{}\"]\n", game.board().name());
    assert!(text.contains(&variant), "{} has no tag", file.display());
    game
}

#[test]
fn every_board_has_a_picture_game_with_a_movable_selection() {
    // The first board appears in the picture of the window.
    let first = Variant::default().module();
    for folder in BTreeSet::from(Variant::ALL.map(Variant::module)) {
        let file = data_file(folder, "picture.pgn");
        if folder == first {
            assert!(!file.exists(), "{} is excepted", file.display());
            continue;
        }
        let game = game(folder, &file);
        let position = game.position();
        let selected = game.tags().get("Selected").expect("what is selected");
        let cell = position.cell_named(selected);
        let mut moves = position.legal_moves().into_iter();
        assert!(
            moves.any(|mv| Some(mv.from) == cell),
            "{folder}: {selected}"
        );
    }
}
