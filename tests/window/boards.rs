//! Boards in the window, played to an end with the mouse: those that have a short game for it.

use crate::driver::{Driver, bare_place};
use crate::support::plays::Plays;
use crate::support::short_games::{ShortGame, short_games};

fn play_to_the_end(game: &ShortGame) {
    let board = &*game.board;
    let Some(place) = bare_place(&format!("{board} in the window"), board) else {
        return;
    };
    let mut player = Driver::start_with(
        &place,
        board,
        &["--variant", board, "--position", &game.start],
    );
    assert_eq!(player.state()["board"], board);
    let played = player.play_to_the_end(game, Driver::pick, |player, ply| {
        if ply == 1 {
            player.picture(board);
        }
    });
    player.wait_for_text(&game.told);
    player.picture(&format!("{board}-end"));
    // The end is taken back like any move, and what was saved is the whole game.
    player.undo(&played[..played.len() - 1]);
    player.redo(&played);
    player.wait_for_saved(place.data(), "[Result \"1-0\"]");
}

#[test]
fn each_board_with_a_short_game_is_played_to_its_end() {
    for game in short_games() {
        play_to_the_end(&game);
    }
}
